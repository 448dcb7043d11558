//! The MiniZinc library that hands global constraints to us unflattened, and the solver configuration.
//!
//! Both are carried by the program itself: [`install`] writes them to where MiniZinc looks for solvers.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::{Builtin, tables};

/// The name under which MiniZinc knows the solver.
pub const SOLVER: &str = "tantalizer";

macro_rules! files {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../mznlib/", $name)))),*]
    };
}

/// What is not one predicate for one of our constraints.
const WRITTEN: [(&str, &str); 6] = files![
    "fzn_global_cardinality_low_up.mzn"
    "fzn_global_cardinality_low_up_closed.mzn"
    "fzn_reachable_enum.mzn"
    "fzn_reachable_int.mzn"
    "redefinitions-2.0.mzn"
    "redefinitions.mzn"
];

/// The vocabulary of annotations, for every solver.
pub const VOCABULARY: (&str, &str) = ("tantalizer.mzn", include_str!("../mznlib/tantalizer.mzn"));

/// The files of the library, each with its text: one for each global constraint, one for its reified form, and a few more.
pub fn files() -> Vec<(String, String)> {
    let written = WRITTEN.map(|(name, text)| (name.to_string(), text.to_string()));
    let builtins = tables().into_iter().flat_map(|(_, table)| table);
    let globals = builtins.filter_map(|builtin| Some((builtin, builtin.library?)));
    let mut files = Vec::from(written);
    files.push((VOCABULARY.0.into(), VOCABULARY.1.into()));
    for (builtin, (predicate, call)) in globals {
        files.push(predicate_file(builtin, predicate, call, false));
        files.push(predicate_file(builtin, predicate, call, true));
    }
    files.sort();
    files
}

/// The file of a predicate of the standard library that is one of our constraints.
fn predicate_file(
    builtin: &Builtin,
    predicate: &str,
    call: &str,
    reified: bool,
) -> (String, String) {
    let [reif, last, holds] = if reified {
        ["_reif", ", var bool: holds", ", holds"]
    } else {
        [""; 3]
    };
    let (standard, parameters) = predicate.split_once('(').unwrap_or((predicate, ")"));
    let parameters = parameters.trim_end_matches(')');
    let ours = builtin.params.iter().enumerate();
    let ours: Vec<String> = ours
        .map(|(at, param)| format!("{}: a{at}", param.in_minizinc()))
        .collect();
    let (name, ours, call) = (builtin.name, ours.join(", "), with_first_indices(call));
    let text = format!(
        "predicate {name}{reif}({ours}{last});\n\n\
         predicate {standard}{reif}({parameters}{last}) =\n    {name}{reif}({call}{holds});\n"
    );
    (format!("{standard}{reif}.mzn"), text)
}

/// Writes out `FIRST(x)`, the first index of an array, which is 1 if it is empty.
fn with_first_indices(call: &str) -> String {
    let mut parts = call.split("FIRST(");
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (array, rest) = part.split_once(')').unwrap_or((part, ""));
        text += &format!("if length({array}) = 0 then 1 else min(index_set({array})) endif{rest}");
    }
    text
}

/// A flag of the solver, as MiniZinc hears of it.
#[derive(Clone, Debug)]
pub struct Flag {
    /// How it is written, `-a` or `--engine`.
    pub name: String,
    /// What it does.
    pub help: String,
    /// The values it takes; empty for a flag of MiniZinc's own set.
    pub values: Vec<String>,
}

/// The solver configuration: the program to call, its library, and its flags. Flags of one letter are those of MiniZinc's
/// specification; the others become extra flags.
pub fn configuration(program: &Path, library: &Path, version: &str, flags: &[Flag]) -> Value {
    let standard = flags.iter().filter(|flag| !flag.name.starts_with("--"));
    let extra = flags.iter().filter(|flag| flag.name.starts_with("--"));
    let extra = extra.map(|flag| {
        let first = flag.values.first().map_or("", String::as_str);
        json!([
            flag.name,
            flag.help,
            format!("opt:{}", flag.values.join(":")),
            first
        ])
    });
    json!({
        "id": format!("org.{SOLVER}.{SOLVER}"),
        "name": "Tantalizer",
        "description": "A constraint workbench for combinatorial puzzles",
        "version": version,
        "executable": program,
        "mznlib": library,
        "tags": ["cp", "lcg", "int"],
        "stdFlags": standard.map(|flag| flag.name.clone()).collect::<Vec<_>>(),
        "extraFlags": extra.collect::<Vec<_>>(),
        "supportsMzn": false,
        "supportsFzn": true,
        "needsSolns2Out": true,
        "needsMznExecutable": false,
        "needsStdlibDir": false,
        "isGUIApplication": false,
    })
}

/// Where things were written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Installed {
    /// The solver configuration.
    pub configuration: PathBuf,
    /// The folder of the library.
    pub library: PathBuf,
    /// The folder with the vocabulary of annotations alone, for `-I` with other solvers.
    pub include: PathBuf,
    /// The script that MiniZinc calls.
    pub script: PathBuf,
}

/// Writes the library alone.
pub fn write_library(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (name, text) in files() {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(())
}

/// Writes configuration and library under `folder`, for the given program.
///
/// MiniZinc calls a solver without a subcommand, so it gets a script that adds it.
pub fn install(
    folder: &Path,
    program: &Path,
    version: &str,
    flags: &[Flag],
) -> io::Result<Installed> {
    std::fs::create_dir_all(folder)?;
    // MiniZinc takes a relative path from where the configuration stands; ours are absolute.
    let folder = folder.canonicalize()?;
    let home = folder.join(SOLVER);
    let library = home.join("mznlib");
    write_library(&library)?;
    let include = home.join("include");
    std::fs::create_dir_all(&include)?;
    std::fs::write(include.join(VOCABULARY.0), VOCABULARY.1)?;
    let script = home.join("fzn-tantalizer");
    write_script(&script, program)?;
    let configuration_file = folder.join(format!("{SOLVER}.msc"));
    let value = configuration(&script, &library, version, flags);
    let text = serde_json::to_string_pretty(&value).map_err(io::Error::from)?;
    std::fs::write(&configuration_file, text + "\n")?;
    Ok(Installed {
        configuration: configuration_file,
        library,
        include,
        script,
    })
}

fn write_script(script: &Path, program: &Path) -> io::Result<()> {
    let program = program.display().to_string().replace('\'', "'\\''");
    std::fs::write(script, format!("#!/bin/sh\nexec '{program}' fzn \"$@\"\n"))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(script, std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}
