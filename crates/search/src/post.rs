//! From constraints to propagators: which algorithm serves which constraint.

use std::collections::HashMap;
use std::sync::Arc;

use tantalizer_model::automaton::Dfa;
use tantalizer_model::constraints::Member;
use tantalizer_model::{
    Consistency, Constraint, Domain, Limit, Limits, Model, Support, Tuples, Var, available_memory,
};

use crate::bound::Bound;
use crate::clauses::Clauses;
use crate::constraints::{Arcs, Post, Rows, native, support};
use crate::kernel::{Body, Kernel, Propagator};
use crate::lookup::{Lookup, Shared, combinations};
use crate::store::{Conflict, Narrowed, Store, V};

/// Builds the kernel of a model, or finds at once that it has no solution. With `tabulate`, small constraints
/// are turned into look-ups. The bound of an objective, if any, becomes the last propagator.
pub fn post(
    model: &Model,
    tabulate: bool,
    bound: Option<Bound>,
    limits: &Limits,
) -> Result<Kernel, Unposted> {
    let watch = limits.start();
    if let Some(limit) = watch.expired() {
        return Err(Unposted::Stopped(limit));
    }
    let memory = limits
        .memory
        .or_else(|| available_memory().map(|all| all / 2));
    // Domains first, so that what depends on their size sees the smallest.
    let mut domains: Vec<Domain> = model.vars().map(|var| model.domain(var).clone()).collect();
    for posted in model.constraints() {
        if let Constraint::Member(Member { x, values }) = &posted.constraint {
            domains[x.index()] = domains[x.index()].intersection(values);
        }
    }
    let mut poster = KernelBuilder {
        memory: memory.unwrap_or(DEFAULT_MEMORY),
        store: Store::new(&domains, &watch).map_err(|Conflict| Unposted::Refuted)?,
        bodies: Vec::new(),
        clauses: Clauses::default(),
        lookups: Shared::default(),
        rows: HashMap::new(),
        automata: HashMap::new(),
        tabulate,
    };
    drop(domains);
    for posted in model.constraints() {
        let step = poster.store.work(STEPS_A_CONSTRAINT);
        let step = step.and_then(|()| poster.post(&posted.constraint));
        if poster.memory == 0 {
            return Err(Unposted::Stopped(Limit::Memory));
        }
        if let Some(limit) = poster.store.stopped() {
            return Err(Unposted::Stopped(limit));
        }
        step.map_err(|Conflict| Unposted::Refuted)?;
    }
    if !poster.clauses.is_empty() {
        poster.bodies.push(Box::new(poster.clauses).into());
    }
    poster
        .bodies
        .extend(bound.map(|bound| Box::new(bound).into()));
    // Pruning at this stage needs no propagation of its own: every propagator runs once at the start.
    let changes = poster.store.take_changes();
    poster.store.recycle(changes);
    Ok(Kernel::new(poster.store, poster.bodies))
}

/// Why there is no kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unposted {
    /// The model has no solution.
    Refuted,
    /// A limit was reached.
    Stopped(Limit),
}

/// What posting a short constraint takes, in steps of some nanoseconds.
const STEPS_A_CONSTRAINT: usize = 500;

/// What tables may take if neither the limits nor the system say.
const DEFAULT_MEMORY: u64 = 2 << 30;

/// What they promise for this very constraint.
pub fn promise(model: &Model, constraint: &Constraint) -> Consistency {
    let stronger = native(constraint).and_then(|native| native.stronger(model));
    match (stronger, support(constraint.kind())) {
        (Some(stronger), _) | (None, Support::Native(Some(stronger))) => stronger,
        _ => Consistency::Checking,
    }
}

/// Propagators that run together.
pub type Group = Vec<Box<dyn Propagator>>;

/// A kernel under construction.
pub struct KernelBuilder {
    pub store: Store,
    bodies: Vec<Body>,
    pub clauses: Clauses,
    lookups: Shared,
    /// Shared parts of tables and automata, by the address of what they come from.
    pub rows: HashMap<*const Tuples, Arc<Rows>>,
    pub automata: HashMap<*const Dfa, Arc<Arcs>>,
    pub tabulate: bool,
    /// Bytes that tables may still take; 0 once one of them needed more.
    pub memory: u64,
}

/// The places of variables in the store.
pub fn indices(vars: &[Var]) -> Vec<V> {
    vars.iter().map(|var| var.index()).collect()
}

impl KernelBuilder {
    /// A constraint that must hold.
    fn post(&mut self, constraint: &Constraint) -> Narrowed {
        let native = self.native(constraint);
        if let Some(step) = native.demand(self) {
            return step;
        }
        let group = native.propagators(self);
        if self.tabulate && native.worth_tabulating() {
            return self.tabulated(constraint, group);
        }
        self.bodies.extend(group.into_iter().map(Body::Other));
        Ok(())
    }

    /// The propagators of a constraint. They change nothing before they are run.
    pub fn propagators(&mut self, constraint: &Constraint) -> Group {
        self.native(constraint).propagators(self)
    }

    fn native<'a>(&self, constraint: &'a Constraint) -> &'a dyn Post {
        native(constraint).expect("what this engine does not take has been rewritten")
    }

    /// A look-up of these rows.
    pub fn look_up<'a>(
        &mut self,
        vars: &[V],
        widths: &[u32],
        rows: impl Iterator<Item = &'a [i32]>,
    ) {
        let lookup = Lookup::new(&self.store, vars, widths, rows, &mut self.lookups);
        self.bodies.push(Body::Lookup(lookup));
    }

    /// Replaces propagators by a look-up if the domains are small: the rows are the assignments with which the
    /// propagators find no conflict.
    fn tabulated(&mut self, constraint: &Constraint, mut group: Group) -> Narrowed {
        let mut vars = indices(&constraint.vars());
        vars.sort_unstable();
        vars.dedup();
        let Some(widths) = Lookup::widths(&self.store, &vars) else {
            self.bodies.extend(group.into_iter().map(Body::Other));
            return Ok(());
        };
        let mut rows = combinations(&self.store, &vars);
        let store = &mut self.store;
        rows.retain(|row| {
            store.probe(|store| {
                let assigned = vars
                    .iter()
                    .zip(row)
                    .all(|(&v, &value)| store.assign(v, value).is_ok());
                assigned
                    && group.iter_mut().all(|propagator| {
                        let positions: Vec<u32> =
                            (0..propagator.subscriptions().len() as u32).collect();
                        propagator.propagate(store, &positions).is_ok()
                    })
            })
        });
        self.look_up(&vars, &widths, rows.iter().map(|row| &row[..]));
        Ok(())
    }
}
