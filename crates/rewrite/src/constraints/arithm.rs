//! Sums directly; small products and quotients as one table; otherwise through a product or a quotient.
//!
//! Where the domains are large, a product is a sum over the binary digits of one factor, so that its size grows with the
//! logarithm of the domain.

use tantalizer_model::constraints::{Absolute, Arithm, Compare, Linear, Member};
use tantalizer_model::{Arithmetic, ModelError};

use super::at_most;
use super::prelude::*;
use crate::rewriter::MANY_ROWS;

impl Rewrite for Arithm {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let Arithm { x, op, y, rel, z } = self;
        let times = matches!(op, Arithmetic::Times | Arithmetic::Divide);
        if times && rel == Rel::Equal && work.pairs(x, y) <= MANY_ROWS {
            let rows = work.pair_rows(x, y, |a, b| match op {
                Arithmetic::Times => Some(a * b),
                _ => (b != 0).then(|| a / b),
            });
            return work.allow(&[x, y, z], rows);
        }
        let parts = parts(self, work)?;
        work.post_all(parts)
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let parts = parts(self, work)?;
        work.reify_all(parts, by)
    }
}

/// Constraints that hold together exactly when the arithmetic constraint does, over results that always exist.
fn parts(
    Arithm { x, op, y, rel, z }: Arithm,
    work: &mut Rewriter<'_>,
) -> Result<Vec<Constraint>, RewriteError> {
    let mut terms = match op {
        Arithmetic::Plus => vec![(1, x), (1, y)],
        Arithmetic::Minus => vec![(1, x), (-1, y)],
        Arithmetic::Times => work.product(x, y)?,
        Arithmetic::Divide => vec![(1, work.quotient(x, y)?)],
    };
    let mut parts: Vec<Constraint> = Vec::new();
    if op == Arithmetic::Divide && work.domain(y).contains(0) {
        let values = work.domain(y).difference(&Domain::single(0));
        parts.push(Member { x: y, values }.into());
    }
    parts.push(match terms[..] {
        [(1, x)] => Compare { x, rel, y: z }.into(),
        _ => {
            terms.push((-1, z));
            Constraint::from(Linear {
                terms,
                rel,
                constant: 0,
            })
        }
    });
    Ok(parts)
}

