//! The command line: one module a command, one line each in [`COMMANDS`].

mod certificate;
mod check;
mod common;
mod completions;
mod count;
mod encode;
mod input;
mod json;
mod observer;
mod outcome;
mod progress;
mod solve;

use clap::{ArgMatches, Command};
use outcome::{Failure, Outcome};
use std::process::ExitCode;

/// A command: how it is called, and what it does.
struct Entry {
    command: fn() -> Command,
    run: fn(&ArgMatches) -> Result<Outcome, Failure>,
}

/// All commands, in the order of the help. One line each.
const COMMANDS: &[Entry] = &[
    Entry {
        command: solve::command,
        run: solve::run,
    },
    Entry {
        command: count::command,
        run: count::run,
    },
    Entry {
        command: encode::command,
        run: encode::run,
    },
    Entry {
        command: check::command,
        run: check::run,
    },
    Entry {
        command: completions::command,
        run: completions::run,
    },
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
    let matches = command().get_matches();
    let Some((name, arguments)) = matches.subcommand() else {
        return ExitCode::from(2);
    };
    let entry = COMMANDS
        .iter()
        .find(|entry| (entry.command)().get_name() == name);
    match entry.map(|entry| (entry.run)(arguments)) {
        Some(Ok(outcome)) => outcome.into(),
        Some(Err(failure)) => failure.report(),
        None => ExitCode::from(2),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::command().debug_assert();
    }
}
