//! Reading several letters as one, and spreading a condition over a longer word.
//!
//! Löffler, Liu and Hofstedt (*Exploring Properties of the Instant Insanity Puzzle with Constraint
//! Satisfaction Approach*, 2020) write a tower as one word of colours, piece by piece. The condition on one
//! side of the tower speaks of every fourth letter only ([`Dfa::spread`]); and in the automaton of the
//! whole tower the four colours of a piece are then joined into one letter ([`Dfa::shorten`], their Figure 5).

use std::collections::{BTreeMap, BTreeSet};

use super::{Dfa, check_size};
use crate::ModelError;

/// An automaton that reads words of a fixed length as single letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shortened {
    /// The automaton; its letter `i` stands for `words[i]`.
    pub automaton: Dfa,
    /// The words that became letters, in lexicographic order, each once.
    pub words: Vec<Vec<i32>>,
}

impl Dfa {
    /// Paths of `letters` letters become one letter: the result accepts exactly the words of this automaton
    /// whose length is a multiple of `letters`, cut into pieces of that length.
    pub fn shorten(&self, letters: usize) -> Result<Shortened, ModelError> {
        if letters == 0 {
            return Err(ModelError::Empty {
                constraint: "regular",
            });
        }
        let mut number = BTreeMap::from([(self.start(), 0)]);
        let mut states = vec![self.start()];
        let mut paths = Vec::new();
        let mut words = BTreeSet::new();
        let mut from = 0;
        while from < states.len() {
            let mut ends = vec![(Vec::new(), states[from])];
            for _ in 0..letters {
                let longer = ends.iter().flat_map(|(word, state)| {
                    self.from_state(*state)
                        .map(|(value, to)| ([&word[..], &[value]].concat(), to))
                });
                ends = longer.collect();
                check_size(ends.len())?;
            }
            for (word, state) in ends {
                let to = *number.entry(state).or_insert_with(|| {
                    states.push(state);
                    states.len() - 1
                });
                words.insert(word.clone());
                paths.push((from, word, to));
            }
            check_size(paths.len())?;
            from += 1;
        }
        let words: Vec<Vec<i32>> = words.into_iter().collect();
        let transitions = paths.into_iter().map(|(from, word, to)| {
            let letter = words.partition_point(|known| *known < word);
            (from, letter as i32, to)
        });
        let accepting = (0..states.len()).filter(|&i| self.is_accepting(states[i]));
        Ok(Shortened {
            automaton: Dfa::new(states.len(), 0, accepting, transitions)?,
            words,
        })
    }

    /// The words over `alphabet` whose length is a multiple of `period` and whose letters at the positions
    /// `offset`, `offset + period`, ... (counted from 0) form a word of this automaton; the
    /// other letters are free.
    pub fn spread(
        &self,
        period: usize,
        offset: usize,
        alphabet: &[i32],
    ) -> Result<Dfa, ModelError> {
        if offset >= period {
            return Err(ModelError::OutOfRange {
                constraint: "regular",
                what: "offset",
                index: offset,
                bound: period,
            });
        }
        let states = self.state_count().saturating_mul(period);
        check_size(states)?;
        // State `s * period + p`: this automaton is in state s, and p letters of the period have been read.
        let mut transitions = Vec::new();
        for state in 0..self.state_count() {
            for phase in 0..period {
                let next_phase = (phase + 1) % period;
                for &value in alphabet {
                    let to = if phase == offset {
                        self.next(state, value)
                    } else {
                        Some(state)
                    };
                    if let Some(to) = to {
                        let from = state * period + phase;
                        transitions.push((from, value, to * period + next_phase));
                    }
                }
            }
        }
        let accepting = (0..self.state_count())
            .filter(|&state| self.is_accepting(state))
            .map(|state| state * period);
        Dfa::new(states, self.start() * period, accepting, transitions)
    }
}
