//! Arithmetic on two variables, and absolute values.

use tantalizer_model::{Arithmetic, Rel};

use super::sum::Term;
use super::{Encoder, Refused};
use crate::cnf::{FALSE, Lit};

/// Products of up to so many pairs of values are listed; beyond, they are multiplied in binary.
const PAIRS: usize = 20_000;

/// Binary products must stay below this, so that no weight overflows.
const LARGEST_PRODUCT: i64 = 1 << 56;

impl Encoder {
    /// `x op y rel z` holds.
    pub(super) fn enforce_arithm(
        &mut self,
        (x, op, y): (usize, Arithmetic, usize),
        rel: Rel,
        z: usize,
    ) -> Result<(), Refused> {
        match self.as_sum((x, op, y), z) {
            Some(terms) => self.enforce_sum(&terms, rel, 0),
            None => {
                let truth = crate::cnf::TRUE;
                self.results_as((x, op, y), rel, z, truth)
            }
        }
    }

    /// `x op y rel z` as a literal.
    pub(super) fn arithm_truth(
        &mut self,
        (x, op, y): (usize, Arithmetic, usize),
        rel: Rel,
        z: usize,
    ) -> Result<Lit, Refused> {
        match self.as_sum((x, op, y), z) {
            Some(terms) => self.sum_truth(&terms, rel, 0),
            None => {
                let truth = self.fresh();
                self.defining(|encoder| encoder.results_as((x, op, y), rel, z, truth))?;
                Ok(truth)
            }
        }
    }

    /// `truth` tells whether `result` is the absolute value of `x`.
    pub(super) fn absolute_as(
        &mut self,
        result: usize,
        x: usize,
        truth: Lit,
    ) -> Result<(), Refused> {
        let values = self.values(x);
        self.reserve(2 * values.len() as u64)?;
        for value in values {
            let given = self.is(x, value);
            let outcome = self.is(result, value.abs());
            self.clause([-given, -truth, outcome]);
            self.clause([-given, truth, -outcome]);
        }
        Ok(())
    }

    fn as_sum(&self, (x, op, y): (usize, Arithmetic, usize), z: usize) -> Option<[Term; 3]> {
        let sign = match op {
            Arithmetic::Plus => 1,
            Arithmetic::Minus => -1,
            Arithmetic::Times | Arithmetic::Divide => return None,
        };
        Some([Term::Int(1, x), Term::Int(sign, y), Term::Int(-1, z)])
    }

    /// For each pair of values, `truth` tells whether the result stands in relation to `z`.
    fn results_as(
        &mut self,
        (x, op, y): (usize, Arithmetic, usize),
        rel: Rel,
        z: usize,
        truth: Lit,
    ) -> Result<(), Refused> {
        let (left, right) = (self.values(x), self.values(y));
        let pairs = left.len().saturating_mul(right.len());
        if pairs > PAIRS
            && op == Arithmetic::Times
            && self.largest(x).max(1) * self.largest(y).max(1) < LARGEST_PRODUCT
        {
            let (least, more) = self.binary_product_against(x, y, z)?;
            let outcome = match rel {
                Rel::Less => -least,
                Rel::LessEqual => -more,
                Rel::Greater => more,
                Rel::GreaterEqual => least,
                Rel::Equal => self.and(&[least, -more]),
                Rel::NotEqual => -self.and(&[least, -more]),
            };
            self.equate(truth, outcome);
            return Ok(());
        }
        self.reserve(2 * pairs as u64)?;
        for &a in &left {
            for &b in &right {
                if x == y && a != b {
                    continue;
                }
                let outcome = match op {
                    Arithmetic::Times => self.compare_constant(z, rel.mirrored(), a * b),
                    Arithmetic::Divide if b != 0 => self.compare_constant(z, rel.mirrored(), a / b),
                    _ => FALSE,
                };
                let (given_a, given_b) = (self.is(x, a), self.is(y, b));
                self.clause([-given_a, -given_b, -truth, outcome]);
                self.clause([-given_a, -given_b, truth, -outcome]);
            }
        }
        Ok(())
    }

    fn largest(&self, x: usize) -> i64 {
        let (low, high) = self.bounds(x);
        low.abs().max(high.abs())
    }
}
