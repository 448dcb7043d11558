//! Questions, answers and solutions.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Index;

use num_bigint::BigUint;

use crate::{EngineId, Limit, Var};

/// What is asked of a problem.
///
/// Where something is to be made least or greatest, and of a space, whose ways are to be short, everything is asked about
/// the best solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Question {
    /// One solution, whichever.
    One,
    /// Every solution, or the first `limit` of them.
    All {
        /// Stop after so many.
        limit: Option<u64>,
    },
    /// How many solutions there are; engines need not show them.
    Count,
    /// A solution with the best objective, and the proof that none is better.
    Best,
    /// Whether there is exactly one solution; stops at the second.
    Unique,
    /// What holds in every solution.
    Forced,
    /// How many solutions there are up to the symmetry group of this number.
    UpTo {
        /// Its place among the symmetry groups of the model.
        symmetry: usize,
    },
    /// So many solutions, each as likely as any other, and none twice.
    Sample {
        /// How many.
        wanted: u64,
    },
}

impl Question {
    /// After how many solutions seen there are enough, if there ever are.
    pub fn enough(self) -> Option<u64> {
        match self {
            Question::One => Some(1),
            Question::Unique => Some(2),
            Question::All { limit } => limit,
            Question::Sample { wanted } => Some(wanted),
            Question::Count | Question::Best | Question::Forced | Question::UpTo { .. } => None,
        }
    }

    /// Whether engines answer it themselves; the others are put together from these.
    pub fn is_plain(self) -> bool {
        match self {
            Question::One
            | Question::All { .. }
            | Question::Count
            | Question::Best
            | Question::Unique => true,
            Question::Forced | Question::UpTo { .. } | Question::Sample { .. } => false,
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::One => f.write_str("one solution"),
            Question::All { limit: None } => f.write_str("all solutions"),
            Question::All { limit: Some(limit) } => write!(f, "up to {limit} solutions"),
            Question::Count => f.write_str("how many solutions"),
            Question::Best => f.write_str("the best solution"),
            Question::Unique => f.write_str("whether there is exactly one solution"),
            Question::Forced => f.write_str("what holds in every solution"),
            Question::UpTo { symmetry } => {
                write!(f, "how many solutions up to symmetry {symmetry}")
            }
            Question::Sample { wanted } => write!(f, "{wanted} solutions at random"),
        }
    }
}

/// A value for each variable of the model, in the order of the variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Solution(pub Vec<i32>);

impl Solution {
    /// The values of the given variables.
    pub fn project(&self, vars: &[Var]) -> Vec<i32> {
        vars.iter().map(|&var| self[var]).collect()
    }
}

impl Index<Var> for Solution {
    type Output = i32;

    fn index(&self, var: Var) -> &i32 {
        &self.0[var.index()]
    }
}

/// What is known once an engine has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Status {
    /// There is a solution.
    Satisfiable,
    /// There is none, and all possibilities were excluded.
    Unsatisfiable,
    /// The best solution was found and none is better.
    Optimal,
    /// A limit was hit before anything was known.
    #[default]
    Unknown,
}

impl Status {
    /// The word used in every output.
    pub fn name(self) -> &'static str {
        match self {
            Status::Satisfiable => "satisfiable",
            Status::Unsatisfiable => "unsatisfiable",
            Status::Optimal => "optimal",
            Status::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What an engine did; a figure that an engine does not know is `None`.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Statistics {
    /// Decisions taken (search nodes; for SAT-based engines, decisions).
    pub nodes: Option<u64>,
    /// Dead ends (for SAT-based engines, conflicts).
    pub failures: Option<u64>,
    /// Propagator calls.
    pub propagations: Option<u64>,
    /// The deepest the search went.
    pub peak_depth: Option<u64>,
    /// Seconds until the first solution.
    pub first_solution_seconds: Option<f64>,
    /// Seconds until the last solution.
    pub last_solution_seconds: Option<f64>,
    /// Which engine answered and why, or why it could not.
    pub engine_reason: Option<String>,
    /// Anything else worth telling, by name.
    pub more: BTreeMap<String, String>,
}

/// What an engine says. Solutions flow to the observer; `ask` collects them here when asked to.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Answer {
    /// What is known.
    pub status: Status,
    /// Whether everything that was asked for is known: all solutions, the exact count, the best.
    pub complete: bool,
    /// What stopped the engine before it was complete.
    pub stopped_by: Option<Limit>,
    /// The solutions, if somebody kept them; for [`Question::Best`], the best one alone.
    pub solutions: Vec<Solution>,
    /// How many solutions were found or counted; a lower bound unless `complete`. Serialised as a string of digits.
    #[cfg_attr(feature = "serde", serde(serialize_with = "digits"))]
    pub count: BigUint,
    /// The best objective value found; of a space, the length of the shortest way found.
    pub best: Option<i64>,
    /// What is proven of every solution: none has a better objective, no way is shorter.
    pub bound: Option<i64>,
    /// To [`Question::Forced`]: the answer variables with one value in all solutions, and that value; not all of
    /// them unless `complete`.
    pub forced: Vec<(Var, i32)>,
    /// What the engine did.
    pub statistics: Statistics,
    /// The engine that answered.
    pub engine: EngineId,
}

impl Answer {
    /// Nothing is known, because of `limit`.
    pub fn unknown(engine: EngineId, limit: Limit) -> Self {
        Answer {
            status: Status::Unknown,
            complete: false,
            stopped_by: Some(limit),
            solutions: Vec::new(),
            count: BigUint::default(),
            best: None,
            bound: None,
            forced: Vec::new(),
            statistics: Statistics::default(),
            engine,
        }
    }

