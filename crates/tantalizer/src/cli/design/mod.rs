//! `tantalizer design PUZZLE`: instances with a wanted property, with proof. One module a puzzle, one line each in
//! [`DESIGNS`].

mod set;
mod tricky_triple;

use super::Entry;
use super::outcome::{Failure, Outcome};
use clap::{ArgMatches, Command};

/// All designs, in the order of the help. One line each.
const DESIGNS: &[Entry] = &[
    Entry::new(set::command, set::run),
    Entry::new(tricky_triple::command, tricky_triple::run),
];

pub fn command() -> Command {
    Command::new("design")
        .about("Instances of a puzzle with a wanted property, with proof")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(DESIGNS.iter().map(|entry| (entry.command)()))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    super::dispatch(DESIGNS, matches)
}
