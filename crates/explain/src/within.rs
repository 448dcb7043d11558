//! Is a puzzle within a level? Whether small deductions alone lead to the solution.
//!
//! What can be excluded never becomes possible again, so the order of deductions does not matter: take any that is small
//! enough until nothing is open or nothing small is left. That asks much less than an explanation, which wants the
//! smallest deduction at each step. And a smallest set of constraints hangs together: each shares an open variable with
//! another one. So only constraints near the value in question matter, as near as the set is small; if all of them together
//! do not exclude it, no small set does.

use std::collections::{BTreeSet, HashMap};

use tantalizer_model::{ConstraintId, Limit, Model, Solution, Var};

use crate::rules::Rules;
use crate::smallest::Found;
use crate::steps::{Explainer, Goal, Unprepared};
use crate::{ExplainError, Options};

/// Whether deductions of at most `most` constraints at a time lead to `solution`, which must be the only one. Where a
/// deduction costs more questions than the options allow, the answer is no, as it is then shown as a guess.
pub fn within(
    model: &Model,
    solution: &Solution,
    most: usize,
    options: &Options,
) -> Result<Result<bool, Limit>, ExplainError> {
    let explainer = match Explainer::new(model, options) {
        Ok(explainer) => explainer,
        Err(Unprepared::Stopped(limit)) => return Ok(Err(limit)),
        Err(Unprepared::Refused(error)) => return Err(error),
    };
    let near = Near {
        rules_of: rules_of(&explainer.reasons.grouped),
        hopeless: HashMap::new(),
        most,
    };
    Ok(near.solve(explainer, solution))
}

/// For each variable the rules that speak of it.
fn rules_of(rules: &Rules) -> HashMap<Var, Vec<ConstraintId>> {
    let mut found: HashMap<Var, Vec<ConstraintId>> = HashMap::new();
    for &id in &rules.first {
        for &var in rules.vars(id) {
            found.entry(var).or_default().push(id);
        }
    }
    found
}

/// Sets of at most so many rules are looked for before larger ones.
const NEAR: usize = 2;

/// Deductions from rules that are near each other.
struct Near {
    rules_of: HashMap<Var, Vec<ConstraintId>>,
    /// Values for which nothing of a size was found, with the variables that were looked at: as long as nothing
    /// is excluded of those, there is nothing to be found.
    hopeless: HashMap<(usize, Goal), BTreeSet<Var>>,
    most: usize,
}

impl Near {
    fn solve(mut self, mut explainer: Explainer, solution: &Solution) -> Result<bool, Limit> {
        explainer.take_clues()?;
        for &var in &explainer.state.vars {
            let wrong = explainer.state.left(var).iter();
            let wrong = wrong.filter(|&value| value != solution[var]);
            explainer.open.extend(wrong.map(|value| (var, value)));
        }
        while !explainer.open.is_empty() {
            let rules = match explainer.single_rule()? {
                Some(reason) => reason.rules,
                None => match self.some_small_reason(&mut explainer)? {
                    Some(rules) => rules,
                    None => return Ok(false),
                },
            };
            let gone = explainer.excluded_by(&rules)?;
            let touched = explainer.exclude(&gone);
            let untouched = |vars: &BTreeSet<Var>| touched.iter().all(|var| !vars.contains(var));
            self.hopeless.retain(|_, vars| untouched(vars));
        }
        Ok(true)
    }

    /// Rules, more than one and few enough, that exclude something.
    fn some_small_reason(
        &mut self,
        explainer: &mut Explainer,
    ) -> Result<Option<Vec<ConstraintId>>, Limit> {
        if self.most < 2 {
            return Ok(None);
        }
        // Quite near first: there is less to ask, and most of what is to be found is there.
        if self.most > NEAR
            && let Some(rules) = self.look_around(explainer, NEAR)?
        {
            return Ok(Some(rules));
        }
        self.look_around(explainer, self.most)
    }

    /// At most `most` rules that exclude something. If more are allowed, only what is easily found.
    fn look_around(
        &mut self,
        explainer: &mut Explainer,
        most: usize,
    ) -> Result<Option<Vec<ConstraintId>>, Limit> {
        let last_question = explainer.reasons.questions + explainer.options.questions_per_step;
        // Often a set of which nothing can be dropped is small already; where it is not, a smallest one is looked for.
        let mut doubtful = Vec::new();
        for &goal in &explainer.open.clone() {
            if self.hopeless.contains_key(&(most, goal)) {
                continue;
            }
            if explainer.reasons.questions > last_question {
                return Ok(None);
            }
            let rules = self.around(explainer, goal.0, most);
            let vars = explainer.vars_of(&rules);
            let facts = explainer.facts_on(&vars);
            match explainer
                .reasons
                .some_reason(&rules, &facts, goal.0, goal.1)?
            {
                Some(reason) if reason.len() <= most => return Ok(Some(reason)),
                Some(_) => doubtful.push((goal, rules, vars)),
                None => {
                    self.hopeless
                        .insert((most, goal), vars.into_iter().collect());
                }
            }
        }
        if most < self.most {
            return Ok(None);
        }
        explainer.reasons.forget(&explainer.state);
        let facts = explainer.state.facts();
        for (goal, rules, vars) in doubtful {
            let (state, reasons) = (&explainer.state, &mut explainer.reasons);
            match reasons.smallest(&rules, state, &facts, goal, most, last_question) {
                Found::Smallest(rules) => return Ok(Some(rules)),
                Found::NoneSoSmall => {
                    self.hopeless
                        .insert((most, goal), vars.into_iter().collect());
                }
                Found::OutOfQuestions => return Ok(None),
                Found::Stopped(limit) => return Err(limit),
            }
        }
        Ok(None)
    }

    /// The rules that can be in a small set with one about this variable, sorted.
    fn around(&self, explainer: &Explainer, var: Var, most: usize) -> Vec<ConstraintId> {
        let mut rules = BTreeSet::new();
        let mut reached = BTreeSet::from([var]);
        let mut front = vec![var];
        for _ in 0..most {
            let mut next = Vec::new();
            for id in front
                .iter()
                .filter_map(|var| self.rules_of.get(var))
                .flatten()
            {
                if !rules.insert(*id) {
                    continue;
                }
                for &other in explainer.reasons.grouped.vars(*id) {
                    if !explainer.is_known(other) && reached.insert(other) {
                        next.push(other);
                    }
                }
            }
            front = next;
        }
        rules.into_iter().collect()
    }
}

impl Explainer<'_> {
    /// Whether only one value is left of the variable, so that nothing hangs together by it.
    fn is_known(&self, var: Var) -> bool {
        match self.state.vars.binary_search(&var) {
            Ok(_) => self.state.left(var).fixed().is_some(),
            Err(_) => self.model.is_constant(var),
        }
    }
}
