//! Domains on a trail.
//!
//! All state that changes during search lives in `u64` cells. Changing a cell writes its old content to the trail, and going
//! back to a mark restores it. A variable whose values span at most 64 numbers is one cell, a bitset, and nearly all
//! operations on it are a few machine instructions. Larger finite domains are several words; huge ones keep their bounds
//! and the values taken out of their interior.
//!
//! The clock is here as well, because everything that propagates has the store at hand: who has much to do says so with
//! [`Store::work`], and once a limit is reached everything fails as if there were a conflict, until whoever started it asks
//! [`Store::stopped`].

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use tantalizer_model::{Domain, Limit, Watch};

use index::Index;

mod index;
mod narrow;
mod read;

/// A variable, as an index into the store.
pub type V = usize;

/// A domain became empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict;

/// What an operation on domains gives back.
pub type Narrowed = Result<(), Conflict>;

/// What happened to a domain; propagators subscribe to these.
pub mod event {
    /// Some value was removed.
    pub const DOMAIN: u8 = 1;
    /// The smallest or largest value changed.
    pub const BOUNDS: u8 = 2;
    /// One value is left.
    pub const FIX: u8 = 4;
}

/// Domains with at most this many values are kept as bitsets, larger ones as intervals with holes.
const MOST_BITS: u64 = 1 << 16;

/// Where to return to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    trail: usize,
    removed: usize,
}

/// The domains of all variables, and trailed cells for propagators.
pub struct Store {
    /// `cells[v]` is the domain of a one-word variable `v`; other cells follow.
    cells: Vec<u64>,
    trail: Vec<(u32, u64)>,
    /// The value of bit 0 of a one-word variable.
    base: Vec<i32>,
    kinds: Vec<Kind>,
    /// What changed since the kernel last looked.
    changes: Vec<(u32, u8)>,
    /// While probing, nobody is told of changes.
    silent: bool,
    /// Values taken out of the interior of interval domains, in order.
    removed: Vec<(u32, i32)>,
    watch: Watch,
    /// Steps since the last look at the clock.
    steps: Cell<usize>,
    stopped: RefCell<Option<Limit>>,
}

/// So many steps pass between two looks at the clock.
const STEPS_BETWEEN_LOOKS: usize = 1 << 18;

/// About as long takes it.
const MICROSECONDS_BETWEEN_LOOKS: u32 = 1000;

/// What changing a domain takes, telling the propagators of it, and taking it back.
const STEPS_A_CHANGE: usize = 6;

/// From the interior of a huge domain no more values are taken at a time: they go once they are at an end of it.
const MANY_HOLES: i64 = 1 << 16;

enum Kind {
    Word,
    Words(Words),
    Interval(Box<Interval>),
}

/// A domain of several words. `cells[v]` holds the number of values left.
struct Words {
    bits: usize,
    words: usize,
    /// Cells with the positions of the smallest and largest value left.
    low: usize,
    high: usize,
    index: Index,
}

/// A huge domain: two bounds (as cells), the original set, and the holes made since.
struct Interval {
    low: usize,
    high: usize,
    original: Domain,
    holes: BTreeSet<i32>,
}

