//! Nondeterministic automata, and the subset construction.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Dfa, check_size, expression, known_state};
use crate::ModelError;

/// A nondeterministic finite automaton. A step may read a value or nothing, and several steps
/// from one state may read the same value; a word is accepted if some run accepts it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Nfa {
    starts: Vec<usize>,
    accepting: Vec<bool>,
    /// For each state, where reading a value leads.
    steps: Vec<Vec<(i32, usize)>>,
    /// For each state, where reading nothing leads.
    free: Vec<Vec<usize>>,
}

impl Nfa {
    /// An automaton of `states` states. A transition `(from, Some(value), to)` reads the value,
    /// `(from, None, to)` reads nothing.
    pub fn new(
        states: usize,
        starts: impl IntoIterator<Item = usize>,
        accepting: impl IntoIterator<Item = usize>,
        transitions: impl IntoIterator<Item = (usize, Option<i32>, usize)>,
    ) -> Result<Self, ModelError> {
        check_size(states)?;
        let known = |index: usize| known_state(index, states);
        let mut nfa = Nfa {
            starts: starts.into_iter().map(known).collect::<Result<_, _>>()?,
            accepting: vec![false; states],
            steps: vec![Vec::new(); states],
            free: vec![Vec::new(); states],
        };
        for state in accepting {
            nfa.accepting[known(state)?] = true;
        }
        for (from, value, to) in transitions {
            let (from, to) = (known(from)?, known(to)?);
            match value {
                Some(value) => nfa.steps[from].push((value, to)),
                None => nfa.free[from].push(to),
            }
        }
        Ok(nfa)
    }

    /// The automaton of a regular expression whose letters are integers.
    ///
    /// | written | matches |
    /// |---|---|
    /// | `7`, `-2` | that integer; letters that follow each other are separated by blanks |
    /// | `.` | any value of `alphabet` |
    /// | `[1-3 5]` | 1, 2, 3 or 5 |
    /// | `[^1-3 5]` | any value of `alphabet` but these |
    /// | `a b` | `a`, then `b` |
    /// | `a \| b` | `a` or `b`; an empty side matches the empty word |
    /// | `a*`, `a+`, `a?` | any number of `a`; at least one; at most one |
    /// | `a{3}`, `a{2,4}`, `a{2,}` | exactly three `a`; two to four; at least two |
    /// | `(a)` | `a`; `()` is the empty word |
    ///
    /// Blanks (spaces, tabs, line ends) may stand between any two signs. `alphabet` is only what `.` and `[^ ]` stand for.
    pub fn parse(expression: &str, alphabet: &[i32]) -> Result<Self, ModelError> {
        expression::parse(expression, alphabet)
    }

    /// How many states there are; they are numbered from 0.
    pub fn state_count(&self) -> usize {
        self.steps.len()
    }

    /// Whether some run over the word accepts it.
    pub fn accepts(&self, word: &[i32]) -> bool {
        let mut now = self.closure(self.starts.iter().copied());
        for &value in word {
            let read = now.iter().flat_map(|&state| &self.steps[state]);
            let next: Vec<usize> = read
                .filter(|step| step.0 == value)
                .map(|step| step.1)
                .collect();
            now = self.closure(next);
        }
        now.iter().any(|&state| self.accepting[state])
    }

    /// A deterministic automaton of the same language, by the subset construction: its states are
    /// the sets of states that the runs over one word can be in. The result is not minimal.
    pub fn determinise(&self) -> Result<Dfa, ModelError> {
        let start = self.closure(self.starts.iter().copied());
        let mut number: HashMap<BTreeSet<usize>, usize> = HashMap::from([(start.clone(), 0)]);
        let mut sets = vec![start];
        let mut transitions = Vec::new();
        let mut from = 0;
        while from < sets.len() {
            let mut reached: BTreeMap<i32, BTreeSet<usize>> = BTreeMap::new();
            for &state in &sets[from] {
                for &(value, to) in &self.steps[state] {
                    reached.entry(value).or_default().insert(to);
                }
            }
            for (value, states) in reached {
                let set = self.closure(states);
                let to = *number.entry(set).or_insert_with_key(|set| {
                    sets.push(set.clone());
                    sets.len() - 1
                });
                transitions.push((from, value, to));
            }
            check_size(sets.len())?;
            from += 1;
        }
        let accepts = |set: &BTreeSet<usize>| set.iter().any(|&state| self.accepting[state]);
        let accepting: Vec<usize> = (0..sets.len()).filter(|&i| accepts(&sets[i])).collect();
        Dfa::new(sets.len(), 0, accepting, transitions)
    }

    /// The states reached from the given ones by reading nothing, themselves included.
    fn closure(&self, states: impl IntoIterator<Item = usize>) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<usize> = states.into_iter().collect();
        while let Some(state) = open.pop() {
            if reached.insert(state) {
                open.extend(&self.free[state]);
            }
        }
        reached
    }
}
