//! A search with somebody watching: what each node changes, found by comparing its domains with those of its parent.
//!
//! This costs a copy of all domains at each node, so nothing of it happens unless an observer asks for it.

use tantalizer_model::{Domain, Limit, Node, Restriction, Var};

use crate::branch::Decision;
use crate::dfs::Surroundings;
use crate::kernel::Kernel;

/// The domains along the current path.
pub struct Watched {
    /// The first so many variables are those of the model; nobody knows the others.
    told: usize,
    domains: Vec<Vec<Domain>>,
}

impl Watched {
    /// A tree of which nothing is told yet, of a model with so many variables.
    pub fn new(told: usize) -> Watched {
        Watched {
            told,
            domains: Vec::new(),
        }
    }

    /// Tells the surroundings about the node that the search has just reached.
    pub fn tell(
        &mut self,
        kernel: &mut Kernel,
        path: &[(Decision, bool)],
        alive: bool,
        around: &mut dyn Surroundings,
    ) -> Option<Limit> {
        let culprit = kernel.take_culprit().map(|vars| {
            let vars = vars.iter();
            vars.map(|&v| Var::from_index(v as usize))
                .filter(|var| var.index() < self.told)
                .collect::<Vec<_>>()
        });
        let store = &kernel.store;
        // After a conflict some domains are half way; they say no more than that there is one.
        let now: Vec<Domain> = match (alive, self.domains.get(path.len().wrapping_sub(1))) {
            (false, Some(parent)) => parent.clone(),
            _ => (0..self.told).map(|v| store.domain(v)).collect(),
        };
        self.domains.truncate(path.len());
        let parent = self.domains.last();
        let differs = |v: usize| parent.is_none_or(|parent| parent[v] != now[v]);
        let changed: Vec<(Var, Domain)> = (0..now.len())
            .filter(|&v| differs(v))
            .map(|v| (Var::from_index(v), now[v].clone()))
            .collect();
        let node = Node {
            depth: path.len(),
            decision: path
                .last()
                .map(|step| restriction(step.0))
                .filter(|(var, ..)| var.index() < self.told),
            second: path.last().is_some_and(|step| step.1),
            changed: &changed,
            failed: (!alive).then_some(culprit.as_deref().unwrap_or(&[])),
        };
        let stop = around.node(&node);
        self.domains.push(now);
        stop
    }
}

fn restriction(decision: Decision) -> (Var, Restriction, i32) {
    let (v, restriction, value) = match decision {
        Decision::Is(v, value) => (v, Restriction::Is, value),
        Decision::IsNot(v, value) => (v, Restriction::IsNot, value),
        Decision::AtMost(v, value) => (v, Restriction::AtMost, value),
        Decision::Above(v, value) => (v, Restriction::Above, value),
    };
    (Var::from_index(v), restriction, value)
}
