//! Small reasons of several rules, the smallest first.
//!
//! A smallest set of rules that excludes a value hangs together: each shares an open variable with another one. So only rules near
//! the value matter, as near as the set is small; if all of them together do not exclude it, no small set does, and as long as nothing
//! changes among their variables that need not be asked again. What is found quickly, by supposing a value and following one rule
//! after another, bounds from above how far must be looked.

use std::collections::{BTreeSet, HashMap};

use tantalizer_model::{ConstraintId, Limit, Var};

use crate::smallest::Found;
use crate::steps::{Explainer, Goal, Reason};
use crate::{Difficulty, LARGEST_STEP};

/// A deduction that takes more questions than this to find is too hard for a level that it is small enough for.
const LEVEL_QUESTIONS: u64 = 1_000;

/// A rule about more open places than this is wide.
const WIDE: usize = 30;

/// Deductions from rules that are near each other, and what is known about there being none.
#[derive(Default)]
pub(crate) struct Near {
    /// Values that no set of so many rules excludes, with the variables that were looked at: as long as nothing
    /// is excluded of those, there is nothing to be found.
    hopeless: HashMap<Goal, (usize, BTreeSet<Var>)>,
    /// Values that following one rule after another does not exclude, or not by so few, likewise.
    quiet: HashMap<Goal, (usize, BTreeSet<Var>)>,
}

/// What a look around comes to.
enum Around {
    Found(Vec<ConstraintId>, Goal),
    Nothing,
    OutOfQuestions,
}

impl Near {
    /// Something was excluded of these variables.
    pub fn changed(&mut self, touched: &[Var]) {
        let untouched = |vars: &BTreeSet<Var>| touched.iter().all(|var| !vars.contains(var));
        self.hopeless.retain(|_, (_, vars)| untouched(vars));
        self.quiet.retain(|_, (_, vars)| untouched(vars));
    }

    /// The smallest set of rules that excludes an open value, where no rule does alone.
    pub fn smallest_reason(&mut self, explainer: &mut Explainer) -> Result<Reason, Limit> {
        let last_question = explainer.reasons.questions + explainer.options.questions_per_step;
        let last_question = last_question.min(explainer.last_question);
        let mut best = match explainer.fish(1) {
            None => self.followed(explainer)?,
            fish => fish,
        };
        let mut smallest = true;
        let mut size = 2;
        while size <= LARGEST_STEP && best.as_ref().is_none_or(|(rules, _)| rules.len() >= size) {
            // Of all that so many rules exclude, people see this most easily.
            if size % 2 == 0
                && let Some(fish) = explainer.fish(size / 2)
            {
                best = Some(fish);
                break;
            }
            if best.as_ref().is_some_and(|(rules, _)| rules.len() == size) {
                break;
            }
            match self.look_around(explainer, size, last_question, Some(&mut best))? {
                Around::Found(rules, goal) => {
                    best = Some((rules, goal));
                    break;
                }
                Around::Nothing => size += 1,
                Around::OutOfQuestions => {
                    // Whatever is smallest, people see this more easily than a chain that was met by chance.
                    let fish =
                        (size / 2 + 1..=LARGEST_STEP / 2).find_map(|size| explainer.fish(size));
                    best = match fish {
                        None => self.of_an_easier_level(explainer, size, best)?,
                        fish => fish,
                    };
                    smallest = false;
                    break;
                }
            }
        }
        let (rules, goal) = match best {
            Some(best) => best,
            None => self.any(explainer)?,
        };
        Ok(Reason {
            smallest: smallest && rules.len() <= LARGEST_STEP,
            rules,
            goal,
        })
    }

