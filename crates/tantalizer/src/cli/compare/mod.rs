//! `tantalizer compare`: engines, strategies and encodings side by side.
//!
//! Every file is asked the same question in every way that the lists allow
//! (`ways`), each way as often as `--repeat` says; what is shown of several
//! runs is the median and the spread. Two ways that finish and disagree are an
//! error of ours, and told as one.

mod plot;
mod ways;

use super::common;
use super::input::Beside;
use super::outcome::{Failure, Outcome};
use super::output::{self, Output};
use super::progress::ProgressLine;
use super::table::Table;
use super::{clock, input, json};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tantalizer::model::{Answer, Cancel, Progress, Question, Request, Silent, Status};
use tantalizer::puzzle::{About, Puzzle};
use ways::{Lists, Way};

/// The arguments of `compare`.
#[derive(Args, Debug)]
struct Compare {
    /// Puzzle files and models; a data file (.dzn) belongs to the model before it
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    beside: Beside,

    #[command(flatten)]
    lists: Lists,

    /// All solutions instead of the first
    #[arg(long, group = "what")]
    all: bool,

    /// How many solutions there are
    #[arg(long, group = "what")]
    count: bool,

    /// Run each way so many times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,

    /// Stop a run after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = common::seconds)]
    time_limit: Duration,

    /// Threads that one run may use
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    threads: u32,

    /// Where all randomness comes from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Write the table as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Draw the times: bars for one file, how many files each way answered within a time for several
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// Neither progress nor closing lines
    #[arg(long)]
    quiet: bool,
}

/// What one way made of one file.
#[derive(Clone, Debug, Serialize)]
struct Row {
    file: String,
    engine: String,
    strategy: Option<String>,
    encoding: Option<String>,
    status: &'static str,
    complete: bool,
    count: String,
    /// The median of the runs.
    seconds: f64,
    fastest: f64,
    slowest: f64,
    nodes: Option<u64>,
    failures: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// The object of `--json`.
#[derive(Serialize)]
struct Object<'a> {
    rows: &'a [Row],
}

pub fn command() -> Command {
    let command = common::with_arguments::<Compare>(
        Command::new("compare").about("Engines, strategies and encodings side by side"),
    );
    common::with_puzzle_flags_if(command, |flag| flag.about == About::Instance)
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let compare =
        Compare::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let outputs = output::make_sure_of([("--csv", &compare.csv), ("--plot", &compare.plot)])?;
    let flags = common::puzzle_flags(matches);
    let mut puzzles = Vec::new();
    for (file, data) in with_data(&compare.files)? {
        let names = [file].into_iter().chain(data);
        let names: Vec<String> = names.map(|name| name.display().to_string()).collect();
        let limits = clock::limits(None, None).within(Some(compare.time_limit));
        let beside = Beside {
            data: data.to_vec(),
            flags: flags.clone(),
            ..compare.beside.clone()
        };
        let puzzle = input::open(file, &beside, &limits)?;
        common::refuse_foreign_flags(puzzle.name(), &flags)?;
        puzzles.push((names.join(" "), puzzle));
    }
    let mut jobs = Vec::new();
    for (file, puzzle) in &puzzles {
        let ways = compare.lists.ways(&**puzzle);
        jobs.extend(ways.into_iter().map(|way| (file, &**puzzle, way)));
    }
    let ways: Vec<&Way> = jobs.iter().map(|(.., way)| way).collect();
    compare
        .lists
        .refuse_unused(&ways, puzzles.iter().map(|(_, puzzle)| &**puzzle))?;

    let cancel = clock::cancel();
    let line = ProgressLine::new(!compare.quiet && std::io::stderr().is_terminal());
    let mut rows: Vec<Row> = Vec::new();
    for (number, (file, puzzle, way)) in jobs.iter().enumerate() {
        line.update(&Progress {
            fraction: Some(number as f64 / jobs.len() as f64),
            ..Progress::default()
        });
        match compare.measure(file, *puzzle, way, &cancel) {
            Some(row) => rows.push(row),
            None => break,
        }
    }
    line.finish();
    let notes: BTreeSet<&str> = jobs.iter().filter_map(|(.., way)| way.note).collect();
    compare.show(&rows, &notes, &outputs)?;

    if let Some(clash) = disagreement(&rows, compare.question() != Question::One) {
        return Err(Failure::Disagree(clash));
    }
    if rows.len() == jobs.len() {
        Ok(Outcome::Answered)
    } else {
        eprintln!(
            "tantalizer: interrupted after {} of {} ways",
            rows.len(),
            jobs.len()
        );
        Ok(Outcome::Unanswered)
    }
}

