//! Finite automata over integers: the languages of the regular constraint.
//!
//! A [`Dfa`] is what the constraint takes. An [`Nfa`] or a regular expression ([`Nfa::parse`]) becomes one
//! by [`Nfa::determinise`]. The operations are those with which Löffler, Liu and Hofstedt
//! (*Exploring Properties of the Instant Insanity Puzzle with Constraint Satisfaction Approach*, 2020)
//! build automata that accept exactly the solutions of a puzzle: an automaton for each
//! condition over a few positions, [spread](Dfa::spread) over the whole word, all of them
//! [intersected](Dfa::intersect), [minimised](Dfa::minimise), and [shortened](Dfa::shorten) so
//! that several letters are read as one.
//!
//! ```
//! use tantalizer_model::automaton::Nfa;
//!
//! # fn main() -> Result<(), tantalizer_model::ModelError> {
//! let runs = Nfa::parse("0* 1{2} 0+ 1{1,3} 0*", &[0, 1])?.determinise()?.minimise();
//! assert!(runs.accepts(&[0, 1, 1, 0, 1, 0]));
//! assert!(!runs.accepts(&[1, 1, 1]));
//! # Ok(())
//! # }
//! ```

mod dfa;
mod expression;
mod intersect;
mod minimise;
mod nfa;
mod shorten;

pub use dfa::Dfa;
pub use nfa::Nfa;
pub use shorten::Shortened;

/// Automata are stored state by state, so they must stay small enough for memory.
const LARGEST_AUTOMATON: usize = 4_000_000;

/// Refuses an automaton that has grown beyond [`LARGEST_AUTOMATON`].
fn check_size(states: usize) -> Result<(), crate::ModelError> {
    if states > LARGEST_AUTOMATON {
        return Err(crate::ModelError::AutomatonTooLarge {
            bound: LARGEST_AUTOMATON,
        });
    }
    Ok(())
}

/// The state itself, if an automaton of `states` states has it.
fn known_state(index: usize, states: usize) -> Result<usize, crate::ModelError> {
    if index < states {
        return Ok(index);
    }
    Err(crate::ModelError::OutOfRange {
        constraint: "regular",
        what: "state",
        index,
        bound: states,
    })
}
