//! Puzzles by moves from a file: pieces that moves carry from place to place and turn.
//!
//! Cubes, pyramids, rings, sliding rows: whatever is described by its moves, in the forms that cubers use, KPuzzle JSON
//! (cubing.js by Lucas Garron and others) and `.tws` (twsearch by Tomas Rokicki). A position is the solved one after a
//! scramble. The way back is looked for from both ends, or read off a table of all positions; the judge makes the moves.

mod definition;
mod design;
mod draw;
mod file;
mod problem;
mod puzzle;
mod sequence;
mod tws;
mod ways;

pub use definition::{Definition, Metric, Named, Orbit};
pub use puzzle::{KIND, Moves};
