//! What came of looking for solutions.

use super::statistics;
use crate::{Puzzle, PuzzleError, View};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tantalizer_ask::Inquiry;
use tantalizer_draw::Accent;
use tantalizer_model::{Answer, Model, Question, Request, Solution, Status};

/// Everything there is to say of an answer with solutions.
#[derive(Debug)]
pub struct SolveReport {
    /// The answer.
    pub answer: Answer,
    /// Whether everything that was asked for is known.
    pub answered: bool,
    /// The solutions as a JSON list.
    list: String,
    /// Whether there is exactly one solution, where that is known.
    pub unique: Option<bool>,
    /// Whether the solutions are a uniform sample.
    sampled: bool,
    /// Where the first two solutions differ, if uniqueness was asked for.
    pub differ: Option<Vec<String>>,
    /// What holds in every solution, if that was asked for.
    pub forced: Option<Map<String, Value>>,
    /// How many values are the same in every solution, if that was asked for.
    pub forced_values: usize,
    /// How many values a solution has, if that was asked for.
    pub values: usize,
    /// The solutions that a picture shows.
    pub views: Vec<View>,
    /// The solutions that were kept.
    pub kept: Vec<Solution>,
}

/// The object of `solve --json`.
#[derive(Serialize)]
pub struct SolveObject<'a> {
    puzzle: &'a str,
    status: &'a str,
    complete: bool,
    solutions: Box<RawValue>,
    count: String,
    unique: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampled: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differ: &'a Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forced: &'a Option<Map<String, Value>>,
    engine: &'a str,
    statistics: Map<String, Value>,
    seconds: f64,
}

impl SolveReport {
    /// The report of an answer to `request`. `list` is its solutions as a JSON list, `kept` the first of them.
    pub fn new(
        puzzle: &dyn Puzzle,
        inquiry: &mut Inquiry,
        request: &Request,
        answer: Answer,
        list: String,
        kept: Vec<Solution>,
    ) -> Result<SolveReport, PuzzleError> {
        let question = request.question;
        let found = u64::try_from(&answer.count).unwrap_or(u64::MAX);
        // One solution that may not be the best is less than was asked for.
        let enough = question.enough().filter(|_| question != Question::One);
        let mut report = SolveReport {
            unique: answer.unique(question),
            answered: answer.complete || enough.is_some_and(|enough| found >= enough),
            sampled: matches!(question, Question::Sample { .. }),
            differ: None,
            forced: None,
            forced_values: 0,
            values: 0,
            views: kept.iter().map(View::solution).collect(),
            kept,
            list,
            answer,
        };
        match question {
            Question::Unique => report.tell_differences(puzzle, inquiry, request)?,
            Question::Forced => report.tell_forced(puzzle, inquiry, request)?,
            _ => {}
        }
        Ok(report)
    }

    /// Marks in both views where the two solutions differ, and names the places.
    fn tell_differences(
        &mut self,
        puzzle: &dyn Puzzle,
        inquiry: &mut Inquiry,
        request: &Request,
    ) -> Result<(), PuzzleError> {
        let [first, second] = &self.kept[..] else {
            return Ok(());
        };
        let Some(model) = inquiry.model(request)? else {
            return Ok(());
        };
        let mut places = Vec::new();
        for position in answer_positions(&model) {
            if first.0.get(position) != second.0.get(position) {
                places.extend(puzzle.places(&model, position));
                for view in &mut self.views {
                    view.accentuate(position, Accent::Differs);
                }
            }
        }
        self.differ = Some(places);
        Ok(())
    }

    /// Names what holds in every solution, and marks it in a view that shows nothing else.
    fn tell_forced(
        &mut self,
        puzzle: &dyn Puzzle,
        inquiry: &mut Inquiry,
        request: &Request,
    ) -> Result<(), PuzzleError> {
        self.unique = None;
        if self.answer.status == Status::Unsatisfiable || self.answer.status == Status::Unknown {
            return Ok(());
        }
        let Some(model) = inquiry.model(request)? else {
            return Ok(());
        };
        let positions = answer_positions(&model);
        let last = positions.iter().max().map_or(0, |last| last + 1);
        let mut known = vec![None; last];
        let mut names = Map::new();
        for &(var, value) in &self.answer.forced {
            known[var.index()] = Some(value);
            for place in puzzle.places(&model, var.index()) {
                names.insert(place, puzzle.value_json(var.index(), value));
            }
        }
        let mut view = View::partial(known);
        for (var, _) in &self.answer.forced {
            view.accentuate(var.index(), Accent::Forced);
        }
        self.values = positions.len();
        self.forced_values = self.answer.forced.len();
        if self.answer.complete {
            self.unique = Some(self.forced_values == self.values);
        }
        self.forced = Some(names);
        self.views = vec![view];
        Ok(())
    }

    /// The JSON object.
    pub fn object<'a>(
        &'a self,
        puzzle: &'a dyn Puzzle,
        seconds: f64,
    ) -> Result<SolveObject<'a>, serde_json::Error> {
        Ok(SolveObject {
            puzzle: puzzle.name(),
            status: self.answer.status.name(),
            complete: self.answer.complete,
            solutions: RawValue::from_string(self.list.clone())?,
            count: self.answer.count.to_string(),
            unique: self.unique,
            sampled: self.sampled.then_some("uniform"),
            differ: &self.differ,
            forced: &self.forced,
            engine: self.answer.engine.name(),
            statistics: statistics(&self.answer.statistics),
            seconds,
        })
    }
}

/// The positions that make a solution what it is.
fn answer_positions(model: &Model) -> Vec<usize> {
    model.answer().into_iter().map(|var| var.index()).collect()
}
