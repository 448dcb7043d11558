//! The regular constraint: the automaton unrolled into layers, domain-consistent (Pesant, *A regular language membership
//! constraint for finite sequences of variables*, 2004).
//!
//! A forward sweep finds the states that a prefix can reach, a backward sweep those from which the rest can be
//! accepted; a value stays if it leads from one of the former to one of the latter.

use std::sync::Arc;

use tantalizer_model::automaton::Dfa;

use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::store::{Conflict, Narrowed, Store, V, event};
use crate::values::ValueIndex;

impl Post for constraints::Regular {
    fn consistency() -> Consistency {
        Consistency::Domain
    }

    fn propagators(&self, poster: &mut KernelBuilder) -> Group {
        let arcs = poster.automata.entry(Arc::as_ptr(&self.automaton));
        let arcs = arcs.or_insert_with(|| Arcs::new(&self.automaton)).clone();
        vec![Box::new(Regular::new(indices(&self.vars), arcs))]
    }
}

/// The transitions of an automaton in the form that the sweeps want.
pub struct Arcs {
    states: usize,
    start: usize,
    accepting: Vec<bool>,
    alphabet: ValueIndex,
    /// From, the number of the value, to; sorted by the first.
    arcs: Vec<(u32, u32, u32)>,
}

impl Arcs {
    /// Lists the transitions of `dfa`.
    pub fn new(dfa: &Dfa) -> Arc<Self> {
        let alphabet = ValueIndex::new(dfa.transitions().map(|arc| arc.1));
        let arcs = dfa
            .transitions()
            .map(|(from, value, to)| {
                let number = alphabet.number(value).unwrap_or(0);
                (from as u32, number as u32, to as u32)
            })
            .collect();
        Arc::new(Arcs {
            states: dfa.state_count(),
            start: dfa.start(),
            accepting: (0..dfa.state_count())
                .map(|q| dfa.is_accepting(q))
                .collect(),
            alphabet,
            arcs,
        })
    }
}

/// A word of variables that an automaton accepts.
pub struct Regular {
    vars: Vec<V>,
    arcs: Arc<Arcs>,
    /// `reached[layer * states + state]`, and whether the rest can be accepted from there.
    reached: Vec<bool>,
    accepted: Vec<bool>,
    open: Vec<bool>,
    supported: Vec<bool>,
}

impl Regular {
    /// The constraint on these variables.
    pub fn new(vars: Vec<V>, arcs: Arc<Arcs>) -> Self {
        let size = (vars.len() + 1) * arcs.states;
        Regular {
            reached: vec![false; size],
            accepted: vec![false; size],
            open: vec![false; arcs.alphabet.len()],
            supported: vec![false; arcs.alphabet.len()],
            vars,
            arcs,
        }
    }

    fn open_values(&mut self, store: &Store, v: V) {
        for (number, open) in self.open.iter_mut().enumerate() {
            *open = store.contains(v, self.arcs.alphabet.value(number));
        }
    }
}

impl Propagator for Regular {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        self.vars.iter().map(|&v| (v, event::DOMAIN)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let arcs = self.arcs.clone();
        let (n, states) = (self.vars.len(), arcs.states);
        self.reached.fill(false);
        self.accepted.fill(false);
        self.reached[arcs.start] = true;
        for layer in 0..n {
            self.open_values(store, self.vars[layer]);
            for &(from, value, to) in &arcs.arcs {
                if self.open[value as usize] && self.reached[layer * states + from as usize] {
                    self.reached[(layer + 1) * states + to as usize] = true;
                }
            }
        }
        for state in 0..states {
            let last = n * states + state;
            self.accepted[last] = arcs.accepting[state] && self.reached[last];
        }
        for layer in (0..n).rev() {
            let v = self.vars[layer];
            self.open_values(store, v);
            self.supported.fill(false);
            for &(from, value, to) in &arcs.arcs {
                let from = layer * states + from as usize;
                let to = (layer + 1) * states + to as usize;
                if self.open[value as usize] && self.reached[from] && self.accepted[to] {
                    self.supported[value as usize] = true;
                    self.accepted[from] = true;
                }
            }
            let supported = &self.supported;
            store.retain(v, |value| {
                arcs.alphabet.number(value).is_some_and(|at| supported[at])
            })?;
        }
        if self.accepted[arcs.start] {
            Ok(())
        } else {
            Err(Conflict)
        }
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }
}
