//! The puzzles, one folder each.

pub mod set;
