//! `/api/solve`: one solution, some, all; whether there is one only; what holds in all. With `from`, of those that have what is filled in.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::told::Told;
use std::ops::ControlFlow;
use tantalizer_model::clock::Instant;
use tantalizer_model::{Fact, Observer, Progress, Question, Solution};
use tantalizer_puzzle::report::SolveReport;
use tantalizer_puzzle::{Puzzle, PuzzleError};

/// No answer lists more solutions.
const MOST_SOLUTIONS: u64 = 10_000;

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let start = Instant::now();
    let puzzle = fields.puzzle(told)?;
    let limit = fields.number("limit", 1..=MOST_SOLUTIONS)?;
    let (all, unique, forced, redundant) = (
        fields.flag("all")?,
        fields.flag("unique")?,
        fields.flag("forced")?,
        fields.flag("redundant")?,
    );
    if [all, unique, forced, redundant, limit.is_some()]
        .iter()
        .filter(|&&given| given)
        .count()
        > 1
    {
        return Err(ApiError::Bad(
            "`all`, `limit`, `unique`, `forced` and `redundant` exclude each other".into(),
        ));
    }
    let question = match (limit, all, unique || redundant, forced) {
        (Some(limit), ..) => Question::All { limit: Some(limit) },
        (_, true, ..) => Question::All {
            limit: Some(MOST_SOLUTIONS),
        },
        (_, _, true, _) => Question::Unique,
        (.., true) => Question::Forced,
        _ => Question::One,
    };
    let mut request = fields.request(&*puzzle, question, told)?;
    let mut inquiry = fields.inquiry(&*puzzle)?;
    let entries = fields.filled_in(&*puzzle, &mut inquiry, &request)?;
    fields.finish()?;
    let facts = entries.into_iter().map(|(var, value)| Fact::Is(var, value));
    request.facts = facts.collect();
    let mut gather = Gather {
        puzzle: &*puzzle,
        told,
        list: String::from("["),
        bound: None,
        kept: Vec::new(),
    };
    let answer = inquiry.ask(&request, &mut gather);
    let answer = answer.map_err(PuzzleError::from)?;
    let (list, kept) = (gather.list + "]", gather.kept);
    let mut report = SolveReport::new(&*puzzle, &mut inquiry, &request, answer, list, kept)?;
    if redundant {
        report.tell_redundant(&*puzzle, &mut inquiry, &request)?;
    }
    let object = report.object(&*puzzle, start.elapsed().as_secs_f64())?;
    Ok(serde_json::to_string(&object)?)
}

/// Gathers solutions as JSON and tells of each.
struct Gather<'a> {
    puzzle: &'a dyn Puzzle,
    told: &'a Told,
    list: String,
    /// What is proven of every solution so far.
    bound: Option<i64>,
    /// The first two, to be compared.
    kept: Vec<Solution>,
}

impl Observer for Gather<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        if self.list.len() > 1 {
            self.list.push(',');
        }
        let value = self.puzzle.solution_json(solution, self.bound);
        self.list.push_str(&value.to_string());
        self.told.found("solution", &value);
        if self.kept.len() < 2 {
            self.kept.push(solution.clone());
        }
        if self.told.cancel.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn bound(&mut self, bound: i64) {
        self.bound = Some(bound);
    }

    fn progress(&mut self, progress: &Progress) {
        super::tell_progress(self.told, progress);
    }
}
