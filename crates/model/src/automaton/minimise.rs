//! The smallest automaton of a language, by refining a partition of the states (Moore's algorithm).
//!
//! Two states are kept together as long as no step tells them apart. States
//! that no word reaches or from which no word is accepted are dropped first, so that a missing transition and
//! a transition into a dead state are the same.

use std::collections::{BTreeMap, HashMap, VecDeque};

use super::Dfa;

impl Dfa {
    /// The automaton with the fewest states that accepts the same words. States are numbered in breadth-first
    /// order by increasing values, so automata of equal languages become equal.
    pub fn minimise(&self) -> Dfa {
        let useful = self.useful();
        let class = self.classes(&useful);
        self.quotient(&useful, &class)
    }

    /// Which states lie on a path from the start to an accepting state.
    fn useful(&self) -> Vec<bool> {
        let mut after = vec![Vec::new(); self.state_count()];
        let mut before = vec![Vec::new(); self.state_count()];
        for (from, _, to) in self.transitions() {
            after[from].push(to);
            before[to].push(from);
        }
        let ends = (0..self.state_count()).filter(|&state| self.is_accepting(state));
        let reached = reachable(&after, [self.start()]);
        let living = reachable(&before, ends);
        reached.iter().zip(&living).map(|(&a, &b)| a && b).collect()
    }

    /// For each useful state, the number of its class of states that accept the same words.
    fn classes(&self, useful: &[bool]) -> Vec<usize> {
        let mut class: Vec<usize> = (0..self.state_count())
            .map(|state| usize::from(self.is_accepting(state)))
            .collect();
        let mut count = 0;
        loop {
            let mut number = HashMap::new();
            let mut refined = class.clone();
            for state in (0..self.state_count()).filter(|&state| useful[state]) {
                let steps: Vec<(i32, usize)> = self
                    .from_state(state)
                    .filter(|&(_, to)| useful[to])
                    .map(|(value, to)| (value, class[to]))
                    .collect();
                let fresh = number.len();
                refined[state] = *number.entry((class[state], steps)).or_insert(fresh);
            }
            class = refined;
            if number.len() == count {
                return class;
            }
            count = number.len();
        }
    }

    /// The automaton whose states are the classes.
    fn quotient(&self, useful: &[bool], class: &[usize]) -> Dfa {
        let mut number: BTreeMap<usize, usize> = BTreeMap::from([(class[self.start()], 0)]);
        let mut open = VecDeque::from([self.start()]);
        let mut accepting = Vec::new();
        let mut transitions = Vec::new();
        while let Some(state) = open.pop_front() {
            let from = number[&class[state]];
            if self.is_accepting(state) {
                accepting.push(from);
            }
            for (value, to) in self.from_state(state).filter(|&(_, to)| useful[to]) {
                let fresh = number.len();
                let to_number = *number.entry(class[to]).or_insert_with(|| {
                    open.push_back(to);
                    fresh
                });
                transitions.push((from, value, to_number));
            }
        }
        Dfa::from_parts(number.len(), 0, accepting, transitions)
    }
}

fn reachable(edges: &[Vec<usize>], from: impl IntoIterator<Item = usize>) -> Vec<bool> {
    let mut reached = vec![false; edges.len()];
    let mut open: Vec<usize> = from.into_iter().collect();
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut reached[state], true) {
            open.extend(&edges[state]);
        }
    }
    reached
}
