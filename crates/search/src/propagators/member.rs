//! `x` is one of a set of values (or, negated, is none of them).

use tantalizer_model::Domain;

use crate::kernel::{Priority, Propagator};
use crate::store::{Step, Store, V, event};

/// `x` is in `values`.
pub struct Member {
    x: V,
    values: Domain,
}

impl Member {
    /// Keeps `x` within `values`.
    pub fn new(x: V, values: Domain) -> Self {
        Member { x, values }
    }
}

impl Propagator for Member {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        vec![(self.x, event::DOMAIN)]
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Step {
        store.keep_within(self.x, &self.values)
    }

    fn priority(&self) -> Priority {
        Priority::Cheap
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn entailed(&self, store: &Store) -> Option<bool> {
        if let Some(value) = store.fixed(self.x) {
            return Some(self.values.contains(value));
        }
        let left = store.domain(self.x);
        if left.is_subset(&self.values) {
            Some(true)
        } else if left.intersection(&self.values).is_empty() {
            Some(false)
        } else {
            None
        }
    }
}
