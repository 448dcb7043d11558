//! The propagation kernel: which propagators to run after which changes, until nothing changes any more.
//!
//! The kernel knows nothing of constraints. It hands the changes of the store to the propagators that subscribed to
//! them, cheap ones first, and stops at the first conflict.

use std::collections::VecDeque;

use crate::lookup::Lookup;
use crate::store::{Conflict, Mark, Narrowed, Store, V};

/// When a propagator runs: cheaper ones run before dearer ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Priority {
    /// A few instructions.
    Cheap = 0,
    /// Linear in the number of variables.
    Linear = 1,
    /// More.
    Costly = 2,
}

/// An algorithm that removes values which no solution of its constraint has.
///
/// It is run again after each change of a variable it subscribed to. Once all its variables are fixed it must
/// find a conflict exactly when the constraint does not hold; that is all that correctness asks.
pub trait Propagator: Send {
    /// The variables it looks at, and the events after which it must run.
    fn subscriptions(&self) -> Vec<(V, u8)>;

    /// Removes values. `changed` lists the positions, in the list of subscriptions, of the variables that changed since
    /// the last run, if [`Propagator::wants_changes`]; positions may repeat.
    fn propagate(&mut self, store: &mut Store, changed: &[u32]) -> Narrowed;

    /// When it runs.
    fn priority(&self) -> Priority {
        Priority::Linear
    }

    /// Whether it makes use of the list of changed variables.
    fn wants_changes(&self) -> bool {
        false
    }

    /// Whether a second run straight after the first never removes anything.
    fn idempotent(&self) -> bool {
        false
    }

    /// Whether the constraint surely holds (`true`) or surely does not (`false`), told without running it.
    fn entailed(&self, store: &Store) -> Option<bool> {
        let _ = store;
        None
    }
}

/// A propagator in its place. The hottest kind is stored in line.
pub enum Body {
    /// A look-up in a table of all domains.
    Lookup(Lookup),
    /// Any other.
    Other(Box<dyn Propagator>),
}

impl Body {
    fn as_propagator(&self) -> &dyn Propagator {
        match self {
            Body::Lookup(lookup) => lookup,
            Body::Other(other) => &**other,
        }
    }
}

impl<P: Propagator + 'static> From<Box<P>> for Body {
    fn from(propagator: Box<P>) -> Self {
        Body::Other(propagator)
    }
}

#[derive(Clone, Copy)]
struct Watcher {
    propagator: u32,
    position: u32,
    events: u8,
}

struct Entry {
    body: Body,
    priority: u8,
    idempotent: bool,
    wants_changes: bool,
    queued: bool,
    /// Grows with each conflict it finds.
    weight: f64,
    /// Positions of changed variables, if it wants them.
    changed: Vec<u32>,
    /// Its variables, each once.
    vars: Vec<u32>,
    /// What a run takes at the least, in steps of some nanoseconds.
    cost: u32,
}

/// The store with all propagators.
pub struct Kernel {
    /// The domains.
    pub store: Store,
    entries: Vec<Entry>,
    /// The watchers of variable `v` are `watchers[starts[v]..starts[v + 1]]`.
    watchers: Vec<Watcher>,
    starts: Vec<u32>,
    queues: [VecDeque<u32>; 3],
    running: u32,
    /// How often a propagator was run.
    pub propagations: u64,
    /// The propagator that found the last conflict.
    culprit: Option<u32>,
    /// For each variable, the propagators on it.
    propagators_of: Vec<Vec<u32>>,
    increment: f64,
    /// The sum of the weights of the propagators on each variable.
    weights: Vec<f64>,
}

impl Kernel {
    /// A kernel that will run all propagators once at the first propagation.
    pub fn new(store: Store, bodies: Vec<Body>) -> Self {
        let variables = store.var_count();
        let mut lists: Vec<Vec<Watcher>> = vec![Vec::new(); variables];
        let mut propagators_of: Vec<Vec<u32>> = vec![Vec::new(); variables];
        let mut entries = Vec::with_capacity(bodies.len());
        for (number, body) in bodies.into_iter().enumerate() {
            let propagator = body.as_propagator();
            let subscriptions = propagator.subscriptions();
            let mut vars: Vec<u32> = Vec::with_capacity(subscriptions.len());
            for (position, &(v, events)) in subscriptions.iter().enumerate() {
                lists[v].push(Watcher {
                    propagator: number as u32,
                    position: position as u32,
                    events,
                });
                vars.push(v as u32);
            }
            vars.sort_unstable();
            vars.dedup();
            for &v in &vars {
                propagators_of[v as usize].push(number as u32);
            }
            entries.push(Entry {
                priority: propagator.priority() as u8,
                idempotent: propagator.idempotent(),
                wants_changes: propagator.wants_changes(),
                queued: false,
                weight: 1.0,
                changed: Vec::new(),
                cost: 16 + 4 * vars.len() as u32,
                vars,
                body,
            });
        }
        let mut starts = vec![0; variables + 1];
        let mut watchers = Vec::new();
        for (v, list) in lists.into_iter().enumerate() {
            watchers.extend(list);
            starts[v + 1] = watchers.len() as u32;
        }
        let weights = propagators_of
            .iter()
            .map(|list| list.len() as f64)
            .collect();
        let mut kernel = Kernel {
            store,
            entries,
            watchers,
            starts,
            queues: Default::default(),
            running: u32::MAX,
            propagations: 0,
            culprit: None,
            propagators_of,
            increment: 1.0,
            weights,
        };
        for number in 0..kernel.entries.len() {
            kernel.enqueue(number as u32);
        }
        kernel
    }

