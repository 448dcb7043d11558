//! Minimum, maximum and absolute value.

use crate::kernel::Propagator;
use crate::store::{Step, Store, V, event};

/// `result` is the largest of `vars`.
pub struct Maximum {
    result: V,
    vars: Vec<V>,
}

impl Maximum {
    /// The largest of at least one variable.
    pub fn new(result: V, vars: Vec<V>) -> Self {
        Maximum { result, vars }
    }
}

impl Propagator for Maximum {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let all = self.vars.iter().chain([&self.result]);
        all.map(|&v| (v, event::BOUNDS)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Step {
        let least = self.vars.iter().map(|&v| store.min(v)).max().unwrap_or(0);
        let most = self.vars.iter().map(|&v| store.max(v)).max().unwrap_or(0);
        store.at_least(self.result, least.into())?;
        store.at_most(self.result, most.into())?;
        let (low, high) = (store.min(self.result), store.max(self.result));
        for &v in &self.vars {
            store.at_most(v, high.into())?;
        }
        // If a single variable can be as large as the result must be, it has to be.
        let mut able = self.vars.iter().filter(|&&v| store.max(v) >= low);
        if let (Some(&only), None) = (able.next(), able.next()) {
            store.at_least(only, low.into())?;
            store.at_most(self.result, store.max(only).into())?;
        }
        Ok(())
    }
}

/// `result` is the smallest of `vars`.
pub struct Minimum {
    result: V,
    vars: Vec<V>,
}

impl Minimum {
    /// The smallest of at least one variable.
    pub fn new(result: V, vars: Vec<V>) -> Self {
        Minimum { result, vars }
    }
}

impl Propagator for Minimum {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let all = self.vars.iter().chain([&self.result]);
        all.map(|&v| (v, event::BOUNDS)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Step {
        let least = self.vars.iter().map(|&v| store.min(v)).min().unwrap_or(0);
        let most = self.vars.iter().map(|&v| store.max(v)).min().unwrap_or(0);
        store.at_least(self.result, least.into())?;
        store.at_most(self.result, most.into())?;
        let (low, high) = (store.min(self.result), store.max(self.result));
        for &v in &self.vars {
            store.at_least(v, low.into())?;
        }
        let mut able = self.vars.iter().filter(|&&v| store.min(v) <= high);
        if let (Some(&only), None) = (able.next(), able.next()) {
            store.at_most(only, high.into())?;
            store.at_least(self.result, store.min(only).into())?;
        }
        Ok(())
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

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Step {
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
