//! The tests of distance tables.

#[cfg(feature = "many")]
mod many;
mod pieces;
mod rows;
mod spaces;
mod storing;
mod tables;
