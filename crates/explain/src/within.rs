//! Is a puzzle within a level? Whether deductions of that level alone lead to the solution.
//!
//! What can be excluded never becomes possible again, so the order of deductions does not matter: take any that is small
//! enough until nothing is open or nothing small is left. That asks much less than an explanation, which wants the
//! smallest deduction at each step. The difficulty of a puzzle is the first level that it is within.

use std::collections::BTreeSet;

use tantalizer_model::{ConstraintId, Limit, Model, Solution, Var};
use tantalizer_sat::Reply;

use crate::guide::facts;
use crate::steps::{Explainer, Goal, goals};
use crate::{Difficulty, ExplainError, Options};

/// Whether deductions of this level lead to `solution`, which must be the only one. Where a
/// deduction costs more questions than the options allow, the answer is no, as it is then shown as a guess.
pub fn within(
    model: &Model,
    solution: &Solution,
    level: Difficulty,
    options: &Options,
) -> Result<bool, ExplainError> {
    let mut explainer = Explainer::new(model, options)?;
    Ok(explainer.first_level(&[], solution, [level])?.is_some())
}

/// How hard the solution of a model is to find: the same as its explanation says, without one. None if there is no solution; it must be the
/// only one.
pub fn difficulty(model: &Model, options: &Options) -> Result<Option<Difficulty>, ExplainError> {
    Ok(Explainer::new(model, options)?.level(&[])?)
}

impl Explainer<'_> {
    /// How hard it is from a position, by an explainer that has not learnt anything yet: what is found with so many questions hangs on what was
    /// asked before, and the same puzzle is to be as hard everywhere.
    pub fn level_anew(&self, entries: &[(Var, i32)]) -> Result<Option<Difficulty>, Limit> {
        match Explainer::new(self.model, &self.options) {
            Ok(mut explainer) => explainer.level(entries),
            Err(ExplainError::Stopped(limit)) => Err(limit),
            Err(ExplainError::TooLarge(_)) => Ok(None),
        }
    }

    fn level(&mut self, entries: &[(Var, i32)]) -> Result<Option<Difficulty>, Limit> {
        match self.reasons.solve(&facts(entries)) {
            Reply::Solution(solution) => self.first_level(entries, &solution, Difficulty::ALL),
            Reply::Clash(_) => Ok(None),
            Reply::Unknown(limit) => Err(limit),
        }
    }

    /// The first of these levels, easy ones first, whose deductions lead from a position to the only solution.
    pub fn first_level(
        &mut self,
        entries: &[(Var, i32)],
        solution: &Solution,
        levels: impl IntoIterator<Item = Difficulty>,
    ) -> Result<Option<Difficulty>, Limit> {
        self.suppose_only(entries, solution);
        for level in levels {
            let Some(most) = level.largest_step() else {
                return Ok(Some(level));
            };
            if self.excludes_the_rest(most)? {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    /// How many wrong values are open after deductions of at most so many rules, for each of these sizes, small ones first; up to the first
    /// that leaves none.
    pub fn left_by_size(
        &mut self,
        entries: &[(Var, i32)],
        solution: &Solution,
        sizes: &[usize],
    ) -> Result<Vec<usize>, Limit> {
        self.suppose_only(entries, solution);
        let mut left = Vec::new();
        for &most in sizes {
            let all = self.excludes_the_rest(most)?;
            left.push(if all { 0 } else { self.open.len() });
            if all {
                break;
            }
        }
        Ok(left)
    }

    /// Begins at a position that has one solution: all other values are to be excluded.
    fn suppose_only(&mut self, entries: &[(Var, i32)], solution: &Solution) {
        self.begin(entries);
        for &var in &self.state.vars {
            let wrong = self.state.left(var).iter();
            let wrong = wrong.filter(|&value| value != solution[var]);
            self.open.extend(wrong.map(|value| (var, value)));
        }
    }

    /// Excludes what deductions of at most so many rules can, and says whether that is all. What smaller ones have excluded stays so.
    fn excludes_the_rest(&mut self, most: usize) -> Result<bool, Limit> {
        // Rules that exclude only what is too hard to see, as long as their variables stay as they are.
        let mut passed = BTreeSet::new();
        while !self.open.is_empty() {
            let mut gone = self.excluded_alone(most, &mut passed)?;
            if gone.is_empty() && most > 1 {
                let mut near = std::mem::take(&mut self.near);
                let found = near.small_reason(self, most);
                self.near = near;
                if let Some((rules, goal)) = found? {
                    // All that a wide rule excludes with others would be asked value by value.
                    gone = if rules.iter().any(|&rule| self.is_wide(rule)) {
                        vec![goal]
                    } else {
                        self.excluded_by(&rules)?
                    };
                }
            }
            if gone.is_empty() {
                return Ok(false);
            }
            for var in self.exclude(&gone) {
                for rule in self.reasons.grouped.about(var) {
                    passed.remove(rule);
                }
            }
        }
        Ok(true)
    }

    /// What a rule alone excludes, as far as it is seen where at most so many are looked at; nothing if no rule does.
    fn excluded_alone(
        &mut self,
        most: usize,
        passed: &mut BTreeSet<ConstraintId>,
    ) -> Result<Vec<Goal>, Limit> {
        while let Some(rule) = self.forcing_rule(passed)? {
            let mut gone = None;
            if most == 1 {
                let (vars, left) = self.left_of(rule);
                let glance = self.at_a_glance(rule, &vars, &left);
                gone = glance.map(|glance| goals(&vars, &left, &glance));
            }
            let gone = match gone {
                Some(gone) => gone,
                None => self.excluded_by(&[rule])?,
            };
            if !gone.is_empty() {
                return Ok(gone);
            }
            passed.insert(rule);
        }
        Ok(Vec::new())
    }
}
