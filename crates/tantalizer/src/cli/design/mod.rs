//! `tantalizer design`: instances with a wanted property, with proof.
//!
//! One module a kind of puzzle that can be designed, one line each in [`DESIGNS`]. Those that survey a whole family also have
//! a line in [`survey::FAMILIES`], by which `merge` knows them.

mod automaton;
mod colors;
mod instant_insanity;
mod merge;
mod set;
mod spinpossible;
mod survey;
mod tricky_triple;

use super::Entry;
use super::outcome::{Failure, Outcome};
use clap::{ArgMatches, Command};

/// All designs, in the order of the help. One line each.
const DESIGNS: &[Entry] = &[
    Entry::new(instant_insanity::command, instant_insanity::run),
    Entry::new(tricky_triple::command, tricky_triple::run),
    Entry::new(spinpossible::command, spinpossible::run),
    Entry::new(colors::command, colors::run),
    Entry::new(automaton::command, automaton::run),
    Entry::new(merge::command, merge::run),
    Entry::new(set::command, set::run),
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
