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

/// A variable, as an index into the store.
pub type V = usize;

/// A domain became empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict;

/// What an operation on domains gives back.
pub type Step = Result<(), Conflict>;

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

/// How positions of bits and values correspond.
enum Index {
    Offset(i32),
    List(Vec<i32>),
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
    pub fn work(&self, steps: usize) -> Step {
        let steps = self.steps.get().saturating_add(steps);
        self.steps.set(steps);
        if steps < STEPS_BETWEEN_LOOKS {
            return Ok(());
        }
        self.look()
    }

    #[cold]
    fn look(&self) -> Step {
        let mut stopped = self.stopped.borrow_mut();
        if stopped.is_none() {
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

    /// Restores the state at `mark`; pending changes are forgotten.
    pub fn undo(&mut self, mark: Mark) {
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

    // ---- reading ---------------------------------------------------------------------------------------------

    /// The bitset of a one-word variable, or none.
    #[inline]
    pub fn word(&self, v: V) -> Option<u64> {
        match self.kinds[v] {
            Kind::Word => Some(self.cells[v]),
            _ => None,
        }
    }

    /// The value of bit 0 of a one-word variable.
    #[inline]
    pub fn word_base(&self, v: V) -> i32 {
        self.base[v]
    }

    /// The smallest value.
    #[inline]
    pub fn min(&self, v: V) -> i32 {
        match &self.kinds[v] {
            Kind::Word => self.base[v] + self.cells[v].trailing_zeros() as i32,
            Kind::Words(words) => words.index.value(self.cells[words.low] as usize),
            Kind::Interval(interval) => self.cells[interval.low] as i64 as i32,
        }
    }

    /// The largest value.
    #[inline]
    pub fn max(&self, v: V) -> i32 {
        match &self.kinds[v] {
            Kind::Word => self.base[v] + (63 - self.cells[v].leading_zeros() as i32),
            Kind::Words(words) => words.index.value(self.cells[words.high] as usize),
            Kind::Interval(interval) => self.cells[interval.high] as i64 as i32,
        }
    }

    /// How many values are left.
    #[inline]
    pub fn size(&self, v: V) -> u64 {
        match &self.kinds[v] {
            Kind::Word => u64::from(self.cells[v].count_ones()),
            Kind::Words(_) => self.cells[v],
            Kind::Interval(interval) => {
                let (min, max) = (self.min(v), self.max(v));
                let within = |&(low, high): &(i32, i32)| {
                    (i64::from(high.min(max)) - i64::from(low.max(min)) + 1).max(0) as u64
                };
                let all: u64 = interval.original.ranges().iter().map(within).sum();
                all - interval.holes.range(min..=max).count() as u64
            }
        }
    }

    /// Whether one value is left.
    #[inline]
    pub fn is_fixed(&self, v: V) -> bool {
        match &self.kinds[v] {
            Kind::Word => self.cells[v].is_power_of_two(),
            Kind::Words(_) => self.cells[v] == 1,
            Kind::Interval(interval) => self.cells[interval.low] == self.cells[interval.high],
        }
    }

    /// The only value left, if there is just one.
    #[inline]
    pub fn fixed(&self, v: V) -> Option<i32> {
        self.is_fixed(v).then(|| self.min(v))
    }

    /// Whether `value` is left.
    #[inline]
    pub fn contains(&self, v: V, value: i32) -> bool {
        match &self.kinds[v] {
            Kind::Word => {
                let at = i64::from(value) - i64::from(self.base[v]);
                (0..64).contains(&at) && self.cells[v] >> at & 1 == 1
            }
            Kind::Words(words) => match words.index.position(value) {
                Some(at) if at / 64 < words.words => {
                    self.cells[words.bits + at / 64] >> (at % 64) & 1 == 1
                }
                _ => false,
            },
            Kind::Interval(interval) => {
                self.min(v) <= value
                    && value <= self.max(v)
                    && interval.original.contains(value)
                    && !interval.holes.contains(&value)
            }
        }
    }

    /// The smallest value that is at least `from`.
    pub fn next_from(&self, v: V, from: i64) -> Option<i32> {
        if from > i64::from(self.max(v)) {
            return None;
        }
        let from = from.max(i64::from(self.min(v))) as i32;
        match &self.kinds[v] {
            Kind::Word => {
                let rest = self.cells[v] >> (from - self.base[v]);
                Some(from + rest.trailing_zeros() as i32)
            }
            Kind::Words(words) => {
                let mut at = words.index.first_at_least(from);
                while at / 64 < words.words {
                    let rest = self.cells[words.bits + at / 64] >> (at % 64);
                    if rest != 0 {
                        return Some(words.index.value(at + rest.trailing_zeros() as usize));
                    }
                    at = (at / 64 + 1) * 64;
                }
                None
            }
            Kind::Interval(interval) => {
                let mut value = from;
                loop {
                    let ranges = interval.original.ranges();
                    let range = ranges.get(ranges.partition_point(|range| range.1 < value))?;
                    value = value.max(range.0);
                    if !interval.holes.contains(&value) {
                        return Some(value);
                    }
                    value = value.checked_add(1)?;
                }
            }
        }
    }

    /// The largest value that is at most `from`.
    pub fn previous_from(&self, v: V, from: i64) -> Option<i32> {
        if from < i64::from(self.min(v)) {
            return None;
        }
        let from = from.min(i64::from(self.max(v))) as i32;
        match &self.kinds[v] {
            Kind::Word => {
                let rest = self.cells[v] << (63 - (from - self.base[v]));
                Some(from - rest.leading_zeros() as i32)
            }
            Kind::Words(words) => {
                let mut at = words.index.last_at_most(from)?;
                loop {
                    let rest = self.cells[words.bits + at / 64] << (63 - at % 64);
                    if rest != 0 {
                        return Some(words.index.value(at - rest.leading_zeros() as usize));
                    }
                    at = (at / 64 * 64).checked_sub(1)?;
                }
            }
            Kind::Interval(interval) => {
                let mut value = from;
                loop {
                    let ranges = interval.original.ranges();
                    let after = ranges.partition_point(|range| range.0 <= value);
                    let range = ranges.get(after.checked_sub(1)?)?;
                    value = value.min(range.1);
                    if !interval.holes.contains(&value) {
                        return Some(value);
                    }
                    value = value.checked_sub(1)?;
                }
            }
        }
    }

    /// The values left, in increasing order.
    pub fn values(&self, v: V) -> impl Iterator<Item = i32> + '_ {
        let mut next = Some(self.min(v));
        std::iter::from_fn(move || {
            let value = next?;
            next = self.next_from(v, i64::from(value) + 1);
            Some(value)
        })
    }

    /// The domain as a set.
    pub fn domain(&self, v: V) -> Domain {
        match &self.kinds[v] {
            Kind::Interval(interval) => interval
                .original
                .intersection(&Domain::range(self.min(v), self.max(v)))
                .difference(&Domain::from_values(interval.holes.iter().copied())),
            _ => Domain::from_values(self.values(v)),
        }
    }

    // ---- changing --------------------------------------------------------------------------------------------

    /// Replaces the bitset of a one-word variable by a subset of it.
    #[inline]
    pub fn set_word(&mut self, v: V, new: u64) -> Step {
        let old = self.cells[v];
        debug_assert!(matches!(self.kinds[v], Kind::Word));
        debug_assert_eq!(new & !old, 0, "a domain never grows");
        if new == old {
            return Ok(());
        }
        if new == 0 {
            return Err(Conflict);
        }
        let mut events = event::DOMAIN;
        if new.is_power_of_two() {
            events |= event::FIX | event::BOUNDS;
        } else if old.trailing_zeros() != new.trailing_zeros()
            || old.leading_zeros() != new.leading_zeros()
        {
            events |= event::BOUNDS;
        }
        self.trail.push((v as u32, old));
        self.cells[v] = new;
        self.tell(v, events);
        Ok(())
    }

    /// Removes one value.
    pub fn remove(&mut self, v: V, value: i32) -> Step {
        if !self.contains(v, value) {
            return Ok(());
        }
        if let Kind::Word = self.kinds[v] {
            return self.set_word(v, self.cells[v] & !(1 << (value - self.base[v])));
        }
        if self.is_fixed(v) {
            return Err(Conflict);
        }
        if value == self.min(v) {
            return self.at_least(v, i64::from(value) + 1);
        }
        if value == self.max(v) {
            return self.at_most(v, i64::from(value) - 1);
        }
        match &mut self.kinds[v] {
            Kind::Words(words) => {
                let at = words.index.position(value).unwrap_or(0);
                let cell = words.bits + at / 64;
                let left = self.cells[v] - 1;
                self.set(cell, self.cells[cell] & !(1 << (at % 64)));
                self.set(v, left);
            }
            Kind::Interval(interval) => {
                interval.holes.insert(value);
                self.removed.push((v as u32, value));
            }
            Kind::Word => {}
        }
        self.tell(v, event::DOMAIN);
        Ok(())
    }

    /// Leaves only `value`.
    #[inline]
    pub fn assign(&mut self, v: V, value: i32) -> Step {
        if !self.contains(v, value) {
            return Err(Conflict);
        }
        if let Kind::Word = self.kinds[v] {
            return self.set_word(v, 1 << (value - self.base[v]));
        }
        self.at_least(v, i64::from(value))?;
        self.at_most(v, i64::from(value))
    }

    /// Removes all values below `low`.
    #[inline]
    pub fn at_least(&mut self, v: V, low: i64) -> Step {
        let min = i64::from(self.min(v));
        if low <= min {
            return Ok(());
        }
        if let Kind::Word = self.kinds[v] {
            let at = low - i64::from(self.base[v]);
            return if at > 63 {
                Err(Conflict)
            } else {
                self.set_word(v, self.cells[v] & (u64::MAX << at))
            };
        }
        let new = self.next_from(v, low).ok_or(Conflict)?;
        self.move_bound(v, new, true)
    }

    /// Removes all values above `high`.
    #[inline]
    pub fn at_most(&mut self, v: V, high: i64) -> Step {
        if high >= i64::from(self.max(v)) {
            return Ok(());
        }
        if let Kind::Word = self.kinds[v] {
            let at = high - i64::from(self.base[v]);
            return if at < 0 {
                Err(Conflict)
            } else {
                self.set_word(v, self.cells[v] & (u64::MAX >> (63 - at)))
            };
        }
        let new = self.previous_from(v, high).ok_or(Conflict)?;
        self.move_bound(v, new, false)
    }

    /// Moves the lower or upper bound of a domain that is not one word to the value `new` in it.
    fn move_bound(&mut self, v: V, new: i32, lower: bool) -> Step {
        match &self.kinds[v] {
            Kind::Words(words) => {
                let at = words.index.position(new).unwrap_or(0);
                let (bits, low, high) = (words.bits, words.low, words.high);
                let (from, to) = if lower {
                    (self.cells[low] as usize, at)
                } else {
                    (at + 1, self.cells[high] as usize + 1)
                };
                let gone = self.clear_bits(bits, from, to);
                self.set(v, self.cells[v] - gone);
                self.set(if lower { low } else { high }, at as u64);
            }
            Kind::Interval(interval) => {
                let cell = if lower { interval.low } else { interval.high };
                self.set(cell, i64::from(new) as u64);
            }
            Kind::Word => {}
        }
        let fix = if self.is_fixed(v) { event::FIX } else { 0 };
        self.tell(v, event::DOMAIN | event::BOUNDS | fix);
        Ok(())
    }

    /// Clears the bits at positions `from..to`; gives how many were set.
    fn clear_bits(&mut self, bits: usize, from: usize, to: usize) -> u64 {
        let mut gone = 0;
        let mut at = from;
        while at < to {
            let end = ((at / 64 + 1) * 64).min(to);
            let mask = (u64::MAX << (at % 64)) & (u64::MAX >> (63 - (end - 1) % 64));
            let cell = bits + at / 64;
            gone += u64::from((self.cells[cell] & mask).count_ones());
            self.set(cell, self.cells[cell] & !mask);
            at = end;
        }
        gone
    }

    /// Keeps the values that pass a test.
    pub fn retain(&mut self, v: V, mut keep: impl FnMut(i32) -> bool) -> Step {
        if let Kind::Word = self.kinds[v] {
            let (old, base) = (self.cells[v], self.base[v]);
            let mut new = 0;
            let mut rest = old;
            while rest != 0 {
                let at = rest.trailing_zeros();
                rest &= rest - 1;
                if keep(base + at as i32) {
                    new |= 1 << at;
                }
            }
            return self.set_word(v, new);
        }
        let gone: Vec<i32> = self.values(v).filter(|&value| !keep(value)).collect();
        gone.into_iter().try_for_each(|value| self.remove(v, value))
    }

    /// Keeps the values that are in `domain`, without listing them one by one.
    pub fn keep_within(&mut self, v: V, domain: &Domain) -> Step {
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
            return Err(Conflict);
        };
        self.at_least(v, i64::from(min))?;
        self.at_most(v, i64::from(max))?;
        for pair in domain.ranges().windows(2) {
            self.remove_range(v, i64::from(pair[0].1) + 1, i64::from(pair[1].0) - 1)?;
        }
        Ok(())
    }

    /// Removes all values from `low` to `high`.
    pub fn remove_range(&mut self, v: V, low: i64, high: i64) -> Step {
        if low <= i64::from(self.min(v)) {
            return if high >= i64::from(self.min(v)) {
                self.at_least(v, high + 1)
            } else {
                Ok(())
            };
        }
        if high >= i64::from(self.max(v)) {
            return self.at_most(v, low - 1);
        }
        if matches!(self.kinds[v], Kind::Interval(_)) && high - low >= MANY_HOLES {
            return Ok(());
        }
        while let Some(value) = self.next_from(v, low) {
            if i64::from(value) > high {
                break;
            }
            self.remove(v, value)?;
        }
        Ok(())
    }
}

impl Index {
    fn position(&self, value: i32) -> Option<usize> {
        match self {
            Index::Offset(base) => usize::try_from(i64::from(value) - i64::from(*base)).ok(),
            Index::List(list) => list.binary_search(&value).ok(),
        }
    }

    fn value(&self, position: usize) -> i32 {
        match self {
            Index::Offset(base) => base + position as i32,
            Index::List(list) => list[position],
        }
    }

    fn first_at_least(&self, value: i32) -> usize {
        match self {
            Index::Offset(base) => (value - base).max(0) as usize,
            Index::List(list) => list.partition_point(|&item| item < value),
        }
    }

    fn last_at_most(&self, value: i32) -> Option<usize> {
        match self {
            Index::Offset(base) => usize::try_from(value - base).ok(),
            Index::List(list) => list.partition_point(|&item| item <= value).checked_sub(1),
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
