//! Constraints on which values occur, and how often.

use std::collections::BTreeSet;

use tantalizer_model::{Rel, Var};

use super::sum::Term;
use super::{Encoder, Refused};
use crate::cnf::Lit;

impl Encoder {
    /// No two of the variables are equal: each value at most once, and, if there are only as many values
    /// as variables, each value at least once.
    pub(super) fn enforce_all_different(&mut self, vars: &[Var]) -> Result<(), Refused> {
        let values = self.union(vars);
        self.reserve(3 * (values.len() * vars.len()) as u64)?;
        if values.len() < vars.len() {
            // There are too few values; a solver would try all ways to find out.
            self.clause([]);
            return Ok(());
        }
        let tight = values.len() == vars.len();
        for value in values {
            self.step(4 * vars.len())?;
            let takers: Vec<Lit> = vars.iter().map(|var| self.is(var.index(), value)).collect();
            self.at_most_one(&takers);
            if tight {
                self.clause(takers);
            }
        }
        Ok(())
    }

    /// "No two are equal" as a literal.
    pub(super) fn all_different_truth(&mut self, vars: &[Var]) -> Result<Lit, Refused> {
        let mut pairs = Vec::new();
        for (i, x) in vars.iter().enumerate() {
            for y in &vars[i + 1..] {
                pairs.push(-self.equal(x.index(), y.index())?);
            }
        }
        Ok(self.and(&pairs))
    }

    /// "All are equal" as a literal.
    pub(super) fn all_equal_truth(&mut self, vars: &[Var]) -> Result<Lit, Refused> {
        let mut pairs = Vec::new();
        for pair in vars.windows(2) {
            pairs.push(self.equal(pair[0].index(), pair[1].index())?);
        }
        Ok(self.and(&pairs))
    }

    /// The terms of "how many of `vars` equal `value`, minus `count`".
    pub(super) fn count_terms(
        &mut self,
        vars: &[Var],
        value: Var,
        count: Var,
    ) -> Result<Vec<Term>, Refused> {
        let mut terms = vec![Term::Int(-1, count.index())];
        for var in vars {
            let hit = self.equal(var.index(), value.index())?;
            terms.push(Term::Literal(1, hit));
        }
        Ok(terms)
    }

    /// For each value, the terms of "how often it occurs, minus its count"; and, if `closed`, the literals
    /// that say of each variable that its value is among those counted.
    pub(super) fn cardinality_parts(
        &mut self,
        vars: &[Var],
        values: &[i32],
        counts: &[Var],
        closed: bool,
    ) -> Result<(Vec<Vec<Term>>, Vec<Lit>), Refused> {
        self.reserve((values.len() * vars.len()) as u64)?;
        let mut sums = Vec::new();
        for (&value, count) in values.iter().zip(counts) {
            self.step(2 * vars.len())?;
            let mut terms = vec![Term::Int(-1, count.index())];
            for var in vars {
                let hit = self.is(var.index(), i64::from(value));
                terms.push(Term::Literal(1, hit));
            }
            sums.push(terms);
        }
        let counted = values.to_vec().into();
        let members = vars.iter().filter(|_| closed);
        let members = members.map(|var| self.member(var.index(), &counted));
        Ok((sums, members.collect()))
    }

    /// The terms of "how many different values occur, minus `count`".
    pub(super) fn nvalue_terms(&mut self, vars: &[Var], count: Var) -> Result<Vec<Term>, Refused> {
        let mut terms = vec![Term::Int(-1, count.index())];
        let values = self.union(vars);
        self.reserve((values.len() * vars.len()) as u64)?;
        for value in values {
            self.step(2 * vars.len())?;
            let takers: Vec<Lit> = vars.iter().map(|var| self.is(var.index(), value)).collect();
            let occurs = self.or(&takers);
            terms.push(Term::Literal(1, occurs));
        }
        Ok(terms)
    }

    /// "All of these sums are zero", as a literal.
    pub(super) fn all_zero(&mut self, sums: &[Vec<Term>]) -> Result<Lit, Refused> {
        let mut parts = Vec::new();
        for terms in sums {
            parts.push(self.sum_truth(terms, Rel::Equal, 0)?);
        }
        Ok(self.and(&parts))
    }

    /// The values that any of the variables can take.
    pub(super) fn union(&self, vars: &[Var]) -> BTreeSet<i64> {
        vars.iter()
            .flat_map(|var| self.values(var.index()))
            .collect()
    }
}
