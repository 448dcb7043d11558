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
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;
use tantalizer::model::Question;
use tantalizer::puzzle::report::CountReport;

/// The arguments of `count`.
#[derive(Args, Debug)]
struct Count {
    #[command(flatten)]
    common: Common,

    /// Write down the solutions and the proof that there are no others, or (with `--engine diagram`, and for more than
    /// 10,000) a diagram that shows how many there are, for `tantalizer check`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
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
    let [certificate] = output::make_sure_of([("--certificate", &count.certificate)])?;
    certificate::make_sure_of_parts(certificate.as_ref())?;
    let flags = common::puzzle_flags(matches);
    let mut asked = count.common.open(Question::Count, &flags)?;
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
            answered &= certificate::write(certificate, &mut asked, answer, Vec::new())?;
        }
        Ok(())
    })?;
    if answered {
        Ok(Outcome::Answered)
    } else {
        Ok(Outcome::Unanswered)
    }
}
