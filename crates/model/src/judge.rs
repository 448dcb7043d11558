//! The judge: the plain definition of every constraint.
//!
//! Given a value for every variable, does each constraint hold? Written to be
//! read, never optimised, and sharing no code with any engine: all engines, all
//! rewritings and all certificates are held against it.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::{Arithmetic, Constraint, ConstraintId, Model, PathGraph, Var};

/// What an assignment gets wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Violation {
    /// There is not one value for each variable.
    Length,
    /// The value of this variable is not in its domain.
    Domain(Var),
    /// This constraint does not hold.
    Constraint(ConstraintId),
}

impl Model {
    /// The first thing that is wrong with an assignment of all variables, or none if it is a solution.
    pub fn violated(&self, assignment: &[i32]) -> Option<Violation> {
        if assignment.len() != self.var_count() {
            return Some(Violation::Length);
        }
        for var in self.vars() {
            if !self.domain(var).contains(assignment[var.index()]) {
                return Some(Violation::Domain(var));
            }
        }
        for (id, posted) in self.constraints().iter().enumerate() {
            if !posted.constraint.holds(assignment) {
                return Some(Violation::Constraint(ConstraintId(id)));
            }
        }
        None
    }

    /// A violation in words, with the names of this model.
    pub fn describe_violation(&self, violation: Violation) -> String {
        match violation {
            Violation::Length => "there is not one value for each variable".to_string(),
            Violation::Domain(var) => format!(
                "the value of `{}` is not in its domain {}",
                self.var_name(var),
                self.domain(var)
            ),
            Violation::Constraint(id) => format!("{} does not hold", self.constraint_name(id)),
        }
    }
}

