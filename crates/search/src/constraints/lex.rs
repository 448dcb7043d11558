//! Lexicographic order, domain-consistent.
//!
//! Up to the first pair that is not fixed and equal, nothing is left to decide. At that pair the smaller side must not exceed the
//! larger one, and must be strictly smaller if the tails behind it cannot be in order.

use super::prelude::*;
use crate::kernel::Propagator;
use crate::store::{Conflict, Narrowed, Store, V, event};

impl Post for constraints::Lex {
    fn consistency() -> Consistency {
        Consistency::Domain
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        let (left, right) = (indices(&self.left), indices(&self.right));
        vec![Box::new(Lex::new(left, right, self.strict))]
    }
}

/// `left` comes before `right`.
pub struct Lex {
    left: Vec<V>,
    right: Vec<V>,
    /// Whether words that agree as far as the shorter one goes are in order.
    tie: bool,
}

impl Lex {
    /// The order of two words, by the rule that a proper prefix comes first.
    pub fn new(mut left: Vec<V>, mut right: Vec<V>, strict: bool) -> Self {
        let tie = if strict {
            left.len() < right.len()
        } else {
            left.len() <= right.len()
        };
        let common = left.len().min(right.len());
        left.truncate(common);
        right.truncate(common);
        Lex { left, right, tie }
    }

    /// Whether the words from position `from` on can be in order.
    fn tail_possible(&self, store: &Store, from: usize) -> bool {
        for i in from..self.left.len() {
            let (least, most) = (store.min(self.left[i]), store.max(self.right[i]));
            if least != most {
                return least < most;
            }
        }
        self.tie
    }
}

impl Propagator for Lex {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let all = self.left.iter().chain(&self.right);
        all.map(|&v| (v, event::BOUNDS)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        for i in 0..self.left.len() {
            let (x, y) = (self.left[i], self.right[i]);
            if x == y {
                continue;
            }
            let gap = i64::from(!self.tail_possible(store, i + 1));
            store.at_most(x, i64::from(store.max(y)) - gap)?;
            store.at_least(y, i64::from(store.min(x)) + gap)?;
            let equal = store.is_fixed(x) && store.fixed(x) == store.fixed(y);
            if !equal {
                return Ok(());
            }
        }
        if self.tie { Ok(()) } else { Err(Conflict) }
    }
}
