//! How many solutions there are, and how many up to the puzzle's symmetries.

use super::{named, statistics};
use crate::{Puzzle, PuzzleError, Request};
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::{Map, Value};
use tantalizer_model::{Answer, Observer};

/// Counts by name; `None` where a limit was hit.
type Counts = Vec<(String, Option<BigUint>)>;

/// An answer to "how many", with the counts beside it.
#[derive(Debug)]
pub struct CountReport {
    /// The answer.
    pub answer: Answer,
    /// The number of solutions up to each symmetry.
    pub orbits: Counts,
    /// Other counts worth telling.
    pub more: Counts,
}

/// The object of `count --json`.
#[derive(Serialize)]
pub struct CountObject<'a> {
    puzzle: &'a str,
    status: &'a str,
    complete: bool,
    count: String,
    modulo: Map<String, Value>,
    #[serde(flatten)]
    more: Map<String, Value>,
    engine: &'a str,
    statistics: Map<String, Value>,
    seconds: f64,
}

impl CountReport {
    /// The counts beside an answer, within the rest of the request's limits. Symmetries are asked about only once all solutions are
    /// counted.
    pub fn new(
        puzzle: &dyn Puzzle,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<CountReport, PuzzleError> {
        let answer = puzzle.answer(request, observer)?;
        let (mut orbits, mut more) = (Vec::new(), Vec::new());
        if answer.complete {
            more = puzzle.more_counts(request)?;
            orbits = puzzle.orbits(request, &answer.count)?;
        }
        Ok(CountReport {
            answer,
            orbits,
            more,
        })
    }

    /// Whether every count beside the answer is known.
    pub fn all_known(&self) -> bool {
        let mut counts = self.orbits.iter().chain(&self.more);
        counts.all(|entry| entry.1.is_some())
    }

    /// The JSON object.
    pub fn object<'a>(&'a self, puzzle: &'a dyn Puzzle, seconds: f64) -> CountObject<'a> {
        CountObject {
            puzzle: puzzle.name(),
            status: self.answer.status.name(),
            complete: self.answer.complete,
            count: self.answer.count.to_string(),
            modulo: named(&self.orbits),
            more: named(&self.more),
            engine: self.answer.engine,
            statistics: statistics(&self.answer.statistics),
            seconds,
        }
    }
}
