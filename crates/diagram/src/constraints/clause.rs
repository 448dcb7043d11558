//! A disjunction.

use super::prelude::*;

impl Remember for Clause {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        let mut truths = vec![Vec::new(); scope.len()];
        for literal in &self.literals {
            truths[scope.position(literal.var)].push(literal.value());
        }
        Box::new(Truth { truths })
    }
}

/// Whether a literal is true already.
struct Truth {
    /// Which values of each variable make a literal true.
    truths: Vec<Vec<i32>>,
}

impl Memory for Truth {
    fn start(&self) -> Vec<i32> {
        vec![0]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        memory[0] |= i32::from(self.truths[position].contains(&value));
        memory[0] == 1 || position + 1 < self.truths.len()
    }
}
