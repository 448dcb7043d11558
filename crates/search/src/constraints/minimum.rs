//! The smallest of several, bounds-consistent.

use super::prelude::*;
use crate::kernel::Propagator;
use crate::store::{Narrowed, Store, V, event};

impl Post for constraints::Minimum {
    fn consistency() -> Consistency {
        Consistency::Bounds
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        vec![Box::new(Minimum::new(
            self.result.index(),
            indices(&self.vars),
        ))]
    }

    fn worth_tabulating(&self) -> bool {
        true
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

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
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
