//! Two maps that are inverse to each other.

use super::prelude::*;

impl Remember for Inverse {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        Box::new(Partners {
            places: scope.places(&[&self.forward[..], &self.backward].concat()),
            length: self.forward.len(),
            offsets: [self.forward_offset, self.backward_offset],
        })
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        all_known(&self.forward, var, known) || all_known(&self.backward, var, known)
    }

    fn determines_early(&self) -> bool {
        true
    }
}

/// For each entry to come, the value it must have because its partner is known, if it is.
struct Partners {
    /// Which entries each variable is: those of the first array, then those of the second.
    places: Vec<Vec<usize>>,
    length: usize,
    offsets: [i32; 2],
}

/// An entry that is known.
const DONE: i32 = -2;
/// An entry of which nothing is known.
const FREE: i32 = -1;

impl Memory for Partners {
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
