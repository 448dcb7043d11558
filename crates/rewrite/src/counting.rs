//! Constraints that count: all sums over literals of equality.

use std::collections::BTreeSet;
use tantalizer_model::constraints::{Clause, Compare, Linear, Member};

use tantalizer_model::{Constraint, Domain, Literal, Rel, Var};

use crate::RewriteError;
use crate::logic::sum_of;
use crate::rewriter::{Done, Rewriter};

impl Rewriter<'_> {
    /// Pairwise different; and if there are only as many values as variables, each value occurs.
    pub(crate) fn all_different(&mut self, vars: &[Var]) -> Done {
        for (i, &x) in vars.iter().enumerate() {
            for &y in &vars[i + 1..] {
                self.post(Constraint::Compare(Compare {
                    x,
                    rel: Rel::NotEqual,
                    y,
                }))?;
            }
        }
        let values = self.values_of(vars);
        if values.len() == vars.len() as u64 {
            for value in values.iter() {
                let occurs = self.occurrences(vars, value)?;
                self.clause(occurs)?;
            }
        }
        Ok(())
    }

    /// The literals of all pairs being different.
    pub(crate) fn differences(&mut self, vars: &[Var]) -> Result<Vec<Literal>, RewriteError> {
        let mut parts = Vec::new();
        for (i, &x) in vars.iter().enumerate() {
            for &y in &vars[i + 1..] {
                parts.push(self.relation(x, Rel::NotEqual, y)?);
            }
        }
        Ok(parts)
    }

    /// Each variable equals the next.
    pub(crate) fn all_equal(&mut self, vars: &[Var]) -> Done {
        for pair in vars.windows(2) {
            self.post(Constraint::Compare(Compare {
                x: pair[0],
                rel: Rel::Equal,
                y: pair[1],
            }))?;
        }
        Ok(())
    }

    /// The literals of each variable being equal to the next.
    pub(crate) fn equalities(&mut self, vars: &[Var]) -> Result<Vec<Literal>, RewriteError> {
        vars.windows(2)
            .map(|pair| self.relation(pair[0], Rel::Equal, pair[1]))
            .collect()
    }

    /// The number of equalities is the count.
    pub(crate) fn count(&mut self, vars: &[Var], value: Var, count: Var) -> Done {
        let sum = self.count_as_sum(vars, value, count)?;
        self.post(sum)
    }

    pub(crate) fn count_as_sum(
        &mut self,
        vars: &[Var],
        value: Var,
        count: Var,
    ) -> Result<Constraint, RewriteError> {
        let equal = vars
            .iter()
            .map(|&x| self.relation(x, Rel::Equal, value))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(sum_is(&equal, count))
    }

    /// One count for each value; if closed, every variable is one of the values.
    pub(crate) fn global_cardinality(
        &mut self,
        vars: &[Var],
        values: &[i32],
        counts: &[Var],
        closed: bool,
    ) -> Done {
        for part in self.cardinality_parts(vars, values, counts, closed)? {
            self.post(part)?;
        }
        Ok(())
    }

    pub(crate) fn cardinality_parts(
        &mut self,
        vars: &[Var],
        values: &[i32],
        counts: &[Var],
        closed: bool,
    ) -> Result<Vec<Constraint>, RewriteError> {
        let mut parts = Vec::new();
        if closed {
            parts.extend(vars.iter().map(|&x| {
                Constraint::Member(Member {
                    x,
                    values: Domain::from(values),
                })
            }));
        }
        for (&value, &count) in values.iter().zip(counts) {
            let equal = self.occurrences(vars, value)?;
            parts.push(sum_is(&equal, count));
        }
        Ok(parts)
    }

    /// The literals of each variable being `value`.
    pub(crate) fn occurrences(
        &mut self,
        vars: &[Var],
        value: i32,
    ) -> Result<Vec<Literal>, RewriteError> {
        vars.iter().map(|&x| self.is(x, value)).collect()
    }

    /// The number of different values is the count.
    pub(crate) fn nvalue(&mut self, vars: &[Var], count: Var) -> Done {
        let sum = self.nvalue_as_sum(vars, count)?;
        self.post(sum)
    }

    /// Counts the values that occur; where there are too many values, the variables that differ from all before.
    pub(crate) fn nvalue_as_sum(
        &mut self,
        vars: &[Var],
        count: Var,
    ) -> Result<Constraint, RewriteError> {
        let different: BTreeSet<Var> = vars.iter().copied().collect();
        let vars: Vec<Var> = different.into_iter().collect();
        let values = self.values_of(&vars);
        let mut counted = Vec::new();
        if values.len() <= (vars.len() as u64).max(8) * 4 {
            for value in values.iter() {
                let literals = self.occurrences(&vars, value)?;
                counted.push(self.disjunction(&literals)?);
            }
        } else {
            for i in 0..vars.len() {
                let before = (0..i)
                    .map(|j| self.relation(vars[j], Rel::Equal, vars[i]))
                    .collect::<Result<Vec<_>, _>>()?;
                counted.push(!self.disjunction(&before)?);
            }
        }
        Ok(sum_is(&counted, count))
    }

    /// A literal that is true exactly when one of these is.
    pub(crate) fn disjunction(&mut self, literals: &[Literal]) -> Result<Literal, RewriteError> {
        if literals.iter().any(|&l| self.value_of(l) == Some(true)) {
            return Ok(self.truth(true));
        }
        let open: Vec<Literal> = literals
            .iter()
            .copied()
            .filter(|&literal| self.value_of(literal).is_none())
            .collect();
        self.literal(Constraint::Clause(Clause { literals: open }))
    }

    /// All values that one of the variables can take.
    fn values_of(&self, vars: &[Var]) -> Domain {
        Domain::from_ranges(
            vars.iter()
                .flat_map(|&var| self.domain(var).ranges().iter().copied()),
        )
    }
}

/// The number of true literals equals `count`.
fn sum_is(literals: &[Literal], count: Var) -> Constraint {
    let (mut terms, constant) = sum_of(literals);
    terms.push((-1, count));
    Constraint::Linear(Linear {
        terms,
        rel: Rel::Equal,
        constant: -constant,
    })
}
