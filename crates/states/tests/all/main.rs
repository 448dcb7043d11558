//! The tests of distance tables.

mod spaces;
mod storing;
mod tables;
