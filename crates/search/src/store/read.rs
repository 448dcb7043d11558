//! What is left of a domain.

use super::{Kind, Store, V};
use tantalizer_model::Domain;

impl Store {
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

    /// The smallest and the largest value.
    #[inline]
    pub fn bounds(&self, v: V) -> (i32, i32) {
        match self.kinds[v] {
            Kind::Word => {
                let (word, base) = (self.cells[v], self.base[v]);
                let (low, high) = (word.trailing_zeros(), 63 - word.leading_zeros());
                (base + low as i32, base + high as i32)
            }
            _ => (self.min(v), self.max(v)),
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
                let first = at / 64;
                while at / 64 < words.words {
                    let rest = self.cells[words.bits + at / 64] >> (at % 64);
                    if rest != 0 {
                        self.spend(at / 64 - first);
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
}
