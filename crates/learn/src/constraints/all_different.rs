//! Where there are no more values than variables, each value is told in clauses: exactly one variable has it. Elsewhere a value
//! that one variable has is taken from the others. Either stands beside Huub's own all-different, which sees the bounds alone, and forgets
//! variables that are fixed before the search; so what takes values away is added to the solver itself.

use huub::constraints::int_unique::IntUniqueValue;
use std::collections::BTreeMap;
use tantalizer_model::Var;
use tantalizer_model::constraints::AllDifferent;

use super::prelude::*;

/// What a disequality or a clause takes, in steps of some nanoseconds.
const STEPS_A_PAIR: usize = 500;

/// Variables in a long list.
const LONG: usize = 1000;

/// As many clauses are no burden.
const CLAUSES: usize = 20_000;

impl Post for AllDifferent {
    fn post(&self, _: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult {
        match permuted(&self.vars, poster) {
            Some(holders) => value_by_value(holders, poster)?,
            // Huub takes a list in without a look at the clock; a long one is said pair by pair, which can be left.
            None if self.vars.len() > LONG => pair_by_pair(&self.vars, poster)?,
            None => {
                let views = poster.views(&self.vars);
                poster.later.push(Box::new(move |solver, map| {
                    let views = views.iter().map(|&view| map.get(solver, view));
                    let views = views.collect();
                    IntUniqueValue::post(solver, views);
                }));
            }
        }
        let unique = poster.huub.unique(poster.views(&self.vars));
        unique.post().map_err(|_| Contradiction)
    }
}

/// The variables that can have each value, where every value is had by one of them and writing that takes few clauses.
fn permuted(vars: &[Var], poster: &HuubBuilder) -> Option<BTreeMap<i32, Vec<Var>>> {
    let most = vars.len() as u64;
    let mut holders: BTreeMap<i32, Vec<Var>> = BTreeMap::new();
    for &var in vars {
        let domain = &poster.domains[var.index()];
        if domain.len() > most {
            return None;
        }
        for value in domain.iter() {
            holders.entry(value).or_default().push(var);
        }
    }
    let pairs: usize = holders.values().map(|having| having.len().pow(2) / 2).sum();
    (holders.len() <= vars.len() && pairs <= CLAUSES).then_some(holders)
}

fn value_by_value(holders: BTreeMap<i32, Vec<Var>>, poster: &mut HuubBuilder) -> PostResult {
    for (value, holders) in holders {
        let has = holders.iter();
        let has = has.map(|&var| poster.view(var).eq(i64::from(value)));
        let has: Vec<View<bool>> = has.collect();
        for (i, &one) in has.iter().enumerate() {
            for &other in &has[i + 1..] {
                if !paced(poster) {
                    return Ok(());
                }
                poster.any([!one, !other])?;
            }
        }
        poster.any(has)?;
    }
    Ok(())
}

fn pair_by_pair(vars: &[Var], poster: &mut HuubBuilder) -> PostResult {
    for (i, &x) in vars.iter().enumerate() {
        for &y in &vars[i + 1..] {
            if !paced(poster) {
                return Ok(());
            }
            poster.linear(&[(1, x), (-1, y)], Rel::NotEqual, 0, None)?;
        }
    }
    Ok(())
}

/// Whether there is time for another pair.
fn paced(poster: &mut HuubBuilder) -> bool {
    poster.stopped = poster.pace.step(STEPS_A_PAIR).err();
    poster.stopped.is_none()
}
