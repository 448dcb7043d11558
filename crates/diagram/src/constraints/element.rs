//! An entry of an array.

use super::prelude::*;

impl Remember for Element {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        let index = scope.position(self.index);
        let possible = (0..self.array.len())
            .map(|entry| scope.values[index].contains(&(self.offset + entry as i32)))
            .collect();
        Box::new(Entries {
            places: scope.places(&self.array),
            known_at: scope.positions(&self.array),
            possible,
            offset: self.offset,
            index,
            value: scope.position(self.value),
        })
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        var == self.value
            && all_known(&self.array, var, known)
            && all_known(&[self.index], var, known)
    }
}

/// The entries so far that the index may still point to; once the value is known, only
/// whether each entry equals it; once the index is known, only that entry.
struct Entries {
    /// Which entries each variable is.
    places: Vec<Vec<usize>>,
    /// Where each entry becomes known.
    known_at: Vec<usize>,
    /// Whether the index can point to the entry.
    possible: Vec<bool>,
    offset: i32,
    index: usize,
    value: usize,
}

impl Memory for Entries {
    fn start(&self) -> Vec<i32> {
        // The index and the value (0 while unknown), then the entries.
        vec![0; self.known_at.len() + 2]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        // Nothing left to check.
        if memory.is_empty() {
            return true;
        }
        if position == self.value {
            for (entry, &known_at) in self.known_at.iter().enumerate() {
                if known_at < position && self.possible[entry] {
                    memory[entry + 2] = i32::from(memory[entry + 2] == value);
                }
            }
            memory[1] = value;
        }
        for &entry in self.places[position].iter().filter(|&&e| self.possible[e]) {
            memory[entry + 2] = if position >= self.value {
                i32::from(memory[1] == value)
            } else {
                value
            };
        }
        if position == self.index {
            let entry = i64::from(value) - i64::from(self.offset);
            match usize::try_from(entry) {
                Ok(entry) if entry < self.known_at.len() => memory[0] = entry as i32,
                _ => return false,
            }
        }
        if position < self.index {
            return true;
        }
        let entry = memory[0] as usize;
        for other in (0..self.known_at.len()).filter(|&other| other != entry) {
            memory[other + 2] = 0;
        }
        if position < self.value || position < self.known_at[entry] {
            return true;
        }
        let equal = memory[entry + 2] == 1;
        memory.clear();
        equal
    }
}
