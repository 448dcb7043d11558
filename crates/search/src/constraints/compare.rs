//! `x rel y`, domain-consistent.

use tantalizer_model::Rel;

use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::store::{Conflict, Narrowed, Store, V, event};

impl Post for constraints::Compare {
    fn consistency() -> Consistency {
        Consistency::Domain
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        let (x, y) = (self.x.index(), self.y.index());
        vec![Box::new(Compare::new(x, self.rel, y))]
    }
}

/// `x rel y` with `rel` one of `=`, `!=`, `<`, `<=`; the other two are mirrored when posting.
pub struct Compare {
    x: V,
    rel: Rel,
    y: V,
}

impl Compare {
    /// The comparison, mirrored if need be.
    pub fn new(x: V, rel: Rel, y: V) -> Self {
        match rel {
            Rel::Greater | Rel::GreaterEqual => Compare {
                x: y,
                rel: rel.mirrored(),
                y: x,
            },
            _ => Compare { x, rel, y },
        }
    }
}

impl Propagator for Compare {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let events = match self.rel {
            Rel::Equal => event::DOMAIN,
            Rel::NotEqual => event::FIX,
            _ => event::BOUNDS,
        };
        vec![(self.x, events), (self.y, events)]
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let (x, y) = (self.x, self.y);
        if x == y {
            return match self.rel {
                Rel::NotEqual | Rel::Less => Err(Conflict),
                _ => Ok(()),
            };
        }
        match self.rel {
            Rel::Equal => equate(store, x, y),
            Rel::NotEqual => {
                if let Some(value) = store.fixed(x) {
                    store.remove(y, value)
                } else if let Some(value) = store.fixed(y) {
                    store.remove(x, value)
                } else {
                    Ok(())
                }
            }
            rel => {
                let gap = i64::from(rel == Rel::Less);
                store.at_most(x, i64::from(store.max(y)) - gap)?;
                store.at_least(y, i64::from(store.min(x)) + gap)
            }
        }
    }

    fn priority(&self) -> Priority {
        Priority::Cheap
    }

    fn entailed(&self, store: &Store) -> Option<bool> {
        let (x, y) = (self.x, self.y);
        if x == y {
            return Some(matches!(self.rel, Rel::Equal | Rel::LessEqual));
        }
        let (min_x, max_x) = (store.min(x), store.max(x));
        let (min_y, max_y) = (store.min(y), store.max(y));
        match self.rel {
            Rel::Equal if min_x == max_x && min_y == max_y => Some(min_x == min_y),
            Rel::Equal if disjoint(store, x, y) => Some(false),
            Rel::NotEqual if min_x == max_x && min_y == max_y => Some(min_x != min_y),
            Rel::NotEqual if disjoint(store, x, y) => Some(true),
            Rel::Less if max_x < min_y => Some(true),
            Rel::Less if min_x >= max_y => Some(false),
            Rel::LessEqual if max_x <= min_y => Some(true),
            Rel::LessEqual if min_x > max_y => Some(false),
            _ => None,
        }
    }
}

/// Leaves both variables the values they have in common.
pub fn equate(store: &mut Store, x: V, y: V) -> Narrowed {
    if let (Some(a), Some(b)) = (store.word(x), store.word(y))
        && store.word_base(x) == store.word_base(y)
    {
        store.set_word(x, a & b)?;
        return store.set_word(y, a & b);
    }
    store.at_least(x, store.min(y).into())?;
    store.at_most(x, store.max(y).into())?;
    store.at_least(y, store.min(x).into())?;
    store.at_most(y, store.max(x).into())?;
    let in_y = missing(store, x, y);
    in_y.into_iter()
        .try_for_each(|value| store.remove(x, value))?;
    let in_x = missing(store, y, x);
    in_x.into_iter()
        .try_for_each(|value| store.remove(y, value))
}

/// The values of `x` that `y` does not have, without listing what huge domains share.
fn missing(store: &Store, x: V, y: V) -> Vec<i32> {
    if store.size(x) < 1 << 16 {
        return store
            .values(x)
            .filter(|&value| !store.contains(y, value))
            .collect();
    }
    let gone = store.domain(x).difference(&store.domain(y));
    // Holes of a huge domain that cannot be listed are left to the time when it is smaller.
    if gone.len() < 1 << 16 {
        gone.iter().collect()
    } else {
        Vec::new()
    }
}

/// Whether no value is common to both.
pub fn disjoint(store: &Store, x: V, y: V) -> bool {
    if store.min(x) > store.max(y) || store.min(y) > store.max(x) {
        return true;
    }
    let (x, y) = if store.size(x) <= store.size(y) {
        (x, y)
    } else {
        (y, x)
    };
    store.size(x) < 1 << 16 && store.values(x).all(|value| !store.contains(y, value))
}
