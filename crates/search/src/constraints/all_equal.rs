//! All variables are equal, domain-consistent: each keeps the values that all have.

use super::compare::equate;
use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::store::{Narrowed, Store, V, event};

impl Post for constraints::AllEqual {
    fn consistency() -> Consistency {
        Consistency::Domain
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        vec![Box::new(AllEqual::new(indices(&self.vars)))]
    }
}

/// All variables take one value.
pub struct AllEqual {
    vars: Vec<V>,
}

impl AllEqual {
    /// The constraint on these variables.
    pub fn new(vars: Vec<V>) -> Self {
        AllEqual { vars }
    }
}

impl Propagator for AllEqual {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        self.vars.iter().map(|&v| (v, event::DOMAIN)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        // Down the list the common values gather in the last variable, and up again they reach all.
        for pair in self.vars.windows(2) {
            equate(store, pair[0], pair[1])?;
        }
        for pair in self.vars.windows(2).rev() {
            equate(store, pair[0], pair[1])?;
        }
        Ok(())
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }
}
