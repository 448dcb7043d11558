//! How often each of some values occurs.

use super::prelude::*;
use crate::memory::number_to_come;

impl Remember for GlobalCardinality {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        let times: Vec<usize> = scope.places(&self.vars).iter().map(Vec::len).collect();
        Box::new(Surplus {
            values: self.values.clone(),
            to_come: number_to_come(&times),
            times,
            counts: scope.places(&self.counts),
            known_at: scope.positions(&self.counts),
            closed: self.closed,
        })
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        all_known(&self.vars, var, known)
    }

    fn determines_early(&self) -> bool {
        true
    }
}

/// For each value how often it occurred, less the count where that is known.
struct Surplus {
    values: Vec<i32>,
    times: Vec<usize>,
    to_come: Vec<i32>,
    /// Which counts each variable is.
    counts: Vec<Vec<usize>>,
    /// Where each count becomes known.
    known_at: Vec<usize>,
    closed: bool,
}

impl Memory for Surplus {
    fn start(&self) -> Vec<i32> {
        vec![0; self.values.len()]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        if self.times[position] > 0 {
            match self.values.iter().position(|&counted| counted == value) {
                Some(at) => memory[at] += self.times[position] as i32,
                None if self.closed => return false,
                None => {}
            }
        }
        for &at in &self.counts[position] {
            // A count beyond all bounds is as wrong as any; this keeps the difference within bounds.
            memory[at] = memory[at].saturating_sub(value);
        }
        let to_come = self.to_come[position + 1];
        let mut missing = 0;
        for (&surplus, &known_at) in memory.iter().zip(&self.known_at) {
            if known_at <= position {
                if surplus > 0 || surplus < -to_come {
                    return false;
                }
                missing -= surplus;
            }
        }
        missing <= to_come
    }
}
