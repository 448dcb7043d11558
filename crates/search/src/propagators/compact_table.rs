//! Tables: the rows that are still possible, as a bitset that shrinks with the domains (Demeulenaere et al.,
//! *Compact-Table*, 2016).
//!
//! Allowed rows: a value stays while some possible row has it. Forbidden rows: a value goes once
//! every combination of the other domains is a forbidden row.

use std::sync::Arc;

use tantalizer_model::Tuples;

use crate::kernel::{Priority, Propagator};
use crate::store::{Conflict, Step, Store, V, event};
use crate::values::ValueIndex;

/// The part of a table that does not change, shared by equal tables.
#[derive(PartialEq, Eq, Hash)]
pub struct Rows {
    words: usize,
    columns: Vec<Column>,
}

/// For each value of a column, which rows have it.
#[derive(PartialEq, Eq, Hash)]
struct Column {
    index: ValueIndex,
    /// `words` words for each value.
    rows: Vec<u64>,
}

impl Rows {
    /// Sorts rows (each once) into columns.
    /// None if that would take more bytes than this.
    pub fn new(tuples: &Tuples, most_bytes: u64) -> Option<Arc<Self>> {
        let mut rows: Vec<&[i32]> = tuples.rows().collect();
        rows.sort_unstable();
        rows.dedup();
        let words = rows.len().div_ceil(64);
        let indices: Vec<ValueIndex> = (0..tuples.width())
            .map(|column| ValueIndex::new(rows.iter().map(|row| row[column])))
            .collect();
        let values: u64 = indices.iter().map(|index| index.len() as u64).sum();
        if values.saturating_mul(8 * words as u64) > most_bytes {
            return None;
        }
        let columns = indices
            .into_iter()
            .enumerate()
            .map(|(column, index)| {
                let mut bits = vec![0; words * index.len()];
                for (number, row) in rows.iter().enumerate() {
                    let value = index.number(row[column]).unwrap_or(0);
                    bits[value * words + number / 64] |= 1 << (number % 64);
                }
                Column { index, rows: bits }
            })
            .collect();
        Some(Arc::new(Rows { words, columns }))
    }

    /// A table without rows.
    pub fn none(width: usize) -> Arc<Self> {
        let column = || Column {
            index: ValueIndex::new([]),
            rows: Vec::new(),
        };
        Arc::new(Rows {
            words: 0,
            columns: (0..width).map(|_| column()).collect(),
        })
    }

    /// What it takes.
    pub fn bytes(&self) -> u64 {
        self.columns.iter().map(|c| 8 * c.rows.len() as u64).sum()
    }
}

impl Column {
    /// The rows that have `value`; none if the value occurs nowhere.
    #[inline]
    fn rows_with(&self, value: i32, words: usize) -> Option<&[u64]> {
        let number = self.index.number(value)?;
        Some(&self.rows[number * words..][..words])
    }
}

/// A table on distinct variables.
pub struct CompactTable {
    vars: Vec<V>,
    rows: Arc<Rows>,
    allowed: bool,
    /// Trailed cells: the possible rows, and how many of the words in `order` are not empty.
    current: usize,
    live: usize,
    order: Vec<u32>,
    /// A trailed cell: whether the possible rows were computed from all domains.
    started: usize,
    mask: Vec<u64>,
}

impl CompactTable {
    /// The constraint that the variables form one of the rows, or none of them.
    pub fn new(store: &mut Store, vars: Vec<V>, rows: Arc<Rows>, allowed: bool) -> Self {
        let words = rows.words;
        CompactTable {
            current: store.cells(words, u64::MAX),
            live: store.cell(words as u64),
            order: (0..words as u32).collect(),
            started: store.cell(0),
            mask: vec![0; words],
            vars,
            rows,
            allowed,
        }
    }

