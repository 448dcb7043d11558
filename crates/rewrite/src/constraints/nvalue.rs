//! Counts the values that occur; where there are too many values, the variables that differ from all before.

use std::collections::BTreeSet;

use tantalizer_model::constraints::{AllDifferent, AllEqual, Linear, NValue};

use super::prelude::*;
use super::sum_is;

impl Rewrite for NValue {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let sum = as_sum(&self, work)?;
        work.post(sum)
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let sum = as_sum(&self, work)?;
        work.reify_by(sum, by)
    }

    fn tighten(self, work: &mut Presolve) -> Option<Constraint> {
        let different: BTreeSet<Var> = self.vars.iter().copied().collect();
        let vars: Vec<Var> = different.into_iter().collect();
        match work.domain(self.count).fixed() {
            Some(1) if !vars.is_empty() => Some(AllEqual { vars }.into()),
            Some(count) if usize::try_from(count) == Ok(vars.len()) => {
                Some(AllDifferent { vars }.into())
            }
            _ => Some(self.into()),
        }
    }
}

fn as_sum(
    NValue { vars, count }: &NValue,
    work: &mut Rewriter<'_>,
) -> Result<Linear, RewriteError> {
    let different: BTreeSet<Var> = vars.iter().copied().collect();
    let vars: Vec<Var> = different.into_iter().collect();
    let values = work.values_of(&vars);
    let mut counted = Vec::new();
    if values.len() <= (vars.len() as u64).max(8) * 4 {
        for value in values.iter() {
            let literals = work.occurrences(&vars, value)?;
            counted.push(work.disjunction(&literals)?);
        }
    } else {
        for (i, &var) in vars.iter().enumerate() {
            let before: Result<Vec<Literal>, _> = vars[..i]
                .iter()
                .map(|&earlier| work.relation(earlier, Rel::Equal, var))
                .collect();
            counted.push(!work.disjunction(&before?)?);
        }
    }
    Ok(sum_is(&counted, *count))
}
