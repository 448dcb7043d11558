//! Taking values out of a domain.

use super::{Conflict, Kind, MANY_HOLES, Narrowed, Store, V, event};
use tantalizer_model::Domain;

/// What it takes to clear the bits of a word.
const STEPS_A_WORD: usize = 2;

impl Store {
    /// Replaces the bitset of a one-word variable by a subset of it.
    #[inline]
    pub fn set_word(&mut self, v: V, new: u64) -> Narrowed {
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
    pub fn remove(&mut self, v: V, value: i32) -> Narrowed {
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
    pub fn assign(&mut self, v: V, value: i32) -> Narrowed {
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
    pub fn at_least(&mut self, v: V, low: i64) -> Narrowed {
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
    pub fn at_most(&mut self, v: V, high: i64) -> Narrowed {
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
    fn move_bound(&mut self, v: V, new: i32, lower: bool) -> Narrowed {
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
        self.spend(STEPS_A_WORD * (to.saturating_sub(from) / 64));
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
    pub fn retain(&mut self, v: V, mut keep: impl FnMut(i32) -> bool) -> Narrowed {
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
    pub fn keep_within(&mut self, v: V, domain: &Domain) -> Narrowed {
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
    pub fn remove_range(&mut self, v: V, low: i64, high: i64) -> Narrowed {
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
