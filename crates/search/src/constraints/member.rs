//! `x` is one of a set of values (or, negated, is none of them).

use tantalizer_model::Domain;

use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::store::{Narrowed, Store, V, event};

impl Post for constraints::Member {
    fn consistency() -> Consistency {
        Consistency::Domain
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        vec![Box::new(Member::new(self.x.index(), self.values.clone()))]
    }

    fn demand(&self, poster: &mut KernelBuilder) -> Option<Narrowed> {
        Some(poster.store.keep_within(self.x.index(), &self.values))
    }
}

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

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
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
        // Range by range, without listing what is left.
        let ranges = self.values.ranges();
        let left = |low: i64, high: i64| {
            let next = store.next_from(self.x, low);
            next.is_some_and(|value| i64::from(value) <= high)
        };
        let inside = |&(low, high): &(i32, i32)| left(low.into(), high.into());
        if !ranges.iter().any(inside) {
            return Some(false);
        }
        let mut from = i64::from(i32::MIN);
        for &(low, high) in ranges {
            if left(from, i64::from(low) - 1) {
                return None;
            }
            from = i64::from(high) + 1;
        }
        (!left(from, i32::MAX.into())).then_some(true)
    }
}
