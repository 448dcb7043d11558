//! Tables: the rows that are still possible, as a bitset that shrinks with the domains (Demeulenaere et al.,
//! *Compact-Table*, 2016).
//!
//! Allowed rows: a value stays while some possible row has it. Forbidden rows: a value goes once
//! every combination of the other domains is a forbidden row.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tantalizer_model::Tuples;

use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::lookup::{Lookup, combinations};
use crate::store::{Conflict, Narrowed, Store, V, event};
use crate::values::ValueIndex;

impl Post for constraints::Table {
    fn consistency() -> Consistency {
        Consistency::Domain
    }

    fn propagators(&self, poster: &mut KernelBuilder) -> Group {
        let (vars, narrowed) = distinct_columns(&indices(&self.vars), &self.tuples);
        let shared = Arc::ptr_eq(&narrowed, &self.tuples);
        let key = Arc::as_ptr(&self.tuples);
        let known = poster.rows.get(&key).filter(|_| shared).cloned();
        let rows = known.unwrap_or_else(|| match Rows::new(&narrowed, poster.memory) {
            Some(rows) => {
                poster.memory = poster.memory.saturating_sub(rows.bytes()).max(1);
                rows
            }
            None => {
                poster.memory = 0;
                Rows::none(narrowed.width())
            }
        });
        if shared {
            poster.rows.insert(key, Arc::clone(&rows));
        }
        let table = CompactTable::new(&mut poster.store, vars, rows, self.allowed);
        vec![Box::new(table)]
    }

    /// A small table is looked up.
    fn demand(&self, poster: &mut KernelBuilder) -> Option<Narrowed> {
        if !poster.tabulate {
            return None;
        }
        let (vars, tuples) = distinct_columns(&indices(&self.vars), &self.tuples);
        let widths = Lookup::widths(&poster.store, &vars)?;
        if self.allowed {
            poster.look_up(&vars, &widths, tuples.rows());
        } else {
            let mut left = combinations(&poster.store, &vars);
            let forbidden: HashSet<&[i32]> = tuples.rows().collect();
            left.retain(|row| !forbidden.contains(&row[..]));
            poster.look_up(&vars, &widths, left.iter().map(|row| &row[..]));
        }
        Some(Ok(()))
    }
}

/// The table with each variable in one column: rows that give a variable two values go.
fn distinct_columns(vars: &[V], tuples: &Arc<Tuples>) -> (Vec<V>, Arc<Tuples>) {
    let mut places: HashMap<V, usize> = HashMap::with_capacity(vars.len());
    let first: Vec<usize> = (0..vars.len())
        .map(|at| *places.entry(vars[at]).or_insert(at))
        .collect();
    let kept: Vec<usize> = (0..vars.len()).filter(|&at| first[at] == at).collect();
    if kept.len() == vars.len() {
        return (vars.to_vec(), tuples.clone());
    }
    let rows = tuples
        .rows()
        .filter(|row| (0..row.len()).all(|at| row[at] == row[first[at]]))
        .map(|row| kept.iter().map(|&at| row[at]).collect::<Vec<i32>>());
    let narrowed = Tuples::new(kept.len(), rows).unwrap_or_else(|_| (**tuples).clone());
    (
        kept.iter().map(|&at| vars[at]).collect(),
        Arc::new(narrowed),
    )
}

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
    fn restrict(&mut self, store: &mut Store, position: usize) -> Narrowed {
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

    fn prune_allowed(&self, store: &mut Store) -> Narrowed {
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

    fn prune_forbidden(&mut self, store: &mut Store) -> Narrowed {
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

    fn propagate(&mut self, store: &mut Store, changed: &[u32]) -> Narrowed {
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
