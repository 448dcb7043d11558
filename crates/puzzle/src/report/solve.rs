//! What came of looking for solutions.

use super::statistics;
use crate::{Puzzle, PuzzleError, View};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::ops::ControlFlow;
use tantalizer_ask::Inquiry;
use tantalizer_design::clues::ClueError;
use tantalizer_design::redundant::{Redundant, redundant};
use tantalizer_draw::Accent;
use tantalizer_model::symmetry::{SymmetryGroup, orbit};
use tantalizer_model::{
    Answer, Model, Observer, Question, Request, Solution, Status, Symmetry, Var,
};

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
    /// What the model makes small or large, if it does.
    pub objective: Option<Objective>,
    /// Whether there is one solution up to each symmetry, as far as it is known, if uniqueness was asked for.
    pub unique_modulo: Vec<(String, Option<bool>)>,
    /// A group that only moves places, up to which there is one solution where there are several, if uniqueness was asked for.
    pub unique_up_to: Option<String>,
    /// Where the first two solutions differ, if uniqueness was asked for.
    pub differ: Option<Vec<String>>,
    /// What holds in every solution, if that was asked for.
    pub forced: Option<Map<String, Value>>,
    /// The places of the clues that can go, one at a time, if that was asked for and there is one solution.
    pub redundant: Option<Vec<String>>,
    /// How many clues there are, if that was asked for.
    pub clues: usize,
    /// How many values are the same in every solution, if that was asked for.
    pub forced_values: usize,
    /// How many values a solution has, if that was asked for.
    pub values: usize,
    /// The solutions that a picture shows.
    pub views: Vec<View>,
    /// The solutions that were kept.
    pub kept: Vec<Solution>,
}

/// What a model makes small or large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Objective {
    /// Of the best solution found.
    pub value: i64,
    /// What is proven of every solution: none is better.
    pub bound: Option<i64>,
}

fn objective(inquiry: &Inquiry, answer: &Answer) -> Option<Objective> {
    inquiry.problem().model()?.objective()?;
    let value = answer.best?;
    Some(Objective {
        value,
        bound: answer.bound.or(answer.complete.then_some(value)),
    })
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
    #[serde(skip_serializing_if = "Map::is_empty")]
    unique_modulo: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampled: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differ: &'a Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forced: &'a Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redundant: &'a Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<Objective>,
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
            objective: objective(inquiry, &answer),
            unique_modulo: Vec::new(),
            unique_up_to: None,
            differ: None,
            forced: None,
            redundant: None,
            clues: 0,
            forced_values: 0,
            values: 0,
            views: kept.iter().map(View::solution).collect(),
            kept,
            list,
            answer,
        };
        match question {
            Question::Unique => {
                report.tell_differences(puzzle, inquiry, request)?;
                report.tell_unique_modulo(inquiry, request)?;
            }
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

    /// Whether all solutions are the first one, up to each symmetry. Where those that are known do not show that they are not, all are listed,
    /// as long as they are.
    fn tell_unique_modulo(
        &mut self,
        inquiry: &mut Inquiry,
        request: &Request,
    ) -> Result<(), PuzzleError> {
        let Some(model) = inquiry.problem().model().cloned() else {
            return Ok(());
        };
        let answer = model.answer();
        let mut known: Vec<Vec<i32>> = self.kept.iter().map(|one| one.project(&answer)).collect();
        for group in model.symmetries() {
            let unique = match (self.unique, self.kept.len()) {
                (Some(true), _) => Some(true),
                (Some(false), 1..) => all_in_an_orbit(inquiry, request, group, &mut known)?,
                _ => None,
            };
            let moves = group.generators.iter().all(Symmetry::moves_only);
            if self.unique == Some(false) && unique == Some(true) && moves {
                self.unique_up_to.get_or_insert_with(|| group.name.clone());
            }
            self.unique_modulo.push((group.name.clone(), unique));
        }
        Ok(())
    }

    /// Names the clues that can go, one at a time. There must be one solution for that.
    pub fn tell_redundant(
        &mut self,
        puzzle: &dyn Puzzle,
        inquiry: &mut Inquiry,
        request: &Request,
    ) -> Result<(), PuzzleError> {
        if self.unique != Some(true) {
            return Ok(());
        }
        let Some(model) = inquiry.model(request)? else {
            return Ok(());
        };
        let clues = puzzle.clues(&model);
        self.clues = clues.len();
        let free = match redundant(&model, &clues, &request.limits) {
            Ok(Redundant::Clues(free)) => free,
            Ok(Redundant::NoSolution | Redundant::Several) => return Ok(()),
            Err(ClueError::Stopped(limit)) => {
                self.answered = false;
                self.answer.stopped_by = Some(limit);
                return Ok(());
            }
            Err(error) => return Err(PuzzleError::TooLarge(error.to_string())),
        };
        let free = clues.iter().filter(|(id, _)| free.contains(id));
        let mut places = Vec::new();
        for (_, var) in free {
            places.extend(puzzle.places(&model, var.index()));
            for view in &mut self.views {
                view.accentuate(var.index(), Accent::Focus);
            }
        }
        self.redundant = Some(places);
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
            unique_modulo: self
                .unique_modulo
                .iter()
                .map(|(name, unique)| (name.clone(), Value::from(*unique)))
                .collect(),
            sampled: self.sampled.then_some("uniform"),
            differ: &self.differ,
            forced: &self.forced,
            redundant: &self.redundant,
            objective: self.objective,
            engine: self.answer.engine.name(),
            statistics: statistics(&self.answer.statistics),
            seconds,
        })
    }
}

/// Whether all solutions are images of the first of the known ones; a solution that is not becomes known.
fn all_in_an_orbit(
    inquiry: &mut Inquiry,
    request: &Request,
    group: &SymmetryGroup,
    known: &mut Vec<Vec<i32>>,
) -> Result<Option<bool>, PuzzleError> {
    const MOST: usize = 100_000;
    let Some(orbit) = orbit(&known[0], &group.generators, MOST) else {
        return Ok(None);
    };
    if known.iter().any(|one| !orbit.contains(one)) {
        return Ok(Some(false));
    }
    let Some(model) = inquiry.problem().model().cloned() else {
        return Ok(None);
    };
    let limit = Some(orbit.len() as u64 + 1);
    let mut outside = Outside {
        answer: &model.answer(),
        orbit,
        found: None,
    };
    let all = request.with_question(Question::All { limit });
    let listed = inquiry.ask(&all, &mut outside)?;
    if let Some(one) = outside.found {
        known.push(one);
        return Ok(Some(false));
    }
    Ok(listed.complete.then_some(true))
}

/// Looks for a solution outside of an orbit.
struct Outside<'a> {
    answer: &'a [Var],
    orbit: HashSet<Vec<i32>>,
    found: Option<Vec<i32>>,
}

impl Observer for Outside<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        let values = solution.project(self.answer);
        if self.orbit.contains(&values) {
            return ControlFlow::Continue(());
        }
        self.found = Some(values);
        ControlFlow::Break(())
    }
}

/// The positions that make a solution what it is.
fn answer_positions(model: &Model) -> Vec<usize> {
    model.answer().into_iter().map(|var| var.index()).collect()
}