    /// The answer that follows from having seen `found` solutions and, unless `stopped_by` says
    /// why not, having gone through all possibilities.
    pub fn from_search(
        engine: EngineId,
        question: Question,
        found: u64,
        stopped_by: Option<Limit>,
    ) -> Self {
        let exhausted = stopped_by.is_none();
        let status = match (question, found > 0, exhausted) {
            (Question::Best, true, true) => Status::Optimal,
            (_, true, _) => Status::Satisfiable,
            (_, false, true) => Status::Unsatisfiable,
            (_, false, false) => Status::Unknown,
        };
        // A limit on solutions that was reached is what was asked for, except that nobody
        // knows whether more follow.
        let complete = match question {
            Question::One => found > 0 || exhausted,
            _ => exhausted,
        };
        Answer {
            status,
            complete,
            stopped_by,
            count: BigUint::from(found),
            ..Answer::unknown(engine, Limit::Time)
        }
    }

    /// Whether there is exactly one solution, as far as an answer to `question` tells.
    pub fn unique(&self, question: Question) -> Option<bool> {
        let several = self.count > BigUint::from(1u8);
        let exhaustive = self.complete && !matches!(question, Question::One | Question::Best);
        match (several, exhaustive) {
            (true, _) => Some(false),
            (false, true) => Some(self.count == BigUint::from(1u8)),
            (false, false) => None,
        }
    }
}

/// In a few words: `no solution`, `12 solutions`, `3 solutions so far: the time limit was reached`, `the best value is 9`.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.status, self.best) {
            (Status::Unknown, _) => f.write_str("not known")?,
            (Status::Unsatisfiable, _) => f.write_str("no solution")?,
            (Status::Optimal, Some(best)) => write!(f, "the best value is {best}")?,
            (Status::Satisfiable, Some(best)) => write!(f, "the best value so far is {best}")?,
            (_, None) => {
                let plural = if self.count == BigUint::from(1u8) {
                    ""
                } else {
                    "s"
                };
                let so_far = if self.complete { "" } else { " so far" };
                write!(f, "{} solution{plural}{so_far}", self.count)?;
            }
        }
        match &self.stopped_by {
            Some(limit) if !self.complete => write!(f, ": {limit}"),
            _ => Ok(()),
        }
    }
}

/// A number that may be larger than any other program's.
#[cfg(feature = "serde")]
fn digits<S: serde::Serializer>(number: &BigUint, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_tells_itself_in_a_few_words() {
        let answer = |question, found, stopped_by| {
            Answer::from_search(EngineId::Search, question, found, stopped_by).to_string()
        };
        let all = Question::All { limit: None };
        assert_eq!(answer(all, 12, None), "12 solutions");
        assert_eq!(answer(Question::One, 1, None), "1 solution");
        assert_eq!(answer(all, 0, None), "no solution");
        let late = Some(Limit::Time);
        let expected = "3 solutions so far: the time limit was reached";
        assert_eq!(answer(all, 3, late.clone()), expected);
        let expected = "not known: the time limit was reached";
        assert_eq!(answer(all, 0, late), expected);
    }
}
