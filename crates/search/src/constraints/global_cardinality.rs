//! Global cardinality: how often each value occurs, by flows (Régin, *Generalized arc consistency for global
//! cardinality constraint*, 1996).
//!
//! An assignment of all variables that respects the bounds on each value is a flow. From one flow, all others are reached by moving
//! variables from value to value along cycles, so a value stays for a variable exactly when the move to it lies on a cycle. How
//! often a value can occur at least and at most is found by pushing the flow its way.

use super::all_different::all_values;
use super::count::{Count, Wanted};
use super::member::Member;
use super::prelude::*;
use crate::graph::Components;
use crate::kernel::{Priority, Propagator};
use crate::store::{Conflict, Narrowed, Store, V, event};
use crate::values::ValueIndex;

impl Post for constraints::GlobalCardinality {
    fn consistency() -> Consistency {
        Consistency::Checking
    }

    fn stronger(&self, model: &Model) -> Option<Consistency> {
        let is_interval = |var: &Var| model.domain(*var).ranges().len() <= 1;
        let intervals = self.counts.iter().all(is_interval);
        intervals.then_some(Consistency::Domain)
    }

    fn propagators(&self, poster: &mut KernelBuilder) -> Group {
        let (vars, counts) = (indices(&self.vars), indices(&self.counts));
        let values = self.values.clone();
        let flow = Cardinality::new(
            &poster.store,
            vars.clone(),
            values,
            counts.clone(),
            self.closed,
        );
        if let Some(flow) = flow {
            return vec![Box::new(flow)];
        }
        // Domains too large to list: count value by value.
        let mut group: Group = Vec::new();
        for (&value, &count) in self.values.iter().zip(&counts) {
            let wanted = Wanted::Value(value);
            group.push(Box::new(Count::new(vars.clone(), wanted, count)));
        }
        if self.closed {
            for &v in &vars {
                group.push(Box::new(Member::new(v, self.values[..].into())));
            }
        }
        group
    }
}

const NONE: usize = usize::MAX;

/// Each of the counted values occurs as often as its count variable says.
pub struct Cardinality {
    vars: Vec<V>,
    counts: Vec<V>,
    closed: bool,
    /// All values of variables and all counted ones.
    index: ValueIndex,
    /// The count variable of each value number.
    count_of: Vec<Option<V>>,
    /// The value number of each variable in the last flow.
    flow: Vec<usize>,
}

/// A flow with its bounds.
struct Flow<'a> {
    store: &'a Store,
    vars: &'a [V],
    index: &'a ValueIndex,
    value_of: Vec<usize>,
    used: Vec<usize>,
    low: Vec<usize>,
    high: Vec<usize>,
}

impl Cardinality {
    /// The constraint, unless the domains are too large to list.
    pub fn new(
        store: &Store,
        vars: Vec<V>,
        counted: Vec<i32>,
        counts: Vec<V>,
        closed: bool,
    ) -> Option<Self> {
        if vars.iter().any(|&v| store.size(v) > 1 << 16) {
            return None;
        }
        let all = all_values(store, &vars);
        let all = (0..all.len()).map(|number| all.value(number));
        let index = ValueIndex::new(all.chain(counted.iter().copied()));
        let mut count_of = vec![None; index.len()];
        for (&value, &count) in counted.iter().zip(&counts) {
            if let Some(number) = index.number(value) {
                count_of[number] = Some(count);
            }
        }
        Some(Cardinality {
            flow: vec![NONE; vars.len()],
            vars,
            counts,
            closed,
            index,
            count_of,
        })
    }
}

impl Propagator for Cardinality {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let vars = self.vars.iter().map(|&v| (v, event::DOMAIN));
        let counts = self.counts.iter().map(|&v| (v, event::BOUNDS));
        vars.chain(counts).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        if self.closed {
            for position in 0..self.vars.len() {
                let v = self.vars[position];
                store.work(4 * store.size(v) as usize)?;
                let counted = |value| self.index.number(value).and_then(|at| self.count_of[at]);
                store.retain(v, |value| counted(value).is_some())?;
            }
        }
        for &count in &self.counts {
            store.at_least(count, 0)?;
            store.at_most(count, self.vars.len() as i64)?;
        }
        let mut flow = self.start(store);
        flow.fill_up()?;
        let ranges = flow.count_ranges(&self.count_of);
        let home = flow.components();
        let value_of = flow.value_of;
        // What was found when the time ran out may be wrong.
        store.work(self.vars.len())?;
        for (number, low, high) in ranges {
            if let Some(count) = self.count_of[number] {
                store.at_least(count, low as i64)?;
                store.at_most(count, high as i64)?;
            }
        }
        for (position, &v) in self.vars.iter().enumerate() {
            let own = value_of[position];
            store.retain(v, |value| match self.index.number(value) {
                Some(number) => home.together(number, own),
                None => false,
            })?;
        }
        self.flow = value_of;
        Ok(())
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }
}

