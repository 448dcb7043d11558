//! Memories of loops and of connected vertices: the ends of paths, the components on the frontier.
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

/// Connected vertices: the component of each chosen vertex that still has a neighbour to come, and whether a
/// component is complete.
pub(crate) struct Connected {
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

impl Connected {
    pub(crate) fn new(chosen: &[Var], edges: &[(usize, usize)], scope: &Scope) -> Self {
        let known_at = scope.positions(chosen);
        let mut neighbours = vec![Vec::new(); chosen.len()];
        for &(a, b) in edges {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        let last = |vertex: usize| {
            let to = neighbours[vertex].iter().map(|&other| known_at[other]);
            to.max().unwrap_or(0).max(known_at[vertex])
        };
        Connected {
            last_neighbour: (0..chosen.len()).map(last).collect(),
            places: scope.places(chosen),
            known_at,
            neighbours,
        }
    }
}

impl Memory for Connected {
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
