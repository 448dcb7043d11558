//! `array[index] = value`, domain-consistent.

use super::compare::{disjoint, equate};
use super::prelude::*;
use crate::kernel::Propagator;
use crate::store::{Narrowed, Store, V, event};

impl Post for constraints::Element {
    fn consistency() -> Consistency {
        Consistency::Domain
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        let (index, value) = (self.index.index(), self.value.index());
        let array = indices(&self.array);
        vec![Box::new(Element::new(array, self.offset, index, value))]
    }

    fn worth_tabulating(&self) -> bool {
        true
    }
}

/// The entry of an array at a variable index.
pub struct Element {
    array: Vec<V>,
    offset: i32,
    index: V,
    value: V,
}

impl Element {
    /// `array[index - offset] = value`.
    pub fn new(array: Vec<V>, offset: i32, index: V, value: V) -> Self {
        Element {
            array,
            offset,
            index,
            value,
        }
    }

    fn at(&self, index: i32) -> V {
        self.array[(index - self.offset) as usize]
    }
}

impl Propagator for Element {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let all = self.array.iter().chain([&self.index, &self.value]);
        all.map(|&v| (v, event::DOMAIN)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let first = i64::from(self.offset);
        store.at_least(self.index, first)?;
        store.at_most(self.index, first + self.array.len() as i64 - 1)?;
        let possible: Vec<i32> = store
            .values(self.index)
            .filter(|&index| !disjoint(store, self.at(index), self.value))
            .collect();
        store.retain(self.index, |index| possible.binary_search(&index).is_ok())?;
        if let [only] = possible[..] {
            return equate(store, self.at(only), self.value);
        }
        let entries = possible.iter().map(|&index| self.at(index));
        let low = entries.clone().map(|v| store.min(v)).min().unwrap_or(0);
        let high = entries.clone().map(|v| store.max(v)).max().unwrap_or(0);
        store.at_least(self.value, low.into())?;
        store.at_most(self.value, high.into())?;
        if store.size(self.value) < 1 << 12 {
            let gone: Vec<i32> = store
                .values(self.value)
                .filter(|&value| !entries.clone().any(|v| store.contains(v, value)))
                .collect();
            gone.into_iter()
                .try_for_each(|value| store.remove(self.value, value))?;
        }
        Ok(())
    }
}
