//! Chosen vertices of a graph that are connected, by the frontier method (see [`Loop`](crate::memory::Loop)).

use super::prelude::*;

impl Remember for Connected {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        let known_at = scope.positions(&self.chosen);
        let mut neighbours = vec![Vec::new(); self.chosen.len()];
        for &(a, b) in self.edges.iter() {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        let last = |vertex: usize| {
            let to = neighbours[vertex].iter().map(|&other| known_at[other]);
            to.max().unwrap_or(0).max(known_at[vertex])
        };
        Box::new(Components {
            last_neighbour: (0..self.chosen.len()).map(last).collect(),
            places: scope.places(&self.chosen),
            known_at,
            neighbours,
        })
    }
}

/// The component of each chosen vertex that still has a neighbour to come, and whether a
/// component is complete.
struct Components {
    /// Which vertices each variable is.
    places: Vec<Vec<usize>>,
    /// Where each vertex becomes known.
    known_at: Vec<usize>,
    /// Where the last neighbour of each vertex becomes known.
    last_neighbour: Vec<usize>,
    neighbours: Vec<Vec<usize>>,
}

/// A vertex that is not chosen, not known, or has no neighbour to come.
const NOWHERE: i32 = -1;

impl Memory for Components {
    fn start(&self) -> Vec<i32> {
        let mut memory = vec![NOWHERE; self.known_at.len()];
        memory.push(0);
        memory
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        let vertices = self.known_at.len();
        let complete = vertices;
        if value == 1 {
            for &vertex in &self.places[position] {
                if memory[complete] == 1 {
                    return false;
                }
                // A component is named by one of its vertices; joining two renames one of them.
                memory[vertex] = vertex as i32;
                for &other in &self.neighbours[vertex] {
                    let (joined, own) = (memory[other], memory[vertex]);
                    if joined != NOWHERE && joined != own {
                        for name in &mut memory[..vertices] {
                            if *name == joined {
                                *name = own;
                            }
                        }
                    }
                }
            }
        }
        // Vertices leave the frontier. A component that leaves it wholly is complete.
        let mut present: Vec<i32> = memory[..vertices].to_vec();
        present.retain(|&name| name != NOWHERE);
        present.sort_unstable();
        present.dedup();
        for (name, &last_neighbour) in memory.iter_mut().zip(&self.last_neighbour) {
            if last_neighbour <= position {
                *name = NOWHERE;
            }
        }
        for name in &present {
            if !memory[..vertices].contains(name) {
                // Any other component could never be joined to it.
                if memory[complete] == 1 || present.len() > 1 {
                    return false;
                }
                memory[complete] = 1;
            }
        }
        // The name of a component is its first vertex on the frontier: equal partitions, equal memories.
        for vertex in 0..vertices {
            let name = memory[vertex];
            if name != NOWHERE && name != vertex as i32 {
                let first = memory[..vertices].iter().position(|&other| other == name);
                let first = first.unwrap_or(vertex) as i32;
                if first == vertex as i32 {
                    for other in &mut memory[..vertices] {
                        if *other == name {
                            *other = first;
                        }
                    }
                }
            }
        }
        true
    }
}
