//! Rectangles that do not overlap, two by two.
//!
//! Of the four ways in which two rectangles can lie apart, those are left that the bounds allow. If none is, there is a conflict; if
//! one is, it must be so. If both lie in one direction, the two cannot be anywhere near each other in it, and the values
//! in between go.

use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::store::{Conflict, Narrowed, Store, V, event};

impl Post for constraints::NoOverlap {
    fn consistency() -> Consistency {
        Consistency::Checking
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        vec![Box::new(NoOverlap {
            places: [indices(&self.x), indices(&self.y)],
            sizes: [indices(&self.widths), indices(&self.heights)],
            strict: self.strict,
            started: false,
        })]
    }
}

/// Places and sizes in both directions.
struct NoOverlap {
    places: [Vec<V>; 2],
    sizes: [Vec<V>; 2],
    strict: bool,
    /// Whether all pairs have been looked at once.
    started: bool,
}

/// One rectangle lies before another one in one of the directions.
#[derive(Clone, Copy)]
struct Before {
    direction: usize,
    first: usize,
    second: usize,
}

/// What it takes to look at two rectangles.
const STEPS_A_PAIR: usize = 16;

impl Propagator for NoOverlap {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        // Sizes that become 0 count as well, so every change of theirs does.
        let places = self.places.iter().flatten().map(|&v| (v, event::BOUNDS));
        let sizes = self.sizes.iter().flatten().map(|&v| (v, event::DOMAIN));
        places.chain(sizes).collect()
    }

    fn propagate(&mut self, store: &mut Store, changed: &[u32]) -> Narrowed {
        let n = self.places[0].len();
        let first_time = !std::mem::replace(&mut self.started, true);
        let mut is_changed = vec![first_time; n];
        for &position in changed {
            is_changed[position as usize % n] = true;
        }
        let changes = is_changed.iter().filter(|&&changed| changed).count();
        store.work(STEPS_A_PAIR * n * changes)?;
        for (i, _) in is_changed.iter().enumerate().filter(|entry| *entry.1) {
            for j in (0..n).filter(|&j| j != i) {
                self.keep_apart(store, i, j)?;
            }
        }
        Ok(())
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }
}

impl NoOverlap {
    fn keep_apart(&self, store: &mut Store, i: usize, j: usize) -> Narrowed {
        if self.may_be_flat(store, i) || self.may_be_flat(store, j) {
            return Ok(());
        }
        let ways =
            [(0, i, j), (0, j, i), (1, i, j), (1, j, i)].map(|(direction, first, second)| {
                let way = Before {
                    direction,
                    first,
                    second,
                };
                self.is_possible(store, way).then_some(way)
            });
        match ways {
            [None, None, None, None] => Err(Conflict),
            [Some(way), None, None, None]
            | [None, Some(way), None, None]
            | [None, None, Some(way), None]
            | [None, None, None, Some(way)] => self.enforce(store, way),
            [Some(_), Some(_), None, None] => self.keep_off(store, 0, i, j),
            [None, None, Some(_), Some(_)] => self.keep_off(store, 1, i, j),
            _ => Ok(()),
        }
    }

    /// Whether it may have no area, and then may lie anywhere.
    fn may_be_flat(&self, store: &Store, i: usize) -> bool {
        !self.strict && self.sizes.iter().any(|sizes| store.contains(sizes[i], 0))
    }

    fn bounds(&self, store: &Store, direction: usize, i: usize) -> (i64, i64) {
        let place = self.places[direction][i];
        (store.min(place).into(), store.max(place).into())
    }

    fn least_size(&self, store: &Store, direction: usize, i: usize) -> i64 {
        store.min(self.sizes[direction][i]).into()
    }

    fn is_possible(&self, store: &Store, way: Before) -> bool {
        let end = self.bounds(store, way.direction, way.first).0
            + self.least_size(store, way.direction, way.first);
        end <= self.bounds(store, way.direction, way.second).1
    }

    /// `first + size <= second`, by the bounds of all three.
    fn enforce(&self, store: &mut Store, way: Before) -> Narrowed {
        let Before {
            direction,
            first,
            second,
        } = way;
        let least = self.least_size(store, direction, first);
        let (begin, _) = self.bounds(store, direction, first);
        let (_, latest) = self.bounds(store, direction, second);
        store.at_least(self.places[direction][second], begin + least)?;
        store.at_most(self.places[direction][first], latest - least)?;
        store.at_most(self.sizes[direction][first], latest - begin)
    }

    /// One must lie before the other in this direction: neither can be where it would be too near to the other,
    /// wherever that is.
    fn keep_off(&self, store: &mut Store, direction: usize, i: usize, j: usize) -> Narrowed {
        for (a, b) in [(i, j), (j, i)] {
            let (low, high) = self.bounds(store, direction, b);
            let from = high - self.least_size(store, direction, a) + 1;
            let to = low + self.least_size(store, direction, b) - 1;
            if from <= to {
                store.remove_range(self.places[direction][a], from, to)?;
            }
        }
        Ok(())
    }
}
