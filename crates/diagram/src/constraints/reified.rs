//! Whether a constraint holds, as a variable.

use super::prelude::*;

impl Remember for Reified {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        let inner_scope = scope.within(&self.constraint);
        let inner_position = scope.vars.iter().map(|&var| {
            let position = inner_scope.position(var);
            (position < inner_scope.len()).then_some(position)
        });
        let inner: Box<dyn Memory> = if inner_scope.len() == 0 {
            Box::new(Known(self.constraint.holds(&[])))
        } else {
            taken(&self.constraint).memory(&inner_scope)
        };
        Box::new(Inner {
            inner,
            inner_position: inner_position.collect(),
            inner_length: inner_scope.len(),
            by: scope.position(self.by),
        })
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        var == self.by && all_known(&self.constraint.vars(), var, known)
    }
}

/// The inner memory until its truth is known, and what `by` says.
struct Inner {
    inner: Box<dyn Memory>,
    /// The position in the inner scope, for each position.
    inner_position: Vec<Option<usize>>,
    inner_length: usize,
    by: usize,
}

/// What is known about the inner constraint.
const OPEN: i32 = 0;
const FAILS: i32 = 1;
const HOLDS: i32 = 2;

impl Memory for Inner {
    fn start(&self) -> Vec<i32> {
        let mut inner = self.inner.start();
        let mut memory = vec![0, OPEN];
        if self.inner_length == 0 {
            memory[1] = if inner == [1] { HOLDS } else { FAILS };
        } else {
            memory.append(&mut inner);
        }
        memory
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        if let Some(inner_position) = self.inner_position[position]
            && memory[1] == OPEN
        {
            let mut inner = memory.split_off(2);
            let possible = self.inner.step(&mut inner, inner_position, value);
            if !possible {
                memory[1] = FAILS;
            } else if inner_position + 1 == self.inner_length {
                memory[1] = HOLDS;
            } else {
                memory.append(&mut inner);
            }
        }
        if position == self.by {
            memory[0] = value;
        }
        if position < self.by {
            return true;
        }
        match (memory[0], memory[1]) {
            (1, FAILS) | (0, HOLDS) => false,
            // Told already, and rightly: nothing more to remember.
            (_, FAILS | HOLDS) => {
                memory[0] = i32::from(memory[1] == HOLDS);
                true
            }
            _ => true,
        }
    }
}

/// A constraint without variables.
struct Known(bool);

impl Memory for Known {
    fn start(&self) -> Vec<i32> {
        vec![i32::from(self.0)]
    }

    fn step(&self, _: &mut Vec<i32>, _: usize, _: i32) -> bool {
        self.0
    }
}
