//! Memories of element, lexicographic order and inverse.

use tantalizer_model::Var;

use super::{Memory, Scope};

/// An element: the entries so far that the index may still point to; once the value is known, only
/// whether each entry equals it; once the index is known, only that entry.
pub(crate) struct Element {
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

impl Element {
    pub(crate) fn new(array: &[Var], offset: i32, index: Var, value: Var, scope: &Scope) -> Self {
        let index = scope.position(index);
        let possible = (0..array.len())
            .map(|entry| scope.values[index].contains(&(offset + entry as i32)))
            .collect();
        Element {
            places: scope.places(array),
            known_at: scope.positions(array),
            possible,
            offset,
            index,
            value: scope.position(value),
        }
    }
}

impl Memory for Element {
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

/// A lexicographic order: the known letters from the first pair on that is not known to be equal.
pub(crate) struct Lex {
    left: Vec<usize>,
    right: Vec<usize>,
    /// Which letters each variable is: those of the left word first, then those of the right word.
    places: Vec<Vec<usize>>,
    /// Whether equal common letters satisfy it.
    at_end: bool,
}

impl Lex {
    pub(crate) fn new(left: &[Var], right: &[Var], strict: bool, scope: &Scope) -> Self {
        let common = left.len().min(right.len());
        let letters: Vec<Var> = left[..common]
            .iter()
            .chain(&right[..common])
            .copied()
            .collect();
        Lex {
            left: scope.positions(&left[..common]),
            right: scope.positions(&right[..common]),
            places: scope.places(&letters),
            at_end: left.len() < right.len() || (left.len() == right.len() && !strict),
        }
    }
}

impl Memory for Lex {
    fn start(&self) -> Vec<i32> {
        vec![0; 2 * self.left.len() + 1]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        // Decided.
        if memory.is_empty() {
            return true;
        }
        for &letter in &self.places[position] {
            memory[letter] = value;
        }
        let common = self.left.len();
        for pair in 0..common {
            if self.left[pair] > position || self.right[pair] > position {
                return true;
            }
            let (a, b) = (memory[pair], memory[common + pair]);
            if a != b {
                memory.clear();
                return a < b;
            }
            (memory[pair], memory[common + pair]) = (0, 0);
        }
        memory.clear();
        self.at_end
    }
}

/// An inverse: for each entry to come, the value it must have because its partner is known, if it is.
pub(crate) struct Inverse {
    /// Which entries each variable is: those of the first array, then those of the second.
    places: Vec<Vec<usize>>,
    length: usize,
    offsets: [i32; 2],
}

/// An entry that is known.
const DONE: i32 = -2;
/// An entry of which nothing is known.
const FREE: i32 = -1;

impl Inverse {
    pub(crate) fn new(arrays: [(&Vec<Var>, i32); 2], scope: &Scope) -> Self {
        let entries: Vec<Var> = arrays.iter().flat_map(|array| array.0).copied().collect();
        Inverse {
            places: scope.places(&entries),
            length: arrays[0].0.len(),
            offsets: [arrays[0].1, arrays[1].1],
        }
    }
}

impl Memory for Inverse {
    fn start(&self) -> Vec<i32> {
        vec![FREE; 2 * self.length]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        for &place in &self.places[position] {
            let (side, entry) = (place / self.length, place % self.length);
            // The value of one side is an index of the other.
            let to = i64::from(value) - i64::from(self.offsets[1 - side]);
            let Some(to) = usize::try_from(to).ok().filter(|&to| to < self.length) else {
                return false;
            };
            let partner = (1 - side) * self.length + to;
            match memory[place] {
                FREE if memory[partner] == FREE => memory[partner] = entry as i32,
                FREE | DONE => return false,
                required if required as usize != to => return false,
                _ => {}
            }
            memory[place] = DONE;
        }
        true
    }
}