    /// Drops the rows whose value for the variable at `position` is gone.
    fn restrict(&mut self, store: &mut Store, position: usize) -> Step {
        let words = self.rows.words;
        let column = &self.rows.columns[position];
        self.mask.fill(0);
        for value in store.values(self.vars[position]) {
            if let Some(rows) = column.rows_with(value, words) {
                store.work(words)?;
                for (mask, row) in self.mask.iter_mut().zip(rows) {
                    *mask |= row;
                }
            }
        }
        let mut live = store.get(self.live) as usize;
        let mut at = 0;
        while at < live {
            let word = self.order[at] as usize;
            let cell = self.current + word;
            let left = store.get(cell) & self.mask[word];
            store.set(cell, left);
            if left == 0 {
                live -= 1;
                self.order.swap(at, live);
            } else {
                at += 1;
            }
        }
        store.set(self.live, live as u64);
        Ok(())
    }

    fn possible(&self, store: &Store, rows: &[u64]) -> bool {
        let live = store.get(self.live) as usize;
        self.order[..live]
            .iter()
            .any(|&word| store.get(self.current + word as usize) & rows[word as usize] != 0)
    }

    fn number_possible(&self, store: &Store, rows: &[u64]) -> u64 {
        let live = store.get(self.live) as usize;
        self.order[..live]
            .iter()
            .map(|&word| store.get(self.current + word as usize) & rows[word as usize])
            .map(|left| u64::from(left.count_ones()))
            .sum()
    }

    fn prune_allowed(&self, store: &mut Store) -> Step {
        if store.get(self.live) == 0 {
            return Err(Conflict);
        }
        for (column, &v) in self.rows.columns.iter().zip(&self.vars) {
            // A value with few rows has to go through all words to find them.
            let live = store.get(self.live) as usize;
            store.work(live / 4 * store.size(v).min(1 << 16) as usize)?;
            let gone: Vec<i32> = store
                .values(v)
                .filter(|&value| {
                    let rows = column.rows_with(value, self.rows.words);
                    !rows.is_some_and(|rows| self.possible(store, rows))
                })
                .collect();
            gone.into_iter()
                .try_for_each(|value| store.remove(v, value))?;
        }
        Ok(())
    }

    fn prune_forbidden(&mut self, store: &mut Store) -> Step {
        if store.get(self.live) == 0 {
            return Ok(());
        }
        for position in 0..self.vars.len() {
            let v = self.vars[position];
            let others = self
                .vars
                .iter()
                .enumerate()
                .filter(|&(at, _)| at != position);
            let combinations = others.fold(1u64, |product, (_, &other)| {
                product.saturating_mul(store.size(other))
            });
            let column = &self.rows.columns[position];
            let live = store.get(self.live) as usize;
            store.work(live * store.size(v).min(1 << 16) as usize)?;
            let gone: Vec<i32> = store
                .values(v)
                .filter(|&value| {
                    let rows = column.rows_with(value, self.rows.words);
                    rows.is_some_and(|rows| self.number_possible(store, rows) == combinations)
                })
                .collect();
            if !gone.is_empty() {
                gone.into_iter()
                    .try_for_each(|value| store.remove(v, value))?;
                self.restrict(store, position)?;
            }
        }
        Ok(())
    }
}

impl Propagator for CompactTable {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        self.vars.iter().map(|&v| (v, event::DOMAIN)).collect()
    }

    fn propagate(&mut self, store: &mut Store, changed: &[u32]) -> Step {
        if store.get(self.started) == 0 {
            store.set(self.started, 1);
            for position in 0..self.vars.len() {
                self.restrict(store, position)?;
            }
        } else {
            let mut seen = 0u64;
            for &position in changed {
                // A position may be listed twice; the first 64 are recognised.
                let bit = 1u64.checked_shl(position).unwrap_or(0);
                if seen & bit == 0 {
                    seen |= bit;
                    self.restrict(store, position as usize)?;
                }
            }
        }
        if self.allowed {
            self.prune_allowed(store)
        } else {
            // Each removal may complete another one.
            loop {
                let before = store.mark();
                self.prune_forbidden(store)?;
                if store.unchanged_since(before) {
                    return Ok(());
                }
            }
        }
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn wants_changes(&self) -> bool {
        true
    }
}