impl Cardinality {
    /// The last flow as far as it is still possible.
    fn start<'a>(&'a self, store: &'a Store) -> Flow<'a> {
        let n = self.vars.len();
        let bounds = |number: usize| match self.count_of[number] {
            Some(count) => (store.min(count) as usize, store.max(count) as usize),
            None => (0, n),
        };
        let (low, high): (Vec<usize>, Vec<usize>) = (0..self.index.len()).map(bounds).unzip();
        let mut used = vec![0; self.index.len()];
        let mut value_of = self.flow.clone();
        for (position, number) in value_of.iter_mut().enumerate() {
            let keep = *number != NONE
                && used[*number] < high[*number]
                && store.contains(self.vars[position], self.index.value(*number));
            if keep {
                used[*number] += 1;
            } else {
                *number = NONE;
            }
        }
        Flow {
            store,
            vars: &self.vars,
            index: &self.index,
            value_of,
            used,
            low,
            high,
        }
    }
}

impl Flow<'_> {
    fn numbers(&self, x: usize) -> impl Iterator<Item = usize> + '_ {
        let values = self.store.values(self.vars[x]);
        values.filter_map(|value| self.index.number(value))
    }

    /// Gives every variable a value and every value enough variables, or finds that it is impossible.
    fn fill_up(&mut self) -> Narrowed {
        for x in 0..self.vars.len() {
            if self.value_of[x] == NONE {
                self.place(x)?;
            }
        }
        for number in 0..self.used.len() {
            while self.used[number] < self.low[number] {
                if !self.pull(number) {
                    return Err(Conflict);
                }
            }
        }
        Ok(())
    }

    /// Finds a value for `x`, moving other variables on if its values are full.
    fn place(&mut self, x: usize) -> Narrowed {
        // Breadth-first over values: from a full value, on to what its variables could take instead.
        let mut reached_by = vec![NONE; self.used.len()];
        let mut queue: Vec<usize> = Vec::new();
        for number in self.numbers(x) {
            if reached_by[number] == NONE {
                reached_by[number] = x;
                queue.push(number);
            }
        }
        let mut at = 0;
        while at < queue.len() {
            let number = queue[at];
            at += 1;
            self.store.work(self.vars.len())?;
            if self.used[number] < self.high[number] {
                self.shift(number, x, &reached_by);
                return Ok(());
            }
            for other in 0..self.vars.len() {
                if self.value_of[other] == number {
                    for next in self.numbers(other).collect::<Vec<_>>() {
                        if reached_by[next] == NONE {
                            reached_by[next] = other;
                            queue.push(next);
                        }
                    }
                }
            }
        }
        Err(Conflict)
    }

    /// Moves the variables on the path that ends in `number` and began with variable `first`.
    fn shift(&mut self, number: usize, first: usize, reached_by: &[usize]) {
        let mut number = number;
        self.used[number] += 1;
        loop {
            let x = reached_by[number];
            let left = std::mem::replace(&mut self.value_of[x], number);
            if x == first {
                if left != NONE {
                    self.used[left] -= 1;
                }
                return;
            }
            number = left;
        }
    }

    /// Brings to `number` all variables that can come from values that can spare them, without moving others.
    fn gather(&mut self, number: usize) {
        let value = self.index.value(number);
        for x in 0..self.vars.len() {
            if self.used[number] == self.high[number] {
                return;
            }
            let own = self.value_of[x];
            let can_spare = own != number && self.used[own] > self.low[own];
            if can_spare && self.store.contains(self.vars[x], value) {
                self.move_to(x, number);
            }
        }
    }

    /// Sends away from `number` all variables that can go to values with room, without moving others.
    fn scatter(&mut self, number: usize) {
        for x in 0..self.vars.len() {
            if self.used[number] == self.low[number] {
                return;
            }
            if self.value_of[x] != number {
                continue;
            }
            let has_room = |&value: &usize| value != number && self.used[value] < self.high[value];
            let room = self.numbers(x).find(has_room);
            if let Some(value) = room {
                self.move_to(x, value);
            }
        }
    }

    fn move_to(&mut self, x: usize, number: usize) {
        let own = std::mem::replace(&mut self.value_of[x], number);
        self.used[own] -= 1;
        self.used[number] += 1;
    }

    /// Brings one more variable to `number` from a value that can spare one.
    fn pull(&mut self, number: usize) -> bool {
        self.move_one(
            number,
            |flow, value| value != number && flow.used[value] > flow.low[value],
            true,
        )
    }

    /// Sends one variable away from `number` to a value that has room.
    fn push(&mut self, number: usize) -> bool {
        self.move_one(
            number,
            |flow, value| value != number && flow.used[value] < flow.high[value],
            false,
        )
    }

    /// A shortest chain of moves from (`toward`: to) `number` to (from) a value that `fits`, carried out.
    fn move_one(
        &mut self,
        number: usize,
        fits: impl Fn(&Self, usize) -> bool,
        toward: bool,
    ) -> bool {
        // `via[value]` is the variable that moves, and the value it moves to (from).
        let mut via: Vec<Option<(usize, usize)>> = vec![None; self.used.len()];
        let mut queue = vec![number];
        let mut at = 0;
        while at < queue.len() {
            let here = queue[at];
            at += 1;
            if self.store.work(4 * self.vars.len()).is_err() {
                return false;
            }
            if fits(self, here) {
                let mut value = here;
                while let Some((x, next)) = via[value] {
                    self.value_of[x] = if toward { next } else { value };
                    value = next;
                }
                let (gains, loses) = if toward {
                    (number, here)
                } else {
                    (here, number)
                };
                self.used[gains] += 1;
                self.used[loses] -= 1;
                return true;
            }
            for x in 0..self.vars.len() {
                let own = self.value_of[x];
                let moves: Vec<usize> = if toward {
                    let can =
                        own != here && self.store.contains(self.vars[x], self.index.value(here));
                    if can { vec![own] } else { vec![] }
                } else if own == here {
                    self.numbers(x).collect()
                } else {
                    vec![]
                };
                for next in moves {
                    if next != number && via[next].is_none() {
                        via[next] = Some((x, here));
                        queue.push(next);
                    }
                }
            }
        }
        false
    }

    /// How often each counted value can occur at least and at most.
    fn count_ranges(&mut self, count_of: &[Option<V>]) -> Vec<(usize, usize, usize)> {
        let saved = (self.value_of.clone(), self.used.clone());
        let mut ranges = Vec::new();
        for (number, count) in count_of.iter().enumerate() {
            if count.is_none() {
                continue;
            }
            self.gather(number);
            while self.used[number] < self.high[number] && self.pull(number) {}
            let most = self.used[number];
            self.scatter(number);
            while self.used[number] > self.low[number] && self.push(number) {}
            ranges.push((number, self.used[number], most));
            (self.value_of, self.used) = saved.clone();
        }
        ranges
    }

    /// The strongly connected components of the moves: value `k` leads to `j` if a variable could go from `k` to `j`; one more node
    /// takes from values with room and gives to values that can spare.
    fn components(&self) -> Components {
        let values = self.used.len();
        let mut onward: Vec<Vec<usize>> = vec![Vec::new(); values + 1];
        for x in 0..self.vars.len() {
            // Without arcs it ends soon, and nobody uses what is found.
            if self
                .store
                .work(4 * self.store.size(self.vars[x]) as usize)
                .is_err()
            {
                break;
            }
            onward[self.value_of[x]].extend(self.numbers(x));
        }
        for number in 0..values {
            if self.used[number] < self.high[number] {
                onward[number].push(values);
            }
            if self.used[number] > self.low[number] {
                onward[values].push(number);
            }
        }
        let mut components = Components::default();
        components.find(values + 1, |node, cursor| {
            let at = (*cursor).max(0);
            *cursor = at + 1;
            onward[node].get(at as usize).copied()
        });
        components
    }
}
