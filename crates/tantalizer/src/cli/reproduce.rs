//! `tantalizer reproduce`: every published experiment again, published beside measured.

use super::clock;
use super::common;
use super::json;
use super::outcome::{Failure, Outcome};
use super::output::{self, Output};
use super::progress::ProgressLine;
use super::table::Table;
use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tantalizer::draw::Drawing;
use tantalizer::model::{Limits, Progress};
use tantalizer::papers::{EXPERIMENTS, Experiment, Reproduced, Row, Settings, Verdict};

/// The arguments of `reproduce`.
#[derive(Args, Debug)]
struct Reproduce {
    /// Only the experiments about this kind of puzzle
    #[arg(value_name = "PUZZLE", value_parser = PossibleValuesParser::new(EXPERIMENTS.iter().map(|e| e.puzzle)))]
    puzzle: Option<String>,

    /// Everything, also what takes long
    #[arg(long)]
    full: bool,

    /// Threads to use; 0 for as many as there are cores
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,

    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = common::seconds)]
    time_limit: Option<Duration>,

    /// Where all randomness comes from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Draw the published plots again, into an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write a report into this folder: report.md and the plots
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,

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
    let [svg] = output::make_sure_of([("--svg", &reproduce.svg)])?;
    let report = match &reproduce.report {
        Some(folder) => {
            std::fs::create_dir_all(folder)
                .map_err(|error| Failure::Write(folder.display().to_string(), error))?;
            Some((folder, Output::at(&folder.join("report.md"))?))
        }
        None => None,
    };
    let limits = clock::limits(reproduce.time_limit, None);
    let watch = limits.start();

    let mut done: Vec<(&Experiment, Reproduced)> = Vec::new();
    for experiment in reproduce.wanted() {
        // What the experiments ask for along the way does not always look at the clock.
        match reproduce.run(experiment, &limits) {
            Some(reproduced) => done.push((experiment, reproduced)),
            None => break,
        }
        if watch.expired().is_some() {
            break;
        }
    }
    // Asked here: what is printed and written afterwards takes no experiment away.
    let stopped = watch.expired();

    let printed = if reproduce.json {
        let rows = done.iter().flat_map(|(_, got)| got.rows.clone()).collect();
        json::print(&Object { rows })
    } else {
        let mut text = String::new();
        for (experiment, got) in &done {
            let _ = writeln!(text, "{}: {}\n", experiment.puzzle, experiment.source);
            text.push_str(&table(&got.rows).to_text());
            text.push('\n');
        }
        if !reproduce.quiet {
            let _ = writeln!(text, "{}", summary(&done));
        }
        common::print(&text)
    };
    output::after(printed, || {
        if let Some(svg) = &svg {
            let plots = done.iter().flat_map(|(_, got)| got.plots.clone());
            svg.write(&Drawing::down(plots.collect()).to_svg())?;
        }
        match &report {
            Some((folder, report)) => write_report(folder, report, &done),
            None => Ok(()),
        }
    })?;
    Ok(match stopped {
        Some(limit) => Outcome::unanswered(format_args!("not all of it: {limit}")),
        None => Outcome::Answered,
    })
}

impl Reproduce {
    fn wanted(&self) -> impl Iterator<Item = &'static Experiment> {
        let wanted = |name: &str| self.puzzle.as_deref().is_none_or(|puzzle| puzzle == name);
        EXPERIMENTS
            .iter()
            .copied()
            .filter(move |experiment| wanted(experiment.puzzle))
    }

    /// What came of an experiment; nothing if it was left behind when the time was over.
    fn run(&self, experiment: &'static Experiment, limits: &Limits) -> Option<Reproduced> {
        let line = ProgressLine::new(!self.quiet && std::io::stderr().is_terminal());
        let (seed, full, threads) = (self.seed, self.full, common::threads(self.threads));
        let within = limits.clone();
        let reproduced = clock::or_left_behind(limits, move || {
            let progress = |fraction: f64| {
                line.update(&Progress {
                    fraction: Some(fraction),
                    ..Progress::default()
                });
            };
            let settings = Settings {
                seed,
                threads,
                full,
                limits: &within,
                progress: &progress,
            };
            let reproduced = (experiment.run)(&settings);
            line.finish();
            reproduced
        });
        reproduced.ok()
    }
}

/// One row a figure.
fn table(rows: &[Row]) -> Table {
    let shown = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => "-".to_string(),
        other => other.to_string(),
    };
    let mut table = Table::new(&[
        "experiment",
        "published>",
        "measured>",
        "unit",
        "verdict",
        "note",
    ]);
    for row in rows {
        table.push([
            row.experiment.clone(),
            shown(&row.published),
            shown(&row.measured),
            row.unit.to_string(),
            row.verdict.name().to_string(),
            row.note.clone(),
        ]);
    }
    table
}

/// How many figures got which verdict.
fn summary(done: &[(&Experiment, Reproduced)]) -> String {
    let rows = || done.iter().flat_map(|(_, got)| &got.rows);
    let counts: Vec<String> = Verdict::ALL
        .iter()
        .map(|&verdict| (verdict, rows().filter(|row| row.verdict == verdict).count()))
        .filter(|&(_, count)| count > 0)
        .map(|(verdict, count)| format!("{count} {}", verdict.name()))
        .collect();
    let figures = common::plural(rows().count(), "figure");
    if counts.is_empty() {
        return "No figure was measured.".to_string();
    }
    format!("{figures}: {}.", counts.join(", "))
}

/// A report for reading: a table a puzzle, followed by its plots.
fn write_report(
    folder: &Path,
    report: &Output,
    done: &[(&Experiment, Reproduced)],
) -> Result<(), Failure> {
    let mut text = String::from("# Published beside measured\n\n");
    let _ = writeln!(
        text,
        "Made by `tantalizer reproduce --report DIR`, version {}. {}\n",
        env!("CARGO_PKG_VERSION"),
        summary(done)
    );
    for (experiment, got) in done {
        let _ = writeln!(text, "## {}\n\n{}.\n", experiment.puzzle, experiment.source);
        text.push_str(&table(&got.rows).to_markdown());
        text.push('\n');
        for (number, plot) in (1..).zip(&got.plots) {
            let name = format!("{}-{number}.svg", experiment.puzzle);
            Output::at(&folder.join(&name))?.write(&plot.to_svg())?;
            let _ = writeln!(text, "![{} {number}]({name})\n", experiment.puzzle);
        }
    }
    report.write(&text)
}
