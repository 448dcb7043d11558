//! What a deduction uses: known facts of which none can be dropped.

use tantalizer_model::{ConstraintId, Domain, Fact, Limit, Var};
use tantalizer_sat::Reply;

use crate::state::State;
use crate::steps::{Explainer, Goal};

impl Explainer<'_> {
    /// Known facts that the rules need to exclude all of `wanted`, none of which can be dropped; `left` is what is known of
    /// `vars`, the answer variables of the rules. If nothing is wanted, those with which the rules cannot hold.
    pub fn uses(
        &mut self,
        rules: &[ConstraintId],
        vars: &[Var],
        left: &[Domain],
        wanted: &[Goal],
    ) -> Result<Vec<Fact>, Limit> {
        if let [rule] = *rules
            && let Some(uses) = self.uses_of_one(rule, vars, left, wanted)
        {
            return Ok(uses);
        }
        let mut needed: Vec<Fact> = Vec::new();
        for (&var, left) in vars.iter().zip(left) {
            needed.extend(self.state.facts_if(var, left));
        }
        for fact in needed.clone() {
            let without: Vec<Fact> = needed.iter().copied().filter(|&f| f != fact).collect();
            let mut still = true;
            for &(var, value) in wanted {
                let supposed = [&without[..], &[Fact::Is(var, value)]].concat();
                still = match self.reasons.ask(rules, &supposed) {
                    Reply::Clash(_) => true,
                    Reply::Solution(_) => false,
                    Reply::Unknown(limit) => return Err(limit),
                };
                if !still {
                    break;
                }
            }
            if still {
                needed = without;
            }
        }
        Ok(needed)
    }

    /// The same for one rule, if propagation is enough for it. What is not seen on the board is dropped first.
    fn uses_of_one(
        &mut self,
        rule: ConstraintId,
        vars: &[Var],
        left: &[Domain],
        wanted: &[Goal],
    ) -> Option<Vec<Fact>> {
        let place = |var: Var| vars.binary_search(&var);
        let wanted: Vec<(usize, i32)> = wanted
            .iter()
            .map(|&(var, value)| place(var).map(|place| (place, value)))
            .collect::<Result<_, _>>()
            .ok()?;
        let is_seen = |&var: &Var| self.state.left(var).fixed().is_some();
        let seen: Vec<bool> = vars.iter().map(is_seen).collect();
        let start: Vec<Domain> = vars
            .iter()
            .map(|&var| self.state.start(var).clone())
            .collect();
        let excluded = |after: &[Domain]| {
            let gone = |&(place, value): &(usize, i32)| !after[place].contains(value);
            !wanted.is_empty() && wanted.iter().all(gone)
        };
        let glance = self.at_a_glance(rule, vars, left);
        let at_a_glance = glance.is_some_and(|after| excluded(&after));
        // What is seen at a glance is told as it is seen.
        let mut enough = |left: &[Domain]| {
            let after = if at_a_glance {
                self.at_a_glance(rule, vars, left)
            } else {
                self.narrowed(rule, left)
            };
            after.is_none_or(|after| excluded(&after))
        };
        if !enough(left) {
            return None;
        }
        let facts = |state: &State, left: &[Domain]| -> Vec<Fact> {
            let facts = vars.iter().zip(left);
            facts
                .flat_map(|(&var, left)| state.facts_if(var, left))
                .collect()
        };
        // Few variables of which much is known, or one value that many do not have: whichever is less.
        let by_variable = fewest(left, &start, &seen, &mut enough);
        if by_variable
            .iter()
            .zip(&start)
            .all(|(left, start)| left == start || left.fixed().is_some())
        {
            return Some(facts(&self.state, &by_variable));
        }
        let mut by_value = left.to_vec();
        let values = start
            .iter()
            .fold(Domain::empty(), |all, one| all.union(one));
        for value in values.iter() {
            let with = |place: usize| {
                if seen[place] || !start[place].contains(value) {
                    by_value[place].clone()
                } else {
                    by_value[place].union(&Domain::single(value))
                }
            };
            let more: Vec<Domain> = (0..vars.len()).map(with).collect();
            if enough(&more) {
                by_value = more;
            }
        }
        let by_value = fewest(&by_value, &start, &seen, &mut enough);
        let (by_variable, by_value) = (
            facts(&self.state, &by_variable),
            facts(&self.state, &by_value),
        );
        Some(if by_variable.len() < by_value.len() {
            by_variable
        } else {
            by_value
        })
    }
}

/// Forgets of some domains whatever can be forgotten as long as it is enough: all that is known of a variable, then single values.
fn fewest(
    left: &[Domain],
    start: &[Domain],
    seen: &[bool],
    enough: &mut dyn FnMut(&[Domain]) -> bool,
) -> Vec<Domain> {
    let mut left = left.to_vec();
    let mut order: Vec<usize> = (0..left.len())
        .filter(|&place| left[place] != start[place])
        .collect();
    order.sort_by_key(|&place| (left[place].fixed().is_some(), left[place].len()));
    for &place in &order {
        let before = std::mem::replace(&mut left[place], start[place].clone());
        if !enough(&left) {
            left[place] = before;
        }
    }
    for &place in &order {
        // What is seen on the board is one fact; what is only known to follow may be used in part.
        if left[place].fixed().is_some() && seen[place] {
            continue;
        }
        for value in start[place].difference(&left[place]).iter() {
            let more = left[place].union(&Domain::single(value));
            let before = std::mem::replace(&mut left[place], more);
            if !enough(&left) {
                left[place] = before;
            }
        }
    }
    left
}
