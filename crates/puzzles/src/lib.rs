//! The puzzles, one folder each.

pub mod spinpossible;
