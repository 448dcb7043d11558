//! `tantalizer design`: instances with a wanted property, with proof.
//!
//! Every kind of puzzle that can be designed is a subcommand ([`instances`]); others have a module each, one line in [`OTHERS`].

mod automaton;
mod instances;
mod kinds;
mod merge;
mod survey;

use super::common::{self, How};
use super::outcome::{Failure, Outcome};
use super::{Entry, json};
use clap::{ArgMatches, Command};
use std::fmt::Display;
use std::time::Instant;
use tantalizer::designs::designers;
use tantalizer::puzzle::report::NoneObject;

/// What can be designed beside the kinds of puzzles. One line each.
const OTHERS: &[Entry] = &[
    Entry::new("automaton", automaton::command, automaton::run),
    Entry::new("merge", merge::command, merge::run),
];

pub fn command() -> Command {
    Command::new("design")
        .about("Instances of a puzzle with a wanted property, with proof")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .allow_external_subcommands(true)
        .after_help("Kinds that are models (tantalizer list) and .mzn files are designed as well: tantalizer design sudoku --help")
        .subcommands(designers().map(|(kind, designer)| instances::command(kind, designer)))
        .subcommands(OTHERS.iter().map(|entry| (entry.command)()))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    if let Some((name, arguments)) = matches.subcommand()
        && let Some((kind, designer)) = designers().find(|(kind, _)| kind.name == name)
    {
        return instances::run(kind, designer, arguments);
    }
    match matches.subcommand() {
        Some((name, arguments)) if OTHERS.iter().all(|other| other.name != name) => {
            kinds::run(name, arguments)
        }
        _ => super::dispatch(OTHERS, matches),
    }
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
