//! A word that an automaton accepts.

use std::sync::Arc;

use tantalizer_model::automaton::Dfa;

use super::prelude::*;

impl Remember for Regular {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        if !scope.positions(&self.vars).is_sorted() {
            return judged(self, scope);
        }
        Box::new(State {
            automaton: Arc::clone(&self.automaton),
            times: scope.places(&self.vars).iter().map(Vec::len).collect(),
        })
    }
}

/// The state, where the word is read in order.
struct State {
    automaton: Arc<Dfa>,
    /// How often each variable is read, one time after another.
    times: Vec<usize>,
}

impl Memory for State {
    fn start(&self) -> Vec<i32> {
        vec![self.automaton.start() as i32]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        let mut state = memory[0] as usize;
        for _ in 0..self.times[position] {
            match self.automaton.next(state, value) {
                Some(next) => state = next,
                None => return false,
            }
        }
        memory[0] = state as i32;
        position + 1 < self.times.len() || self.automaton.is_accepting(state)
    }
}
