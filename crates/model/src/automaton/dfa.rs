//! Deterministic automata.

use std::collections::BTreeMap;

use super::known_state;
use crate::ModelError;

/// A deterministic finite automaton; a missing transition rejects.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dfa {
    start: usize,
    accepting: Vec<bool>,
    transitions: Vec<BTreeMap<i32, usize>>,
}

impl Dfa {
    /// An automaton of `states` states from its transitions `(from, value, to)`. Two transitions
    /// from one state by one value must lead to the same state.
    pub fn new(
        states: usize,
        start: usize,
        accepting: impl IntoIterator<Item = usize>,
        transitions: impl IntoIterator<Item = (usize, i32, usize)>,
    ) -> Result<Self, ModelError> {
        let known = |index: usize| known_state(index, states);
        let mut dfa = Dfa {
            start: known(start)?,
            accepting: vec![false; states],
            transitions: vec![BTreeMap::new(); states],
        };
        for state in accepting {
            dfa.accepting[known(state)?] = true;
        }
        for (from, value, to) in transitions {
            let before = dfa.transitions[known(from)?].insert(value, known(to)?);
            if before.is_some_and(|other| other != to) {
                return Err(ModelError::Repeated {
                    constraint: "regular",
                    value,
                });
            }
        }
        Ok(dfa)
    }

    /// The state every word starts in.
    pub fn start(&self) -> usize {
        self.start
    }

    /// How many states there are; they are numbered from 0.
    pub fn state_count(&self) -> usize {
        self.transitions.len()
    }

    /// Whether a word may end in `state`.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// Where `value` leads from `state`, if anywhere.
    pub fn next(&self, state: usize, value: i32) -> Option<usize> {
        self.transitions[state].get(&value).copied()
    }

    /// All transitions `(from, value, to)`, ordered.
    pub fn transitions(&self) -> impl Iterator<Item = (usize, i32, usize)> + '_ {
        self.transitions
            .iter()
            .enumerate()
            .flat_map(|(from, row)| row.iter().map(move |(&value, &to)| (from, value, to)))
    }

    /// The transitions `(value, to)` that leave `state`, by increasing value.
    pub fn from_state(&self, state: usize) -> impl Iterator<Item = (i32, usize)> + '_ {
        self.transitions[state]
            .iter()
            .map(|(&value, &to)| (value, to))
    }

    /// The automaton of parts that are known to fit together.
    pub(super) fn from_parts(
        states: usize,
        start: usize,
        accepting: Vec<usize>,
        transitions: Vec<(usize, i32, usize)>,
    ) -> Self {
        let mut dfa = Dfa {
            start,
            accepting: vec![false; states],
            transitions: vec![BTreeMap::new(); states],
        };
        for state in accepting {
            dfa.accepting[state] = true;
        }
        for (from, value, to) in transitions {
            dfa.transitions[from].insert(value, to);
        }
        dfa
    }

    /// Whether the word is accepted.
    pub fn accepts(&self, word: &[i32]) -> bool {
        let mut state = self.start;
        for &value in word {
            match self.next(state, value) {
                Some(next) => state = next,
                None => return false,
            }
        }
        self.accepting[state]
    }
}
