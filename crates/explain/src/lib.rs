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
//! assert_eq!(explanation.difficulty(), Some(Difficulty::Easy));
//! # Ok(())
//! # }
//! ```

mod clash;
mod hitting;
mod rules;
mod smallest;
mod state;
mod steps;
mod within;
mod words;

pub use clash::clashing_clues;
pub use hitting::smallest_hitting_set;
pub use within::within;
pub use words::sentence;

use tantalizer_model::{ConstraintId, Limit, Limits, Model, Solution, Status, Var};
use thiserror::Error;

use steps::{Explainer, Unprepared};

/// A step above this size is told as a guess that is refuted.
pub const LARGEST_STEP: usize = 8;

/// How hard a puzzle is: by its largest step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Difficulty {
    /// One constraint at a time is enough.
    Easy,
    /// Two or three together.
    Medium,
    /// Four to six together.
    Hard,
    /// More, or a guess.
    Expert,
}

impl Difficulty {
    /// All levels, easy first.
    pub const ALL: [Difficulty; 4] = [
        Difficulty::Easy,
        Difficulty::Medium,
        Difficulty::Hard,
        Difficulty::Expert,
    ];

    /// The level of a step of this size.
    pub fn of(size: usize) -> Difficulty {
        match size {
            0..=1 => Difficulty::Easy,
            2..=3 => Difficulty::Medium,
            4..=6 => Difficulty::Hard,
            _ => Difficulty::Expert,
        }
    }

    /// The largest step of this level; none for the last.
    pub fn largest_step(self) -> Option<usize> {
        match self {
            Difficulty::Easy => Some(1),
            Difficulty::Medium => Some(3),
            Difficulty::Hard => Some(6),
            Difficulty::Expert => None,
        }
    }

    /// The level below; none for the first.
    pub fn easier(self) -> Option<Difficulty> {
        let place = Difficulty::ALL.iter().position(|&level| level == self)?;
        Some(Difficulty::ALL[place.checked_sub(1)?])
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Expert => "expert",
        }
    }
}

/// What bounds the work.
#[derive(Clone, Debug)]
pub struct Options {
    /// Limits on the whole explanation.
    pub limits: Limits,
    /// How many questions to the SAT engine one step may cost before it counts as not proved smallest. A number and no
    /// time, so that the same puzzle is explained alike everywhere.
    pub questions_per_step: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            limits: Limits::none(),
            questions_per_step: 20_000,
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

/// A chain of deductions.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Whether there is a solution.
    pub status: Status,
    /// What stopped the work early.
    pub stopped_by: Option<Limit>,
    /// What the clues say: known before the first step.
    pub given: Vec<(Var, i32)>,
    /// The deductions, in order.
    pub steps: Vec<Step>,
    /// A solution, if there is one.
    pub solution: Option<Solution>,
    /// Answer variables in which two solutions differ, with both values; empty if there is one solution.
    pub differ: Vec<(Var, i32, i32)>,
    /// Clues that cannot all be right; dropping any one of them leaves the others possible.
    pub clash: Vec<ConstraintId>,
    /// The rules that these clues clash with, of which none can be dropped.
    pub clash_with: Vec<ConstraintId>,
}

impl Explanation {
    /// How hard the puzzle is, if it has exactly one solution and was explained to the end.
    pub fn difficulty(&self) -> Option<Difficulty> {
        let whole = self.status == Status::Satisfiable
            && self.stopped_by.is_none()
            && self.differ.is_empty();
        let level = |step: &Step| {
            if step.smallest {
                Difficulty::of(step.size)
            } else {
                Difficulty::Expert
            }
        };
        whole.then(|| {
            self.steps
                .iter()
                .map(level)
                .max()
                .unwrap_or(Difficulty::Easy)
        })
    }
}

/// Why there is no explanation.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ExplainError {
    /// The model is too large for the SAT engine; the text says where.
    #[error("{0}")]
    TooLarge(String),
}

/// Explains the solution of a model, or why there is none.
pub fn explain(model: &Model, options: &Options) -> Result<Explanation, ExplainError> {
    match Explainer::new(model, options) {
        Ok(explainer) => Ok(explainer.run()),
        Err(Unprepared::Stopped(limit)) => Ok(Explanation::unknown(Some(limit))),
        Err(Unprepared::Refused(error)) => Err(error),
    }
}

/// Whether the constraint speaks of a single variable: something given, not something to reason with.
pub(crate) fn is_clue(model: &Model, id: ConstraintId) -> bool {
    let mut vars = model.constraint(id).constraint.vars();
    vars.retain(|&var| !model.is_constant(var));
    vars.sort_unstable();
    vars.dedup();
    vars.len() <= 1
}
