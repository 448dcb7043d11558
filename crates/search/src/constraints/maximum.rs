//! The largest of several, bounds-consistent.

use super::prelude::*;
use crate::kernel::Propagator;
use crate::store::{Narrowed, Store, V, event};

impl Post for constraints::Maximum {
    fn consistency() -> Consistency {
        Consistency::Bounds
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        vec![Box::new(Maximum::new(
            self.result.index(),
            indices(&self.vars),
        ))]
    }

    fn worth_tabulating(&self) -> bool {
        true
    }
}

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

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
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
