//! Parity of 0/1 variables: nothing happens until one variable is open.

use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::store::{Conflict, Narrowed, Store, V, event};

impl Post for constraints::Xor {
    fn consistency() -> Consistency {
        Consistency::Domain
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        vec![Box::new(Xor::new(indices(&self.vars), self.parity))]
    }
}

/// An odd or even number of the variables is 1.
pub struct Xor {
    vars: Vec<V>,
    parity: bool,
    /// Two positions that were open when last looked at; while both are, there is nothing to do.
    watched: (usize, usize),
}

impl Xor {
    /// The parity of the ones; a variable that stands in the list twice cancels out.
    pub fn new(mut vars: Vec<V>, parity: bool) -> Self {
        vars.sort_unstable();
        let mut kept: Vec<V> = Vec::with_capacity(vars.len());
        for v in vars {
            if kept.last() == Some(&v) {
                kept.pop();
            } else {
                kept.push(v);
            }
        }
        Xor {
            vars: kept,
            parity,
            watched: (0, 1),
        }
    }
}

impl Propagator for Xor {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        self.vars.iter().map(|&v| (v, event::FIX)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let open = |at: usize| self.vars.get(at).is_some_and(|&v| !store.is_fixed(v));
        if open(self.watched.0) && open(self.watched.1) {
            return Ok(());
        }
        let mut positions = (0..self.vars.len()).filter(|&at| open(at));
        let (first, second) = (positions.next(), positions.next());
        if let (Some(first), Some(second)) = (first, second) {
            self.watched = (first, second);
            return Ok(());
        }
        let ones = self
            .vars
            .iter()
            .filter(|&&v| store.fixed(v) == Some(1))
            .count();
        let missing = (ones % 2 == 1) != self.parity;
        match first {
            Some(last) => store.assign(self.vars[last], i32::from(missing)),
            None if missing => Err(Conflict),
            None => Ok(()),
        }
    }

    fn priority(&self) -> Priority {
        Priority::Cheap
    }
}