    /// Where nobody will say which set is the smallest, one that is not harder than need be: of at least `size` rules, and better than the
    /// best so far if there is one.
    fn of_an_easier_level(
        &mut self,
        explainer: &mut Explainer,
        size: usize,
        mut best: Option<(Vec<ConstraintId>, Goal)>,
    ) -> Result<Option<(Vec<ConstraintId>, Goal)>, Limit> {
        let levels = Difficulty::ALL.into_iter();
        for most in levels.filter_map(Difficulty::largest_step) {
            if best.as_ref().is_some_and(|(rules, _)| rules.len() <= most) {
                break;
            }
            let last_question =
                explainer.reasons.questions + explainer.options.questions_per_step / 4;
            if most >= size
                && let Around::Found(rules, goal) =
                    self.look_around(explainer, most, last_question, Some(&mut best))?
            {
                return Ok(Some((rules, goal)));
            }
        }
        Ok(best)
    }

    /// Rules, more than one and at most so many, that exclude something, and what.
    pub fn small_reason(
        &mut self,
        explainer: &mut Explainer,
        most: usize,
    ) -> Result<Option<(Vec<ConstraintId>, Goal)>, Limit> {
        let last_question = explainer.reasons.questions + LEVEL_QUESTIONS;
        if most < 2 {
            return Ok(None);
        }
        if let Some(fish) = (1..=most / 2).find_map(|size| explainer.fish(size)) {
            return Ok(Some(fish));
        }
        if let Some(found) = self.followed_nearby(explainer, most)? {
            return Ok(Some(found));
        }
        match self.look_around(explainer, most, last_question, None)? {
            Around::Found(rules, goal) => Ok(Some((rules, goal))),
            Around::Nothing | Around::OutOfQuestions => Ok(None),
        }
    }

    /// The fewest rules that exclude an open value when it is supposed and one rule after another is followed.
    fn followed(
        &mut self,
        explainer: &mut Explainer,
    ) -> Result<Option<(Vec<ConstraintId>, Goal)>, Limit> {
        let mut best: Option<(Vec<ConstraintId>, Goal)> = None;
        for goal in explainer.open.clone() {
            explainer.look()?;
            if self.is_quiet(goal, usize::MAX) {
                continue;
            }
            let most = best
                .as_ref()
                .map_or(usize::MAX, |(rules, _)| rules.len() - 1);
            match explainer.refuted(goal, None, most) {
                Ok(Some(rules)) => {
                    let done = rules.len() == 2;
                    best = Some((rules, goal));
                    if done {
                        break;
                    }
                }
                Ok(None) => {}
                Err(seen) => {
                    self.quiet.insert(goal, (usize::MAX, seen));
                }
            }
        }
        Ok(best)
    }

    /// At most so many rules that exclude an open value in this way. Only those near the value are followed: the others are not among so few.
    fn followed_nearby(
        &mut self,
        explainer: &mut Explainer,
        most: usize,
    ) -> Result<Option<(Vec<ConstraintId>, Goal)>, Limit> {
        for goal in explainer.open.clone() {
            explainer.look()?;
            if self.is_quiet(goal, most) {
                continue;
            }
            let rules = around(explainer, goal.0, most);
            let seen = match explainer.refuted(goal, Some(&rules), most) {
                Ok(Some(rules)) => return Ok(Some((rules, goal))),
                Ok(None) => explainer.vars_of(&rules).into_iter().collect(),
                Err(seen) => seen,
            };
            self.quiet.insert(goal, (most, seen));
        }
        Ok(None)
    }

    fn is_quiet(&self, goal: Goal, most: usize) -> bool {
        let quiet = self.quiet.get(&goal);
        quiet.is_some_and(|(size, _)| *size >= most)
    }

