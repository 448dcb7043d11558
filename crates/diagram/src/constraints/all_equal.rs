//! Values that are all equal.

use super::prelude::*;

impl Remember for AllEqual {
    fn memory(&self, _: &Scope) -> Box<dyn Memory> {
        Box::new(TheValue)
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        let mut others = self.vars.iter().filter(|&&other| other != var);
        others.any(|&other| known(other))
    }

    fn determines_early(&self) -> bool {
        true
    }

    fn is_bijection(&self, _: &[Var]) -> bool {
        true
    }
}

/// The value.
struct TheValue;

impl Memory for TheValue {
    fn start(&self) -> Vec<i32> {
        Vec::new()
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        if position == 0 {
            memory.push(value);
        }
        memory[0] == value
    }
}
