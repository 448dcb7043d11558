//! A parity.

use super::prelude::*;

impl Remember for Xor {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        let places = scope.places(&self.vars);
        Box::new(Parity {
            odd: places.iter().map(|places| places.len() % 2 == 1).collect(),
            parity: self.parity,
        })
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        self.vars.iter().filter(|&&other| other == var).count() % 2 == 1
            && self.vars.iter().all(|&other| other == var || known(other))
    }
}

/// The parity so far.
struct Parity {
    /// Whether each variable occurs an odd number of times.
    odd: Vec<bool>,
    parity: bool,
}

impl Memory for Parity {
    fn start(&self) -> Vec<i32> {
        vec![0]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        memory[0] ^= i32::from(self.odd[position] && value == 1);
        position + 1 < self.odd.len() || (memory[0] == 1) == self.parity
    }
}
