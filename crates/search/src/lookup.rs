//! Propagation by look-up: small constraints whose filtering is computed once, for all domains.
//!
//! If the domains of a constraint's variables together have at most [`MOST_BITS`] bits, there are few enough combinations of
//! domains to store, for each, what domain consistency leaves of it. A propagation is then one load. Equal
//! constraints share the stored answers, so the hundred triples of a board cost one table.

use std::collections::HashMap;
use std::sync::Arc;

use crate::kernel::{Priority, Propagator};
use crate::store::{Conflict, Narrowed, Store, V, event};

/// The most bits that all domains of a constraint may have together.
pub const MOST_BITS: u32 = 12;

/// A constraint on a few one-word variables, by stored answers.
pub struct Lookup {
    vars: Vec<u32>,
    /// Where each variable's bits start in the index.
    shifts: Vec<u8>,
    /// For each combination of domains, what is left; 0 if nothing is.
    answers: Arc<[u16]>,
}

/// Answers that were computed already, by the widths of the domains and the allowed combinations.
pub type Shared = HashMap<(Vec<u32>, Vec<u16>), Arc<[u16]>>;

impl Lookup {
    /// Whether the domains are small enough, and how wide each is.
    pub fn widths(store: &Store, vars: &[V]) -> Option<Vec<u32>> {
        let widths: Option<Vec<u32>> = vars
            .iter()
            .map(|&v| store.word(v).map(|word| 64 - word.leading_zeros()))
            .collect();
        widths.filter(|widths| widths.iter().sum::<u32>() <= MOST_BITS)
    }

    /// The constraint that allows exactly the given rows of values; `vars` are distinct and small.
    pub fn new<'a>(
        store: &Store,
        vars: &[V],
        widths: &[u32],
        rows: impl Iterator<Item = &'a [i32]>,
        shared: &mut Shared,
    ) -> Lookup {
        let mut shifts = Vec::with_capacity(vars.len());
        let mut total = 0;
        for width in widths {
            shifts.push(total as u8);
            total += width;
        }
        let mut allowed: Vec<u16> = rows
            .filter(|row| vars.iter().zip(*row).all(|(&v, &x)| store.contains(v, x)))
            .map(|row| {
                let bits = vars.iter().zip(row).zip(&shifts);
                bits.fold(0, |mask, ((&v, &value), &shift)| {
                    mask | 1u16 << (value - store.word_base(v)) << shift
                })
            })
            .collect();
        allowed.sort_unstable();
        allowed.dedup();
        let answers = shared
            .entry((widths.to_vec(), allowed))
            .or_insert_with_key(|(_, allowed)| answers(total, allowed))
            .clone();
        Lookup {
            vars: vars.iter().map(|&v| v as u32).collect(),
            shifts,
            answers,
        }
    }

    /// Looks up what is left and writes it back.
    #[inline]
    pub fn run(&mut self, store: &mut Store) -> Narrowed {
        // Three variables are by far the most common case in puzzles.
        if let ([a, b, c], [_, sb, sc]) = (&self.vars[..], &self.shifts[..]) {
            let (a, b, c) = (*a as usize, *b as usize, *c as usize);
            let (da, db, dc) = (store.get(a), store.get(b), store.get(c));
            let index = da | db << sb | dc << sc;
            let left = u64::from(self.answers[index as usize]);
            if left == index {
                return Ok(());
            }
            if left == 0 {
                return Err(Conflict);
            }
            store.set_word(a, left & ((1 << sb) - 1))?;
            store.set_word(b, left >> sb & ((1 << (sc - sb)) - 1))?;
            return store.set_word(c, left >> sc);
        }
        let mut index = 0;
        for (&v, &shift) in self.vars.iter().zip(&self.shifts) {
            index |= store.get(v as usize) << shift;
        }
        let left = u64::from(self.answers[index as usize]);
        if left == index {
            return Ok(());
        }
        if left == 0 {
            return Err(Conflict);
        }
        for (position, &v) in self.vars.iter().enumerate() {
            let end = self.shifts.get(position + 1).copied().unwrap_or(16);
            let shift = self.shifts[position];
            let bits = left >> shift & ((1 << (end - shift)) - 1);
            store.set_word(v as usize, bits)?;
        }
        Ok(())
    }
}

/// For each combination of domains, the union of the allowed rows inside it.
fn answers(total: u32, allowed: &[u16]) -> Arc<[u16]> {
    (0..1u32 << total)
        .map(|index| {
            let inside = allowed.iter().filter(|&&row| u32::from(row) & !index == 0);
            inside.fold(0, |left, &row| left | row)
        })
        .collect()
}

impl Propagator for Lookup {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        self.vars
            .iter()
            .map(|&v| (v as usize, event::DOMAIN))
            .collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        self.run(store)
    }

    fn priority(&self) -> Priority {
        Priority::Cheap
    }

    fn idempotent(&self) -> bool {
        true
    }
}

/// All rows of values that the domains allow.
pub fn combinations(store: &Store, vars: &[V]) -> Vec<Vec<i32>> {
    let mut rows = vec![Vec::new()];
    for &v in vars {
        rows = rows
            .iter()
            .flat_map(|row| {
                store.values(v).map(move |value| {
                    let mut longer: Vec<i32> = row.clone();
                    longer.push(value);
                    longer
                })
            })
            .collect();
    }
    rows
}
