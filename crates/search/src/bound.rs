//! The bound of branch and bound: the objective must be better than the best solution so far.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use tantalizer_model::Objective;

use crate::kernel::{Priority, Propagator};
use crate::store::{Step, Store, V, event};

/// The best objective value so far, shared by all threads; the start value means none.
#[derive(Clone, Debug)]
pub struct BestSoFar {
    value: Arc<AtomicI64>,
    minimise: bool,
}

impl BestSoFar {
    /// Nothing found yet.
    pub fn new(objective: Objective) -> Self {
        let minimise = matches!(objective, Objective::Minimise(_));
        let start = if minimise { i64::MAX } else { i64::MIN };
        BestSoFar {
            value: Arc::new(AtomicI64::new(start)),
            minimise,
        }
    }

    /// Records a value; tells whether it is better than all before.
    pub fn improve(&self, value: i32) -> bool {
        let value = i64::from(value);
        if self.minimise {
            self.value.fetch_min(value, Ordering::SeqCst) > value
        } else {
            self.value.fetch_max(value, Ordering::SeqCst) < value
        }
    }

    /// The best value, if any was found.
    pub fn get(&self) -> Option<i64> {
        let value = self.value.load(Ordering::SeqCst);
        (value != i64::MAX && value != i64::MIN).then_some(value)
    }
}

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

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Step {
        match self.best.get() {
            Some(best) if self.best.minimise => store.at_most(self.objective, best - 1),
            Some(best) => store.at_least(self.objective, best + 1),
            None => Ok(()),
        }
    }

    fn priority(&self) -> Priority {
        Priority::Cheap
    }
}