    /// Runs propagators until none has anything to say. After a conflict the queue is empty, and the caller goes back. Once a
    /// limit is reached it fails, too: [`Store::stopped`] tells.
    pub fn propagate(&mut self) -> Narrowed {
        loop {
            self.schedule();
            let Some(number) = self.next() else {
                self.running = u32::MAX;
                return Ok(());
            };
            self.propagations += 1;
            let entry = &mut self.entries[number as usize];
            entry.queued = false;
            self.running = number;
            self.store.work(entry.cost as usize)?;
            let outcome = match &mut entry.body {
                Body::Lookup(lookup) => lookup.run(&mut self.store),
                Body::Other(other) if entry.wants_changes => {
                    let changed = std::mem::take(&mut entry.changed);
                    let outcome = other.propagate(&mut self.store, &changed);
                    entry.changed = changed;
                    entry.changed.clear();
                    outcome
                }
                Body::Other(other) => other.propagate(&mut self.store, &[]),
            };
            if outcome.is_err() {
                self.conflict(number);
                return Err(Conflict);
            }
        }
    }

    /// Makes one propagator run at the next propagation.
    pub fn enqueue(&mut self, number: u32) {
        let entry = &mut self.entries[number as usize];
        if !entry.queued {
            entry.queued = true;
            self.queues[entry.priority as usize].push_back(number);
        }
    }

    /// The number of the propagator that was given last.
    pub fn last_propagator(&self) -> u32 {
        self.entries.len() as u32 - 1
    }

    /// Goes back to an earlier state and forgets pending work.
    pub fn undo(&mut self, mark: Mark) {
        self.store.undo(mark);
    }

    /// The variables of the propagator that found a conflict since the last call.
    pub fn take_culprit(&mut self) -> Option<&[u32]> {
        let culprit = self.culprit.take()?;
        Some(&self.entries[culprit as usize].vars)
    }

    /// The weight of a variable: of all propagators on it, each heavier the more conflicts it found.
    pub fn weight(&self, v: V) -> f64 {
        self.weights[v]
    }

    /// How many propagators are on a variable.
    pub fn degree(&self, v: V) -> usize {
        self.propagators_of[v].len()
    }

    /// Whether every constraint is a look-up, and so domain-consistent.
    pub fn only_lookups(&self) -> bool {
        let is_lookup = |entry: &Entry| matches!(entry.body, Body::Lookup(_));
        self.entries.iter().all(is_lookup)
    }

    #[inline]
    fn next(&mut self) -> Option<u32> {
        self.queues.iter_mut().find_map(VecDeque::pop_front)
    }

    /// Hands all changes to their watchers.
    #[inline]
    fn schedule(&mut self) {
        if self.store.is_quiet() {
            return;
        }
        let changes = self.store.take_changes();
        for &(v, events) in &changes {
            let (from, to) = (self.starts[v as usize], self.starts[v as usize + 1]);
            for watcher in &self.watchers[from as usize..to as usize] {
                if watcher.events & events == 0 {
                    continue;
                }
                let entry = &mut self.entries[watcher.propagator as usize];
                if entry.idempotent && watcher.propagator == self.running {
                    continue;
                }
                if entry.wants_changes {
                    entry.changed.push(watcher.position);
                }
                if !entry.queued {
                    entry.queued = true;
                    self.queues[entry.priority as usize].push_back(watcher.propagator);
                }
            }
        }
        self.store.recycle(changes);
        self.running = u32::MAX;
    }

    /// Empties the queue after a conflict found by `culprit`, which becomes heavier.
    fn conflict(&mut self, culprit: u32) {
        for queue in &mut self.queues {
            for number in queue.drain(..) {
                let entry = &mut self.entries[number as usize];
                entry.queued = false;
                entry.changed.clear();
            }
        }
        self.running = u32::MAX;
        self.culprit = Some(culprit);
        let entry = &mut self.entries[culprit as usize];
        entry.changed.clear();
        entry.weight += self.increment;
        for &v in &entry.vars {
            self.weights[v as usize] += self.increment;
        }
        // Recent conflicts matter more; growing the increment is cheaper than shrinking all weights.
        self.increment *= 1.01;
        if self.increment > 1e100 {
            self.increment *= 1e-100;
            for entry in &mut self.entries {
                entry.weight *= 1e-100;
            }
            for weight in &mut self.weights {
                *weight *= 1e-100;
            }
        }
    }
}
