//! The weighted number of accepted paths through an acyclic graph, with interval bounds (Eq. 14 of Löffler, Liu and
//! Hofstedt, *Exploring Properties of the Instant Insanity Puzzle with Constraint Satisfaction Approach*, 2020).
//!
//! The number grows with every multiplicity, so it is smallest with all at their smallest and largest with all at their
//! largest. How much one arc contributes is the paths to it times its multiplicity times the paths from it, which bounds
//! each multiplicity by the total.

use std::sync::Arc;

use tantalizer_model::PathGraph;

use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::store::{Narrowed, Store, V, event};

impl Post for constraints::PathCount {
    fn consistency() -> Consistency {
        Consistency::Bounds
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        vec![Box::new(PathCount::new(
            self.graph.clone(),
            self.total.index(),
        ))]
    }
}

/// `total` is the number of paths.
pub struct PathCount {
    graph: Arc<PathGraph>,
    /// The arcs by the node they leave; `first[node]..first[node + 1]` are those of a node.
    arcs: Vec<(usize, usize, V)>,
    first: Vec<usize>,
    accepting: Vec<bool>,
    total: V,
    forward: Vec<(u128, u128)>,
    backward: Vec<(u128, u128)>,
}

impl PathCount {
    /// The number of paths of a graph whose arcs go to larger nodes.
    pub fn new(graph: Arc<PathGraph>, total: V) -> Self {
        let mut arcs: Vec<(usize, usize, V)> = graph
            .arcs
            .iter()
            .map(|arc| (arc.from, arc.to, arc.multiplicity.index()))
            .collect();
        arcs.sort_unstable();
        let first = (0..=graph.nodes)
            .map(|node| arcs.partition_point(|arc| arc.0 < node))
            .collect();
        let mut accepting = vec![false; graph.nodes];
        graph
            .accepting
            .iter()
            .for_each(|&node| accepting[node] = true);
        PathCount {
            forward: vec![(0, 0); graph.nodes],
            backward: vec![(0, 0); graph.nodes],
            graph,
            arcs,
            first,
            accepting,
            total,
        }
    }

    /// The bounds of a multiplicity; it is never negative.
    fn times(store: &Store, v: V) -> (u128, u128) {
        (store.min(v).max(0) as u128, store.max(v).max(0) as u128)
    }

    /// Paths from the start to each node, and from each node to an end, between two bounds. Numbers too large to
    /// hold stop growing; an upper bound that stopped is never used to prune. Arcs of nodes that no path reaches any more
    /// are passed over: they add nothing, and there soon are many of them.
    fn sweep(&mut self, store: &Store) -> (u128, u128) {
        self.forward.fill((0, 0));
        self.forward[self.graph.start] = (1, 1);
        for node in 0..self.graph.nodes {
            let here = self.forward[node];
            if here.1 == 0 {
                continue;
            }
            for &(_, to, v) in &self.arcs[self.first[node]..self.first[node + 1]] {
                let (low, high) = Self::times(store, v);
                let there = &mut self.forward[to];
                there.0 = there.0.saturating_add(here.0.saturating_mul(low));
                there.1 = there.1.saturating_add(here.1.saturating_mul(high));
            }
        }
        for (node, count) in self.backward.iter_mut().enumerate() {
            let end = u128::from(self.accepting[node]);
            *count = (end, end);
        }
        for node in (0..self.graph.nodes).rev() {
            if self.forward[node].1 == 0 {
                continue;
            }
            for &(from, to, v) in &self.arcs[self.first[node]..self.first[node + 1]] {
                let (low, high) = Self::times(store, v);
                let there = self.backward[to];
                let here = &mut self.backward[from];
                here.0 = here.0.saturating_add(there.0.saturating_mul(low));
                here.1 = here.1.saturating_add(there.1.saturating_mul(high));
            }
        }
        self.backward[self.graph.start]
    }
}

/// The number as a bound of a variable; anything larger is as good as no bound.
fn bound(number: u128) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX / 2)
}

impl Propagator for PathCount {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let arcs = self.arcs.iter().map(|arc| arc.2);
        arcs.chain([self.total])
            .map(|v| (v, event::BOUNDS))
            .collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let (low, high) = self.sweep(store);
        store.at_least(self.total, bound(low))?;
        store.at_most(self.total, bound(high))?;
        let (least, most) = Self::times(store, self.total);
        let mut at = 0;
        while at < self.arcs.len() {
            let (from, to, v) = self.arcs[at];
            if self.forward[from].1 == 0 {
                at = self.first[from + 1];
                continue;
            }
            at += 1;
            let (few, many) = Self::times(store, v);
            if few == many {
                continue;
            }
            // Each unit above the smallest multiplicity adds at least this many paths.
            let each = self.forward[from].0.saturating_mul(self.backward[to].0);
            if let Some(units) = (most - low).checked_div(each) {
                store.at_most(v, bound(few + units))?;
            }
            // Each unit below the largest takes away at most this many.
            let each = self.forward[from].1.saturating_mul(self.backward[to].1);
            if high < u128::MAX
                && each < u128::MAX
                && let Some(units) = (high - least).checked_div(each)
            {
                store.at_least(v, bound(many.saturating_sub(units)))?;
            }
        }
        Ok(())
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }
}
