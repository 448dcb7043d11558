//! The absolute value, domain-consistent.

use super::prelude::*;
use crate::kernel::Propagator;
use crate::store::{Narrowed, Store, V, event};

impl Post for constraints::Absolute {
    fn consistency() -> Consistency {
        Consistency::Domain
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        vec![Box::new(Absolute::new(self.result.index(), self.x.index()))]
    }

    fn worth_tabulating(&self) -> bool {
        true
    }
}

/// `result` is the absolute value of `x`.
pub struct Absolute {
    result: V,
    x: V,
}

impl Absolute {
    /// `result = |x|`.
    pub fn new(result: V, x: V) -> Self {
        Absolute { result, x }
    }
}

impl Propagator for Absolute {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        vec![(self.result, event::DOMAIN), (self.x, event::DOMAIN)]
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let (r, x) = (self.result, self.x);
        store.at_least(r, 0)?;
        let (low, high) = (i64::from(store.min(x)), i64::from(store.max(x)));
        store.at_most(r, low.abs().max(high.abs()))?;
        store.at_least(r, low.max(-high))?;
        let most = i64::from(store.max(r));
        store.at_least(x, -most)?;
        store.at_most(x, most)?;
        let least = i64::from(store.min(r));
        store.remove_range(x, 1 - least, least - 1)?;
        if store.size(x) < 1 << 12 {
            let image: Vec<i32> = store
                .values(x)
                .filter(|value| value.checked_abs().is_some_and(|v| store.contains(r, v)))
                .collect();
            store.retain(x, |value| image.binary_search(&value).is_ok())?;
            let mut reached: Vec<i32> = image.iter().map(|value| value.abs()).collect();
            reached.sort_unstable();
            reached.dedup();
            if store.size(r) != reached.len() as u64 {
                store.keep_within(r, &reached.into())?;
            }
        }
        Ok(())
    }
}