/// Each file with the data files that follow it.
fn with_data(files: &[PathBuf]) -> Result<Vec<(&PathBuf, &[PathBuf])>, Failure> {
    let is_data = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "dzn");
    let mut grouped = Vec::new();
    let mut left = files;
    while let [file, rest @ ..] = left {
        if is_data(file) {
            let name = file.display();
            return Err(Failure::Usage(format!(
                "{name}: data without a model before it"
            )));
        }
        let data = rest.iter().take_while(|file| is_data(file)).count();
        grouped.push((file, &rest[..data]));
        left = &rest[data..];
    }
    Ok(grouped)
}

impl Compare {
    fn question(&self) -> Question {
        match (self.all, self.count) {
            (true, _) => Question::All { limit: None },
            (_, true) => Question::Count,
            _ => Question::One,
        }
    }

    /// Asks a puzzle in one way, as often as wished; nothing if the user interrupts.
    fn measure(&self, file: &str, puzzle: &dyn Puzzle, way: &Way, cancel: &Cancel) -> Option<Row> {
        let mut seconds = Vec::new();
        let mut row = Row::new(file, way);
        for _ in 0..self.repeat {
            let request = Request {
                threads: self.threads as usize,
                seed: self.seed,
                limits: clock::limits(None, None).within(Some(self.time_limit)),
                ..Request::new(self.question())
            };
            let start = Instant::now();
            let answer = way.ask(puzzle, &request, &mut Silent);
            seconds.push(start.elapsed().as_secs_f64());
            if cancel.is_cancelled() {
                return None;
            }
            match answer {
                Ok(answer) => row.take(&answer),
                Err(error) => {
                    row.note = Some(error.to_string());
                    break;
                }
            }
        }
        seconds.sort_by(f64::total_cmp);
        row.seconds = seconds[seconds.len() / 2];
        row.fastest = seconds[0];
        row.slowest = seconds[seconds.len() - 1];
        Some(row)
    }

    fn show(
        &self,
        rows: &[Row],
        notes: &BTreeSet<&str>,
        [csv, plot]: &[Option<Output>; 2],
    ) -> Result<(), Failure> {
        let printed = if self.json {
            json::print(&Object { rows })
        } else {
            let mut text = table(rows, self.repeat > 1).to_text();
            if !self.quiet {
                for note in notes {
                    let _ = writeln!(text, "\n{note}");
                }
            }
            common::print(&text)
        };
        output::after(printed, || {
            if let Some(csv) = csv {
                csv.write(&whole_table(rows).to_csv())?;
            }
            match plot {
                Some(plot) => plot.write(&plot::draw(rows).to_svg()),
                None => Ok(()),
            }
        })
    }
}

impl Row {
    fn new(file: &str, way: &Way) -> Row {
        Row {
            file: file.to_string(),
            engine: way.engine_name().to_string(),
            strategy: way.strategy.map(|strategy| strategy.to_string()),
            encoding: way.encoding.clone(),
            status: "unknown",
            complete: false,
            count: "0".into(),
            seconds: 0.0,
            fastest: 0.0,
            slowest: 0.0,
            nodes: None,
            failures: None,
            note: None,
        }
    }

    fn take(&mut self, answer: &Answer) {
        self.status = answer.status.name();
        self.complete = answer.complete;
        self.count = answer.count.to_string();
        self.nodes = answer.statistics.nodes;
        self.failures = answer.statistics.failures;
        self.note = if answer.complete {
            None
        } else {
            answer.stopped_by.as_ref().map(ToString::to_string)
        };
    }

