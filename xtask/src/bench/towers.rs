//! The part of `cargo xtask bench` about Instant Insanity: the two ways of a design side by side, and how far each
//! engine gets with many cubes.

use super::ours::binary;
use super::process::{measure, output_of};
use crate::run::{root, timed};
use std::fmt::Write as _;
use std::fs;

/// So long may an engine try a tower of many cubes.
const SECONDS: &str = "3";

/// Both tables, as Markdown.
pub fn tables() -> Result<String, String> {
    let binary = binary();
    let mut text = timed("designs of four cubes", || designs(&binary))?;
    text.push_str(&timed("many cubes", || many_cubes(&binary))?);
    Ok(text)
}

fn designs(binary: &str) -> Result<String, String> {
    let mut text = String::from(
        "\n## Designs of four cubes\n\nThe fewest towers with proof, one thread.\n\n\
         | towers | orbits | automata |\n|---|---|---|\n",
    );
    for towers in ["adiis", "aeiis", "both"] {
        let mut cells = Vec::new();
        for way in ["orbits", "automata"] {
            let design = ["design", "instant-insanity", "--minimise", towers];
            let call = [&[binary][..], &design, &["--way", way, "--json"]].concat();
            if !output_of(&call)?.contains("\"proved\":true") {
                return Err(format!("{towers} by {way}: not proved"));
            }
            cells.push(measure(&call)?.shown());
        }
        let _ = writeln!(text, "| {towers} | {} | {} |", cells[0], cells[1]);
    }
    Ok(text)
}

fn many_cubes(binary: &str) -> Result<String, String> {
    let engines = ["auto", "search", "learn", "sat", "diagram"];
    let mut text = format!(
        "\n## Many cubes\n\nOne tower of n cubes in n colours, seed 1, or that there is none; an engine may try for \
         {SECONDS} s, and `auto` chooses pairs of opposite faces instead of asking one. Instances by `tantalizer design instant-insanity --generate RECIPE --cubes N --seed 1`.\n\n\
         | cubes | recipe | {} |\n|---|---|{}\n",
        engines.join(" | "),
        "---|".repeat(engines.len())
    );
    for cubes in ["10", "20", "50", "100"] {
        for recipe in ["solvable", "balanced"] {
            let design = ["design", "instant-insanity", "--generate", recipe];
            let size = ["--cubes", cubes, "--seed", "1"];
            let made = output_of(&[&[binary][..], &design, &size].concat())?;
            let file = root().join("bench/results/towers.json");
            fs::write(&file, made).map_err(|error| format!("{}: {error}", file.display()))?;
            let file = file.display().to_string();
            let mut cells = Vec::new();
            for engine in engines {
                let how = ["--engine", engine, "--time-limit", SECONDS, "--json"];
                let call = [&[binary, "solve", &file][..], &how].concat();
                // A limit that was hit is a failure of the process, and a result here.
                cells.push(match output_of(&call) {
                    Err(_) => format!("over {SECONDS} s"),
                    Ok(output) => {
                        let found = output.contains("\"status\":\"satisfiable\"");
                        let word = if found { "found" } else { "none" };
                        format!("{word}, {}", measure(&call)?.shown())
                    }
                });
            }
            let _ = writeln!(text, "| {cubes} | {recipe} | {} |", cells.join(" | "));
        }
    }
    Ok(text)
}
