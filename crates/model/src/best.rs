//! The best value so far, known to all who look for a better one.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::Objective;

/// The best objective value so far. Clones share it; the start value means none.
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

    /// Whether smaller is better.
    pub fn minimises(&self) -> bool {
        self.minimise
    }

    /// The best value, if any was found.
    pub fn get(&self) -> Option<i64> {
        let value = self.value.load(Ordering::SeqCst);
        (value != i64::MAX && value != i64::MIN).then_some(value)
    }
}
