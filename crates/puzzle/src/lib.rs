//! The puzzle room: one interface for all kinds of puzzles, whichever they are.
//!
//! A [`Kind`] of puzzle reads an instance from a puzzle file (a [`Document`]); the instance is a [`Puzzle`], which poses its
//! problem, reads solutions back as JSON, and draws itself. It never answers: what an answer means in its words is made in
//! [`report`], once for the command line, the page and whoever else asks. No kind is named here; they are in the rooms below.
//!
//! How to add one: `docs/adding-a-puzzle.md`.

pub mod clued;
pub mod design;
pub mod file;
mod own_explanation;
pub mod own_way;
mod puzzle;
pub mod report;
pub mod states;

pub use file::{Document, FileError};
pub use own_explanation::{OwnExplanation, OwnHint, Sentence};
pub use puzzle::{
    About, ENCODING, Flag, Flags, Format, Kind, Library, OwnFormula, Printer, Puzzle,
    PuzzleEncoding, PuzzleError, ReadAssignment, Recount, Recounted, SignedMoves, Stored, View,
};
pub use tantalizer_explain::listed;
