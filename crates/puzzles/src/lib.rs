//! The puzzles, one folder each.

pub mod instant_insanity;
