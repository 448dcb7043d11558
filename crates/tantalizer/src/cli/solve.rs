//! `tantalizer solve`: one solution, all of them, whether it is the only one,
//! or what holds in every solution.

use super::certificate::{self, KEPT_FOR_CERTIFICATE};
use super::common::{self, Common};
use super::json;
use super::observer::{KEPT_FOR_DRAWING, Show, Shower, picture};
use super::outcome::{Failure, Outcome};
use super::progress::ProgressLine;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::time::Instant;
use tantalizer::draw::{Accent, Drawing};
use tantalizer::model::{Answer, Model, Question, Solution, Status};
use tantalizer::puzzles::{Puzzle, PuzzleError, Request, View};

/// The arguments of `solve`.
#[derive(Args, Debug)]
struct Solve {
    #[command(flatten)]
    common: Common,

    /// All solutions
    #[arg(long, group = "what")]
    all: bool,

    /// The first N solutions
    #[arg(long, value_name = "N", group = "what", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    /// Whether there is exactly one solution; if not, two of them and where they differ
    #[arg(long, group = "what")]
    unique: bool,

    /// What holds in every solution
    #[arg(long, group = "what")]
    forced: bool,

    /// Draw the solutions into an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write down the answer with its proof, for `tantalizer check`
    #[arg(long, value_name = "FILE", conflicts_with = "forced")]
    certificate: Option<PathBuf>,
}

pub fn command() -> Command {
    let command = Command::new("solve").about("One solution of a puzzle, or all of them");
    common::with_puzzle_flags(common::with_arguments::<Solve>(command))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let solve =
        Solve::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let question = match (solve.all, solve.limit, solve.unique) {
        (true, ..) => Question::All { limit: None },
        (_, Some(limit), _) => Question::All { limit: Some(limit) },
        (_, _, true) => Question::All { limit: Some(2) },
        _ => Question::One,
    };
    let start = Instant::now();
    let (puzzle, request) = solve.common.open(question, common::puzzle_flags(matches))?;
    let watch = request.limits.start();
    let mut report = match solve.forced {
        true => solve.find_forced(&*puzzle, &request)?,
        false => solve.find_solutions(&*puzzle, &request)?,
    };
    if let Some(path) = &solve.svg {
        let total = report.answer.count.to_string();
        let picture = picture(&*puzzle, &report.views, &total);
        common::write_file(path, &picture.to_svg())?;
    }
    if solve.common.how.json {
        json::print(&report.object(&*puzzle, start.elapsed().as_secs_f64())?)?;
    } else if !report.text.is_empty() {
        common::print(&report.text)?;
    }
    if let Some(limit) = report
        .answer
        .stopped_by
        .as_ref()
        .filter(|_| !report.answered)
    {
        eprintln!("tantalizer: not answered: {limit}");
    }
    if let Some(path) = &solve.certificate {
        let kept = std::mem::take(&mut report.kept);
        let answer = &report.answer;
        report.answered &= certificate::write(path, &*puzzle, &request, &watch, answer, kept)?;
    }
    match report.answered {
        true => Ok(Outcome::Answered),
        false => Ok(Outcome::Unanswered),
    }
}

/// Everything there is to say.
struct Report {
    answer: Answer,
    answered: bool,
    /// The solutions as a JSON list, if JSON was asked for.
    list: String,
    /// What is printed after the solutions.
    text: String,
    unique: Option<bool>,
    differ: Option<Vec<String>>,
    forced: Option<Map<String, Value>>,
    /// The solutions that a picture shows.
    views: Vec<View>,
    /// The solutions that a certificate lists.
    kept: Vec<Solution>,
}

/// The object of `--json`.
#[derive(Serialize)]
struct Object<'a> {
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

impl Report {
    fn object<'a>(&'a self, puzzle: &'a dyn Puzzle, seconds: f64) -> Result<Object<'a>, Failure> {
        let list = RawValue::from_string(self.list.clone());
        Ok(Object {
            puzzle: puzzle.name(),
            status: self.answer.status.name(),
            complete: self.answer.complete,
            solutions: list.map_err(|error| Failure::print(error.into()))?,
            count: self.answer.count.to_string(),
            unique: self.unique,
            differ: &self.differ,
            forced: &self.forced,
            engine: self.answer.engine,
            statistics: json::statistics(&self.answer.statistics),
            seconds,
        })
    }
}

