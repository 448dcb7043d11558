//! Designing sets of pieces: which set has the fewest towers, but at least one?
//!
//! These are the questions 2 to 5 of Löffler, Liu and Hofstedt (*Exploring Properties of the Instant Insanity Puzzle with
//! Constraint Satisfaction Approach*, 2020), generalised to n pieces, c colours and prisms. Two independent ways lead to the
//! answer:
//!
//! - [`PieceSets`] enumerates: a piece matters up to rotation only, a set up to the order of its pieces and the names
//!   of its colours, and the towers of a set are counted by a few table look-ups a piece.
//! - [`fewest_by_automata`] (the paper's own way) counts accepted paths in an automaton of all towers, as a constraint under
//!   branch and bound.
//!
//! [`element_model`] is its model for question 2: one set of pieces with both kinds of towers.

mod automata;
mod counter;
mod designer;
mod element;
mod family;
mod report;
mod types;

pub use automata::{
    AutomataError, AutomataFinding, AutomataModel, automata_model, fewest_by_automata, towers,
};
pub(super) use designer::DESIGNER;
pub use element::{ElementModel, element_model};
pub use family::{DesignError, PieceSets, SetParameters, Towers};
pub use types::{PieceType, PieceTypes};
