//! What bins hold: the loads so far, and the values of the loads that were read.

use super::prelude::*;

impl Remember for BinPacking {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        let mut items = vec![Vec::new(); scope.len()];
        for (&bin, &weight) in self.bins.iter().zip(&self.weights) {
            items[scope.position(bin)].push(weight);
        }
        let loads = scope.places(&self.loads);
        // After this position the load of a bin is known, and all items that may lie in it.
        Box::new(Packed {
            items,
            loads,
            first: self.first,
            bins: self.loads.len(),
        })
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        self.loads.contains(&var) && all_known(&self.bins, var, known)
    }

    fn cost(&self, vars: usize) -> usize {
        2 * vars
    }
}

/// For each bin, the difference between what is known to lie in it and its load, as far as it is known.
struct Packed {
    /// The weights of the items whose bin is read at a position.
    items: Vec<Vec<i32>>,
    /// The bins whose load is read there.
    loads: Vec<Vec<usize>>,
    first: i32,
    bins: usize,
}

impl Memory for Packed {
    fn start(&self) -> Vec<i32> {
        vec![0; self.bins]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        let bin = usize::try_from(i64::from(value) - i64::from(self.first)).ok();
        if let Some(bin) = bin.filter(|&bin| bin < self.bins) {
            for &weight in &self.items[position] {
                memory[bin] = memory[bin].wrapping_add(weight);
            }
        }
        for &bin in &self.loads[position] {
            memory[bin] = memory[bin].wrapping_sub(value);
        }
        position + 1 < self.items.len() || memory.iter().all(|&rest| rest == 0)
    }
}
