//! The memory of a loop: the ends of paths.
//!
//! The frontier method of Sekine, Imai and Tani (*Computing the Tutte Polynomial of a Graph of Moderate Size*,
//! 1995), as in Knuth's Simpath: of what is already drawn only its contact with what is not drawn matters.

use tantalizer_model::Var;

use super::{Memory, Scope};

/// One loop through all nodes, or through some: for each node without a successor yet, where the path that ends
/// in it starts. A node may be entered if a path starts in it.
pub(crate) struct Loop {
    /// Which nodes' successor each variable is.
    places: Vec<Vec<usize>>,
    nodes: usize,
    offset: i32,
    /// Whether the loop must visit all nodes.
    all: bool,
}

/// A node whose successor is known.
const LEFT: i32 = -1;

impl Loop {
    pub(crate) fn new(successors: &[Var], offset: i32, all: bool, scope: &Scope) -> Self {
        Loop {
            places: scope.places(successors),
            nodes: successors.len(),
            offset,
            all,
        }
    }
}

impl Memory for Loop {
    fn start(&self) -> Vec<i32> {
        // The starts of the paths that end in each node, and whether the loop is closed.
        (0..self.nodes as i32).chain([0]).collect()
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        let closed = self.nodes;
        for &node in &self.places[position] {
            let to = i64::from(value) - i64::from(self.offset);
            let Some(to) = usize::try_from(to).ok().filter(|&to| to < self.nodes) else {
                return false;
            };
            let from = memory[node];
            memory[node] = LEFT;
            if to == node && !self.all {
                // It stays apart, so nothing may lead to it.
                if from != node as i32 {
                    return false;
                }
                continue;
            }
            if memory[closed] == 1 {
                return false;
            }
            if to as i32 == from {
                // The loop is closed: no other path may be under way, or left to visit.
                let done = |(other, &start): (usize, &i32)| {
                    start == LEFT || (!self.all && start == other as i32)
                };
                if !memory[..self.nodes].iter().enumerate().all(done) {
                    return false;
                }
                memory[closed] = 1;
                continue;
            }
            match memory[..self.nodes]
                .iter()
                .position(|&start| start == to as i32)
            {
                Some(end) => memory[end] = from,
                None => return false,
            }
        }
        true
    }
}
