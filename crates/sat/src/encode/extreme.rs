//! The smallest and the largest of some variables, level by level of the order encoding.

use tantalizer_model::Var;

use super::{Encoder, Refused};
use crate::cnf::Lit;

/// Which end of the variables' values is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extreme {
    Minimum,
    Maximum,
}

impl Encoder {
    /// `result` is the extreme of `vars`.
    pub(crate) fn enforce_extreme(
        &mut self,
        extreme: Extreme,
        result: Var,
        vars: &[Var],
    ) -> Result<(), Refused> {
        for (claimed, reached) in self.extreme_levels(extreme, result, vars)? {
            for &one in &reached {
                self.clause([-one, claimed]);
            }
            self.clause(reached.iter().copied().chain([-claimed]));
        }
        Ok(())
    }

    /// "`result` is the extreme of `vars`" as a literal.
    pub(crate) fn extreme_truth(
        &mut self,
        extreme: Extreme,
        result: Var,
        vars: &[Var],
    ) -> Result<Lit, Refused> {
        let mut agreements = Vec::new();
        for (claimed, reached) in self.extreme_levels(extreme, result, vars)? {
            let some = self.or(&reached);
            agreements.push(self.iff(claimed, some));
        }
        Ok(self.and(&agreements))
    }

    /// For each level: whether the result reaches it, and which variables do. For a minimum, to reach a level
    /// is to lie below it.
    fn extreme_levels(
        &mut self,
        extreme: Extreme,
        result: Var,
        vars: &[Var],
    ) -> Result<Vec<(Lit, Vec<Lit>)>, Refused> {
        let mut all = vars.to_vec();
        all.push(result);
        let levels = self.union(&all);
        self.reserve((levels.len() * all.len()) as u64)?;
        let mut rows = Vec::new();
        for level in levels {
            let mut reaches = |var: &Var| {
                let literal = self.at_least(var.index(), level);
                match extreme {
                    Extreme::Maximum => literal,
                    Extreme::Minimum => -literal,
                }
            };
            let claimed = reaches(&result);
            rows.push((claimed, vars.iter().map(reaches).collect()));
        }
        Ok(rows)
    }
}
