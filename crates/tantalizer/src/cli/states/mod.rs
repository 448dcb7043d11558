//! `tantalizer states`: how far every state of a puzzle that is played by moves is from solved.

mod spinpossible;

use super::common;
use super::input::{self, Beside};
use super::outcome::{Failure, Outcome};
use super::{clock, json, output};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tantalizer::model::{Limits, Watch};
use tantalizer::puzzle::About;
use tantalizer::puzzle::report::StatesReport;
use tantalizer::states::{BuildError, BuildOptions, DistanceTable, Progress, Source, StoreError};

/// The arguments of `states FILE`.
#[derive(Args, Debug)]
struct OfFile {
    /// A puzzle that is played by moves: a puzzle file, KPuzzle JSON, or a .tws definition
    #[arg(value_name = "FILE", required = true)]
    file: Option<PathBuf>,

    /// Read the table from this file, or build it and store it there
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    /// Also show the first N of the farthest positions
    #[arg(long, value_name = "N")]
    farthest: Option<usize>,

    #[command(flatten)]
    building: Building,
}

/// How a table is built and told of.
#[derive(Args, Debug)]
struct Building {
    /// Threads to use; 0 for as many as there are cores
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,

    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    time_limit: Option<f64>,

    /// Refuse a table that needs more memory
    #[arg(long, value_name = "MB", default_value_t = 2048)]
    memory_limit: u64,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// No progress
    #[arg(long)]
    quiet: bool,
}

pub fn command() -> Command {
    let command = Command::new("states")
        .about("Distance tables of puzzles that are played by moves")
        .arg_required_else_help(true)
        .args_conflicts_with_subcommands(true)
        .subcommand_negates_reqs(true)
        .subcommand(spinpossible::command());
    let command = common::with_arguments::<OfFile>(command);
    common::with_puzzle_flags_if(command, |flag| flag.about == About::Instance)
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    if let Some(("spinpossible", arguments)) = matches.subcommand() {
        return spinpossible::run(arguments);
    }
    let arguments =
        OfFile::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    make_sure_of_table(arguments.table.as_deref())?;
    let start = Instant::now();
    let building = &arguments.building;
    let limits = building.limits()?;
    let flags = common::puzzle_flags(matches);
    let beside = Beside {
        flags: flags.clone(),
        ..Beside::default()
    };
    let file = arguments.file.unwrap_or_default();
    let puzzle = input::open(&file, &beside, &limits)?;
    common::refuse_foreign_flags(puzzle.name(), &flags)?;
    let Some(states) = puzzle.states(&limits)? else {
        let (file, name) = (file.display(), puzzle.name());
        let message = format!("{file}: a puzzle of the kind {name} is not played by moves");
        return Err(Failure::Usage(message));
    };
    let built = building.watched(states.memory(), &limits.start(), |options| {
        let keep = arguments.farthest.map(|count| states.keep_farthest(count));
        let options = BuildOptions { keep, ..*options };
        states.table(arguments.table.as_deref(), &options).map(told)
    });
    let table = match built {
        Ok(table) => table,
        Err(StoreError::Build(BuildError::Cancelled(_))) => return Ok(unfinished()),
        Err(error) => return Err(refused(&error)),
    };
    let seconds = start.elapsed().as_secs_f64();
    let report = StatesReport::new(puzzle.name(), &*states, &table, arguments.farthest, seconds);
    if building.json {
        json::print(&report)?;
    } else {
        common::print(&report.text())?;
    }
    Ok(Outcome::Answered)
}

/// A table that is there is read, and need not be writable; where there is none, one must be able to be.
fn make_sure_of_table(table: Option<&Path>) -> Result<(), Failure> {
    match table.filter(|path| !path.exists()) {
        Some(path) => output::make_sure_of_store(path),
        None => Ok(()),
    }
}

/// The table, once it is told that a stored one was refused.
fn told((table, source): (DistanceTable, Source)) -> DistanceTable {
    if let Source::Rebuilt(refused) = source {
        eprintln!("tantalizer: {refused}: built again");
    }
    table
}

/// Why there is no table, and which flag would change that.
fn refused(error: &StoreError) -> Failure {
    Failure::Usage(match error {
        StoreError::Build(BuildError::TooLarge { .. }) => {
            format!("{error}: --memory-limit MB allows more")
        }
        error => error.to_string(),
    })
}

fn unfinished() -> Outcome {
    eprintln!("tantalizer: not answered: stopped before the table was complete");
    Outcome::Unanswered
}

impl Building {
    fn limits(&self) -> Result<Limits, Failure> {
        let time = self.time_limit.map(Duration::try_from_secs_f64);
        let time = time
            .transpose()
            .map_err(|_| Failure::Usage("--time-limit: expected a number of seconds".into()))?;
        Ok(clock::limits(time, Some(self.memory_limit)))
    }

    /// Searches under the clock, with progress on a terminal.
    fn watched<T>(
        &self,
        memory: u64,
        watch: &Watch,
        search: impl FnOnce(&BuildOptions<'_>) -> T,
    ) -> T {
        let stop = AtomicBool::new(false);
        let bar = self.bar();
        let megabytes = memory >> 20;
        bar.set_message(format!("{megabytes} MB of memory"));
        let watched = |progress: &Progress| {
            if watch.expired().is_some() {
                stop.store(true, Ordering::Relaxed);
            }
            bar.set_position((1000.0 * progress.level_done) as u64);
            let left = progress.remaining.map_or(String::new(), |left| {
                format!(", about {} left", HumanDuration(left))
            });
            let found = 100.0 * progress.found as f64 / progress.states as f64;
            let level = progress.level;
            bar.set_message(format!(
                "distance {level}, {found:.1} % of boards, {megabytes} MB{left}"
            ));
        };
        let done = search(&BuildOptions {
            threads: (self.threads > 0).then_some(self.threads),
            keep: None,
            progress: Some(&watched),
            cancel: Some(&stop),
            memory_limit: Some(self.memory_limit.saturating_mul(1 << 20)),
        });
        bar.finish_and_clear();
        done
    }

    fn bar(&self) -> ProgressBar {
        if self.quiet || !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(1000);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {elapsed} {msg}") {
            bar.set_style(style);
        }
        bar
    }
}
