//! A question to all solvers, and what one of them answers.

use std::path::Path;

/// What is asked about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The first solution, the best one, or that there is none.
    One,
    /// All solutions, one after the other.
    All,
    /// How many there are; a solver that cannot count enumerates.
    Count,
}

impl Ask {
    /// In a table.
    pub fn name(self) -> &'static str {
        match self {
            Ask::One => "first",
            Ask::All => "all",
            Ask::Count => "count",
        }
    }

    /// For the translators: the others have no way to count.
    pub fn word(self) -> &'static str {
        match self {
            Ask::One => "one",
            Ask::All | Ask::Count => "all",
        }
    }
}

/// An answer that was given in time.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// How many solutions.
    pub count: u64,
    /// Seconds on the clock that the solver is compared by.
    pub seconds: f64,
}

/// What is left of a path in a table.
pub fn short(file: &Path) -> String {
    let name = file.file_stem().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
