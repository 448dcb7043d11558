//! Asking a puzzle, as the command line does.

#![allow(dead_code)] // Not every test program uses all of it.

use std::sync::Arc;
use tantalizer_ask::{Inquiry, ask};
use tantalizer_model::{Answer, Model, Observer, Request, Silent};
use tantalizer_puzzle::report::CountReport;
use tantalizer_puzzle::{Flags, Puzzle, PuzzleError};

/// Poses the puzzle and asks about it.
pub fn answer(
    puzzle: &dyn Puzzle,
    flags: &Flags,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, PuzzleError> {
    Ok(ask(puzzle.pose(flags)?, request, observer)?)
}

/// The same without flags.
pub fn answer_plainly(
    puzzle: &dyn Puzzle,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, PuzzleError> {
    answer(puzzle, &Flags::new(), request, observer)
}

/// The model of a puzzle that poses one.
pub fn model(puzzle: &dyn Puzzle) -> Arc<Model> {
    let posed = puzzle.pose(&Flags::new()).expect("it can be posed");
    Arc::clone(posed.problem.model().expect("a model, not a space"))
}

/// All counts that the puzzle tells.
pub fn counts(puzzle: &dyn Puzzle, request: &Request) -> CountReport {
    let mut inquiry = Inquiry::new(puzzle.pose(&Flags::new()).expect("it can be posed"));
    CountReport::new(puzzle, &mut inquiry, request, &mut Silent).expect("it is answered")
}

/// Flags by name.
pub fn flags(given: &[(&str, &str)]) -> Flags {
    let owned = |&(name, value): &(&str, &str)| (name.to_string(), value.to_string());
    given.iter().map(owned).collect()
}
