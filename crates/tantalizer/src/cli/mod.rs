//! The command line: one module a command, one line each in [`COMMANDS`].

mod certificate;
mod check;
mod clock;
mod common;
mod compare;
mod completions;
mod count;
mod design;
mod draw;
mod encode;
mod explain;
mod fzn;
mod json;
mod list;
mod minizinc;
mod observer;
mod outcome;
mod picture;
mod progress;
mod reproduce;
#[cfg(feature = "web")]
mod serve;
mod solve;
mod states;
mod table;

use clap::{ArgMatches, Command};
use outcome::{Failure, Outcome};
use std::ffi::OsStr;
use std::process::ExitCode;
use tantalizer::files::{input, output};

/// A command: how it is called, and what it does.
struct Entry {
    name: &'static str,
    command: fn() -> Command,
    run: fn(&ArgMatches) -> Result<Outcome, Failure>,
}

impl Entry {
    const fn new(
        name: &'static str,
        command: fn() -> Command,
        run: fn(&ArgMatches) -> Result<Outcome, Failure>,
    ) -> Self {
        Entry { name, command, run }
    }
}

/// All commands, in the order of the help. One line each.
const COMMANDS: &[Entry] = &[
    Entry::new("solve", solve::command, solve::run),
    Entry::new("count", count::command, count::run),
    Entry::new("explain", explain::command, explain::run),
    Entry::new("design", design::command, design::run),
    Entry::new("states", states::command, states::run),
    Entry::new("compare", compare::command, compare::run),
    Entry::new("encode", encode::command, encode::run),
    Entry::new("check", check::command, check::run),
    Entry::new("reproduce", reproduce::command, reproduce::run),
    Entry::new("list", list::command, list::run),
    Entry::new("new", list::new_command, list::run_new),
    Entry::new("draw", draw::command, draw::run),
    #[cfg(feature = "web")]
    Entry::new("serve", serve::command, serve::run),
    Entry::new("fzn", fzn::command, fzn::run),
    Entry::new("minizinc", minizinc::command, minizinc::run),
    Entry::new("completions", completions::command, completions::run),
];

/// The whole command line.
fn command() -> Command {
    with_subcommands(COMMANDS)
}

/// The command line as far as it is needed to read what was given: to describe all commands takes as long as many an answer.
fn command_for(given: Option<&str>) -> Command {
    let named = COMMANDS.iter().position(|entry| Some(entry.name) == given);
    with_subcommands(named.map_or(COMMANDS, |at| &COMMANDS[at..=at]))
}

fn with_subcommands(entries: &[Entry]) -> Command {
    Command::new("tantalizer")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A constraint workbench for combinatorial puzzles")
        .after_help(
            "Exit status: 0 the question was answered (also with \"there is none\"), \
             1 it was not answered within the limits, 2 bad input or usage, \
             3 a readable file that is no valid certificate.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(entries.iter().map(|entry| (entry.command)()))
}

/// Reads the command line, does what it says, and gives the exit status.
pub fn main() -> ExitCode {
    clock::start();
    let given = std::env::args_os().nth(1);
    let command = command_for(given.as_deref().and_then(OsStr::to_str));
    match dispatch(COMMANDS, &command.get_matches()) {
        Ok(outcome) => outcome.into(),
        Err(failure) => outcome::report(&failure),
    }
}

/// Runs the subcommand that was given.
fn dispatch(entries: &[Entry], matches: &ArgMatches) -> Result<Outcome, Failure> {
    let given = matches.subcommand().and_then(|(name, arguments)| {
        let entry = entries.iter().find(|entry| entry.name == name)?;
        Some((entry.run)(arguments))
    });
    given.unwrap_or_else(|| Err(Failure::Usage("a command is missing".into())))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::command().debug_assert();
        for entry in super::COMMANDS {
            assert_eq!((entry.command)().get_name(), entry.name);
        }
    }

    #[test]
    fn every_command_says_what_it_does() {
        let mut left = vec![super::command()];
        while let Some(command) = left.pop() {
            let about = command.get_about().map(ToString::to_string);
            let about = about.unwrap_or_default();
            let name = command.get_name();
            assert!(!about.is_empty(), "{name} has no description");
            assert!(!about.contains("arguments"), "{name}: {about}");
            assert!(!about.starts_with("How questions"), "{name}: {about}");
            left.extend(command.get_subcommands().cloned());
        }
    }
}