    /// Who was asked what, and what became of it.
    fn first_cells(&self) -> [String; 5] {
        [
            self.file.clone(),
            self.engine.clone(),
            self.strategy.clone().unwrap_or_default(),
            self.encoding.clone().unwrap_or_default(),
            self.status.to_string(),
        ]
    }

    /// The count, said to be unfinished if it is.
    fn shown_count(&self) -> String {
        match (self.complete, self.count.as_str()) {
            (true, count) => count.to_string(),
            (false, "0") => "none so far".to_string(),
            (false, count) => format!("at least {count}"),
        }
    }

    fn last_cells(&self) -> [String; 3] {
        let figure = |value: Option<u64>| value.map_or(String::new(), |value| value.to_string());
        let note = self.note.clone().unwrap_or_default();
        [figure(self.nodes), figure(self.failures), note]
    }

    /// What a way is called in a plot.
    fn way(&self) -> String {
        let parts = [
            Some(&self.engine),
            self.strategy.as_ref(),
            self.encoding.as_ref(),
        ];
        let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        parts.join(" ")
    }
}

/// For reading: what matters, with the spread only if there is one.
fn table(rows: &[Row], spread: bool) -> Table {
    let mut headings = vec!["file", "engine", "strategy", "encoding", "status", "count>"];
    headings.push("seconds>");
    if spread {
        headings.extend(["fastest>", "slowest>"]);
    }
    headings.extend(["nodes>", "failures>", "note"]);
    let mut table = Table::new(&headings);
    let seconds = |seconds: f64| format!("{seconds:.4}");
    for row in rows {
        let mut cells = row.first_cells().to_vec();
        cells.extend([row.shown_count(), seconds(row.seconds)]);
        if spread {
            cells.extend([row.fastest, row.slowest].map(seconds));
        }
        cells.extend(row.last_cells());
        table.push(cells);
    }
    table
}

/// For other programs: everything.
fn whole_table(rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        "file", "engine", "strategy", "encoding", "status", "complete", "count", "seconds",
        "fastest", "slowest", "nodes", "failures", "note",
    ]);
    for row in rows {
        let mut cells = row.first_cells().to_vec();
        cells.extend([row.complete.to_string(), row.count.clone()]);
        cells.extend([row.seconds, row.fastest, row.slowest].map(|s| format!("{s:.7}")));
        cells.extend(row.last_cells());
        table.push(cells);
    }
    table
}

/// Two ways that finished and do not agree on the answer.
fn disagreement(rows: &[Row], counted: bool) -> Option<String> {
    let clash = |a: &Row, b: &Row| {
        let none = |row: &Row| row.status == Status::Unsatisfiable.name();
        a.file == b.file && (none(a) != none(b) || counted && a.count != b.count)
    };
    let finished = || rows.iter().filter(|row| row.complete);
    let (a, b) = finished()
        .flat_map(|a| finished().map(move |b| (a, b)))
        .find(|(a, b)| clash(a, b))?;
    let says = |row: &Row| format!("{} says {} ({})", row.way(), row.status, row.count);
    Some(format!("{}: {}, {}", a.file, says(a), says(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(file: &str, status: &'static str, count: &str, complete: bool) -> Row {
        Row {
            status,
            complete,
            count: count.into(),
            ..Row::new(file, &Way::default())
        }
    }

    #[test]
    fn ways_that_finish_must_agree() {
        let rows = |last: Row| vec![row("a", "satisfiable", "2", true), last];
        let clash = |last: Row, counted| disagreement(&rows(last), counted).is_some();
        assert!(clash(row("a", "satisfiable", "3", true), true));
        assert!(!clash(row("a", "satisfiable", "3", true), false));
        assert!(!clash(row("a", "satisfiable", "1", false), true));
        assert!(!clash(row("b", "unsatisfiable", "0", true), true));
        assert!(clash(row("a", "unsatisfiable", "0", true), false));
        assert!(!clash(row("a", "optimal", "2", true), true));
    }
}