impl Rewriter<'_> {
    /// A linear expression that equals `x * y`.
    pub(crate) fn product(&mut self, x: Var, y: Var) -> Result<Vec<(i64, Var)>, RewriteError> {
        if let Some(value) = self.fixed(x) {
            return Ok(vec![(i64::from(value), y)]);
        }
        if let Some(value) = self.fixed(y) {
            return Ok(vec![(i64::from(value), x)]);
        }
        let key = (x.min(y), x.max(y));
        if let Some(known) = self.products.get(&key) {
            return Ok(known.clone());
        }
        let expression = self.define(|this| this.make_product(x, y))?;
        self.products.insert(key, expression.clone());
        Ok(expression)
    }

    fn make_product(&mut self, x: Var, y: Var) -> Result<Vec<(i64, Var)>, RewriteError> {
        if self.pairs(x, y) <= MANY_ROWS {
            let rows = self.pair_rows(x, y, |a, b| Some(a * b));
            let all: u64 = self.pairs(x, y);
            // A product beyond 32 bits has no row; then the digits below must do.
            if rows.len() as u64 == all {
                let product = self.fresh(Domain::from_values(rows.iter().map(|row| row[2])));
                self.allow(&[x, y, product], rows)?;
                return Ok(vec![(1, product)]);
            }
        }
        // x = low + the sum of 2^k digit_k, so x y = low y + the sum of 2^k (digit_k y).
        let (x, y) = if self.domain(x).len() <= self.domain(y).len() {
            (x, y)
        } else {
            (y, x)
        };
        let (low, high) = self.hull(x);
        let mut expression = vec![(low, y)];
        let mut digits = vec![(1, x)];
        for k in 0..64 - (high - low).leading_zeros() {
            let digit = if (low, high) == (0, 1) {
                Literal::yes(x)
            } else {
                self.fresh_literal()
            };
            digits.push((-(1 << k), digit.var));
            let part = self.fresh(self.domain(y).union(&Domain::single(0)));
            let zero = self.is(part, 0)?;
            self.clause(vec![digit, zero])?;
            let same = self.relation(part, Rel::Equal, y)?;
            self.clause(vec![!digit, same])?;
            expression.push((1 << k, part));
        }
        if (low, high) != (0, 1) {
            self.post(Linear {
                terms: digits,
                rel: Rel::Equal,
                constant: low,
            })?;
        }
        Ok(expression)
    }

    /// A variable that equals `x / y`, truncated, wherever `y` is not 0, and has some value where it is.
    fn quotient(&mut self, x: Var, y: Var) -> Result<Var, RewriteError> {
        if let Some(&known) = self.quotients.get(&(x, y)) {
            return Ok(known);
        }
        let quotient = self.define(|this| this.make_quotient(x, y))?;
        self.quotients.insert((x, y), quotient);
        Ok(quotient)
    }

    fn make_quotient(&mut self, x: Var, y: Var) -> Result<Var, RewriteError> {
        let overflow = ModelError::Overflow {
            constraint: "arithm",
        };
        let largest = |(low, high): (i64, i64)| low.abs().max(high.abs());
        let bound = largest(self.hull(x));
        let bound = i32::try_from(bound).map_err(|_| overflow.clone())?;
        if self.pairs(x, y) <= MANY_ROWS {
            let rows = self.pair_rows(x, y, |a, b| Some(if b == 0 { 0 } else { a / b }));
            let quotient = self.fresh(Domain::from_values(rows.iter().map(|row| row[2])));
            self.allow(&[x, y, quotient], rows)?;
            return Ok(quotient);
        }
        // x = quotient * divisor + rest, the rest smaller than the divisor and of the sign of x.
        let mut divisor = y;
        if self.domain(y).contains(0) {
            let (zero, one) = (Domain::single(0), Domain::single(1));
            divisor = self.fresh(self.domain(y).difference(&zero).union(&one));
            let by_zero = self.is(y, 0)?;
            let is_one = self.is(divisor, 1)?;
            self.clause(vec![!by_zero, is_one])?;
            let same = self.relation(divisor, Rel::Equal, y)?;
            self.clause(vec![by_zero, same])?;
        }
        let size = i32::try_from(largest(self.hull(divisor))).map_err(|_| overflow)?;
        let quotient = self.fresh(-bound..=bound);
        let rest = self.fresh(-(bound.min(size))..=bound.min(size));
        let absolute = self.fresh(1..=size);
        self.post(Absolute {
            result: absolute,
            x: divisor,
        })?;
        let mut terms = self.product(quotient, divisor)?;
        terms.extend([(1, rest), (-1, x)]);
        self.post(Linear {
            terms,
            rel: Rel::Equal,
            constant: 0,
        })?;
        self.post(at_most(vec![(1, rest), (-1, absolute)], -1))?;
        self.post(at_most(vec![(-1, rest), (-1, absolute)], -1))?;
        let zero = self.constant(0);
        for rel in [Rel::GreaterEqual, Rel::LessEqual] {
            let sign_of_x = self.relation(x, rel, zero)?;
            let sign_of_rest = self.relation(rest, rel, zero)?;
            self.clause(vec![!sign_of_x, sign_of_rest])?;
        }
        Ok(quotient)
    }

    fn pairs(&self, x: Var, y: Var) -> u64 {
        self.domain(x).len().saturating_mul(self.domain(y).len())
    }

    /// The rows `(a, b, f(a, b))` for all pairs of values where the result exists and fits.
    fn pair_rows(&self, x: Var, y: Var, f: impl Fn(i64, i64) -> Option<i64>) -> Vec<Vec<i32>> {
        let mut rows = Vec::new();
        for a in self.domain(x).iter() {
            for b in self.domain(y).iter() {
                let result = f(i64::from(a), i64::from(b)).map(i32::try_from);
                if let Some(Ok(result)) = result {
                    rows.push(vec![a, b, result]);
                }
            }
        }
        rows
    }
}
