//! Our own side of a comparison.

use super::process::{output_of, output_within};
use super::question::{Answer, Ask};
use crate::run::{cargo, must, root, target_folder, timed};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// All engines, `auto` first.
pub const ENGINES: [&str; 5] = ["auto", "search", "learn", "sat", "diagram"];

/// Builds the program as users have it.
pub fn build() -> Result<(), String> {
    let program = ["build", "--release", "--package", "tantalizer"];
    timed("build", || must(&mut cargo(&program)))
}

/// The program.
pub fn binary() -> String {
    target_folder()
        .join("release/tantalizer")
        .display()
        .to_string()
}

/// What each engine answers, from the puzzle in memory to the last solution; those that did not finish are left out.
pub fn engines(
    file: &Path,
    ask: Ask,
    engines: &[&str],
    repeat: usize,
    limit: Duration,
) -> Result<BTreeMap<String, Answer>, String> {
    let (binary, file) = (binary(), file.display().to_string());
    let written = root()
        .join("bench/results/compare.csv")
        .display()
        .to_string();
    let (list, limit) = (engines.join(","), limit.as_secs_f64().to_string());
    let repeat = repeat.to_string();
    let mut call = vec![binary.as_str(), "compare", &file, "--engines", &list];
    call.extend([
        "--time-limit",
        &limit,
        "--repeat",
        &repeat,
        "--csv",
        &written,
    ]);
    match ask {
        Ask::One => {}
        Ask::All => call.push("--all"),
        Ask::Count => call.push("--count"),
    }
    output_of(&call)?;
    let trouble = |error: csv::Error| format!("{written}: {error}");
    let mut table = csv::Reader::from_path(&written).map_err(trouble)?;
    let mut answers = BTreeMap::new();
    for row in table.deserialize::<BTreeMap<String, String>>() {
        let row = row.map_err(trouble)?;
        let cell = |name: &str| row.get(name).map_or("", String::as_str);
        if cell("complete") != "true" {
            continue;
        }
        let figures = (cell("count").parse(), cell("seconds").parse());
        let (Ok(count), Ok(seconds)) = figures else {
            return Err(format!("{written}: a row that cannot be read: {row:?}"));
        };
        answers.insert(cell("engine").to_string(), Answer { count, seconds });
    }
    Ok(answers)
}

/// The whole process of an engine, from the puzzle file to the last solution printed.
pub fn process(
    file: &Path,
    ask: Ask,
    engine: &str,
    limit: Duration,
) -> Result<Option<f64>, String> {
    let (binary, file) = (binary(), file.display().to_string());
    let mut call = vec![binary.as_str()];
    match ask {
        Ask::One => call.extend(["solve", &file]),
        Ask::All => call.extend(["solve", &file, "--all"]),
        Ask::Count => call.extend(["count", &file]),
    }
    call.extend(["--engine", engine]);
    Ok(output_within(&call, limit)?.map(|(_, seconds)| seconds))
}
