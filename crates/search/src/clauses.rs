//! All Boolean clauses of a model together, by watched literals.
//!
//! Each clause watches two of its literals; only when one of these becomes false is the clause looked at. Watches stay
//! right when the search goes back, so they are never restored (Moskewicz et al., *Chaff*, 2001).

use std::collections::HashMap;

use crate::kernel::{Priority, Propagator};
use crate::store::{Conflict, Narrowed, Store, V, event};

/// A literal: an index into the list of Boolean variables, and a sign in the lowest bit (1: positive).
type Code = u32;

/// A set of clauses over 0/1 variables.
#[derive(Default)]
pub struct Clauses {
    vars: Vec<V>,
    numbers: HashMap<V, u32>,
    /// The first two literals of each clause are watched.
    clauses: Vec<Vec<Code>>,
    /// The clauses that watch each literal.
    watches: Vec<Vec<u32>>,
    /// Clauses of one literal; an empty clause makes `refuted`.
    units: Vec<Code>,
    refuted: bool,
    started: bool,
}

impl Clauses {
    /// Adds a clause of `(variable, positive)` literals.
    pub fn add(&mut self, literals: impl IntoIterator<Item = (V, bool)>) {
        let mut codes: Vec<Code> = literals
            .into_iter()
            .map(|(v, positive)| self.number(v) * 2 + u32::from(positive))
            .collect();
        codes.sort_unstable();
        codes.dedup();
        if codes.windows(2).any(|pair| pair[0] ^ pair[1] == 1) {
            return; // always true
        }
        match codes[..] {
            [] => self.refuted = true,
            [unit] => self.units.push(unit),
            [first, second, ..] => {
                let clause = self.clauses.len() as u32;
                self.watches[first as usize].push(clause);
                self.watches[second as usize].push(clause);
                self.clauses.push(codes);
            }
        }
    }

    /// Whether there is no clause at all.
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty() && self.units.is_empty() && !self.refuted
    }

    fn number(&mut self, v: V) -> u32 {
        let next = self.vars.len() as u32;
        let number = *self.numbers.entry(v).or_insert(next);
        if number == next {
            self.vars.push(v);
            self.watches.resize(self.vars.len() * 2, Vec::new());
        }
        number
    }

    fn value(&self, store: &Store, code: Code) -> Option<bool> {
        let value = store.fixed(self.vars[code as usize / 2])?;
        Some((value == 1) == (code & 1 == 1))
    }

    fn make_true(&self, store: &mut Store, code: Code) -> Narrowed {
        store.assign(self.vars[code as usize / 2], (code & 1) as i32)
    }

    /// Finds new watches for the clauses that watch the literal `code`, which is false.
    fn falsified(&mut self, store: &mut Store, code: Code) -> Narrowed {
        let mut list = std::mem::take(&mut self.watches[code as usize]);
        let mut outcome = Ok(());
        let mut kept = 0;
        for at in 0..list.len() {
            let number = list[at];
            if outcome.is_ok() && self.moved(store, number, code, &mut outcome) {
                continue;
            }
            list[kept] = number;
            kept += 1;
        }
        list.truncate(kept);
        self.watches[code as usize] = list;
        outcome
    }

    /// Whether the clause watches something else now; if it cannot, its other watch must be true.
    fn moved(
        &mut self,
        store: &mut Store,
        number: u32,
        code: Code,
        outcome: &mut Narrowed,
    ) -> bool {
        if self.clauses[number as usize][0] == code {
            self.clauses[number as usize].swap(0, 1);
        }
        let other = self.clauses[number as usize][0];
        if self.value(store, other) == Some(true) {
            return false;
        }
        for at in 2..self.clauses[number as usize].len() {
            let candidate = self.clauses[number as usize][at];
            if self.value(store, candidate) != Some(false) {
                self.clauses[number as usize].swap(1, at);
                self.watches[candidate as usize].push(number);
                return true;
            }
        }
        *outcome = self.make_true(store, other);
        false
    }
}

impl Propagator for Clauses {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        self.vars.iter().map(|&v| (v, event::FIX)).collect()
    }

    fn propagate(&mut self, store: &mut Store, changed: &[u32]) -> Narrowed {
        if self.refuted {
            return Err(Conflict);
        }
        if !self.started {
            // The first run is at the root, so what it learns stays.
            for &unit in &self.units {
                self.make_true(store, unit)?;
            }
            for number in 0..self.vars.len() as u32 {
                self.look_at(store, number)?;
            }
            self.started = true;
            return Ok(());
        }
        for &number in changed {
            self.look_at(store, number)?;
        }
        Ok(())
    }

    fn priority(&self) -> Priority {
        Priority::Cheap
    }

    fn wants_changes(&self) -> bool {
        true
    }
}

impl Clauses {
    /// Looks at the clauses that watch the literal of variable `number` that is false, if it is fixed.
    fn look_at(&mut self, store: &mut Store, number: u32) -> Narrowed {
        match store.fixed(self.vars[number as usize]) {
            Some(value) => self.falsified(store, number * 2 + u32::from(value == 0)),
            None => Ok(()),
        }
    }
}
