//! What came of looking for solutions.

use super::statistics;
use crate::{Puzzle, PuzzleError, Request, View};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tantalizer_draw::Accent;
use tantalizer_model::{Answer, Limit, Model, Question, Solution, Status};

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
    differ: &'a Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forced: &'a Option<Map<String, Value>>,
    engine: &'a str,
    statistics: Map<String, Value>,
    seconds: f64,
}

impl SolveReport {
    /// The report of an answer. `list` is its solutions as a JSON list, `kept` the first of them; with
    /// `compare` the first two are compared.
    pub fn of_solutions(
        puzzle: &dyn Puzzle,
        question: Question,
        compare: bool,
        answer: Answer,
        list: String,
        kept: Vec<Solution>,
    ) -> Result<SolveReport, PuzzleError> {
        let found = u64::try_from(&answer.count).unwrap_or(u64::MAX);
        let unique = match (found, answer.complete && question != Question::One) {
            (2.., _) => Some(false),
            (_, false) => None,
            (found, true) => Some(found == 1),
        };
        let answered = match question {
            Question::All { limit: Some(limit) } => answer.complete || found >= limit,
            _ => answer.complete,
        };
        let mut views: Vec<View> = kept.iter().map(View::solution).collect();
        let differ = match (&kept[..], compare) {
            ([first, second], true) => Some(mark_differences(puzzle, first, second, &mut views)?),
            _ => None,
        };
        Ok(SolveReport {
            unique,
            differ,
            forced: None,
            forced_values: 0,
            values: 0,
            views,
            kept,
            list,
            answered,
            answer,
        })
    }

    /// What holds in every solution.
    pub fn of_forced(puzzle: &dyn Puzzle, request: &Request) -> Result<SolveReport, PuzzleError> {
        let model = puzzle.model()?;
        let forced = tantalizer_ask::forced(&model, &request.options, &request.limits)?;
        let mut known = vec![None; model.var_count()];
        let mut names = Map::new();
        for &(var, value) in &forced.values {
            known[var.index()] = Some(value);
            for place in puzzle.places(&model, var.index()) {
                names.insert(place, puzzle.value_json(var.index(), value));
            }
        }
        let mut view = View::partial(known);
        for (var, _) in &forced.values {
            view.accentuate(var.index(), Accent::Forced);
        }
        let status = match (&forced.solution, &forced.stopped_by) {
            (Some(_), _) => Status::Satisfiable,
            (None, None) => Status::Unsatisfiable,
            (None, Some(_)) => Status::Unknown,
        };
        let list = forced
            .solution
            .iter()
            .map(|solution| puzzle.solution_json(solution))
            .collect::<Value>();
        let whole = forced.stopped_by.is_none();
        let all_forced = forced.values.len() == model.answer().len();
        Ok(SolveReport {
            answer: Answer {
                status,
                complete: whole,
                stopped_by: forced.stopped_by,
                count: u32::from(forced.solution.is_some()).into(),
                ..Answer::unknown(forced.engine, Limit::Cancelled)
            },
            answered: whole,
            list: list.to_string(),
            unique: (whole && status == Status::Satisfiable).then_some(all_forced),
            differ: None,
            forced: (status == Status::Satisfiable).then_some(names),
            forced_values: forced.values.len(),
            values: model.answer().len(),
            views: vec![view],
            kept: Vec::new(),
        })
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
            differ: &self.differ,
            forced: &self.forced,
            engine: self.answer.engine,
            statistics: statistics(&self.answer.statistics),
            seconds,
        })
    }
}

/// Marks in both views where the two solutions differ, and names the places.
fn mark_differences(
    puzzle: &dyn Puzzle,
    first: &Solution,
    second: &Solution,
    views: &mut [View],
) -> Result<Vec<String>, PuzzleError> {
    let model = puzzle.model()?;
    let mut places = Vec::new();
    for position in answer_positions(&model, first) {
        if first.0.get(position) != second.0.get(position) {
            places.extend(puzzle.places(&model, position));
            for view in views.iter_mut() {
                view.accentuate(position, Accent::Differs);
            }
        }
    }
    Ok(places)
}

fn answer_positions(model: &Model, solution: &Solution) -> Vec<usize> {
    let positions = model.answer().into_iter().map(|var| var.index());
    positions
        .filter(|&position| position < solution.0.len())
        .collect()
}
