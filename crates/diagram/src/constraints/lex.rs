//! Lexicographic order.

use super::prelude::*;

impl Remember for Lex {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        let Lex {
            left,
            right,
            strict,
        } = self;
        let common = left.len().min(right.len());
        let letters = [&left[..common], &right[..common]];
        Box::new(Letters {
            left: scope.positions(letters[0]),
            right: scope.positions(letters[1]),
            places: scope.places(&letters.concat()),
            at_end: left.len() < right.len() || (left.len() == right.len() && !strict),
        })
    }
}

/// The known letters from the first pair on that is not known to be equal.
struct Letters {
    left: Vec<usize>,
    right: Vec<usize>,
    /// Which letters each variable is: those of the left word first, then those of the right word.
    places: Vec<Vec<usize>>,
    /// Whether equal common letters satisfy it.
    at_end: bool,
}

impl Memory for Letters {
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
