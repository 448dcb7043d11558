//! Two arrays that are inverse maps: a value goes from one when the way back is gone from the other.
//!
//! Together with the matching of all-different on one of the arrays this is domain-consistent: the solutions are the perfect
//! matchings of the pairs that both arrays still have.

use super::all_different::{all_different, looked_at_each_time};
use super::prelude::*;
use crate::kernel::Propagator;
use crate::store::{Narrowed, Store, V, event};

impl Post for constraints::Inverse {
    fn consistency() -> Consistency {
        Consistency::Checking
    }

    fn stronger(&self, model: &Model) -> Option<Consistency> {
        looked_at_each_time(&self.forward, model)
    }

    fn propagators(&self, poster: &mut KernelBuilder) -> Group {
        let (forward, backward) = (indices(&self.forward), indices(&self.backward));
        let (first, second) = (self.forward_offset, self.backward_offset);
        let inverse = Inverse::new(forward.clone(), first, backward, second);
        let mut group: Group = vec![Box::new(inverse)];
        group.extend(all_different(forward, poster));
        group
    }
}

/// `forward[i] = j` exactly when `backward[j] = i`.
pub struct Inverse {
    forward: Vec<V>,
    forward_offset: i32,
    backward: Vec<V>,
    backward_offset: i32,
}

impl Inverse {
    /// The two maps with the indices of their first entries.
    pub fn new(
        forward: Vec<V>,
        forward_offset: i32,
        backward: Vec<V>,
        backward_offset: i32,
    ) -> Self {
        Inverse {
            forward,
            forward_offset,
            backward,
            backward_offset,
        }
    }
}

impl Propagator for Inverse {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let all = self.forward.iter().chain(&self.backward);
        all.map(|&v| (v, event::DOMAIN)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let n = self.forward.len();
        let pairs = [
            (
                &self.forward,
                self.forward_offset,
                &self.backward,
                self.backward_offset,
            ),
            (
                &self.backward,
                self.backward_offset,
                &self.forward,
                self.forward_offset,
            ),
        ];
        for (from, from_offset, to, to_offset) in pairs {
            for (i, &v) in from.iter().enumerate() {
                let index = from_offset + i as i32;
                let gone: Vec<i32> = store
                    .values(v)
                    .filter(|&value| {
                        let at = usize::try_from(i64::from(value) - i64::from(to_offset));
                        !at.is_ok_and(|at| at < n && store.contains(to[at], index))
                    })
                    .collect();
                gone.into_iter()
                    .try_for_each(|value| store.remove(v, value))?;
            }
        }
        Ok(())
    }
}
