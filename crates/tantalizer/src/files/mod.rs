//! Files: the puzzles that are opened and the results that are written, alike for the command line and for other languages.

pub mod input;
pub mod output;

pub use input::{Beside, open};
pub use output::{Form, Output};

use std::io;
use thiserror::Error;

use crate::puzzle::{FileError, PuzzleError};

/// Why something could not be done.
#[derive(Debug, Error)]
pub enum Failure {
    /// A file that cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// What was asked for does not fit the puzzle or itself.
    #[error("{0}")]
    Usage(String),
    /// The puzzle gives no answer to this question.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A file that cannot be written.
    #[error("{0}: {1}")]
    Write(String, io::Error),
    /// Two engines do not agree. Never the user's fault.
    #[error("a defect of Tantalizer: {0}")]
    Disagree(String),
    /// Nobody reads what we print.
    #[error("nobody reads the output")]
    BrokenPipe,
}

/// Asks whether the name that is most like this word was meant, if one is like it.
pub(crate) fn meant(word: &str, names: impl IntoIterator<Item = String>) -> Option<String> {
    const ALIKE: f64 = 0.6;
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(word, name);
    names
        .into_iter()
        .filter(|name| likeness(name) >= ALIKE)
        .max_by(|one, other| likeness(one).total_cmp(&likeness(other)))
        .map(|name| format!("did you mean `{name}`?"))
}
