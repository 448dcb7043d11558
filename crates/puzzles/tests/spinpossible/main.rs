//! Spinpossible, held against plain breadth-first search with plain boards.

mod boards;
mod encodings;
mod plain;
mod puzzle;
mod searches;
mod tables;
