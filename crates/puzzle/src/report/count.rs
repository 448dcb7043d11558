//! How many solutions there are, and how many up to the puzzle's symmetries.

use super::{named, statistics};
use crate::{Puzzle, PuzzleError};
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::{Map, Value};
use tantalizer_ask::Inquiry;
use tantalizer_model::{Answer, Observer, Question, Request};

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
    /// Counts; symmetries and other counts are asked about only once all solutions are counted.
    pub fn new(
        puzzle: &dyn Puzzle,
        inquiry: &mut Inquiry,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<CountReport, PuzzleError> {
        let answer = inquiry.ask(request, observer)?;
        let (mut orbits, mut more) = (Vec::new(), Vec::new());
        if answer.complete {
            let known = |answer: Answer| answer.complete.then_some(answer.count);
            for (name, posed) in puzzle.counts_beside()? {
                let count = Inquiry::new(posed).ask(request, observer)?;
                more.push((name.to_string(), known(count)));
            }
            let model = inquiry.problem().model();
            let groups = model.map_or(&[][..], |model| model.symmetries()).iter();
            let names: Vec<String> = groups.map(|group| group.name.clone()).collect();
            for (symmetry, name) in names.into_iter().enumerate() {
                let up_to = request.with_question(Question::UpTo { symmetry });
                orbits.push((name, known(inquiry.ask(&up_to, observer)?)));
            }
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
            engine: self.answer.engine.name(),
            statistics: statistics(&self.answer.statistics),
            seconds,
        }
    }
}
