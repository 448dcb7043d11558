//! No two variables are equal.
//!
//! Two propagators work together: a cheap one removes the value of a fixed variable from the others, and Régin's algorithm
//! (*A filtering algorithm for constraints of difference in CSPs*, 1994) makes the rest domain-consistent: it keeps a matching
//! of variables to values and removes each value that no maximum matching uses. Where a look at all values takes long, and removes nothing time
//! after time, it is taken ever more rarely; whether there is a matching at all is seen each time.

use tantalizer_model::Domain;

use super::prelude::*;
use crate::graph::Components;
use crate::kernel::{Priority, Propagator};
use crate::store::{Conflict, Narrowed, Store, V, event};
use crate::values::ValueIndex;

impl Post for constraints::AllDifferent {
    fn consistency() -> Consistency {
        Consistency::Checking
    }

    fn stronger(&self, model: &Model) -> Option<Consistency> {
        looked_at_each_time(&self.vars, model)
    }

    fn propagators(&self, poster: &mut KernelBuilder) -> Group {
        all_different(indices(&self.vars), poster)
    }
}

/// Each value has a support where all of them are looked at each time.
pub fn looked_at_each_time(vars: &[Var], model: &Model) -> Option<Consistency> {
    let values = vars.iter().map(|&var| model.domain(var).len());
    (values.sum::<u64>() <= FEW_VALUES as u64).then_some(Consistency::Domain)
}

/// The propagators of variables that differ.
pub fn all_different(vars: Vec<V>, poster: &mut KernelBuilder) -> Group {
    let distinct = Box::new(Distinct::new(&mut poster.store, vars.clone()));
    match Matching::new(&poster.store, vars) {
        Some(matching) => vec![distinct, Box::new(matching)],
        None => vec![distinct],
    }
}

/// Removes the value of each fixed variable from all others.
pub struct Distinct {
    vars: Vec<V>,
    /// A trailed cell: how many variables at the front of `order` are fixed and done.
    done: usize,
    order: Vec<u32>,
}

impl Distinct {
    /// The constraint on these variables.
    pub fn new(store: &mut Store, vars: Vec<V>) -> Self {
        Distinct {
            done: store.cell(0),
            order: (0..vars.len() as u32).collect(),
            vars,
        }
    }
}

impl Propagator for Distinct {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        self.vars.iter().map(|&v| (v, event::FIX)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        // A sparse set: the fixed ones move to the front, and going back only shrinks the front.
        let mut done = store.get(self.done) as usize;
        let mut next = done;
        while next < self.order.len() {
            let Some(value) = store.fixed(self.vars[self.order[next] as usize]) else {
                next += 1;
                continue;
            };
            self.order.swap(done, next);
            done += 1;
            store.work(2 * (self.order.len() - done))?;
            for &other in &self.order[done..] {
                store.remove(self.vars[other as usize], value)?;
            }
            // A removal may have fixed a variable that was passed over.
            next = done;
        }
        store.set(self.done, done as u64);
        Ok(())
    }

    fn priority(&self) -> Priority {
        Priority::Cheap
    }
}

/// As many values of all variables together are looked at each time.
const FEW_VALUES: usize = 2000;

/// So many calls pass at most between two looks at all values.
const LONGEST_PAUSE: u32 = 255;

/// Domain consistency by matching and strongly connected components.
pub struct Matching {
    graph: ValueGraph,
    /// How many calls pass before all values are looked at, and how many passed after the last look in vain.
    pause: u32,
    last_pause: u32,
}

impl Matching {
    /// The constraint on these variables, unless their domains are too large to list.
    pub fn new(store: &Store, vars: Vec<V>) -> Option<Self> {
        let graph = ValueGraph::new(store, vars)?;
        Some(Matching {
            graph,
            pause: 0,
            last_pause: 0,
        })
    }
}

impl Propagator for Matching {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let vars = self.graph.vars.iter();
        vars.map(|&v| (v, event::DOMAIN)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        self.graph.match_all(store)?;
        let values = self.graph.values_left(store);
        if values > FEW_VALUES && self.pause > 0 {
            self.pause -= 1;
            return store.work(self.graph.vars.len());
        }
        self.graph.components(store);
        // What was found when the time ran out may be wrong.
        store.work(self.graph.vars.len())?;
        self.graph.prune(store)?;
        self.last_pause = if self.graph.values_left(store) < values {
            0
        } else {
            LONGEST_PAUSE.min(2 * self.last_pause + 1)
        };
        self.pause = self.last_pause;
        Ok(())
    }

    fn priority(&self) -> Priority {
        Priority::Costly
    }
}

const NONE: u32 = u32::MAX;

/// The bipartite graph of variables and values, with a matching that survives from call to call.
pub struct ValueGraph {
    vars: Vec<V>,
    /// All values at the start.
    values: ValueIndex,
    /// The value (by number) of each variable, and the variable of each value.
    value_of: Vec<u32>,
    var_of: Vec<u32>,
    visited: Vec<u32>,
    round: u32,
    components: Components,
}

