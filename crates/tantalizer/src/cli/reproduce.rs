//! `tantalizer reproduce`: every published experiment again, published beside measured.

use super::common;
use super::json;
use super::outcome::{Failure, Outcome};
use super::progress::ProgressLine;
use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::PathBuf;
use tantalizer::draw::Drawing;
use tantalizer::model::Progress;
use tantalizer::puzzles::reproduce::{EXPERIMENTS, Experiment, Row, Settings, Verdict};

/// The arguments of `reproduce`.
#[derive(Args, Debug)]
struct Reproduce {
    /// Only the experiments about this kind of puzzle
    #[arg(value_name = "PUZZLE", value_parser = PossibleValuesParser::new(EXPERIMENTS.iter().map(|e| e.puzzle)))]
    puzzle: Option<String>,

    /// Threads to use; 0 for as many as there are cores
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,

    /// Where all randomness comes from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Draw the published plots again, into an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// Neither progress nor closing lines
    #[arg(long)]
    quiet: bool,
}

/// The object of `--json`.
#[derive(Serialize)]
struct Object {
    rows: Vec<Row>,
}

pub fn command() -> Command {
    common::with_arguments::<Reproduce>(
        Command::new("reproduce")
            .about("Every published experiment again, published beside measured"),
    )
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let reproduce =
        Reproduce::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if reproduce.threads == 0 {
        cores()
    } else {
        reproduce.threads
    };
    let (mut rows, mut plots, mut text) = (Vec::new(), Vec::new(), String::new());
    for experiment in EXPERIMENTS {
        if reproduce
            .puzzle
            .as_deref()
            .is_some_and(|wanted| wanted != experiment.puzzle)
        {
            continue;
        }
        let line = ProgressLine::new(!reproduce.quiet && std::io::stderr().is_terminal());
        let progress = |fraction: f64| {
            line.update(&Progress {
                fraction: Some(fraction),
                ..Progress::default()
            });
        };
        let settings = Settings {
            seed: reproduce.seed,
            threads,
            progress: &progress,
        };
        let reproduced = (experiment.run)(&settings);
        line.finish();
        write_table(&mut text, experiment, &reproduced.rows);
        rows.extend(reproduced.rows);
        plots.extend(reproduced.plots);
    }
    if let Some(path) = &reproduce.svg {
        common::write_file(path, &Drawing::down(plots).to_svg())?;
    }
    if reproduce.json {
        json::print(&Object { rows })?;
    } else {
        if !reproduce.quiet {
            let different = rows
                .iter()
                .filter(|row| row.verdict == Verdict::Different)
                .count();
            let _ = writeln!(
                text,
                "{} figures, {different} of them different from the published ones.",
                rows.len()
            );
        }
        common::print(&text)?;
    }
    Ok(Outcome::Answered)
}

/// A table of all rows of one experiment, its columns aligned.
fn write_table(text: &mut String, experiment: &Experiment, rows: &[Row]) {
    let shown = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let heading = [
        "experiment",
        "published",
        "measured",
        "unit",
        "verdict",
        "note",
    ]
    .map(String::from);
    let cells = rows.iter().map(|row| {
        [
            row.experiment.clone(),
            shown(&row.published),
            shown(&row.measured),
            row.unit.to_string(),
            row.verdict.name().to_string(),
            row.note.clone(),
        ]
    });
    let lines: Vec<[String; 6]> = std::iter::once(heading).chain(cells).collect();
    let width = |column: usize| {
        lines
            .iter()
            .map(|line| line[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..6).map(width).collect();
    let _ = writeln!(text, "{}: {}\n", experiment.puzzle, experiment.source);
    for line in &lines {
        let mut shown = String::new();
        for (column, cell) in line.iter().enumerate() {
            // Figures are aligned to the right.
            let width = widths[column];
            let _ = match column {
                1 | 2 => write!(shown, "{cell:>width$}  "),
                _ => write!(shown, "{cell:<width$}  "),
            };
        }
        let _ = writeln!(text, "{}", shown.trim_end());
    }
    text.push('\n');
}
