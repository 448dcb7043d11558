//! The product of two automata: its states are pairs, and it accepts what both accept.

use std::collections::HashMap;

use super::{Dfa, check_size};
use crate::ModelError;

impl Dfa {
    /// The automaton of the words that both accept; only pairs of states that some word reaches are built.
    pub fn intersect(&self, other: &Dfa) -> Result<Dfa, ModelError> {
        let start = (self.start(), other.start());
        let mut number = HashMap::from([(start, 0)]);
        let mut pairs = vec![start];
        let mut transitions = Vec::new();
        let mut from = 0;
        while from < pairs.len() {
            let (left, right) = pairs[from];
            for (value, left_to) in self.from_state(left) {
                let Some(right_to) = other.next(right, value) else {
                    continue;
                };
                let to = *number.entry((left_to, right_to)).or_insert_with_key(|&to| {
                    pairs.push(to);
                    pairs.len() - 1
                });
                transitions.push((from, value, to));
            }
            check_size(pairs.len())?;
            from += 1;
        }
        let both = |pair: &(usize, usize)| self.is_accepting(pair.0) && other.is_accepting(pair.1);
        let accepting: Vec<usize> = (0..pairs.len()).filter(|&i| both(&pairs[i])).collect();
        Dfa::new(pairs.len(), 0, accepting, transitions)
    }
}
