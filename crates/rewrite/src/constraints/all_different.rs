//! Pairwise different; and if there are only as many values as variables, each value occurs.

use std::collections::BTreeSet;

use tantalizer_model::constraints::{AllDifferent, Compare};

use super::prelude::*;

impl Rewrite for AllDifferent {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let rel = Rel::NotEqual;
        for (i, &x) in self.vars.iter().enumerate() {
            for &y in &self.vars[i + 1..] {
                work.post(Compare { x, rel, y })?;
            }
        }
        let values = work.values_of(&self.vars);
        if values.len() == self.vars.len() as u64 {
            for value in values.iter() {
                let occurs = work.occurrences(&self.vars, value)?;
                work.clause(occurs)?;
            }
        }
        Ok(())
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let mut parts = Vec::new();
        for (i, &x) in self.vars.iter().enumerate() {
            for &y in &self.vars[i + 1..] {
                parts.push(work.relation(x, Rel::NotEqual, y)?);
            }
        }
        work.all_of(&parts, by)
    }

    /// The values of fixed variables go from all others, and so do those of variables that become fixed by that.
    fn tighten(self, work: &mut Presolve) -> Option<Constraint> {
        let mut fresh: BTreeSet<i32> = BTreeSet::new();
        let mut open = self.vars.clone();
        loop {
            // Those that have one value by now; a second one with that value is one too many.
            let mut next = BTreeSet::new();
            let mut left = Vec::with_capacity(open.len());
            for var in open {
                let ranges = work.domain(var).ranges().iter();
                let gone = ranges.flat_map(|&(low, high)| fresh.range(low..=high));
                let gone = Domain::from_values(gone.copied());
                if !gone.is_empty() {
                    work.remove(var, &gone);
                }
                match work.domain(var).fixed() {
                    Some(value) if !next.insert(value) => {
                        work.keep(var, &Domain::empty());
                        return Some(self.into());
                    }
                    Some(_) => {}
                    None => left.push(var),
                }
            }
            if next.is_empty() {
                return Some(self.into());
            }
            (open, fresh) = (left, next);
        }
    }

    fn cost(&self) -> usize {
        8 * self.vars.len()
    }
}
