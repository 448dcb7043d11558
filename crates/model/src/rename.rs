//! A constraint over other variables.

use std::sync::Arc;

use crate::{Constraint, Literal, PathArc, PathGraph, Var};

impl Constraint {
    /// The same condition with every variable replaced.
    pub fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Constraint {
        let all = |vars: &[Var]| -> Vec<Var> { vars.iter().map(|&var| to(var)).collect() };
        match self {
            Constraint::Member { x, values } => Constraint::Member {
                x: to(*x),
                values: values.clone(),
            },
            Constraint::Compare { x, rel, y } => Constraint::Compare {
                x: to(*x),
                rel: *rel,
                y: to(*y),
            },
            Constraint::Arithm { x, op, y, rel, z } => Constraint::Arithm {
                x: to(*x),
                op: *op,
                y: to(*y),
                rel: *rel,
                z: to(*z),
            },
            Constraint::Linear {
                terms,
                rel,
                constant,
            } => Constraint::Linear {
                terms: terms.iter().map(|&(c, var)| (c, to(var))).collect(),
                rel: *rel,
                constant: *constant,
            },
            Constraint::AllDifferent { vars } => Constraint::AllDifferent { vars: all(vars) },
            Constraint::AllEqual { vars } => Constraint::AllEqual { vars: all(vars) },
            Constraint::Count { vars, value, count } => Constraint::Count {
                vars: all(vars),
                value: to(*value),
                count: to(*count),
            },
            Constraint::GlobalCardinality {
                vars,
                values,
                counts,
                closed,
            } => Constraint::GlobalCardinality {
                vars: all(vars),
                values: values.clone(),
                counts: all(counts),
                closed: *closed,
            },
            Constraint::Element {
                array,
                offset,
                index,
                value,
            } => Constraint::Element {
                array: all(array),
                offset: *offset,
                index: to(*index),
                value: to(*value),
            },
            Constraint::Table {
                vars,
                tuples,
                allowed,
            } => Constraint::Table {
                vars: all(vars),
                tuples: Arc::clone(tuples),
                allowed: *allowed,
            },
            Constraint::Regular { vars, automaton } => Constraint::Regular {
                vars: all(vars),
                automaton: Arc::clone(automaton),
            },
            Constraint::Lex {
                left,
                right,
                strict,
            } => Constraint::Lex {
                left: all(left),
                right: all(right),
                strict: *strict,
            },
            Constraint::Inverse {
                forward,
                forward_offset,
                backward,
                backward_offset,
            } => Constraint::Inverse {
                forward: all(forward),
                forward_offset: *forward_offset,
                backward: all(backward),
                backward_offset: *backward_offset,
            },
            Constraint::Circuit { successors, offset } => Constraint::Circuit {
                successors: all(successors),
                offset: *offset,
            },
            Constraint::Subcircuit { successors, offset } => Constraint::Subcircuit {
                successors: all(successors),
                offset: *offset,
            },
            Constraint::Connected { chosen, edges } => Constraint::Connected {
                chosen: all(chosen),
                edges: Arc::clone(edges),
            },
            Constraint::Clause { literals } => Constraint::Clause {
                literals: literals
                    .iter()
                    .map(|literal| Literal {
                        var: to(literal.var),
                        positive: literal.positive,
                    })
                    .collect(),
            },
            Constraint::Xor { vars, parity } => Constraint::Xor {
                vars: all(vars),
                parity: *parity,
            },
            Constraint::Reified { constraint, by } => Constraint::Reified {
                constraint: Box::new(constraint.with_vars(to)),
                by: to(*by),
            },
            Constraint::Minimum { result, vars } => Constraint::Minimum {
                result: to(*result),
                vars: all(vars),
            },
            Constraint::Maximum { result, vars } => Constraint::Maximum {
                result: to(*result),
                vars: all(vars),
            },
            Constraint::Absolute { result, x } => Constraint::Absolute {
                result: to(*result),
                x: to(*x),
            },
            Constraint::NValue { vars, count } => Constraint::NValue {
                vars: all(vars),
                count: to(*count),
            },
            Constraint::PathCount { graph, total } => {
                let arcs = graph.arcs.iter().map(|arc| PathArc {
                    multiplicity: to(arc.multiplicity),
                    ..*arc
                });
                Constraint::PathCount {
                    graph: Arc::new(PathGraph {
                        arcs: arcs.collect(),
                        ..(**graph).clone()
                    }),
                    total: to(*total),
                }
            }
        }
    }
}
