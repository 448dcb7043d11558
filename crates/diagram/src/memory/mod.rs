//! What each constraint must still remember once a prefix of its variables is fixed.
//!
//! A constraint sees its variables one after another, in the order of the layers, each once however often the
//! constraint names it. Between two of them it keeps a *memory*: as little as tells which values of the
//! variables to come will satisfy it. Prefixes with equal memories have the same futures, and become one node.
//!
//! Which variables are known is told by the position alone, so memories need no mark for "unknown".

mod counting;
mod lists;
mod loops;
mod sums;
mod values;

use std::sync::Arc;
use tantalizer_model::constraints::{
    AllDifferent, Circuit, Clause, Connected, Count, Element, GlobalCardinality, Inverse, Lex,
    Linear, Maximum, Minimum, NValue, Regular, Reified, Subcircuit, Table, Xor,
};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use tantalizer_model::{Constraint, Var};

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

    /// The same variables without those that the constraint does not speak of.
    fn within(&self, constraint: &Constraint) -> Scope {
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

/// The memory of a constraint over a scope that holds exactly its variables.
pub(crate) fn memory_of(constraint: &Constraint, scope: &Scope) -> Box<dyn Memory> {
    match constraint {
        Constraint::Linear(Linear {
            terms,
            rel,
            constant,
        }) => Box::new(sums::Sum::new(terms, *rel, *constant, scope)),
        Constraint::Clause(Clause { literals }) => Box::new(sums::Clause::new(literals, scope)),
        Constraint::Xor(Xor { vars, parity }) => Box::new(sums::Parity::new(vars, *parity, scope)),
        Constraint::Minimum(Minimum { result, vars }) => {
            Box::new(sums::Extremum::new(*result, vars, 1, scope))
        }
        Constraint::Maximum(Maximum { result, vars }) => {
            Box::new(sums::Extremum::new(*result, vars, -1, scope))
        }
        Constraint::AllDifferent(AllDifferent { vars }) => {
            Box::new(counting::AllDifferent::new(vars, scope))
        }
        Constraint::AllEqual(_) => Box::new(counting::AllEqual),
        Constraint::Count(Count { vars, value, count }) => {
            Box::new(counting::Count::new(vars, *value, *count, scope))
        }
        Constraint::GlobalCardinality(GlobalCardinality {
            vars,
            values,
            counts,
            closed,
        }) => Box::new(counting::Cardinality::new(
            vars, values, counts, *closed, scope,
        )),
        Constraint::NValue(NValue { vars, count }) => {
            Box::new(counting::DifferentValues::new(vars, *count, scope))
        }
        Constraint::Element(Element {
            array,
            offset,
            index,
            value,
        }) => Box::new(lists::Element::new(array, *offset, *index, *value, scope)),
        Constraint::Lex(Lex {
            left,
            right,
            strict,
        }) => Box::new(lists::Lex::new(left, right, *strict, scope)),
        Constraint::Inverse(Inverse {
            forward,
            forward_offset,
            backward,
            backward_offset,
        }) => Box::new(lists::Inverse::new(
            [(forward, *forward_offset), (backward, *backward_offset)],
            scope,
        )),
        Constraint::Table(Table {
            vars,
            tuples,
            allowed,
        }) => Box::new(values::Rows::new(vars, tuples, *allowed, scope)),
        Constraint::Regular(Regular { vars, automaton }) => {
            let order = scope.positions(vars);
            if order.is_sorted() {
                Box::new(values::Automaton::new(vars, automaton.clone(), scope))
            } else {
                Box::new(values::Judged::new(constraint, scope))
            }
        }
        Constraint::Circuit(Circuit { successors, offset }) => {
            Box::new(loops::Loop::new(successors, *offset, true, scope))
        }
        Constraint::Subcircuit(Subcircuit { successors, offset }) => {
            Box::new(loops::Loop::new(successors, *offset, false, scope))
        }
        Constraint::Connected(Connected { chosen, edges }) => {
            Box::new(loops::Connected::new(chosen, edges, scope))
        }
        Constraint::Reified(Reified { constraint, by }) => {
            Box::new(values::Reified::new(constraint, *by, scope))
        }
        // Few variables, or no better idea: the values themselves. Equal futures are still found, as
        // long as there are few enough memories to go through all of them.
        Constraint::Member(_)
        | Constraint::Compare(_)
        | Constraint::Arithm(_)
        | Constraint::Absolute(_)
        | Constraint::PathCount(_) => Box::new(values::Judged::new(constraint, scope)),
    }
}
