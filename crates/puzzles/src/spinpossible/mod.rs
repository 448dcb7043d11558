//! Spinpossible: signed numbers on an m x n board, put in order by spinning
//! rectangles through 180 degrees, which also turns every number in them
//! upside down.
//!
//! The puzzle and two of the encodings are from Marijn Heule and Valentin
//! Mayer-Eichberger, "Encoding the Spinpossible Puzzle in SAT" (2011), and from
//! Alex Sutherland and Andrew Sutherland, "The mathematics of Spinpossible"
//! (2011). A board is a signed permutation and a spin multiplies it by a fixed
//! one, so all boards form a group in which spins generate every element: what
//! [`SpinSpace`] and the two-sided search exploit throughout.

mod at_distance;
mod ball;
mod beam;
mod board;
mod design;
mod draw;
pub mod encoding;
mod limits;
mod model;
mod pattern;
mod problem;
mod puzzle;
mod report;
mod rules;
mod sat;
mod signed;
mod smaller;
mod solver;
mod space;
mod two_sided;
mod ways;

pub use at_distance::{AtDistance, AtDistanceError, boards_at_distance};
pub use ball::levels_by_plain_search;
pub use board::{Board, BoardError};
pub use limits::Interrupted;
pub use pattern::line_distance;
pub use puzzle::{KIND, Spinpossible};
pub use report::{GpuReport, TableReport};
pub use rules::{MAX_TILES, Rules, RulesError, Spin};
pub use sat::{Branching, Found, SatStatistics, ShortestBySat, shortest_by_sat, solve_formula};
pub use solver::{ShortestWay, Solver, SolverError};
pub use space::{MAX_RANKED_TILES, SpinSpace};
pub use ways::BYTES_OF_A_BOARD;
