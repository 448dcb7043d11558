//! The explain room: a solution as a chain of small deductions.
//!
//! At each step the smallest set of constraints is found that, with what is known so far, forces something new. The size of
//! that set is the size of the step, and the largest step is the difficulty of the puzzle. The idea is that of smallest
//! unsatisfiable subsets by implicit hitting sets (Ignatiev, Previti, Liffiton and Marques-Silva, *Smallest MUS extraction with
//! minimal hitting set dualization*, 2015), over all open values at once.
//!
//! It works for any model. A constraint on a single variable is a *clue*: known from the start and part of no
//! step. Where there is no solution, the clues that clash are told, as few as possible.
//!
//! ```
//! use tantalizer_explain::{Difficulty, Explanation, Options, explain};
//! use tantalizer_model::{Model, Rel};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut model = Model::new("two in a row");
//! let x = model.int("x", 1..=2);
//! let y = model.int("y", 1..=2);
//! model.compare(x, Rel::Less, y)?;
//! let explanation = explain(&model, &Options::default())?;
//! assert_eq!(explanation.steps.len(), 1);
//! assert_eq!(explanation.difficulty, Some(Difficulty::Easy));
//! # Ok(())
//! # }
//! ```

mod alike;
mod candidates;
mod chain;
mod circles;
mod clash;
mod difficulty;
mod fish;
mod group;
mod guide;
mod hitting;
mod near;
mod rules;
mod single;
mod smallest;
mod state;
mod steps;
mod technique;
mod told;
mod uses;
mod within;
mod words;

pub use candidates::{Candidates, candidates};
pub use clash::{Clashing, clashing_clues};
pub use difficulty::Difficulty;
pub use guide::{Guide, Hint, Wrong};
pub use hitting::smallest_hitting_set;
pub use technique::Technique;
pub use told::{Link, Told};
pub use within::{difficulty, within};
pub use words::{Words, listed};

use std::collections::BTreeMap;

use tantalizer_model::{ConstraintId, Limit, Limits, Model, Solution, Status, Var};
use tantalizer_sat::Refused;
use thiserror::Error;

/// A step above this size is told as a guess that is refuted.
pub const LARGEST_STEP: usize = 8;

/// What bounds the work.
#[derive(Clone, Debug)]
pub struct Options {
    /// Limits on the whole explanation.
    pub limits: Limits,
    /// How many questions to the SAT engine one step may cost before it counts as not proved smallest; one about many rules counts as
    /// several. A number and no time, so that the same puzzle is explained alike everywhere.
    pub questions_per_step: u64,
    /// How many a whole explanation may cost; after that no step is proved smallest, and steps of many rules are told as guesses.
    pub questions: u64,
    /// Whether every clash is wanted where there is no solution, and not only one.
    pub every_clash: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            limits: Limits::none(),
            questions_per_step: 3_000,
            questions: 20_000,
            every_clash: false,
        }
    }
}

/// One deduction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Variables that have one value left now, with it.
    pub sets: Vec<(Var, i32)>,
    /// Values that go, of variables that still have several.
    pub removes: Vec<(Var, Vec<i32>)>,
    /// The rules that together force this, each by its first constraint: constraints of one name are one rule.
    pub because: Vec<ConstraintId>,
    /// The constraints of these rules, and the definitions that hold beside them.
    pub rests_on: Vec<ConstraintId>,
    /// The known values that are used.
    pub known: Vec<(Var, i32)>,
    /// Values excluded earlier, of variables still open, that are used.
    pub excluded: Vec<(Var, i32)>,
    /// The answer variables that these rules speak of.
    pub about: Vec<Var>,
    /// How many rules there are in `because`.
    pub size: usize,
    /// Whether no smaller set of constraints forces anything.
    pub smallest: bool,
    /// For a step that is not smallest: the value that was tried and refuted.
    pub tried: Option<(Var, i32)>,
}

/// A chain of deductions; by default nothing is known.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    /// Whether there is a solution.
    pub status: Status,
    /// What stopped the work early.
    pub stopped_by: Option<Limit>,
    /// What the clues say: known before the first step.
    pub given: Vec<(Var, i32)>,
    /// The deductions, in order.
    pub steps: Vec<Step>,
    /// The same as they are told: what fixes something, with all that leads to it.
    pub told: Vec<Told>,
    /// A solution, if there is one.
    pub solution: Option<Solution>,
    /// Answer variables in which two solutions differ, with both values; empty if there is one solution.
    pub differ: Vec<(Var, i32, i32)>,
    /// How hard the puzzle is, if it has exactly one solution and was explained to the end.
    pub difficulty: Option<Difficulty>,
    /// Where there is no solution: what clashes. The first, or all of them if they are wanted.
    pub clashes: Vec<Clashing>,
}

impl Explanation {
    /// How often each named technique was needed.
    pub fn techniques(&self) -> BTreeMap<Technique, usize> {
        let mut times = BTreeMap::new();
        for technique in self.told.iter().filter_map(|told| told.technique) {
            *times.entry(technique).or_default() += 1;
        }
        times
    }
}

/// Why there is no explanation.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ExplainError {
    /// The model is too large for the SAT engine; the text says where.
    #[error("{0}")]
    TooLarge(String),
    /// A limit was reached before anything was prepared.
    #[error("{0}")]
    Stopped(Limit),
}

impl From<Refused> for ExplainError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Stopped(limit) => ExplainError::Stopped(limit),
            other => ExplainError::TooLarge(other.to_string()),
        }
    }
}

impl From<Limit> for ExplainError {
    fn from(limit: Limit) -> Self {
        ExplainError::Stopped(limit)
    }
}

/// Explains the solution of a model, or why there is none.
pub fn explain(model: &Model, options: &Options) -> Result<Explanation, ExplainError> {
    match Guide::new(model, options) {
        Ok(mut guide) => Ok(guide.explain(&[], options)),
        Err(ExplainError::Stopped(limit)) => Ok(Explanation {
            stopped_by: Some(limit),
            ..Explanation::default()
        }),
        Err(error) => Err(error),
    }
}

/// The values that constraints on single variables give the answer variables.
pub fn given(model: &Model) -> Vec<(Var, i32)> {
    let all = (0..model.constraints().len()).map(ConstraintId);
    let clues: Vec<ConstraintId> = all.filter(|&id| is_clue(model, id)).collect();
    let state = state::State::at(model, &clues, &[]);
    let value = |&var: &Var| Some((var, state.left(var).fixed()?));
    state.vars.iter().filter_map(value).collect()
}

/// Whether the constraint speaks of a single variable: something given, not something to reason with.
pub(crate) fn is_clue(model: &Model, id: ConstraintId) -> bool {
    let mut vars = model.constraint(id).constraint.vars();
    vars.retain(|&var| !model.is_constant(var));
    vars.sort_unstable();
    vars.dedup();
    vars.len() == 1
}
