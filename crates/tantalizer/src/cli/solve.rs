//! `tantalizer solve`: one solution, all of them, whether it is the only one,
//! or what holds in every solution.

use super::certificate;
use super::common::{self, Asked, Common, plural};
use super::json;
use super::observer::{KEPT_FOR_DRAWING, Show, Shower, drawn};
use super::outcome::{Failure, Outcome, print_failure};
use super::output;
use super::picture::{self, Pictures};
use super::progress::ProgressLine;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;
use std::time::Instant;
use tantalizer::certificates;
use tantalizer::draw::Drawing;
use tantalizer::model::{Question, Status};
use tantalizer::puzzle::report::SolveReport;
use tantalizer::puzzle::{Puzzle, PuzzleError, View};

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

    /// Which clues can go, one at a time, with one solution left
    #[arg(long, group = "what")]
    redundant: bool,

    /// N solutions, each as likely as any other, and none twice
    #[arg(long, value_name = "N", group = "what", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,

    /// With --unique: look for symmetries that nobody declared as well
    #[arg(long, requires = "unique")]
    find_symmetries: bool,

    #[command(flatten)]
    pictures: picture::Wanted,

    /// Write down the answer with its proof, for `tantalizer check`
    #[arg(long, value_name = "FILE", conflicts_with = "sample")]
    certificate: Option<PathBuf>,
}

pub fn command() -> Command {
    let command = Command::new("solve").about("One solution of a puzzle, or all of them");
    common::with_puzzle_flags(common::with_arguments::<Solve>(command))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let solve =
        Solve::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let start = Instant::now();
    let [svg, png] = solve.pictures.files()?;
    let [svg, png, certificate] =
        output::make_sure_of([svg, png, ("--certificate", &solve.certificate)])?;
    let pictures = Pictures { svg, png };
    certificates::make_sure_of_parts(certificate.as_ref())?;
    let flags = common::puzzle_flags(matches);
    let mut asked = solve.common.open(solve.question(), &flags)?;
    if solve.find_symmetries {
        asked.inquiry.find_symmetries(&asked.request.limits);
    }
    let (mut report, text) = solve.answer(&mut asked)?;
    let puzzle = &*asked.puzzle;
    let printed = if solve.common.how.json {
        let object = report.object(puzzle, start.elapsed().as_secs_f64());
        json::print(&object.map_err(|error| print_failure(error.into()))?)
    } else {
        common::print(&text)
    };
    if !report.answered {
        let answer = &report.answer;
        let limit = answer.stopped_by.as_ref().map(ToString::to_string);
        let reason = limit.unwrap_or_else(|| "the work ended early".into());
        eprintln!("tantalizer: not answered: {reason}");
    }
    output::after(printed, || {
        if pictures.any() {
            pictures.draw(&drawn(&*asked.puzzle, &report.views, &report.answer))?;
        }
        if let Some(certificate) = &certificate {
            let kept = std::mem::take(&mut report.kept);
            report.answered &= certificate::write(
                certificate,
                &mut asked,
                &report.answer,
                kept,
                solve.redundant,
            )?;
        }
        Ok(())
    })?;
    if report.answered {
        Ok(Outcome::Answered)
    } else {
        Ok(Outcome::Unanswered)
    }
}

/// What the elements of a group do.
fn up_to(group: &str) -> &str {
    match group {
        "rotation" => "turns",
        "board" => "turns and mirrors",
        "axis" => "turns about the axis",
        "tower" => "turns of the tower",
        "found" => "a symmetry",
        other => other,
    }
}

impl Solve {
    fn question(&self) -> Question {
        match (self.limit, self.sample) {
            (Some(limit), _) => Question::All { limit: Some(limit) },
            (_, Some(wanted)) => Question::Sample { wanted },
            _ if self.all => Question::All { limit: None },
            _ if self.unique || self.redundant => Question::Unique,
            _ if self.forced => Question::Forced,
            _ => Question::One,
        }
    }

