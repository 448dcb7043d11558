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
        if without_gaps(store, r, x) || store.size(x) >= MANY {
            return Ok(());
        }
        store.work(8 * store.size(x) as usize)?;
        let has_no_result = |&value: &i32| !store.contains(r, value.abs());
        let gone: Vec<i32> = store.values(x).filter(has_no_result).collect();
        for value in gone {
            store.remove(x, value)?;
        }
        let first_of_two = |&value: &i32| value >= 0 || !store.contains(x, -value);
        if store.size(r) != store.values(x).filter(first_of_two).count() as u64 {
            let reached: Vec<i32> = store.values(x).map(i32::abs).collect();
            store.keep_within(r, &reached.into())?;
        }
        Ok(())
    }
}

/// Values of larger domains are not gone through.
const MANY: u64 = 1 << 12;

/// Whether both domains hold all that their bounds allow, which follow from each other: then there is no more to say.
fn without_gaps(store: &Store, r: V, x: V) -> bool {
    let (low, high) = (i64::from(store.min(x)), i64::from(store.max(x)));
    let (least, most) = (i64::from(store.min(r)), i64::from(store.max(r)));
    let (nearest, hole) = match (low > 0, high < 0) {
        (true, _) => (low, 0),
        (_, true) => (-high, 0),
        _ => (least, (2 * least - 1).max(0)),
    };
    (least, most) == (nearest, low.abs().max(high.abs()))
        && store.size(r) == (most - least + 1) as u64
        && store.size(x) == (high - low + 1 - hole) as u64
}