impl Constraint {
    /// Whether the constraint holds when variable `v` has the value `assignment[v.index()]`.
    pub fn holds(&self, assignment: &[i32]) -> bool {
        let value = |var: &Var| assignment[var.index()];
        let values = |vars: &[Var]| -> Vec<i32> { vars.iter().map(value).collect() };
        match self {
            Constraint::Member { x, values } => values.contains(value(x)),

            Constraint::Compare { x, rel, y } => rel.holds(value(x), value(y)),

            Constraint::Arithm { x, op, y, rel, z } => {
                let (left, right) = (i64::from(value(x)), i64::from(value(y)));
                let result = match op {
                    Arithmetic::Plus => left + right,
                    Arithmetic::Minus => left - right,
                    Arithmetic::Times => left * right,
                    Arithmetic::Divide if right == 0 => return false,
                    Arithmetic::Divide => left / right,
                };
                rel.holds(result, i64::from(value(z)))
            }

            Constraint::Linear {
                terms,
                rel,
                constant,
            } => {
                let sum: i128 = terms
                    .iter()
                    .map(|(coefficient, var)| i128::from(*coefficient) * i128::from(value(var)))
                    .sum();
                rel.holds(sum, i128::from(*constant))
            }

            Constraint::AllDifferent { vars } => {
                let list = values(vars);
                let set: BTreeSet<i32> = list.iter().copied().collect();
                set.len() == list.len()
            }

            Constraint::AllEqual { vars } => {
                let list = values(vars);
                list.iter().all(|&item| item == list[0])
            }

            Constraint::Count {
                vars,
                value: wanted,
                count,
            } => occurrences(&values(vars), value(wanted)) == i64::from(value(count)),

            Constraint::GlobalCardinality {
                vars,
                values: counted,
                counts,
                closed,
            } => {
                let list = values(vars);
                let counts_fit = counted
                    .iter()
                    .zip(counts)
                    .all(|(&item, count)| occurrences(&list, item) == i64::from(value(count)));
                counts_fit && (!closed || list.iter().all(|item| counted.contains(item)))
            }

            Constraint::Element {
                array,
                offset,
                index,
                value: result,
            } => match position(value(index), *offset, array.len()) {
                Some(at) => value(&array[at]) == value(result),
                None => false,
            },

            Constraint::Table {
                vars,
                tuples,
                allowed,
            } => {
                let list = values(vars);
                tuples.rows().any(|row| row == list) == *allowed
            }

            Constraint::Regular { vars, automaton } => automaton.accepts(&values(vars)),

            Constraint::Lex {
                left,
                right,
                strict,
            } => {
                let (left, right) = (values(left), values(right));
                if *strict { left < right } else { left <= right }
            }

            Constraint::Inverse {
                forward,
                forward_offset,
                backward,
                backward_offset,
            } => {
                let (forward, backward) = (values(forward), values(backward));
                let maps_back = |from: &[i32], from_offset: i32, to: &[i32], to_offset: i32| {
                    (0..from.len()).all(|i| match position(from[i], to_offset, to.len()) {
                        Some(j) => i64::from(to[j]) == i as i64 + i64::from(from_offset),
                        None => false,
                    })
                };
                maps_back(&forward, *forward_offset, &backward, *backward_offset)
                    && maps_back(&backward, *backward_offset, &forward, *forward_offset)
            }

            Constraint::Circuit { successors, offset } => {
                match loop_from(&values(successors), *offset, 0) {
                    Some(visited) => visited.len() == successors.len(),
                    None => false,
                }
            }

            Constraint::Subcircuit { successors, offset } => {
                let list = values(successors);
                let moving: Vec<usize> = (0..list.len())
                    .filter(|&i| i64::from(list[i]) != i as i64 + i64::from(*offset))
                    .collect();
                match moving.first() {
                    None => true,
                    Some(&first) => match loop_from(&list, *offset, first) {
                        Some(visited) => visited == moving.into_iter().collect(),
                        None => false,
                    },
                }
            }

            Constraint::Connected { chosen, edges } => {
                let chosen: BTreeSet<usize> = (0..chosen.len())
                    .filter(|&vertex| value(&chosen[vertex]) == 1)
                    .collect();
                let Some(&first) = chosen.first() else {
                    return true;
                };
                let mut reached = BTreeSet::from([first]);
                loop {
                    let before = reached.len();
                    for &(a, b) in edges.iter() {
                        if chosen.contains(&a) && chosen.contains(&b) {
                            if reached.contains(&a) {
                                reached.insert(b);
                            }
                            if reached.contains(&b) {
                                reached.insert(a);
                            }
                        }
                    }
                    if reached.len() == before {
                        break reached == chosen;
                    }
                }
            }

            Constraint::Clause { literals } => literals
                .iter()
                .any(|literal| value(&literal.var) == literal.value()),

            Constraint::Xor { vars, parity } => (occurrences(&values(vars), 1) % 2 == 1) == *parity,

            Constraint::Reified { constraint, by } => {
                (value(by) == 1) == constraint.holds(assignment)
            }

            Constraint::Minimum { result, vars } => {
                values(vars).into_iter().min() == Some(value(result))
            }

            Constraint::Maximum { result, vars } => {
                values(vars).into_iter().max() == Some(value(result))
            }

            Constraint::Absolute { result, x } => {
                i64::from(value(x)).abs() == i64::from(value(result))
            }

            Constraint::NValue { vars, count } => {
                let different: BTreeSet<i32> = values(vars).into_iter().collect();
                different.len() as i64 == i64::from(value(count))
            }

            Constraint::PathCount { graph, total } => u64::try_from(value(total))
                .is_ok_and(|total| paths(graph, assignment) == BigUint::from(total)),
        }
    }
}

/// How many entries of `list` equal `item`.
fn occurrences(list: &[i32], item: i32) -> i64 {
    list.iter().filter(|&&entry| entry == item).count() as i64
}

/// Where index `index` lies in an array of `length` entries whose first index is `offset`.
fn position(index: i32, offset: i32, length: usize) -> Option<usize> {
    let at = usize::try_from(i64::from(index) - i64::from(offset)).ok()?;
    (at < length).then_some(at)
}

/// The nodes on the loop through `first`, or none if following the successors leaves the array
/// or never comes back to `first`.
fn loop_from(successors: &[i32], offset: i32, first: usize) -> Option<BTreeSet<usize>> {
    let mut visited = BTreeSet::from([first]);
    let mut node = first;
    loop {
        node = position(successors[node], offset, successors.len())?;
        if node == first {
            return Some(visited);
        }
        if !visited.insert(node) {
            return None;
        }
    }
}

/// The weighted number of accepted paths, node by node in their (topological) order.
fn paths(graph: &PathGraph, assignment: &[i32]) -> BigUint {
    let mut reaching = vec![BigUint::zero(); graph.nodes];
    reaching[graph.start] = BigUint::one();
    for node in 0..graph.nodes {
        for arc in graph.arcs.iter().filter(|arc| arc.from == node) {
            let times = assignment[arc.multiplicity.index()].max(0) as u32;
            let through = &reaching[node] * times;
            reaching[arc.to] += through;
        }
    }
    let ends: BTreeSet<usize> = graph.accepting.iter().copied().collect();
    ends.iter().map(|&node| &reaching[node]).sum()
}
