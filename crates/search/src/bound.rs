//! The bound of branch and bound: the objective must be better than the best solution so far.

use tantalizer_model::BestSoFar;

use crate::kernel::{Priority, Propagator};
use crate::store::{Narrowed, Store, V, event};

/// Keeps the objective better than the best so far.
pub struct Bound {
    objective: V,
    best: BestSoFar,
}

impl Bound {
    /// The bound on the objective's variable.
    pub fn new(objective: V, best: BestSoFar) -> Self {
        Bound { objective, best }
    }
}

impl Propagator for Bound {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        vec![(self.objective, event::BOUNDS)]
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        match self.best.get() {
            Some(best) if self.best.minimises() => store.at_most(self.objective, best - 1),
            Some(best) => store.at_least(self.objective, best + 1),
            None => Ok(()),
        }
    }

    fn priority(&self) -> Priority {
        Priority::Cheap
    }
}
