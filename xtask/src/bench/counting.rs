//! The part of `cargo xtask bench` about counting: our counts beside those of an exact model counter of the SAT world.

use super::ours::binary;
use super::peers::python;
use super::process::{output_of, output_within_processor_time, seconds};
use crate::run::{root, timed};
use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

/// A question, the model and its parameters, or a puzzle file.
const QUESTIONS: [(&str, &[&str]); 16] = [
    (
        "independent sets of 8x8",
        &["examples/independent_sets.mzn", "-D", "n=8"],
    ),
    (
        "independent sets of 16x16",
        &["examples/independent_sets.mzn", "-D", "n=16"],
    ),
    (
        "domino tilings of 8x8",
        &["examples/dominoes.mzn", "-D", "n=8"],
    ),
    (
        "domino tilings of 12x12",
        &["examples/dominoes.mzn", "-D", "n=12"],
    ),
    (
        "latin squares of order 5",
        &["kinds/latin-square.mzn", "-D", "n=5"],
    ),
    (
        "latin squares of order 6",
        &["kinds/latin-square.mzn", "-D", "n=6"],
    ),
    ("8 queens", &["kinds/n-queens.mzn", "-D", "n=8"]),
    ("10 queens", &["kinds/n-queens.mzn", "-D", "n=10"]),
    ("12 queens", &["kinds/n-queens.mzn", "-D", "n=12"]),
    (
        "3 colours on 6x6",
        &[
            "bench/counting/colourings.mzn",
            "-D",
            "n=6",
            "-D",
            "colours=3",
        ],
    ),
    (
        "3 colours on 10x10",
        &[
            "bench/counting/colourings.mzn",
            "-D",
            "n=10",
            "-D",
            "colours=3",
        ],
    ),
    (
        "4 colours on 8x8",
        &[
            "bench/counting/colourings.mzn",
            "-D",
            "n=8",
            "-D",
            "colours=4",
        ],
    ),
    (
        "nonograms, two single cells a line, 6x6",
        &["bench/counting/nonogram-6.toml"],
    ),
    (
        "nonograms, two single cells a line, 8x8",
        &["bench/counting/nonogram-8.toml"],
    ),
    (
        "sudokus of 2x3 boxes",
        &["kinds/sudoku.mzn", "-D", "box_rows=2", "-D", "box_cols=3"],
    ),
    (
        "Tricky Triple 7x7, empty",
        &["examples/tricky-triple-7x7-empty.toml"],
    ),
];

/// So much processor time may a count take.
const LIMIT: Duration = Duration::from_secs(60);

/// The table, as Markdown; an error if anybody counts differently.
pub fn table() -> Result<String, String> {
    let mut text = format!(
        "\n## Counting\n\nProcessor time of an exact count, on one thread; `>`: more than {} s. Ours is the whole process of `count` with FlatZinc or the puzzle file, with `auto`; \
         Ganak (`pyganak` from PyPI, with its preprocessing) gets the formula of `encode --to dimacs`, and counts projected on the variables that stand for the answer; \
         the start of Python is not counted. Both must agree.\n\n\
         | question | solutions | ours | Ganak | Ganak / ours |\n|---|---:|---:|---:|---:|\n",
        LIMIT.as_secs()
    );
    for (name, words) in QUESTIONS {
        let _ = writeln!(text, "{}", timed(name, || row(name, words))?);
    }
    Ok(text)
}

fn row(name: &str, words: &[&str]) -> Result<String, String> {
    let binary = binary();
    let encoded = |form: &str, file: &str| {
        let text = output_of(&[&[&binary, "encode"], words, &["--to", form]].concat())?;
        let path = root().join("bench/results").join(file);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok::<String, String>(path.display().to_string())
    };
    let formula = encoded("dimacs", "count.cnf")?;
    let puzzle = match words {
        [file] => file.to_string(),
        _ => encoded("flatzinc", "count.fzn")?,
    };
    let ours = output_within_processor_time(&[&binary, "count", &puzzle], LIMIT)?;
    let ours = ours.and_then(|(text, time)| Some((text.lines().next()?.to_string(), time)));
    let python = python().display().to_string();
    let call = [&python, "bench/translate/ganak.py", &formula];
    let theirs = output_within_processor_time(&call, LIMIT)?;
    let theirs = theirs.and_then(|(text, _)| {
        let (count, time) = text.trim().split_once(' ')?;
        Some((count.to_string(), time.parse::<f64>().ok()?))
    });
    if let (Some((ours, _)), Some((theirs, _))) = (&ours, &theirs)
        && ours != theirs
    {
        return Err(format!("{name}: Ganak counts {theirs}, we count {ours}"));
    }
    let time = |answer: &Option<(String, f64)>| answer.as_ref().map(|(_, time)| *time);
    let cell = |answer| time(answer).map_or(">".into(), seconds);
    let ratio = time(&theirs).zip(time(&ours));
    Ok(format!(
        "| {name} | {} | {} | {} | {} |",
        ours.as_ref()
            .or(theirs.as_ref())
            .map_or("", |(count, _)| count),
        cell(&ours),
        cell(&theirs),
        ratio.map_or("-".into(), |(theirs, ours)| format!(
            "{:.1}",
            theirs / ours.max(0.001)
        ))
    ))
}
