//! `tantalizer design`: instances with a wanted property, with proof.
//!
//! One module a kind of puzzle that can be designed, one line each in [`DESIGNS`]. Those that survey a whole family also have
//! a line in [`survey::FAMILIES`], by which `merge` knows them.

mod automaton;
mod instant_insanity;
mod merge;
mod survey;

use super::outcome::{Failure, Outcome};
use clap::{ArgMatches, Command};

/// A design: how it is called, and what it does.
struct Design {
    command: fn() -> Command,
    run: fn(&ArgMatches) -> Result<Outcome, Failure>,
}

/// All designs, in the order of the help. One line each.
const DESIGNS: &[Design] = &[
    Design {
        command: instant_insanity::command,
        run: instant_insanity::run,
    },
    Design {
        command: automaton::command,
        run: automaton::run,
    },
    Design {
        command: merge::command,
        run: merge::run,
    },
];

pub fn command() -> Command {
    Command::new("design")
        .about("Instances of a puzzle with a wanted property, with proof")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(DESIGNS.iter().map(|design| (design.command)()))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let Some((name, arguments)) = matches.subcommand() else {
        return Err(Failure::Usage("expected the name of a puzzle".into()));
    };
    let found = DESIGNS
        .iter()
        .find(|design| (design.command)().get_name() == name);
    match found {
        Some(design) => (design.run)(arguments),
        None => Err(Failure::Usage(format!("no design of {name}"))),
    }
}
