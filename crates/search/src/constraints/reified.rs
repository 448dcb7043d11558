//! A Boolean that says whether a constraint holds.
//!
//! Once the Boolean is 1, the propagators of the constraint run; once it is 0, those of its negation, or, where the negation
//! has none, the values of the last open variable are tried one by one. While it is open, the
//! propagators are asked whether the constraint is decided; when all variables are fixed, running them tells.

use super::clause::codes;
use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::store::{Conflict, Narrowed, Store, V, event};

impl Post for constraints::Reified {
    fn consistency() -> Consistency {
        Consistency::Checking
    }

    fn propagators(&self, poster: &mut KernelBuilder) -> Group {
        let holds = poster.propagators(&self.constraint);
        let opposite = self.constraint.negation();
        let fails = opposite.map(|opposite| poster.propagators(&opposite));
        let vars = indices(&self.constraint.vars());
        vec![Box::new(Reified::new(holds, fails, vars, self.by.index()))]
    }

    /// A reified clause is clauses.
    fn demand(&self, poster: &mut KernelBuilder) -> Option<Narrowed> {
        let Constraint::Clause(clause) = &*self.constraint else {
            return None;
        };
        let by = self.by.index();
        poster.clauses.add(codes(clause).chain([(by, false)]));
        for (v, positive) in codes(clause) {
            poster.clauses.add([(v, !positive), (by, true)]);
        }
        Some(Ok(()))
    }
}

/// `by` is 1 exactly when the constraint of `holds` holds.
pub struct Reified {
    holds: Group,
    /// The propagators of the negation, if it has any of its own.
    fails: Option<Group>,
    /// The constraint's variables, each once.
    vars: Vec<V>,
    by: V,
    everything: Vec<u32>,
}

impl Reified {
    /// The constraint of the propagators `holds`, on the variables `vars`, decided by `by`.
    pub fn new(holds: Group, fails: Option<Group>, mut vars: Vec<V>, by: V) -> Self {
        vars.sort_unstable();
        vars.dedup();
        let longest = holds.iter().chain(fails.iter().flatten());
        let longest = longest.map(|p| p.subscriptions().len()).max().unwrap_or(0);
        Reified {
            holds,
            fails,
            vars,
            by,
            everything: (0..longest as u32).collect(),
        }
    }

    fn run(group: &mut Group, everything: &[u32], store: &mut Store) -> Narrowed {
        for propagator in group {
            let positions = propagator.subscriptions().len();
            propagator.propagate(store, &everything[..positions])?;
        }
        Ok(())
    }

    /// Whether the constraint holds now that all variables are fixed.
    fn decided(&mut self, store: &mut Store) -> bool {
        let (holds, everything) = (&mut self.holds, &self.everything);
        store.probe(|store| Self::run(holds, everything, store).is_ok())
    }

    /// The constraint must not hold: with one open variable left, drop the values for which it does.
    fn refute(&mut self, store: &mut Store) -> Narrowed {
        let mut open = self.vars.iter().copied().filter(|&v| !store.is_fixed(v));
        let (first, second) = (open.next(), open.next());
        match (first, second) {
            (None, _) if self.decided(store) => Err(Conflict),
            (Some(last), None) if store.size(last) < 1 << 12 => {
                let values: Vec<i32> = store.values(last).collect();
                for value in values {
                    let (holds, everything) = (&mut self.holds, &self.everything);
                    let true_for = store.probe(|store| {
                        store.assign(last, value).is_ok()
                            && Self::run(holds, everything, store).is_ok()
                    });
                    if true_for {
                        store.remove(last, value)?;
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn entailment(&mut self, store: &mut Store) -> Option<bool> {
        let known: Vec<Option<bool>> = self.holds.iter().map(|p| p.entailed(store)).collect();
        if known.contains(&Some(false)) {
            return Some(false);
        }
        if !known.is_empty() && known.iter().all(|&one| one == Some(true)) {
            return Some(true);
        }
        if self.vars.iter().all(|&v| store.is_fixed(v)) {
            return Some(self.decided(store));
        }
        None
    }
}

impl Propagator for Reified {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let all = self.vars.iter().chain([&self.by]);
        all.map(|&v| (v, event::DOMAIN)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        match store.fixed(self.by) {
            Some(1) => Self::run(&mut self.holds, &self.everything, store),
            Some(_) => match &mut self.fails {
                Some(fails) => Self::run(fails, &self.everything, store),
                None => self.refute(store),
            },
            None => match self.entailment(store) {
                Some(truth) => store.assign(self.by, i32::from(truth)),
                None => Ok(()),
            },
        }
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }
}