impl ValueGraph {
    /// The graph of these variables, unless there are too many values to list.
    pub fn new(store: &Store, vars: Vec<V>) -> Option<Self> {
        if vars.iter().any(|&v| store.size(v) > 1 << 16) {
            return None;
        }
        let values = all_values(store, &vars);
        Some(ValueGraph {
            value_of: vec![NONE; vars.len()],
            var_of: vec![NONE; values.len()],
            visited: vec![0; values.len()],
            round: 0,
            components: Components::default(),
            vars,
            values,
        })
    }

    fn number_of(&self, value: i32) -> usize {
        self.values.number(value).unwrap_or(0)
    }

    /// How many values all variables have together.
    fn values_left(&self, store: &Store) -> usize {
        self.vars.iter().map(|&v| store.size(v) as usize).sum()
    }

    /// Makes the matching cover all variables.
    pub fn match_all(&mut self, store: &Store) -> Narrowed {
        for x in 0..self.vars.len() {
            let value = self.value_of[x];
            if value != NONE && !store.contains(self.vars[x], self.values.value(value as usize)) {
                self.var_of[value as usize] = NONE;
                self.value_of[x] = NONE;
            }
        }
        for x in 0..self.vars.len() {
            if self.value_of[x] == NONE {
                self.round += 1;
                if !self.augment(store, x) {
                    return Err(Conflict);
                }
            }
        }
        Ok(())
    }

    /// The size of a largest matching.
    pub fn match_most(&mut self, store: &Store) -> usize {
        (0..self.vars.len())
            .filter(|&x| {
                self.round += 1;
                self.augment(store, x)
            })
            .count()
    }

    /// Finds a value for variable `x`, moving others if need be. The path is kept on an explicit stack, so that
    /// long paths cannot exhaust the thread's own.
    fn augment(&mut self, store: &Store, x: usize) -> bool {
        // Each frame: a variable, and the value from which to go on looking.
        let mut path: Vec<(usize, i64, u32)> = vec![(x, i64::MIN, NONE)];
        while let Some(&mut (at, ref mut from, ref mut chosen)) = path.last_mut() {
            if store.work(4).is_err() {
                return false;
            }
            let Some(value) = store.next_from(self.vars[at], *from) else {
                path.pop();
                continue;
            };
            *from = i64::from(value) + 1;
            let number = self.number_of(value);
            if self.visited[number] == self.round {
                continue;
            }
            self.visited[number] = self.round;
            *chosen = number as u32;
            let owner = self.var_of[number];
            if owner == NONE {
                for &(var, _, value) in &path {
                    self.value_of[var] = value;
                    self.var_of[value as usize] = var as u32;
                }
                return true;
            }
            path.push((owner as usize, i64::MIN, NONE));
        }
        false
    }

    /// The components of the graph of the variables and one more node that stands for all free values: `x` leads to `y` if
    /// `x` could take the value of `y`; the free node leads everywhere.
    pub fn components(&mut self, store: &Store) {
        let n = self.vars.len();
        let mut components = std::mem::take(&mut self.components);
        components.find(n + 1, |node, cursor| {
            // Without arcs it ends soon.
            store.work(4).ok()?;
            if node == n {
                let at = (*cursor).max(0);
                *cursor = at + 1;
                return Some(at as usize).filter(|&at| at < n);
            }
            let value = store.next_from(self.vars[node], *cursor)?;
            *cursor = i64::from(value) + 1;
            match self.var_of[self.number_of(value)] {
                NONE => Some(n),
                owner => Some(owner as usize),
            }
        });
        self.components = components;
    }

    /// Removes every value that leads out of its variable's component.
    pub fn prune(&self, store: &mut Store) -> Narrowed {
        let n = self.vars.len();
        for x in 0..n {
            store.work(4 * store.size(self.vars[x]) as usize)?;
            store.retain(self.vars[x], |value| {
                match self.var_of[self.number_of(value)] {
                    NONE => self.components.together(x, n),
                    owner => self.components.together(x, owner as usize),
                }
            })?;
        }
        Ok(())
    }
}

/// The values of all variables, none of which is huge. Variables over one range are looked at once.
pub fn all_values(store: &Store, vars: &[V]) -> ValueIndex {
    let mut all = Domain::empty();
    for &v in vars {
        let (low, high) = (store.min(v), store.max(v));
        let ranges = all.ranges();
        let covering = ranges.get(ranges.partition_point(|range| range.1 < high));
        if covering.is_some_and(|range| range.0 <= low) {
            continue;
        }
        // Once the time is over, whatever is missing is missed by nobody.
        if store
            .work(ranges.len() + 16 * store.size(v) as usize)
            .is_err()
        {
            break;
        }
        all = all.union(&store.domain(v));
    }
    ValueIndex::new(all.iter())
}
