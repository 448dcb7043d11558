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
mod input;
mod json;
mod list;
mod minizinc;
mod observer;
mod outcome;
mod output;
mod progress;
mod reproduce;
#[cfg(feature = "web")]
mod serve;
mod solve;
mod states;
mod table;

use clap::{ArgMatches, Command};
use outcome::{Failure, Outcome};
use std::process::ExitCode;

/// A command: how it is called, and what it does.
struct Entry {
    command: fn() -> Command,
    run: fn(&ArgMatches) -> Result<Outcome, Failure>,
}

impl Entry {
    const fn new(
        command: fn() -> Command,
        run: fn(&ArgMatches) -> Result<Outcome, Failure>,
    ) -> Self {
        Entry { command, run }
    }
}

/// All commands, in the order of the help. One line each.
const COMMANDS: &[Entry] = &[
    Entry::new(solve::command, solve::run),
    Entry::new(count::command, count::run),
    Entry::new(explain::command, explain::run),
    Entry::new(design::command, design::run),
    Entry::new(states::command, states::run),
    Entry::new(compare::command, compare::run),
    Entry::new(encode::command, encode::run),
    Entry::new(check::command, check::run),
    Entry::new(reproduce::command, reproduce::run),
    Entry::new(list::command, list::run),
    Entry::new(list::new_command, list::run_new),
    Entry::new(draw::command, draw::run),
    #[cfg(feature = "web")]
    Entry::new(serve::command, serve::run),
    Entry::new(fzn::command, fzn::run),
    Entry::new(minizinc::command, minizinc::run),
    Entry::new(completions::command, completions::run),
];

/// The whole command line.
fn command() -> Command {
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
        .subcommands(COMMANDS.iter().map(|entry| (entry.command)()))
}

/// Reads the command line, does what it says, and gives the exit status.
pub fn main() -> ExitCode {
    clock::start();
    match dispatch(COMMANDS, &command().get_matches()) {
        Ok(outcome) => outcome.into(),
        Err(failure) => failure.report(),
    }
}

/// Runs the subcommand that was given.
fn dispatch(entries: &[Entry], matches: &ArgMatches) -> Result<Outcome, Failure> {
    let given = matches.subcommand().and_then(|(name, arguments)| {
        let entry = entries
            .iter()
            .find(|entry| (entry.command)().get_name() == name)?;
        Some((entry.run)(arguments))
    });
    given.unwrap_or_else(|| Err(Failure::Usage("a command is missing".into())))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::command().debug_assert();
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
