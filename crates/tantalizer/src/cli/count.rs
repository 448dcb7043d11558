//! `tantalizer count`: how many solutions there are, and how many up to the
//! puzzle's symmetries.

use super::certificate;
use super::common::{self, Common};
use super::json;
use super::observer::{Show, Shower};
use super::outcome::{Failure, Outcome};
use super::output;
use super::progress::ProgressLine;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use num_bigint::BigUint;
use serde::Serialize;
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Instant;
use tantalizer::certificates;
use tantalizer::model::{Question, Silent};
use tantalizer::puzzle::report::CountReport;
use tantalizer::puzzle::{Flags, PuzzleError};

/// The arguments of `count`.
#[derive(Args, Debug)]
struct Count {
    #[command(flatten)]
    common: Common,

    /// Count for each value of a parameter of a .mzn model
    #[arg(long, value_name = "NAME=LOW..HIGH", value_parser = over, conflicts_with = "certificate")]
    over: Option<Over>,

    /// Look for symmetries that nobody declared, and count up to them as well
    #[arg(long, conflicts_with_all = ["over", "certificate"])]
    find_symmetries: bool,

    /// Write down the solutions and the proof that there are no others, or (with `--engine diagram`, and for more than
    /// 10,000) a diagram that shows how many there are, for `tantalizer check`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

/// A parameter and the values that it takes.
#[derive(Clone, Debug)]
struct Over {
    name: String,
    values: RangeInclusive<i64>,
}

fn over(text: &str) -> Result<Over, String> {
    let read = || {
        let (name, range) = text.split_once('=')?;
        let (low, high) = range.split_once("..")?;
        let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
        (low <= high && !name.trim().is_empty()).then(|| Over {
            name: name.trim().into(),
            values: low..=high,
        })
    };
    read().ok_or_else(|| "expected NAME=LOW..HIGH, such as n=3..10".into())
}

pub fn command() -> Command {
    let command = Command::new("count")
        .about("How many solutions there are, also up to the puzzle's symmetries");
    common::with_puzzle_flags(common::with_arguments::<Count>(command))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let count =
        Count::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let how = &count.common.how;
    let start = Instant::now();
    let flags = common::puzzle_flags(matches);
    if let Some(over) = &count.over {
        return count_over(&count.common, over, &flags);
    }
    let [certificate] = output::make_sure_of([("--certificate", &count.certificate)])?;
    certificates::make_sure_of_parts(certificate.as_ref())?;
    let mut asked = count.common.open(Question::Count, &flags)?;
    if count.find_symmetries {
        asked.inquiry.find_symmetries(&asked.request.limits);
    }
    let puzzle = &*asked.puzzle;
    let progress = ProgressLine::new(how.shows_progress());
    let mut shower = Shower::new(puzzle, Show::Nothing, 0, progress);
    let report = CountReport::new(puzzle, &mut asked.inquiry, &asked.request, &mut shower);
    shower.finish()?;
    let report = report?;
    let (answer, all_known) = (&report.answer, report.all_known());

    let printed = if how.json {
        json::print(&report.object(puzzle, start.elapsed().as_secs_f64()))
    } else {
        let mut text = String::new();
        let _ = match (answer.complete, answer.count == BigUint::ZERO) {
            (true, _) => writeln!(text, "{}", answer.count),
            (false, true) => writeln!(text, "none found so far"),
            (false, false) => writeln!(text, "at least {}", answer.count),
        };
        let shown = |count: &Option<BigUint>| match count {
            Some(count) => count.to_string(),
            None => "unknown".into(),
        };
        for (name, count) in &report.more {
            let _ = writeln!(text, "{name}: {}", shown(count));
        }
        for (name, count) in &report.orbits {
            let _ = writeln!(text, "modulo {name}: {}", shown(count));
        }
        common::print(&text)
    };
    if let Some(limit) = &answer.stopped_by {
        eprintln!("tantalizer: not answered: {limit}");
    } else if !all_known {
        eprintln!("tantalizer: not answered: the limits were reached before all was counted");
    }
    let mut answered = answer.complete && all_known;
    output::after(printed, || {
        if let Some(certificate) = &certificate {
            answered &= certificate::write(certificate, &mut asked, answer, Vec::new(), false)?;
        }
        Ok(())
    })?;
    if answered {
        Ok(Outcome::Answered)
    } else {
        Ok(Outcome::Unanswered)
    }
}

/// The object of `count --over --json`.
#[derive(Serialize)]
struct OverObject<'a> {
    puzzle: String,
    over: &'a str,
    rows: Vec<OverRow>,
}

#[derive(Serialize)]
struct OverRow {
    value: i64,
    count: String,
    complete: bool,
    seconds: f64,
}

/// A count for each value of a parameter; people look such sequences up. All of them spend from the one clock.
fn count_over(common: &Common, over: &Over, flags: &Flags) -> Result<Outcome, Failure> {
    let mut object = OverObject {
        puzzle: String::new(),
        over: &over.name,
        rows: Vec::new(),
    };
    for value in over.values.clone() {
        let start = Instant::now();
        let assignment = format!("{}={value}", over.name);
        let mut asked = common.open_with(Question::Count, flags, &[assignment])?;
        let answer = asked.inquiry.ask(&asked.request, &mut Silent);
        let answer = answer.map_err(PuzzleError::from)?;
        let row = OverRow {
            value,
            count: answer.count.to_string(),
            complete: answer.complete,
            seconds: start.elapsed().as_secs_f64(),
        };
        if !common.how.json {
            let known = if row.complete { "" } else { "at least " };
            common::print(&format!("{value} {known}{}\n", row.count))?;
        }
        object.puzzle = asked.puzzle.name().to_string();
        let stopped = answer.stopped_by;
        object.rows.push(row);
        if let Some(limit) = stopped {
            if common.how.json {
                json::print(&object)?;
            }
            return Ok(Outcome::unanswered(limit));
        }
    }
    if common.how.json {
        json::print(&object)?;
    }
    Ok(Outcome::Answered)
}
