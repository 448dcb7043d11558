//! `cargo xtask bench --before PROGRAM`: the program as it is beside one that was built before, row by row.
//!
//! Whole processes, one after the other in turns, the faster of the runs of each. What takes less than twenty milliseconds is told by instructions
//! (valgrind), since clocks say little there; so is what seems much slower and does not take long.

use super::Settings;
use super::ours::{self, binary};
use super::question::short;
use super::side_by_side::puzzle_files;
use crate::packages::{self, Tool};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// What is asked of every file.
const QUESTIONS: [&[&str]; 9] = [
    &["solve"],
    &["solve", "--all"],
    &["solve", "--unique"],
    &["count"],
    &["solve", "--engine", "search"],
    &["count", "--engine", "search"],
    &["solve", "--engine", "sat"],
    &["solve", "--engine", "learn"],
    &["count", "--engine", "diagram"],
];

const VALGRIND: Tool = Tool::new("valgrind", "valgrind");

/// What takes less time is told by instructions.
const SHORT: f64 = 0.020;

/// What takes less time is told so too, if it seems much slower: counting takes some fifty times as long.
const COUNTED: f64 = 0.5;

/// Rows that are slower by more than this are named at the end.
const MUCH: f64 = 1.1;

/// Prints the ratio of every row that both programs finish, and those that are slower.
pub fn compare(before: &Path, settings: Settings) -> Result<(), String> {
    packages::install(&[VALGRIND])?;
    ours::build()?;
    let (before, now) = (before.display().to_string(), binary());
    let mut slower = Vec::new();
    for folder in ["examples", "bench"] {
        for file in puzzle_files(folder)? {
            for question in QUESTIONS {
                let Some(row) = row(&before, &now, question, &file, settings)? else {
                    continue;
                };
                println!("{row}");
                if row.ratio > MUCH {
                    slower.push(row.to_string());
                }
            }
        }
    }
    println!("\n{} rows slower by more than {MUCH}:", slower.len());
    slower.iter().for_each(|row| println!("{row}"));
    Ok(())
}

struct Row {
    name: String,
    /// What it took before, and what it takes now, in this unit.
    took: (f64, f64),
    unit: &'static str,
    ratio: f64,
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Row {
            name,
            took: (before, now),
            unit,
            ratio,
        } = self;
        write!(f, "{ratio:5.2}  {before:12.3} {now:12.3} {unit}  {name}")
    }
}

fn row(
    before: &str,
    now: &str,
    question: &[&str],
    file: &Path,
    settings: Settings,
) -> Result<Option<Row>, String> {
    let name = format!("{} {}", short(file), question.join(" "));
    let mut best = [f64::INFINITY; 2];
    for _ in 0..settings.repeat {
        for (program, best) in [before, now].into_iter().zip(&mut best) {
            match seconds(program, question, file, settings)? {
                Some(seconds) => *best = best.min(seconds),
                None => return Ok(None),
            }
        }
    }
    let seems_slower = best[1] > MUCH * best[0] && best[0] < COUNTED;
    let (took, unit) = if best[0] < SHORT || seems_slower {
        let counted = |program| instructions(program, question, file);
        (
            (counted(before)? / 1e6, counted(now)? / 1e6),
            "million instructions",
        )
    } else {
        ((best[0], best[1]), "s")
    };
    Ok(Some(Row {
        name,
        took,
        unit,
        ratio: took.1 / took.0,
    }))
}

/// How long the program takes, if it answers in time.
fn seconds(
    program: &str,
    question: &[&str],
    file: &Path,
    settings: Settings,
) -> Result<Option<f64>, String> {
    let limit = settings.limit.as_secs_f64().to_string();
    let mut command = Command::new(program);
    command.args(question).arg(file);
    command.args(["--json", "--time-limit", &limit]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let status = command
        .status()
        .map_err(|error| format!("{program}: {error}"))?;
    Ok(status.success().then(|| start.elapsed().as_secs_f64()))
}

fn instructions(program: &str, question: &[&str], file: &Path) -> Result<f64, String> {
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            program,
        ])
        .args(question)
        .arg(file)
        .arg("--json")
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let counted = text
        .lines()
        .find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    counted.ok_or_else(|| format!("valgrind counts nothing in {program}: {text}"))
}
