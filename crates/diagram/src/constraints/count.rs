//! How often a value occurs.

use super::prelude::*;
use crate::memory::number_to_come;

impl Remember for Count {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        let times: Vec<usize> = scope.places(&self.vars).iter().map(Vec::len).collect();
        let value = scope.position(self.value);
        Box::new(Occurrences {
            to_come: number_to_come(&times),
            times,
            candidates: scope.values[value].to_vec(),
            value,
            count: scope.position(self.count),
        })
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        var == self.count
            && all_known(&self.vars, var, known)
            && all_known(&[self.value], var, known)
    }
}

/// How often the value occurred, or, before it is known, how often each candidate did.
struct Occurrences {
    times: Vec<usize>,
    to_come: Vec<i32>,
    candidates: Vec<i32>,
    value: usize,
    count: usize,
}

impl Memory for Occurrences {
    fn start(&self) -> Vec<i32> {
        // The count (0 while unknown), then one number for each candidate.
        vec![0; self.candidates.len() + 1]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        let times = self.times[position] as i32;
        if position <= self.value {
            if let Ok(at) = self.candidates.binary_search(&value) {
                memory[at + 1] += times;
            }
        } else if memory[1] == value {
            memory[2] += times;
        }
        if position == self.value {
            // From now on: the count, the value, how often it occurred.
            let at = self.candidates.binary_search(&value).unwrap_or(0);
            let occurred = memory[at + 1];
            memory.truncate(1);
            memory.extend([value, occurred]);
        }
        if position == self.count {
            memory[0] = value;
        }
        if position < self.count || position < self.value {
            return true;
        }
        // Both known: only the difference matters.
        let missing = memory[0].saturating_sub(memory[2]);
        memory[0] = missing;
        memory[2] = 0;
        missing >= 0 && missing <= self.to_come[position + 1]
    }
}
