//! Memories: a constraint as a machine that reads the values of its variables, and what several such machines share.
//!
//! Which variables are known is told by the position alone, so memories need no mark for "unknown".

mod counting;
mod extremum;
mod single_loop;

use std::sync::Arc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use tantalizer_model::{Constraint, Var};

pub(crate) use counting::{insert, number_to_come, values_to_come};
pub(crate) use extremum::Extremum;
pub(crate) use single_loop::Loop;

/// A constraint as a machine that reads values.
pub(crate) trait Memory {
    /// The memory before anything is known.
    fn start(&self) -> Vec<i32>;

    /// Reads the value of the variable at `position`. False if the constraint can no longer hold; at the last
    /// position, true only if it does hold.
    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool;
}

/// The variables of a constraint, each once, in the order of the layers, with their values.
pub(crate) struct Scope {
    pub(crate) vars: Vec<Var>,
    pub(crate) values: Vec<Arc<[i32]>>,
    positions: HashMap<Var, usize, FxBuildHasher>,
}

impl Scope {
    pub(crate) fn new(vars: Vec<Var>, values: Vec<Arc<[i32]>>) -> Scope {
        Scope {
            positions: vars.iter().copied().zip(0..).collect(),
            vars,
            values,
        }
    }

    /// Where a variable of the constraint comes.
    pub(crate) fn position(&self, var: Var) -> usize {
        let found = self.positions.get(&var).copied();
        found.unwrap_or(self.vars.len())
    }

    /// Where each of the variables comes.
    pub(crate) fn positions(&self, vars: &[Var]) -> Vec<usize> {
        vars.iter().map(|&var| self.position(var)).collect()
    }

    /// How many variables there are.
    pub(crate) fn len(&self) -> usize {
        self.vars.len()
    }

    /// For each position, which places of the list hold the variable.
    pub(crate) fn places(&self, vars: &[Var]) -> Vec<Vec<usize>> {
        let mut places = vec![Vec::new(); self.len()];
        for (place, &var) in vars.iter().enumerate() {
            places[self.position(var)].push(place);
        }
        places
    }

    /// For each position, whether its variable is in the list.
    pub(crate) fn occurs(&self, vars: &[Var]) -> Vec<bool> {
        let places = self.places(vars);
        places.iter().map(|places| !places.is_empty()).collect()
    }

    /// The same variables without those that the constraint does not speak of.
    pub(crate) fn within(&self, constraint: &Constraint) -> Scope {
        let mut kept = self.positions(&constraint.vars());
        kept.sort_unstable();
        kept.dedup();
        let values = kept.iter().map(|&position| &self.values[position]);
        Scope::new(
            kept.iter().map(|&position| self.vars[position]).collect(),
            values.cloned().collect(),
        )
    }
}

/// Any constraint, put before the judge.
pub(crate) fn judged<C: Clone + Into<Constraint>>(
    constraint: &C,
    scope: &Scope,
) -> Box<dyn Memory> {
    let to_position = |var| Var::from_index(scope.position(var));
    Box::new(Judged {
        constraint: constraint.clone().into().with_vars(&to_position),
        length: scope.len(),
    })
}

/// All values so far, put before the judge at the end.
struct Judged {
    /// Over the positions instead of the variables.
    constraint: Constraint,
    length: usize,
}

impl Memory for Judged {
    fn start(&self) -> Vec<i32> {
        Vec::new()
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        memory.push(value);
        position + 1 < self.length || self.constraint.holds(memory)
    }
}