impl Store {
    /// A store with these domains; none of them may be empty.
    pub fn new(domains: &[Domain], watch: &Watch) -> Result<Self, Conflict> {
        let mut store = Store {
            cells: vec![0; domains.len()],
            trail: Vec::new(),
            base: vec![0; domains.len()],
            kinds: Vec::with_capacity(domains.len()),
            changes: Vec::new(),
            silent: false,
            removed: Vec::new(),
            watch: watch.clone(),
            steps: Cell::new(0),
            stopped: RefCell::new(None),
        };
        for (v, domain) in domains.iter().enumerate() {
            let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
                return Err(Conflict);
            };
            let kind = store.represent(v, domain, min, max);
            store.kinds.push(kind);
        }
        Ok(store)
    }

    fn represent(&mut self, v: V, domain: &Domain, min: i32, max: i32) -> Kind {
        let span = i64::from(max) - i64::from(min) + 1;
        if span <= 64 {
            self.base[v] = min;
            for value in domain.iter() {
                self.cells[v] |= 1 << (i64::from(value) - i64::from(min));
            }
            return Kind::Word;
        }
        if domain.len() > MOST_BITS {
            let low = self.cell(i64::from(min) as u64);
            let high = self.cell(i64::from(max) as u64);
            return Kind::Interval(Box::new(Interval {
                low,
                high,
                original: domain.clone(),
                holes: BTreeSet::new(),
            }));
        }
        // Positions are offsets unless most of the span is holes.
        let list = span as u64 > 4 * domain.len();
        let index = if list {
            Index::List(domain.iter().collect())
        } else {
            Index::Offset(min)
        };
        let positions = if list {
            domain.len() as usize
        } else {
            span as usize
        };
        let words = positions.div_ceil(64);
        let bits = self.cells.len();
        self.cells.resize(bits + words, 0);
        for value in domain.iter() {
            let at = index.position(value).unwrap_or(0);
            self.cells[bits + at / 64] |= 1 << (at % 64);
        }
        self.cells[v] = domain.len();
        let low = self.cell(0);
        let high = self.cell(positions as u64 - 1);
        Kind::Words(Words {
            bits,
            words,
            low,
            high,
            index,
        })
    }

    /// So many steps of some nanoseconds each are about to be taken. Fails once a limit is reached, then and ever after.
    #[inline]
    pub fn work(&self, steps: usize) -> Narrowed {
        let steps = self.steps.get().saturating_add(steps);
        self.steps.set(steps);
        if steps < STEPS_BETWEEN_LOOKS {
            return Ok(());
        }
        self.look()
    }

    /// So many steps were taken by something short, which need not fail: the next that works looks at the clock.
    #[inline]
    pub fn spend(&self, steps: usize) {
        self.steps.set(self.steps.get().saturating_add(steps));
    }

    #[cold]
    fn look(&self) -> Narrowed {
        let mut stopped = self.stopped.borrow_mut();
        if stopped.is_none() {
            self.watch.spend(MICROSECONDS_BETWEEN_LOOKS);
            *stopped = self.watch.expired();
        }
        if stopped.is_some() {
            // The steps stay at the limit, so that the next call comes here as well.
            return Err(Conflict);
        }
        self.steps.set(0);
        Ok(())
    }

    /// The limit that made everything fail, if one was reached.
    pub fn stopped(&self) -> Option<Limit> {
        self.stopped.borrow().clone()
    }

    /// A new trailed cell.
    pub fn cell(&mut self, content: u64) -> usize {
        self.cells.push(content);
        self.cells.len() - 1
    }

    /// `count` new trailed cells in a row; gives the first.
    pub fn cells(&mut self, count: usize, content: u64) -> usize {
        let first = self.cells.len();
        self.cells.resize(first + count, content);
        first
    }

    /// What a cell holds.
    #[inline]
    pub fn get(&self, cell: usize) -> u64 {
        self.cells[cell]
    }

    /// Changes a cell until the search goes back.
    #[inline]
    pub fn set(&mut self, cell: usize, content: u64) {
        let old = self.cells[cell];
        if old != content {
            self.trail.push((cell as u32, old));
            self.cells[cell] = content;
        }
    }

    /// How many variables there are.
    pub fn var_count(&self) -> usize {
        self.kinds.len()
    }

    /// The present state, to return to.
    pub fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len(),
            removed: self.removed.len(),
        }
    }

    /// Whether nothing was changed after `mark`.
    pub fn unchanged_since(&self, mark: Mark) -> bool {
        self.trail.len() == mark.trail && self.removed.len() == mark.removed
    }

    /// Restores the state at `mark`; pending changes are forgotten. What the changes took is told here, when all are counted.
    pub fn undo(&mut self, mark: Mark) {
        let changes = self.trail.len().saturating_sub(mark.trail);
        self.spend(STEPS_A_CHANGE * changes);
        while self.trail.len() > mark.trail {
            if let Some((cell, old)) = self.trail.pop() {
                self.cells[cell as usize] = old;
            }
        }
        while self.removed.len() > mark.removed {
            if let Some((v, value)) = self.removed.pop()
                && let Kind::Interval(interval) = &mut self.kinds[v as usize]
            {
                interval.holes.remove(&value);
            }
        }
        self.changes.clear();
    }

    /// Takes the changes since the last call, to be handed back with [`Store::recycle`].
    #[inline]
    pub fn take_changes(&mut self) -> Vec<(u32, u8)> {
        std::mem::take(&mut self.changes)
    }

    /// Gives the list of changes back for reuse.
    #[inline]
    pub fn recycle(&mut self, mut changes: Vec<(u32, u8)>) {
        changes.clear();
        self.changes = changes;
    }

    /// Whether nothing changed since the kernel last looked.
    #[inline]
    pub fn is_quiet(&self) -> bool {
        self.changes.is_empty()
    }

    /// Runs `attempt` and takes back whatever it changed; tells nobody.
    pub fn probe<T>(&mut self, attempt: impl FnOnce(&mut Store) -> T) -> T {
        let mark = self.mark();
        let pending = std::mem::take(&mut self.changes);
        let outer = std::mem::replace(&mut self.silent, true);
        let result = attempt(self);
        self.undo(mark);
        self.silent = outer;
        self.changes = pending;
        result
    }

    #[inline]
    fn tell(&mut self, v: V, events: u8) {
        if !self.silent {
            self.changes.push((v as u32, events));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Random operations on domains of every representation, beside a plain set.
    #[test]
    fn all_representations_behave_like_sets() {
        let shapes = [
            Domain::range(-3, 20),
            Domain::range(0, 300),
            Domain::from([-70_000, -5, 0, 2, 9, 1_000, 1_000_000]),
            Domain::range(-50_000, 50_000).difference(&Domain::range(-10, 3)),
        ];
        for seed in 0..200u64 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let shape = &shapes[seed as usize % shapes.len()];
            let watch = tantalizer_model::Limits::none().start();
            let Ok(mut store) = Store::new(std::slice::from_ref(shape), &watch) else {
                panic!("shapes are not empty");
            };
            let mut levels = vec![(store.mark(), shape.clone())];
            let mut plain = shape.clone();
            for step in 0..60 {
                let context = format!("seed {seed} step {step}");
                let value = rng.random_range(-12..=22);
                let wide = i64::from(value) * rng.random_range(1..=3000);
                let (outcome, expected) = match rng.random_range(0..7) {
                    0 => (store.at_least(0, wide - 60_000), {
                        plain.difference(&Domain::range(i32::MIN, (wide - 60_001) as i32))
                    }),
                    1 => (
                        store.at_most(0, wide + 60_000),
                        plain.difference(&Domain::range((wide + 60_001) as i32, i32::MAX)),
                    ),
                    2..=4 => (
                        store.remove(0, value),
                        plain.difference(&Domain::single(value)),
                    ),
                    5 => (
                        store.remove_range(0, value.into(), i64::from(value) + 4),
                        plain.difference(&Domain::range(value, value + 4)),
                    ),
                    _ => {
                        levels.push((store.mark(), plain.clone()));
                        continue;
                    }
                };
                if expected.is_empty() {
                    assert_eq!(outcome, Err(Conflict), "{context}");
                }
                if outcome.is_err() || rng.random_bool(0.1) {
                    assert!(outcome.is_ok() || expected.is_empty(), "{context}");
                    let (mark, before) = levels.pop().expect("the root stays");
                    store.undo(mark);
                    plain = before.clone();
                    if levels.is_empty() {
                        levels.push((mark, before));
                    }
                } else {
                    plain = expected;
                }
                assert_eq!(store.domain(0), plain, "{context}");
                assert_eq!(store.size(0), plain.len(), "{context}");
                assert_eq!(Some(store.min(0)), plain.min(), "{context}");
                assert_eq!(Some(store.max(0)), plain.max(), "{context}");
                assert_eq!(store.fixed(0), plain.fixed(), "{context}");
                for probe in -13..25 {
                    assert_eq!(store.contains(0, probe), plain.contains(probe), "{context}");
                    let next = plain.iter().find(|&v| v >= probe);
                    assert_eq!(store.next_from(0, probe.into()), next, "{context}");
                }
            }
        }
    }
}
