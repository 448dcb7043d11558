//! Comparisons, sums, products, quotients, extrema and absolute values.
//!
//! Small products and quotients are tables. Where the domains are large, a product is a sum
//! over the binary digits of one factor, so its size grows with the logarithm of the domain.

use tantalizer_model::constraints::{Absolute, Clause, Compare, Linear, Member, Reified};
use tantalizer_model::{Arithmetic, Constraint, Domain, Literal, ModelError, Rel, Var};

use crate::RewriteError;
use crate::rewriter::{Done, MANY_ROWS, Rewriter};

impl Rewriter<'_> {
    /// A comparison as the difference of two variables.
    pub(crate) fn compare(&mut self, x: Var, rel: Rel, y: Var) -> Done {
        let constraint = Constraint::Compare(Compare { x, rel, y });
        if let Some(literal) = self.known_literal(&constraint) {
            return self.clause(vec![literal]);
        }
        self.post(difference(x, rel, y))
    }

    pub(crate) fn reified_compare(&mut self, x: Var, rel: Rel, y: Var, by: Literal) -> Done {
        if self.fixed(x).is_some() || self.fixed(y).is_some() {
            let literal = self.relation(x, rel, y)?;
            return self.equate(by, literal);
        }
        self.reify_by(difference(x, rel, y), by)
    }

    /// Membership, range by range, with inequalities.
    pub(crate) fn reified_member(&mut self, x: Var, values: &Domain, by: Literal) -> Done {
        let (low, high) = self.hull(x);
        let mut within = Vec::new();
        for &(from, to) in self.domain(x).intersection(values).ranges() {
            let mut ends = Vec::new();
            if i64::from(from) > low {
                ends.push(self.literal(at_most(vec![(-1, x)], -i64::from(from)))?);
            }
            if i64::from(to) < high {
                ends.push(self.literal(at_most(vec![(1, x)], i64::from(to)))?);
            }
            within.push(match ends[..] {
                [only] => only,
                _ => self.conjunction(ends)?,
            });
        }
        self.any_of(&within, by)
    }

    /// A new literal that is true exactly when all of these are.
    pub(crate) fn conjunction(&mut self, literals: Vec<Literal>) -> Result<Literal, RewriteError> {
        self.define(|this| {
            let all = this.fresh_literal();
            this.all_of(&literals, all)?;
            Ok(all)
        })
    }

    /// Any relation of a sum by inequalities with `<=`, which are the floor.
    pub(crate) fn linear(&mut self, terms: Vec<(i64, Var)>, rel: Rel, constant: i64) -> Done {
        match rel {
            Rel::LessEqual => self.post(at_most(terms, constant)),
            Rel::Less => self.post(at_most(terms, constant - 1)),
            Rel::GreaterEqual => self.post(at_most(negated(&terms), -constant)),
            Rel::Greater => self.post(at_most(negated(&terms), -constant - 1)),
            Rel::Equal => {
                self.post(at_most(negated(&terms), -constant))?;
                self.post(at_most(terms, constant))
            }
            Rel::NotEqual => {
                let above = self.literal(at_most(negated(&terms), -constant - 1))?;
                let below = self.literal(at_most(terms, constant - 1))?;
                self.clause(vec![below, above])
            }
        }
    }

    pub(crate) fn reified_linear(
        &mut self,
        terms: Vec<(i64, Var)>,
        rel: Rel,
        constant: i64,
        by: Literal,
    ) -> Done {
        if let [(coefficient, x)] = terms[..]
            && self.domain(x).len() <= MANY_ROWS
        {
            let holds = |value: &i32| rel.holds(coefficient * i64::from(*value), constant);
            let values = Domain::from_values(self.domain(x).iter().filter(holds));
            let member = Constraint::Member(Member { x, values });
            // Only if that ends the matter: the floor of a membership is a sum of one term.
            let known = self.known_literal(&member).is_some();
            let reified = Constraint::Reified(Reified {
                constraint: Box::new(member.clone()),
                by: by.var,
            });
            if known || self.takes(&reified) {
                let literal = self.literal(member)?;
                return self.equate(by, literal);
            }
        }
        match rel {
            Rel::LessEqual => self.reified_at_most(terms, constant, by),
            Rel::Less => self.reify_by(at_most(terms, constant - 1), by),
            Rel::GreaterEqual => self.reify_by(at_most(negated(&terms), -constant), by),
            Rel::Greater => self.reify_by(at_most(negated(&terms), -constant - 1), by),
            Rel::Equal | Rel::NotEqual => {
                let by = if rel == Rel::Equal { by } else { !by };
                let at_least = self.literal(at_most(negated(&terms), -constant))?;
                let at_most = self.literal(at_most(terms, constant))?;
                self.all_of(&[at_least, at_most], by)
            }
        }
    }

    /// The floor of reification: two inequalities, each switched off by a coefficient as large as the sum can be.
    fn reified_at_most(&mut self, terms: Vec<(i64, Var)>, constant: i64, by: Literal) -> Done {
        let (low, high) = self.reach(&terms);
        if high <= constant || low > constant {
            let always = self.truth(high <= constant);
            return self.equate(by, always);
        }
        if !by.positive {
            let literal = self.literal(at_most(terms, constant))?;
            return self.equate(by, literal);
        }
        let mut holds = terms.clone();
        holds.push((high - constant, by.var));
        self.post(at_most(holds, high))?;
        let mut fails = negated(&terms);
        fails.push((low - constant - 1, by.var));
        self.post(at_most(fails, -constant - 1))
    }

    /// The smallest and the largest value of a sum, term by term.
    fn reach(&self, terms: &[(i64, Var)]) -> (i64, i64) {
        let mut reach = (0, 0);
        for &(coefficient, var) in terms {
            let (low, high) = self.hull(var);
            let (a, b) = (coefficient * low, coefficient * high);
            reach = (reach.0 + a.min(b), reach.1 + a.max(b));
        }
        reach
    }

    /// Sums directly; small products and quotients as one table; otherwise through a product or quotient.
    pub(crate) fn arithm(&mut self, x: Var, op: Arithmetic, y: Var, rel: Rel, z: Var) -> Done {
        let times = matches!(op, Arithmetic::Times | Arithmetic::Divide);
        if times && rel == Rel::Equal && self.pairs(x, y) <= MANY_ROWS {
            let rows = self.pair_rows(x, y, |a, b| match op {
                Arithmetic::Times => Some(a * b),
                _ => (b != 0).then(|| a / b),
            });
            return self.allow(&[x, y, z], rows);
        }
        for part in self.arithm_parts(x, op, y, rel, z)? {
            self.post(part)?;
        }
        Ok(())
    }

    pub(crate) fn reified_arithm(
        &mut self,
        x: Var,
        op: Arithmetic,
        y: Var,
        rel: Rel,
        z: Var,
        by: Literal,
    ) -> Done {
        let parts = self.arithm_parts(x, op, y, rel, z)?;
        let parts = self.literals_of(parts)?;
        self.all_of(&parts, by)
    }

    /// Constraints that hold together exactly when the arithmetic constraint does, over results that always exist.
    fn arithm_parts(
        &mut self,
        x: Var,
        op: Arithmetic,
        y: Var,
        rel: Rel,
        z: Var,
    ) -> Result<Vec<Constraint>, RewriteError> {
        let result = match op {
            Arithmetic::Plus => vec![(1, x), (1, y)],
            Arithmetic::Minus => vec![(1, x), (-1, y)],
            Arithmetic::Times => self.product(x, y)?,
            Arithmetic::Divide => vec![(1, self.quotient(x, y)?)],
        };
        let mut parts = Vec::new();
        if op == Arithmetic::Divide && self.domain(y).contains(0) {
            parts.push(Constraint::Member(Member {
                x: y,
                values: self.domain(y).difference(&Domain::single(0)),
            }));
        }
        parts.push(match result[..] {
            [(1, only)] => Constraint::Compare(Compare { x: only, rel, y: z }),
            _ => {
                let mut terms = result;
                terms.push((-1, z));
                Constraint::Linear(Linear {
                    terms,
                    rel,
                    constant: 0,
                })
            }
        });
        Ok(parts)
    }

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
            self.post(Constraint::Linear(Linear {
                terms: digits,
                rel: Rel::Equal,
                constant: low,
            }))?;
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
        self.post(Constraint::Absolute(Absolute {
            result: absolute,
            x: divisor,
        }))?;
        let mut terms = self.product(quotient, divisor)?;
        terms.extend([(1, rest), (-1, x)]);
        self.post(Constraint::Linear(Linear {
            terms,
            rel: Rel::Equal,
            constant: 0,
        }))?;
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

    /// Minimum (`<=`) or maximum (`>=`): `result` stands in the relation to all and equals one.
    pub(crate) fn extremum(&mut self, result: Var, vars: &[Var], rel: Rel) -> Done {
        for &y in vars {
            self.post(Constraint::Compare(Compare { x: result, rel, y }))?;
        }
        let attained = self.attained(result, vars, rel)?;
        self.clause(attained)
    }

    pub(crate) fn extremum_parts(
        &mut self,
        result: Var,
        vars: &[Var],
        rel: Rel,
    ) -> Result<Vec<Literal>, RewriteError> {
        let mut parts = Vec::new();
        for &y in vars {
            parts.push(self.relation(result, rel, y)?);
        }
        let literals = self.attained(result, vars, rel)?;
        parts.push(self.literal(Constraint::Clause(Clause { literals }))?);
        Ok(parts)
    }

    fn attained(
        &mut self,
        result: Var,
        vars: &[Var],
        rel: Rel,
    ) -> Result<Vec<Literal>, RewriteError> {
        vars.iter()
            .map(|&y| self.relation(result, rel.mirrored(), y))
            .collect()
    }

    /// A small absolute value is a table; a large one is one of `x` and `-x`, and not negative.
    pub(crate) fn absolute(&mut self, result: Var, x: Var) -> Done {
        if self.domain(x).len() <= MANY_ROWS {
            let row = |value: i32| Some(vec![value, value.checked_abs()?]);
            let rows = self.domain(x).iter().filter_map(row).collect();
            return self.allow(&[x, result], rows);
        }
        for part in self.absolute_parts(result, x)? {
            self.clause(vec![part])?;
        }
        Ok(())
    }

    pub(crate) fn absolute_parts(
        &mut self,
        result: Var,
        x: Var,
    ) -> Result<Vec<Literal>, RewriteError> {
        let same = self.relation(result, Rel::Equal, x)?;
        let opposite = self.literal(Constraint::Linear(Linear {
            terms: vec![(1, result), (1, x)],
            rel: Rel::Equal,
            constant: 0,
        }))?;
        let literals = vec![same, opposite];
        Ok(vec![
            self.among(result, Domain::range(0, i32::MAX))?,
            self.literal(Constraint::Clause(Clause { literals }))?,
        ])
    }
}

/// The sum is at most `constant`.
pub(crate) fn at_most(terms: Vec<(i64, Var)>, constant: i64) -> Constraint {
    Constraint::Linear(Linear {
        terms,
        rel: Rel::LessEqual,
        constant,
    })
}

fn difference(x: Var, rel: Rel, y: Var) -> Constraint {
    Constraint::Linear(Linear {
        terms: vec![(1, x), (-1, y)],
        rel,
        constant: 0,
    })
}

fn negated(terms: &[(i64, Var)]) -> Vec<(i64, Var)> {
    terms
        .iter()
        .map(|&(coefficient, var)| (-coefficient, var))
        .collect()
}