    /// Asks, showing solutions as they are found; gives the report and what is to be said at the end.
    fn answer(&self, asked: &mut Asked) -> Result<(SolveReport, String), Failure> {
        let how = &self.common.how;
        let Asked {
            puzzle,
            inquiry,
            request,
        } = asked;
        let show = match (how.json, request.question) {
            (true, _) => Show::Json,
            (false, Question::Unique | Question::Forced) => Show::Nothing,
            (false, _) => Show::Text(how.style()),
        };
        let keep = match (&self.certificate, request.question) {
            (Some(_), _) => certificates::KEPT,
            (None, Question::Unique) => 2,
            (None, _) if self.pictures.any() => KEPT_FOR_DRAWING,
            (None, _) => 0,
        };
        let progress = ProgressLine::new(how.shows_progress());
        let mut shower = Shower::new(&**puzzle, show, keep, progress);
        let answer = inquiry.ask(request, &mut shower);
        let (list, kept) = shower.finish()?;
        let answer = answer.map_err(PuzzleError::from)?;
        let mut report = SolveReport::new(&**puzzle, inquiry, request, answer, list, kept)?;
        if self.redundant {
            report.tell_redundant(&**puzzle, inquiry, request)?;
        }
        let text = match request.question {
            Question::Unique => self.uniqueness(&**puzzle, &report) + &self.redundancy(&report),
            Question::Forced => self.forced(&**puzzle, &report),
            question => self.verdict(&report, question),
        };
        Ok((report, text))
    }

    /// The line after the solutions.
    fn verdict(&self, report: &SolveReport, question: Question) -> String {
        if report.answer.status == Status::Unsatisfiable {
            return "No solution.\n".into();
        }
        if self.common.how.quiet || report.answer.status == Status::Unknown {
            return String::new();
        }
        if let (Question::One, Some(objective)) = (question, report.objective) {
            let best = objective.value;
            return match objective.bound {
                _ if report.answered => format!("\nThe best value: {best}.\n"),
                Some(bound) if bound != best => {
                    format!(
                        "\nThe best so far: {best}; there may be a better one, up to {bound}.\n"
                    )
                }
                _ => format!("\nThe best so far: {best}; there may be a better one.\n"),
            };
        }
        if question == Question::One && !report.answered {
            return "\nThe best so far: there may be a better one.\n".into();
        }
        let Question::All { .. } = question else {
            return String::new();
        };
        let count = &report.answer.count;
        let noun = if report.unique == Some(true) || *count == 1u32.into() {
            "solution"
        } else {
            "solutions"
        };
        let more = if report.answer.complete {
            ""
        } else {
            ", perhaps more"
        };
        format!("\n{count} {noun}{more}.\n")
    }

    /// What `--unique` says.
    fn uniqueness(&self, puzzle: &dyn Puzzle, report: &SolveReport) -> String {
        let views = &report.views[..];
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
                let places = places.join(", ");
                match &report.unique_up_to {
                    Some(name) => {
                        let name = up_to(name);
                        format!("\nUnique up to {name}: these two differ in {places}.\n")
                    }
                    None => format!("\nNot unique: these two differ in {places}.\n"),
                }
            }
            (_, None) if views.is_empty() => return String::new(),
            (_, None) => "\nNot known whether it is the only one.\n".to_string(),
        };
        if self.common.how.quiet {
            drawn(views)
        } else {
            drawn(views) + &verdict
        }
    }

    /// What `--redundant` says of the clues.
    fn redundancy(&self, report: &SolveReport) -> String {
        let clues = plural(report.clues, "clue");
        match report.redundant.as_deref() {
            None => String::new(),
            Some([]) if report.clues == 0 => "There are no clues.\n".into(),
            Some([]) => format!("None of {clues} can go.\n"),
            Some([one]) => format!("One of {clues} can go: {one}.\n"),
            Some(places) => {
                let (some, places) = (places.len(), places.join(", "));
                format!(
                    "Each of these {some} of {clues} can go, as long as the others stay: {places}.\n"
                )
            }
        }
    }

    /// What `--forced` says.
    fn forced(&self, puzzle: &dyn Puzzle, report: &SolveReport) -> String {
        match report.answer.status {
            Status::Unsatisfiable => return "No solution.\n".into(),
            Status::Unknown => return String::new(),
            Status::Satisfiable | Status::Optimal => {}
        }
        let how = &self.common.how;
        let views = report.views.iter();
        let mut text: String = views
            .map(|view| puzzle.draw(view).to_text(how.style()))
            .collect();
        if !how.quiet {
            let (some, all) = (report.forced_values, report.values);
            let (are, values) = (if some == 1 { "is" } else { "are" }, plural(all, "value"));
            let told = format!("{some} of {values} {are} the same in every solution");
            let line = match (report.answered, some) {
                (true, _) => format!("{told}."),
                (false, 0) => format!(
                    "None of {values} is known yet to be the same in every solution; not all were looked at."
                ),
                (false, _) => format!("At least {told}; the others were not all looked at."),
            };
            text.push_str(&format!("\n{line}\n"));
        }
        text
    }
}
