//! The chosen vertices of a graph are connected.
//!
//! From a vertex that is surely chosen, walk over all vertices that may be chosen: what the walk does not reach is not
//! chosen, and a vertex that separates two surely chosen ones is.

use std::sync::Arc;

use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::store::{Conflict, Narrowed, Store, V, event};

impl Post for constraints::Connected {
    fn consistency() -> Consistency {
        Consistency::Checking
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        let neighbours = neighbours(self.chosen.len(), &self.edges);
        vec![Box::new(Connected::new(indices(&self.chosen), neighbours))]
    }
}

/// The neighbours of each vertex.
pub fn neighbours(vertices: usize, edges: &[(usize, usize)]) -> Arc<Vec<Vec<u32>>> {
    let mut lists = vec![Vec::new(); vertices];
    for &(a, b) in edges {
        if a != b {
            lists[a].push(b as u32);
            lists[b].push(a as u32);
        }
    }
    Arc::new(lists)
}

/// The vertices with value 1 form one part.
pub struct Connected {
    chosen: Vec<V>,
    neighbours: Arc<Vec<Vec<u32>>>,
}

impl Connected {
    /// One 0/1 variable a vertex.
    pub fn new(chosen: Vec<V>, neighbours: Arc<Vec<Vec<u32>>>) -> Self {
        Connected { chosen, neighbours }
    }
}

/// What a depth-first walk knows of a vertex.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// When it was reached, from 1; 0 if not yet.
    order: u32,
    /// The earliest vertex reachable from its subtree by one step back.
    low: u32,
    /// How many surely chosen vertices its subtree holds.
    chosen: u32,
}

impl Propagator for Connected {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        self.chosen.iter().map(|&v| (v, event::FIX)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let n = self.chosen.len();
        let sure = |store: &Store, vertex: usize| store.fixed(self.chosen[vertex]) == Some(1);
        let possible = |store: &Store, vertex: usize| store.contains(self.chosen[vertex], 1);
        let Some(root) = (0..n).find(|&vertex| sure(store, vertex)) else {
            return Ok(());
        };
        let total = (0..n).filter(|&vertex| sure(store, vertex)).count() as u32;
        let mut seen = vec![Seen::default(); n];
        let mut separating = Vec::new();
        let mut frames: Vec<(usize, usize)> = vec![(root, 0)];
        let mut clock = 1;
        seen[root] = Seen {
            order: 1,
            low: 1,
            chosen: 1,
        };
        while let Some(&mut (vertex, ref mut next)) = frames.last_mut() {
            if let Some(&neighbour) = self.neighbours[vertex].get(*next) {
                *next += 1;
                let neighbour = neighbour as usize;
                if !possible(store, neighbour) {
                    continue;
                }
                if seen[neighbour].order == 0 {
                    clock += 1;
                    seen[neighbour] = Seen {
                        order: clock,
                        low: clock,
                        chosen: u32::from(sure(store, neighbour)),
                    };
                    frames.push((neighbour, 0));
                } else {
                    seen[vertex].low = seen[vertex].low.min(seen[neighbour].order);
                }
                continue;
            }
            frames.pop();
            if let Some(&(parent, _)) = frames.last() {
                let below = seen[vertex];
                seen[parent].low = seen[parent].low.min(below.low);
                seen[parent].chosen += below.chosen;
                // The subtree hangs on its parent alone, and someone inside it must be met.
                if below.low >= seen[parent].order && below.chosen > 0 {
                    separating.push(parent);
                }
            }
        }
        if seen[root].chosen < total {
            return Err(Conflict);
        }
        for (vertex, &v) in seen.iter().zip(&self.chosen) {
            if vertex.order == 0 {
                store.assign(v, 0)?;
            }
        }
        for vertex in separating {
            store.assign(self.chosen[vertex], 1)?;
        }
        Ok(())
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }
}
