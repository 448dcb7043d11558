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

use super::common::{self, How};
use super::outcome::{Failure, Outcome};
use super::{Entry, json};
use clap::{ArgMatches, Command};
use std::fmt::Display;
use std::time::Instant;
use tantalizer::puzzle::report::NoneObject;

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

/// Tells that nothing as wanted was found, for a reason that proves nothing.
fn not_found(
    how: &How,
    puzzle: &str,
    objective: impl Display,
    reason: &dyn Display,
    start: Instant,
) -> Result<Outcome, Failure> {
    if how.json {
        let seconds = start.elapsed().as_secs_f64();
        let (objective, reason) = (objective.to_string(), reason.to_string());
        json::print(&NoneObject::not_proved(puzzle, objective, reason, seconds))?;
    }
    Ok(Outcome::unanswered(reason))
}

/// Tells that nothing can be as wanted, which is proved: an answer like any other.
fn none(
    how: &How,
    puzzle: &str,
    objective: impl Display,
    reason: &dyn Display,
    start: Instant,
) -> Result<Outcome, Failure> {
    if how.json {
        let seconds = start.elapsed().as_secs_f64();
        let (objective, reason) = (objective.to_string(), reason.to_string());
        json::print(&NoneObject::proved(puzzle, objective, reason, seconds))?;
    } else {
        let reason = reason.to_string();
        let mut letters = reason.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let sentence: String = first.chain(letters).collect();
        common::print(&format!("{sentence}.\n"))?;
    }
    Ok(Outcome::Answered)
}
