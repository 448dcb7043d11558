//! The kinds that come with the program, one after another: how long their hard puzzle takes to solve and to explain, and designs of its size.
//!
//! Times are those of the processor, so that other work on the machine does not count.

use crate::bench::process::{measure, seconds};
use crate::run::root;
use std::path::Path;

/// What is not there after so many seconds is not waited for.
const LIMIT: &str = "60";

/// Prints a table of all kinds, with times of this program.
pub fn times(program: &Path) -> Result<(), String> {
    let program = program.display().to_string();
    let results = root().join("bench/results");
    std::fs::create_dir_all(results).map_err(|error| error.to_string())?;
    println!("| kind | solve | explain | design: any | easy | medium | hard |");
    println!("|---|---|---|---|---|---|---|");
    for kind in kinds()? {
        let puzzle = format!("{kind}-hard");
        let file = format!("kinds/{puzzle}.toml");
        // A command that ends without an answer has no time.
        let time = |command: &[&str]| {
            let limited = [&[program.as_str()], command, &["--time-limit", LIMIT]].concat();
            measure(&limited).map_or("-".into(), |used| seconds(used.processor))
        };
        let design = ["design", kind.as_str(), file.as_str(), "--seed", "1"];
        let level = |level: &str| time(&[&design[..], &["--difficulty", level]].concat());
        let cells = [
            time(&["solve", &puzzle, "--unique"]),
            time(&["explain", &puzzle]),
            time(&design),
            level("easy"),
            level("medium"),
            level("hard"),
        ];
        println!("| `{kind}` | {} |", cells.join(" | "));
    }
    Ok(())
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
