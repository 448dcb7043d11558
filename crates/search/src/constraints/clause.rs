//! One clause, looked at from end to end; used where a clause is part of another constraint.

use super::prelude::*;
use crate::kernel::{Priority, Propagator};
use crate::store::{Conflict, Narrowed, Store, V, event};

impl Post for constraints::Clause {
    fn consistency() -> Consistency {
        Consistency::Domain
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        let literals = self.literals.iter();
        let literals = literals.map(|literal| (literal.var.index(), literal.value()));
        vec![Box::new(AnyOf::new(literals.collect()))]
    }

    /// All clauses that must hold are looked after together.
    fn demand(&self, poster: &mut KernelBuilder) -> Option<Narrowed> {
        poster.clauses.add(codes(self));
        Some(Ok(()))
    }
}

/// Its literals, as variables and signs.
pub fn codes(clause: &constraints::Clause) -> impl Iterator<Item = (V, bool)> + '_ {
    let literals = clause.literals.iter();
    literals.map(|literal| (literal.var.index(), literal.positive))
}

/// At least one literal `(variable, value)` is true.
pub struct AnyOf {
    literals: Vec<(V, i32)>,
}

impl AnyOf {
    /// The clause of these literals.
    pub fn new(literals: Vec<(V, i32)>) -> Self {
        AnyOf { literals }
    }
}

impl Propagator for AnyOf {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        let vars = self.literals.iter();
        vars.map(|&(v, _)| (v, event::FIX)).collect()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let mut open = None;
        for &(v, value) in &self.literals {
            match store.fixed(v) {
                Some(fixed) if fixed == value => return Ok(()),
                Some(_) => {}
                None if open.is_none_or(|first| first == (v, value)) => open = Some((v, value)),
                None => return Ok(()),
            }
        }
        match open {
            Some((v, value)) => store.assign(v, value),
            None => Err(Conflict),
        }
    }

    fn priority(&self) -> Priority {
        Priority::Cheap
    }

    fn entailed(&self, store: &Store) -> Option<bool> {
        let truth = |&(v, value): &(V, i32)| store.fixed(v).map(|fixed| fixed == value);
        if self
            .literals
            .iter()
            .any(|literal| truth(literal) == Some(true))
        {
            return Some(true);
        }
        let all_false = self
            .literals
            .iter()
            .all(|literal| truth(literal) == Some(false));
        all_false.then_some(false)
    }
}
