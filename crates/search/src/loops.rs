//! A single loop through all nodes (circuit), or through some, the others staying where they are (subcircuit).
//!
//! Beside all-different on the successors, chains of fixed successors are followed: the end of a chain must not lead back to
//! its start before the loop may close, and every node must be reachable from every other.

use crate::constraints::all_different;
use crate::graph::Components;
use crate::kernel::{Priority, Propagator};
use crate::post::{Group, KernelBuilder};
use crate::store::{Conflict, Narrowed, Store, V, event};

/// The propagators of a single loop: all successors differ, and no loop closes too early.
pub fn single_loop(
    successors: Vec<V>,
    offset: i32,
    whole: bool,
    poster: &mut KernelBuilder,
) -> Group {
    let mut group: Group = vec![Box::new(Loop::new(successors.clone(), offset, whole))];
    group.extend(all_different(successors, poster));
    group
}

/// The successors form one loop.
pub struct Loop {
    successors: Vec<V>,
    offset: i32,
    /// Whether the loop goes through all nodes.
    whole: bool,
    components: Components,
}

impl Loop {
    /// Circuit (`whole`) or subcircuit; node `i` has number `offset + i`.
    pub fn new(successors: Vec<V>, offset: i32, whole: bool) -> Self {
        Loop {
            successors,
            offset,
            whole,
            components: Components::default(),
        }
    }

    fn number(&self, node: usize) -> i32 {
        self.offset + node as i32
    }

    fn may_stay(&self, store: &Store, node: usize) -> bool {
        store.contains(self.successors[node], self.number(node))
    }

    /// For each node the one after it, if that is decided and another one.
    fn decided(&self, store: &Store) -> Vec<Option<usize>> {
        let next = |node: usize| {
            let value = store.fixed(self.successors[node])?;
            Some((value - self.offset) as usize).filter(|&next| next != node)
        };
        (0..self.successors.len()).map(next).collect()
    }

    /// A loop among the nodes on `chain` is the only one: everybody else stays.
    fn close(&self, store: &mut Store, chain: &[usize]) -> Narrowed {
        if self.whole && chain.len() < self.successors.len() {
            return Err(Conflict);
        }
        let mut inside = vec![false; self.successors.len()];
        chain.iter().for_each(|&node| inside[node] = true);
        for node in (0..inside.len()).filter(|&node| !inside[node]) {
            store.assign(self.successors[node], self.number(node))?;
        }
        Ok(())
    }

    /// In a whole loop every node reaches every other.
    fn connected(&mut self, store: &Store) -> Narrowed {
        let (successors, offset) = (&self.successors, self.offset);
        self.components.find(successors.len(), |node, cursor| {
            let value = store.next_from(successors[node], *cursor)?;
            *cursor = i64::from(value) + 1;
            Some((value - offset) as usize)
        });
        if (1..self.successors.len()).all(|node| self.components.together(0, node)) {
            Ok(())
        } else {
            Err(Conflict)
        }
    }
}

impl Propagator for Loop {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        self.successors
            .iter()
            .map(|&v| (v, event::DOMAIN))
            .collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let n = self.successors.len();
        for node in 0..n {
            let v = self.successors[node];
            store.at_least(v, self.offset.into())?;
            store.at_most(v, i64::from(self.offset) + n as i64 - 1)?;
            if self.whole && n > 1 {
                store.remove(v, self.number(node))?;
            }
        }
        // What is removed below may decide more; that is for the next run.
        let next = self.decided(store);
        let mut entered = vec![false; n];
        for after in next.iter().flatten() {
            if std::mem::replace(&mut entered[*after], true) {
                return Err(Conflict); // two nodes lead to one
            }
        }
        let mut seen = vec![false; n];
        for start in (0..n).filter(|&node| !entered[node]) {
            let mut chain = vec![start];
            while let Some(after) = next[chain[chain.len() - 1]] {
                chain.push(after);
            }
            chain.iter().for_each(|&node| seen[node] = true);
            if chain.len() == 1 {
                continue;
            }
            // The chain may close only if nobody outside needs to be on the loop.
            let end = chain[chain.len() - 1];
            let outside = n - chain.len();
            let needed = if self.whole {
                outside > 0
            } else {
                let staying = (0..n)
                    .filter(|node| !chain.contains(node) && self.may_stay(store, *node))
                    .count();
                staying < outside
            };
            if needed {
                store.remove(self.successors[end], self.number(start))?;
            }
        }
        // What no chain reached and is fixed to another node lies on a closed loop.
        for first in 0..n {
            if seen[first] || next[first].is_none() {
                continue;
            }
            let mut chain = vec![first];
            while let Some(after) = next[chain[chain.len() - 1]] {
                if after == first {
                    break;
                }
                chain.push(after);
            }
            self.close(store, &chain)?;
            break;
        }
        if self.whole {
            self.connected(store)?;
        }
        Ok(())
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }
}
