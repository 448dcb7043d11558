//! The kinds that come with the program, one after another: how long their hard puzzle takes to solve, to be shown unique and to explain, and two
//! designs of its size, which Gecode counts again.
//!
//! Times are those of the processor, so that other work on the machine does not count.

use crate::bench::process::{measure, output_of, output_within, seconds};
use crate::run::root;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is not there after so many seconds is not waited for.
const LIMIT: u64 = 30;

/// Prints a table of all kinds, with times of this program.
pub fn times(program: &Path) -> Result<(), String> {
    let program = program.display().to_string();
    let results = root().join("bench/results");
    std::fs::create_dir_all(&results).map_err(|error| error.to_string())?;
    let gecode = Gecode::find(&program, &results);
    println!(
        "| kind | solve | one solution | explain | design 1 | design 2 | one solution by Gecode |"
    );
    println!("|---|---|---|---|---|---|---|");
    for kind in kinds()? {
        let puzzle = format!("{kind}-hard");
        let limit = LIMIT.to_string();
        // A command that ends without an answer has no time.
        let time = |command: &[&str]| {
            let limited = [&[program.as_str()], command, &["--time-limit", &limit]].concat();
            measure(&limited).ok().map(|used| seconds(used.processor))
        };
        let mut cells = vec![
            time(&["solve", &puzzle]),
            time(&["solve", &puzzle, "--unique"]),
            time(&["explain", &puzzle]),
        ];
        let mut counted = Vec::new();
        for seed in ["1", "2"] {
            let file = results.join(format!("{kind}-{seed}.toml"));
            let file = file.display().to_string();
            let like = format!("kinds/{puzzle}.toml");
            let made = time(&["design", &kind, &like, "--seed", seed, "--out", &file]);
            counted.push(match (&made, &gecode) {
                (Some(_), Some(gecode)) => gecode.count(&kind, &file)?,
                _ => "-",
            });
            cells.push(made);
        }
        let cells = cells.into_iter().map(|cell| cell.unwrap_or("-".into()));
        let cells: Vec<String> = cells.collect();
        println!(
            "| `{kind}` | {} | {} |",
            cells.join(" | "),
            counted.join(", ")
        );
    }
    Ok(())
}

/// Gecode, as MiniZinc runs it.
struct Gecode<'a> {
    program: &'a str,
    /// Where MiniZinc finds the vocabulary of the kinds.
    include: String,
    results: PathBuf,
}

impl Gecode<'_> {
    /// Nothing if there is no MiniZinc.
    fn find<'a>(program: &'a str, results: &Path) -> Option<Gecode<'a>> {
        output_of(&["minizinc", "--solver", "gecode", "--version"]).ok()?;
        let folder = results.display().to_string();
        let told = output_of(&[program, "minizinc", "install", "--dir", &folder]).ok()?;
        let include = told.split(" -I ").nth(1)?.split_whitespace().next()?;
        Some(Gecode {
            program,
            include: include.into(),
            results: results.into(),
        })
    }

    /// How many solutions a puzzle has: `one`, `none`, `several`, or `-` if the time is over before that is known.
    fn count(&self, kind: &str, file: &str) -> Result<&'static str, String> {
        let data = self.results.join(format!("{kind}.dzn"));
        let text = output_of(&[self.program, "encode", file, "--to", "dzn"])?;
        std::fs::write(&data, text).map_err(|error| error.to_string())?;
        let (model, data) = (format!("kinds/{kind}.mzn"), data.display().to_string());
        let mut command = vec!["minizinc", "--solver", "gecode", "-a", "-n", "2"];
        command.extend(["-I", self.include.as_str(), model.as_str(), data.as_str()]);
        let found = output_within(&command, Duration::from_secs(LIMIT))?;
        let Some((text, _)) = found else {
            return Ok("-");
        };
        Ok(match text.matches("----------").count() {
            1 if text.contains("==========") => "one",
            0 => "none",
            1 => "-",
            _ => "several",
        })
    }
}

/// The names of the models in the folder of kinds.
fn kinds() -> Result<Vec<String>, String> {
    let entries = std::fs::read_dir(root().join("kinds")).map_err(|error| error.to_string())?;
    let names = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names
        .filter_map(|name| name.strip_suffix(".mzn").map(str::to_string))
        .collect();
    names.sort();
    Ok(names)
}