impl Solve {
    fn find_solutions(&self, puzzle: &dyn Puzzle, request: &Request) -> Result<Report, Failure> {
        let how = &self.common.how;
        let show = match (how.json, self.unique) {
            (true, _) => Show::Json,
            (false, true) => Show::Nothing,
            (false, false) => Show::Text(how.style()),
        };
        let keep = match (&self.certificate, self.unique, &self.svg) {
            (Some(_), ..) => KEPT_FOR_CERTIFICATE,
            (None, true, _) => 2,
            (None, false, Some(_)) => KEPT_FOR_DRAWING,
            (None, false, None) => 0,
        };
        let progress = ProgressLine::new(how.shows_progress());
        let mut shower = Shower::new(puzzle, show, keep, progress);
        let answer = puzzle.answer(request, &mut shower);
        let (list, kept) = shower.finish()?;
        let answer = answer?;

        let found = u64::try_from(&answer.count).unwrap_or(u64::MAX);
        let unique = match (found, answer.complete && request.question != Question::One) {
            (2.., _) => Some(false),
            (_, false) => None,
            (found, true) => Some(found == 1),
        };
        let answered = match request.question {
            Question::All { limit: Some(limit) } => answer.complete || found >= limit,
            _ => answer.complete,
        };
        let mut views: Vec<View> = kept.iter().map(View::solution).collect();
        let mut report = Report {
            text: String::new(),
            unique,
            differ: None,
            forced: None,
            views: Vec::new(),
            kept: Vec::new(),
            list,
            answered,
            answer,
        };
        if self.unique {
            if let [first, second] = &kept[..] {
                report.differ = Some(mark_differences(puzzle, first, second, &mut views)?);
            }
            report.text = self.uniqueness(puzzle, &views, &report);
        } else {
            report.text = self.verdict(&report, request.question);
        }
        report.views = views;
        report.kept = kept;
        Ok(report)
    }

    /// The line after the solutions.
    fn verdict(&self, report: &Report, question: Question) -> String {
        if report.answer.status == Status::Unsatisfiable {
            return "No solution.\n".into();
        }
        let Question::All { .. } = question else {
            return String::new();
        };
        if self.common.how.quiet || report.answer.status == Status::Unknown {
            return String::new();
        }
        let count = &report.answer.count;
        let noun = if report.unique == Some(true) || *count == 1u32.into() {
            "solution"
        } else {
            "solutions"
        };
        match report.answer.complete {
            true => format!("\n{count} {noun}.\n"),
            false => format!("\n{count} {noun}, perhaps more.\n"),
        }
    }

    /// What `--unique` says.
    fn uniqueness(&self, puzzle: &dyn Puzzle, views: &[View], report: &Report) -> String {
        let drawn = |views: &[View]| {
            let drawings = views.iter().map(|view| puzzle.draw(view)).collect();
            Drawing::across(drawings).to_text(self.common.how.style())
        };
        let verdict = match (report.answer.status, report.unique) {
            (Status::Unsatisfiable, _) => return "No solution.\n".into(),
            (_, Some(true)) => "\nThe solution is unique.\n".to_string(),
            (_, Some(false)) => {
                let places = report.differ.iter().flatten();
                let places: Vec<&str> = places.map(String::as_str).collect();
                format!("\nNot unique: these two differ in {}.\n", places.join(", "))
            }
            (_, None) if views.is_empty() => return String::new(),
            (_, None) => "\nNot known whether it is the only one.\n".to_string(),
        };
        match self.common.how.quiet {
            true => drawn(views),
            false => drawn(views) + &verdict,
        }
    }

    fn find_forced(&self, puzzle: &dyn Puzzle, request: &Request) -> Result<Report, Failure> {
        let how = &self.common.how;
        let model = puzzle.model()?;
        let progress = ProgressLine::new(how.shows_progress());
        let forced = tantalizer::ask::forced(&model, &request.options, &request.limits);
        progress.finish();
        let forced = forced.map_err(PuzzleError::from)?;

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
        let mut text = String::new();
        if status == Status::Unsatisfiable {
            text.push_str("No solution.\n");
        } else if status == Status::Satisfiable {
            text = puzzle.draw(&view).to_text(how.style());
            if !how.quiet {
                let (some, all) = (forced.values.len(), model.answer().len());
                text.push_str(&format!(
                    "\n{some} of {all} values are the same in every solution.\n"
                ));
            }
        }
        let list = forced
            .solution
            .iter()
            .map(|solution| puzzle.solution_json(solution))
            .collect::<Value>();
        let whole = forced.stopped_by.is_none();
        let all_forced = forced.values.len() == model.answer().len();
        Ok(Report {
            answer: Answer {
                status,
                complete: whole,
                stopped_by: forced.stopped_by,
                count: u32::from(forced.solution.is_some()).into(),
                ..Answer::unknown(forced.engine, tantalizer::model::Limit::Cancelled)
            },
            answered: whole,
            list: list.to_string(),
            text,
            unique: (whole && status == Status::Satisfiable).then_some(all_forced),
            differ: None,
            forced: (status == Status::Satisfiable).then_some(names),
            views: vec![view],
            kept: Vec::new(),
        })
    }
}

/// Marks in both views where the two solutions differ, and names the places.
fn mark_differences(
    puzzle: &dyn Puzzle,
    first: &Solution,
    second: &Solution,
    views: &mut [View],
) -> Result<Vec<String>, Failure> {
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
