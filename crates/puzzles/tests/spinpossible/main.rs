//! Spinpossible, held against plain breadth-first search with plain boards.

mod boards;
#[path = "../common/mod.rs"]
mod common;
mod encodings;
mod plain;
mod puzzle;
mod searches;
mod tables;
