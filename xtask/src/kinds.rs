//! The kinds that come with the program, one after another: how long their hard puzzle takes to solve, to be shown unique and to explain, and two
//! designs of its size, which Gecode counts again. And their puzzles by another MiniZinc: that of npm, with its own Gecode and Chuffed.
//!
//! Times are those of the processor, so that other work on the machine does not count.

use crate::bench::process::{measure, output_of, output_within, seconds};
use crate::browser::install_packages;
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
    let gecode = Elsewhere::find("minizinc", &program, &results);
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
                (Some(_), Some(gecode)) => gecode.count("gecode", &kind, &file)?,
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

/// The kinds that the tests try with npm's MiniZinc: unlike each other, and quickly flattened.
pub const FEW: [&str; 4] = ["sudoku", "star-battle", "slitherlink", "nonogram"];

/// Prints what the MiniZinc of npm and its solvers make of the hard puzzles of some kinds, or of all: how many solutions this program finds after that MiniZinc
/// has flattened the model, and how many its Gecode and Chuffed find. Fails where one of them says another number than one.
pub fn npm(program: &Path, only: &[&str]) -> Result<(), String> {
    let folder = root().join("crates/page/minizinc");
    install_packages(&folder)?;
    let minizinc = folder.join("minizinc.mjs").display().to_string();
    let program = program.display().to_string();
    let results = root().join("bench/results");
    std::fs::create_dir_all(&results).map_err(|error| error.to_string())?;
    let there = Elsewhere::find(&minizinc, &program, &results);
    let there = there.ok_or("MiniZinc of npm does not start")?;
    println!("| kind | flattened there, solved here | Gecode | Chuffed |");
    println!("|---|---|---|---|");
    let mut wrong = Vec::new();
    for kind in kinds()? {
        if !only.is_empty() && !only.contains(&kind.as_str()) {
            continue;
        }
        let file = format!("kinds/{kind}-hard.toml");
        let mut found = vec![there.flattened(&kind, &file)?];
        for solver in ["gecode", "chuffed"] {
            found.push(there.count(solver, &kind, &file)?);
        }
        println!("| `{kind}` | {} |", found.join(" | "));
        if found.iter().any(|&count| count != "one" && count != "-") {
            wrong.push(kind);
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("not one solution: {}", wrong.join(", ")))
    }
}

/// Other solvers, as a MiniZinc runs them.
struct Elsewhere<'a> {
    minizinc: &'a str,
    program: &'a str,
    /// Where MiniZinc finds the vocabulary of the kinds.
    include: String,
    results: PathBuf,
}

impl Elsewhere<'_> {
    /// Nothing if there is no such MiniZinc.
    fn find<'a>(minizinc: &'a str, program: &'a str, results: &Path) -> Option<Elsewhere<'a>> {
        output_of(&[minizinc, "--solver", "gecode", "--version"]).ok()?;
        let folder = results.display().to_string();
        let told = output_of(&[program, "minizinc", "install", "--dir", &folder]).ok()?;
        let include = told.split(" -I ").nth(1)?.split_whitespace().next()?;
        Some(Elsewhere {
            minizinc,
            program,
            include: include.into(),
            results: results.into(),
        })
    }

    /// How many solutions a puzzle has: `one`, `none`, `several`, or `-` if the time is over before that is known.
    fn count(&self, solver: &str, kind: &str, file: &str) -> Result<&'static str, String> {
        let (model, data) = (format!("kinds/{kind}.mzn"), self.data(kind, file)?);
        let mut command = vec![self.minizinc, "--solver", solver, "-a", "-n", "2"];
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

    /// The same by our own program, of what this MiniZinc makes of the model.
    fn flattened(&self, kind: &str, file: &str) -> Result<&'static str, String> {
        // A kind in a folder of its own is not one that is kept flattened.
        let model = self.results.join(format!("{kind}.mzn"));
        let copied = std::fs::copy(root().join(format!("kinds/{kind}.mzn")), &model);
        copied.map_err(|error| error.to_string())?;
        let (model, data) = (model.display().to_string(), self.data(kind, file)?);
        let minizinc = format!("MINIZINC={}", self.minizinc);
        let command = [
            "env",
            &minizinc,
            self.program,
            "solve",
            &model,
            &data,
            "--unique",
        ];
        let found = output_within(&command, Duration::from_secs(LIMIT))?;
        Ok(match found {
            Some((text, _)) if text.contains("The solution is unique.") => "one",
            Some(_) => "none or several",
            None => "-",
        })
    }

    /// The data of a puzzle as MiniZinc reads them.
    fn data(&self, kind: &str, file: &str) -> Result<String, String> {
        let data = self.results.join(format!("{kind}.dzn"));
        let text = output_of(&[self.program, "encode", file, "--to", "dzn"])?;
        std::fs::write(&data, text).map_err(|error| error.to_string())?;
        Ok(data.display().to_string())
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
