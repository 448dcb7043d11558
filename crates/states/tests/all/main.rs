//! The tests of distance tables.

#[cfg(feature = "many")]
mod many;
mod spaces;
mod storing;
mod tables;