    /// A set of at most `most` rules that excludes something. Where larger ones count as well, those that are met on the way may be better than the best
    /// so far; where they do not, only what is small is wanted, and wide rules are left to those who follow them: a question about a whole loop takes long, and
    /// nobody sees what only such a question tells.
    fn look_around(
        &mut self,
        explainer: &mut Explainer,
        most: usize,
        last_question: u64,
        mut best: Option<&mut Option<(Vec<ConstraintId>, Goal)>>,
    ) -> Result<Around, Limit> {
        // Often a set of which nothing can be dropped is small already; where it is not, a smallest one is looked for.
        let mut doubtful = Vec::new();
        for goal in explainer.open.clone() {
            if self
                .hopeless
                .get(&goal)
                .is_some_and(|(size, _)| *size >= most)
            {
                continue;
            }
            if explainer.reasons.questions > last_question {
                return Ok(Around::OutOfQuestions);
            }
            let mut rules = around(explainer, goal.0, most);
            if best.is_none() {
                rules.retain(|&rule| !explainer.is_wide(rule));
            }
            let vars = explainer.vars_of(&rules);
            let facts = explainer.facts_on(&vars);
            // Where something larger is known or of no use, it matters only whether this one is small.
            let enough = match best {
                Some(None) => usize::MAX,
                _ => most,
            };
            let reason = explainer
                .reasons
                .some_reason(&rules, &facts, goal, enough)?;
            match reason {
                Some(reason) if reason.len() <= most => return Ok(Around::Found(reason, goal)),
                Some(_) if enough == most => doubtful.push((goal, rules, vars)),
                Some(reason) => {
                    if let Some(best) = &mut best {
                        **best = Some((reason, goal));
                    }
                    doubtful.push((goal, rules, vars));
                }
                None => self.give_up(goal, most, vars),
            }
        }
        explainer.reasons.forget(&explainer.state);
        let facts = explainer.state.facts();
        for (goal, rules, vars) in doubtful {
            let (state, reasons) = (&explainer.state, &mut explainer.reasons);
            match reasons.smallest(&rules, state, &facts, goal, most, last_question) {
                Found::Smallest(rules) => return Ok(Around::Found(rules, goal)),
                Found::NoneSoSmall => self.give_up(goal, most, vars),
                Found::OutOfQuestions => return Ok(Around::OutOfQuestions),
                Found::Stopped(limit) => return Err(limit),
            }
        }
        Ok(Around::Nothing)
    }

    fn give_up(&mut self, goal: Goal, most: usize, vars: Vec<Var>) {
        self.hopeless
            .insert(goal, (most, vars.into_iter().collect()));
    }

    /// Any rules that exclude the first open value.
    fn any(&self, explainer: &mut Explainer) -> Result<(Vec<ConstraintId>, Goal), Limit> {
        let goal = *explainer.open.first().expect("something is open");
        let all = explainer.reasons.rules.clone();
        let facts = explainer.state.facts();
        let rules = explainer
            .reasons
            .some_reason(&all, &facts, goal, usize::MAX)?;
        Ok((rules.expect("no solution has an open value"), goal))
    }
}

/// The rules that can be in a set of so many with one about this variable, sorted. A wide rule may be one of them, and leads to no others: all
/// that hangs together by it alone is too much to look at.
fn around(explainer: &Explainer, var: Var, most: usize) -> Vec<ConstraintId> {
    let grouped = &explainer.reasons.grouped;
    let mut rules = BTreeSet::new();
    let mut reached = BTreeSet::from([var]);
    let mut front = vec![var];
    for _ in 0..most {
        let mut next = Vec::new();
        for &id in front.iter().flat_map(|&var| grouped.about(var)) {
            if !rules.insert(id) {
                continue;
            }
            if explainer.is_wide(id) {
                continue;
            }
            for &other in grouped.vars(id) {
                if !explainer.is_known(other) && reached.insert(other) {
                    next.push(other);
                }
            }
        }
        front = next;
    }
    rules.into_iter().collect()
}

impl Explainer<'_> {
    /// Whether a rule speaks of very many open places.
    pub fn is_wide(&self, rule: ConstraintId) -> bool {
        let grouped = &self.reasons.grouped;
        let is_open = |var: &&Var| grouped.is_answer(**var) && !self.is_known(**var);
        grouped.vars(rule).iter().filter(is_open).count() > WIDE
    }

    /// Whether only one value is left of the variable, so that nothing hangs together by it.
    fn is_known(&self, var: Var) -> bool {
        if self.reasons.grouped.is_answer(var) {
            self.state.left(var).fixed().is_some()
        } else {
            self.model.is_constant(var)
        }
    }
}
