//! The regular constraint: the automaton unrolled into layers, domain-consistent (Pesant, *A regular language membership
//! constraint for finite sequences of variables*, 2004).
//!
//! A forward sweep finds the states that a prefix can reach, a backward sweep those from which the rest can be
//! accepted; a value stays if it leads from one of the former to one of the latter. An arc that leads nowhere is not looked at again below.

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
        let regular = Regular::new(indices(&self.vars), arcs, &mut poster.store);
        vec![Box::new(regular)]
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

/// So many arcs are looked at in a step.
const ARCS_A_STEP: usize = 4;

/// A word of variables that an automaton accepts.
pub struct Regular {
    vars: Vec<V>,
    arcs: Arc<Arcs>,
    /// The arcs between each two layers. Those at the front are left; going back only lengthens the front.
    layers: Vec<Vec<(u32, u32, u32)>>,
    /// Trailed cells: how many are left in each layer.
    left: usize,
    /// The round in which `layer * states + state` was reached last, and in which the rest could be accepted from there.
    reached: Vec<u32>,
    accepted: Vec<u32>,
    round: u32,
    open: Vec<bool>,
    supported: Vec<bool>,
}

impl Regular {
    /// The constraint on these variables.
    pub fn new(vars: Vec<V>, arcs: Arc<Arcs>, store: &mut Store) -> Self {
        let size = (vars.len() + 1) * arcs.states;
        let mut regular = Regular {
            left: store.cells(vars.len(), 0),
            layers: Vec::with_capacity(vars.len()),
            reached: vec![0; size],
            accepted: vec![0; size],
            round: 1,
            open: vec![false; arcs.alphabet.len()],
            supported: vec![false; arcs.alphabet.len()],
            vars,
            arcs,
        };
        regular.unroll(store);
        regular
    }

    /// Lists the arcs that can be reached.
    fn unroll(&mut self, store: &mut Store) {
        let (arcs, states) = (self.arcs.clone(), self.arcs.states);
        self.reached[arcs.start] = self.round;
        for layer in 0..self.vars.len() {
            // Once the time is over, nobody asks what is missing.
            if store.work(arcs.arcs.len()).is_err() {
                self.layers.resize(self.vars.len(), Vec::new());
                return;
            }
            self.open_values(store, layer);
            let mut here = Vec::new();
            for &(from, value, to) in &arcs.arcs {
                let is_reached = self.reached[layer * states + from as usize] == self.round;
                if is_reached && self.open[value as usize] {
                    self.reached[(layer + 1) * states + to as usize] = self.round;
                    here.push((from, value, to));
                }
            }
            store.set(self.left + layer, here.len() as u64);
            self.layers.push(here);
        }
    }

    fn open_values(&mut self, store: &Store, layer: usize) {
        for (number, open) in self.open.iter_mut().enumerate() {
            *open = store.contains(self.vars[layer], self.arcs.alphabet.value(number));
        }
    }

    /// Leaves the arcs of a layer that pass a test.
    fn keep(
        &mut self,
        store: &mut Store,
        layer: usize,
        mut passes: impl FnMut(&mut Self, (u32, u32, u32)) -> bool,
    ) -> Narrowed {
        let cell = self.left + layer;
        let mut left = store.get(cell) as usize;
        store.work(1 + left / ARCS_A_STEP)?;
        let mut here = std::mem::take(&mut self.layers[layer]);
        let mut at = 0;
        while at < left {
            if passes(self, here[at]) {
                at += 1;
            } else {
                left -= 1;
                here.swap(at, left);
            }
        }
        self.layers[layer] = here;
        store.set(cell, left as u64);
        Ok(())
    }
}

impl Propagator for Regular {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        self.vars.iter().map(|&v| (v, event::DOMAIN)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let (n, states, start) = (self.vars.len(), self.arcs.states, self.arcs.start);
        self.round += 1;
        let round = self.round;
        self.reached[start] = round;
        for layer in 0..n {
            self.open_values(store, layer);
            self.keep(store, layer, |this, (from, value, to)| {
                let is_reached = this.reached[layer * states + from as usize] == round;
                let stays = is_reached && this.open[value as usize];
                if stays {
                    this.reached[(layer + 1) * states + to as usize] = round;
                }
                stays
            })?;
        }
        for state in 0..states {
            let last = n * states + state;
            if self.arcs.accepting[state] && self.reached[last] == round {
                self.accepted[last] = round;
            }
        }
        for layer in (0..n).rev() {
            self.supported.fill(false);
            self.keep(store, layer, |this, (from, value, to)| {
                let stays = this.accepted[(layer + 1) * states + to as usize] == round;
                if stays {
                    this.supported[value as usize] = true;
                    this.accepted[layer * states + from as usize] = round;
                }
                stays
            })?;
            let (alphabet, supported) = (&self.arcs.alphabet, &self.supported);
            store.retain(self.vars[layer], |value| {
                alphabet.number(value).is_some_and(|at| supported[at])
            })?;
        }
        if self.accepted[start] == round {
            Ok(())
        } else {
            Err(Conflict)
        }
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }
}
