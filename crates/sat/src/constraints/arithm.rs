//! Arithmetic on two variables.

use super::prelude::*;
use crate::encode::Term;

/// Products of up to so many pairs of values are listed; beyond, they are multiplied in binary.
const PAIRS: usize = 20_000;

/// Binary products must stay below this, so that no weight overflows.
const LARGEST_PRODUCT: i64 = 1 << 56;

impl Encode for Arithm {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        match as_sum(self) {
            Some(terms) => encoder.enforce_sum(&terms, self.rel, 0),
            None => results_as(encoder, self, TRUE),
        }
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        match as_sum(self) {
            Some(terms) => encoder.sum_truth(&terms, self.rel, 0),
            None => {
                let truth = encoder.fresh();
                results_as(encoder, self, truth)?;
                Ok(truth)
            }
        }
    }

    fn needs(&self, needs: &mut Needs) {
        let Arithm { x, op, y, rel, z } = *self;
        match (op, rel) {
            (Arithmetic::Plus | Arithmetic::Minus, _) => needs.order(&[x, y, z]),
            (_, Rel::Equal | Rel::NotEqual) => needs.direct(&[x, y, z]),
            _ => {
                needs.direct(&[x, y]);
                needs.order(&[z]);
            }
        }
    }
}

/// The terms of `x + y - z` or `x - y - z`; none for other operations.
fn as_sum(constraint: &Arithm) -> Option<[Term; 3]> {
    let sign = match constraint.op {
        Arithmetic::Plus => 1,
        Arithmetic::Minus => -1,
        Arithmetic::Times | Arithmetic::Divide => return None,
    };
    let term = |sign, var: Var| Term::Int(sign, var.index());
    Some([
        term(1, constraint.x),
        term(sign, constraint.y),
        term(-1, constraint.z),
    ])
}

/// For each pair of values, `truth` tells whether the result stands in relation to `z`.
fn results_as(encoder: &mut Encoder, constraint: &Arithm, truth: Lit) -> Result<(), Refused> {
    let Arithm { op, rel, .. } = *constraint;
    let [x, y, z] = [constraint.x, constraint.y, constraint.z].map(Var::index);
    let (left, right) = (encoder.values(x), encoder.values(y));
    let pairs = left.len().saturating_mul(right.len());
    if pairs > PAIRS
        && op == Arithmetic::Times
        && largest(encoder, x).max(1) * largest(encoder, y).max(1) < LARGEST_PRODUCT
    {
        let (least, more) = encoder.binary_product_against(x, y, z)?;
        let outcome = match rel {
            Rel::Less => -least,
            Rel::LessEqual => -more,
            Rel::Greater => more,
            Rel::GreaterEqual => least,
            Rel::Equal => encoder.and(&[least, -more]),
            Rel::NotEqual => -encoder.and(&[least, -more]),
        };
        encoder.equate(truth, outcome);
        return Ok(());
    }
    encoder.reserve(2 * pairs as u64)?;
    for &a in &left {
        for &b in &right {
            if x == y && a != b {
                continue;
            }
            let outcome = match op {
                Arithmetic::Times => encoder.compare_constant(z, rel.mirrored(), a * b),
                Arithmetic::Divide if b != 0 => encoder.compare_constant(z, rel.mirrored(), a / b),
                _ => FALSE,
            };
            let (given_a, given_b) = (encoder.is(x, a), encoder.is(y, b));
            encoder.clause([-given_a, -given_b, -truth, outcome]);
            encoder.clause([-given_a, -given_b, truth, -outcome]);
        }
    }
    Ok(())
}

fn largest(encoder: &Encoder, x: usize) -> i64 {
    let (low, high) = encoder.bounds(x);
    low.abs().max(high.abs())
}
