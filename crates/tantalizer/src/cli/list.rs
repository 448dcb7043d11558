//! `tantalizer list`: the kinds of puzzles. `tantalizer new`: a puzzle file to start from, or a model.

use super::common;
use super::outcome::{Failure, Outcome};
use super::output::Output;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use tantalizer::minizinc::kind::{kinds, start, stored};
use tantalizer::puzzles::KINDS;

/// The arguments of `list`.
#[derive(Args, Debug)]
struct List {
    /// Only kinds that have this word in their name or their description
    #[arg(value_name = "WORD")]
    word: Option<String>,

    #[command(flatten)]
    folders: Folders,
}

/// Where kinds are looked for.
#[derive(Args, Debug)]
pub struct Folders {
    /// A folder with kinds of puzzles, each a .mzn model; may be given several times
    #[arg(long, value_name = "DIR")]
    pub kinds: Vec<PathBuf>,
}

/// The arguments of `new`.
#[derive(Args, Debug)]
struct New {
    /// A kind of puzzle, as `tantalizer list` names it
    #[arg(value_name = "KIND", required_unless_present = "model")]
    kind: Option<String>,

    /// Write a model to start a kind of puzzle from, with a puzzle and the vocabulary beside it: a name, perhaps with a folder
    #[arg(long, value_name = "NAME", conflicts_with = "kind")]
    model: Option<PathBuf>,

    #[command(flatten)]
    folders: Folders,
}

pub fn command() -> Command {
    common::with_arguments::<List>(
        Command::new("list").about("The kinds of puzzles, and those that come with the program"),
    )
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let list =
        List::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let word = list.word.unwrap_or_default().to_lowercase();
    let mut text = String::new();
    let mut tell = |name: &str, summary: &str, puzzles: &[(&str, &str)]| {
        if !format!("{name} {summary}").to_lowercase().contains(&word) {
            return;
        }
        text += &format!("{name}: {summary}\n");
        for (name, file) in puzzles {
            // A puzzle that was designed says how, and what is known of it.
            let known = file.lines().find_map(|line| line.strip_prefix("# "));
            text += &match known {
                Some(known) => format!("    {name}  {known}\n"),
                None => format!("    {name}\n"),
            };
        }
    };
    for kind in KINDS {
        let stored = kind.library.map_or(&[][..], |library| library.entries);
        let stored: Vec<(&str, &str)> = stored.iter().map(|entry| (entry.name, "")).collect();
        tell(kind.name, kind.summary, &stored);
    }
    let stored: Vec<(String, &str)> = stored().collect();
    for kind in kinds(&list.folders.kinds) {
        let own = stored.iter().filter(|(name, _)| {
            let rest = name.strip_prefix(&kind.name);
            matches!(rest, Some("" | "-hard"))
        });
        let own: Vec<(&str, &str)> = own.map(|(name, text)| (name.as_str(), *text)).collect();
        tell(&kind.name, kind.summary(), &own);
    }
    common::print(&text).map(|()| Outcome::Answered)
}

pub fn new_command() -> Command {
    common::with_arguments::<New>(
        Command::new("new").about("A puzzle file to start from, on standard output"),
    )
}

pub fn run_new(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let new = New::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    if let Some(model) = &new.model {
        return new_model(model);
    }
    let name = new.kind.unwrap_or_default();
    if let Some(kind) = KINDS.iter().find(|kind| kind.name == name) {
        return common::print(kind.example).map(|()| Outcome::Answered);
    }
    let kinds = kinds(&new.folders.kinds);
    match kinds.iter().find(|kind| kind.name == name) {
        Some(kind) => match &kind.example {
            Some(example) => common::print(example).map(|()| Outcome::Answered),
            None => Err(Failure::Usage(format!(
                "there is no puzzle of the kind {name} to start from: none stands beside its model"
            ))),
        },
        None => {
            let models = kinds.iter().map(|kind| kind.name.as_str());
            let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).chain(models).collect();
            let names = names.join(", ");
            Err(Failure::Usage(format!(
                "no kind of puzzle is called `{name}`, expected one of {names}"
            )))
        }
    }
}

/// Writes a model to start from; nothing that is there already is written over.
fn new_model(path: &Path) -> Result<Outcome, Failure> {
    let name = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let is_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(is_name) {
        let message = "expected a name of letters, digits, hyphens and underscores";
        return Err(Failure::Usage(format!("{}: {message}", path.display())));
    }
    let files = start(name);
    let place = |file: &str| path.with_file_name(file);
    let mut wanted = Vec::new();
    for (file, text) in &files {
        let place = place(file);
        match std::fs::read_to_string(&place) {
            Ok(there) if there == *text => {}
            Ok(_) => {
                let message = format!("{}: this file is there already", place.display());
                return Err(Failure::Usage(message));
            }
            Err(_) => wanted.push((Output::at(&place)?, text)),
        }
    }
    for (output, text) in &wanted {
        output.write(text)?;
    }
    let [model, puzzle, vocabulary] = files.map(|(file, _)| place(&file).display().to_string());
    common::print(&format!(
        "Written: {model}, {puzzle} and {vocabulary}.\nNext: tantalizer solve {puzzle}\n"
    ))?;
    Ok(Outcome::Answered)
}
