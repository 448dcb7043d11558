//! `tantalizer list`: the kinds of puzzles. `tantalizer new KIND`: a puzzle file to start from.

use super::common;
use super::outcome::{Failure, Outcome};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;
use tantalizer::minizinc::kind::kinds;
use tantalizer::puzzles::KINDS;

/// The arguments of `list`.
#[derive(Args, Debug)]
struct List {
    /// A folder with kinds of puzzles, each a .mzn model; may be given several times
    #[arg(long, value_name = "DIR")]
    kinds: Vec<PathBuf>,
}

/// The arguments of `new`.
#[derive(Args, Debug)]
struct New {
    /// A kind of puzzle, as `tantalizer list` names it
    #[arg(value_name = "KIND")]
    kind: String,

    #[command(flatten)]
    list: List,
}

pub fn command() -> Command {
    common::with_arguments::<List>(
        Command::new("list").about("The kinds of puzzles, and those that come with the program"),
    )
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let list =
        List::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let mut text = String::new();
    for kind in KINDS {
        text += &format!("{}: {}\n", kind.name, kind.summary);
        let stored = kind.library.map_or(&[][..], |library| library.entries);
        for entry in stored {
            text += &format!("    {}\n", entry.name);
        }
    }
    for kind in kinds(&list.kinds) {
        text += &format!("{}: {}\n", kind.name, kind.summary());
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
    if let Some(kind) = KINDS.iter().find(|kind| kind.name == new.kind) {
        return common::print(kind.example).map(|()| Outcome::Answered);
    }
    let kinds = kinds(&new.list.kinds);
    match kinds.iter().find(|kind| kind.name == new.kind) {
        Some(kind) => match &kind.example {
            Some(example) => common::print(example).map(|()| Outcome::Answered),
            None => Err(Failure::Usage(format!(
                "there is no puzzle of the kind {} to start from: none stands beside its model",
                new.kind
            ))),
        },
        None => {
            let models = kinds.iter().map(|kind| kind.name.as_str());
            let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).chain(models).collect();
            let (kind, names) = (new.kind, names.join(", "));
            Err(Failure::Usage(format!(
                "no kind of puzzle is called `{kind}`, expected one of {names}"
            )))
        }
    }
}
