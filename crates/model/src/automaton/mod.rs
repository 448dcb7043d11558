//! Finite automata over integers: the languages of the regular constraint.

mod dfa;

pub use dfa::Dfa;
