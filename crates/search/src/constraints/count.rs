//! Exactly `count` of the variables equal `value`, where the value may itself be a variable; domain-consistent.
//!
//! For each value `v` that is looked for, the number of variables equal to it is anything between those fixed to `v` and
//! those that can still be `v`, and each variable that is not fixed chooses independently. So supports are found by
//! comparing numbers.

use super::prelude::*;
use crate::kernel::Propagator;
use crate::store::{Conflict, Narrowed, Store, V, event};

impl Post for constraints::Count {
    fn consistency() -> Consistency {
        Consistency::Domain
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        let value = Wanted::Var(self.value.index());
        let counted = Count::new(indices(&self.vars), value, self.count.index());
        vec![Box::new(counted)]
    }

    fn worth_tabulating(&self) -> bool {
        true
    }
}

/// The value that is looked for.
#[derive(Clone, Copy)]
pub enum Wanted {
    /// The value of a variable.
    Var(V),
    /// A number.
    Value(i32),
}

/// Counts the variables that equal a value.
pub struct Count {
    vars: Vec<V>,
    value: Wanted,
    count: V,
}

impl Count {
    /// `count` of `vars` equal `value`.
    pub fn new(vars: Vec<V>, value: Wanted, count: V) -> Self {
        Count { vars, value, count }
    }

    /// How many variables are fixed to `value`, and how many can be it.
    fn range(&self, store: &Store, value: i32) -> (i64, i64) {
        let (mut surely, mut maybe) = (0, 0);
        for &v in &self.vars {
            if store.contains(v, value) {
                maybe += 1;
                surely += i64::from(store.is_fixed(v));
            }
        }
        (surely, maybe)
    }

    /// Whether the count can be a number between `low` and `high`.
    fn possible(&self, store: &Store, low: i64, high: i64) -> bool {
        let next = store.next_from(self.count, low);
        next.is_some_and(|count| i64::from(count) <= high)
    }
}

impl Propagator for Count {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let wanted = match self.value {
            Wanted::Var(v) => Some(v),
            Wanted::Value(_) => None,
        };
        let all = self.vars.iter().copied().chain([self.count]).chain(wanted);
        all.map(|v| (v, event::DOMAIN)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let wanted: Vec<i32> = match self.value {
            // Too many values to look for; it is decided when there are fewer.
            Wanted::Var(v) if store.size(v) > 1 << 12 => return Ok(()),
            Wanted::Var(v) => store.values(v).collect(),
            Wanted::Value(value) => vec![value],
        };
        let ranges: Vec<(i32, i64, i64)> = wanted
            .into_iter()
            .map(|value| {
                let (low, high) = self.range(store, value);
                (value, low, high)
            })
            .filter(|&(_, low, high)| self.possible(store, low, high))
            .collect();
        if ranges.is_empty() {
            return Err(Conflict);
        }
        if let Wanted::Var(v) = self.value {
            store.retain(v, |value| ranges.iter().any(|range| range.0 == value))?;
        }
        let least = ranges.iter().map(|range| range.1).min().unwrap_or(0);
        let most = ranges.iter().map(|range| range.2).max().unwrap_or(0);
        store.at_least(self.count, least)?;
        store.at_most(self.count, most)?;
        if ranges.len() > 1 && store.size(self.count) <= (most - least + 1) as u64 {
            store.retain(self.count, |count| {
                let count = i64::from(count);
                ranges
                    .iter()
                    .any(|range| range.1 <= count && count <= range.2)
            })?;
        }
        for position in 0..self.vars.len() {
            self.prune_one(store, self.vars[position], &ranges)?;
        }
        Ok(())
    }
}

impl Count {
    /// Removes the values of `x` that fit no value that is looked for.
    fn prune_one(&self, store: &mut Store, x: V, ranges: &[(i32, i64, i64)]) -> Narrowed {
        if store.is_fixed(x) {
            return Ok(());
        }
        // With which of the values looked for can x be equal, from which can it differ?
        let mut equal = Vec::new();
        let mut differ = Vec::new();
        for &(value, low, high) in ranges {
            let here = store.contains(x, value);
            if here && self.possible(store, low + 1, high) {
                equal.push(value);
            }
            if self.possible(store, low, high - i64::from(here)) {
                differ.push(value);
            }
        }
        match differ[..] {
            [] => store.retain(x, |value| equal.contains(&value)),
            [only] if !equal.contains(&only) => store.remove(x, only),
            _ => Ok(()),
        }
    }
}
