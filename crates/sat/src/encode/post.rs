//! Each constraint enforced, and each as a literal.

use tantalizer_model::constraints::{
    Absolute, AllDifferent, AllEqual, Arithm, Circuit, Clause, Compare, Connected, Count, Element,
    GlobalCardinality, Inverse, Lex, Linear, Maximum, Member, Minimum, NValue, PathCount, Regular,
    Reified, Subcircuit, Table, Xor,
};
use tantalizer_model::{Constraint, Rel};

use super::order::Extreme;
use super::sum::Term;
use super::{Encoder, Refused, constant};
use crate::cnf::{Lit, TRUE};

impl Encoder {
    /// The constraint holds (if the guard does).
    pub(crate) fn enforce(&mut self, constraint: &Constraint) -> Result<(), Refused> {
        match constraint {
            Constraint::Member(Member { x, values }) => {
                for value in self.values(x.index()) {
                    self.step(1)?;
                    if !values.contains(value as i32) {
                        let literal = self.is(x.index(), value);
                        self.clause([-literal]);
                    }
                }
                Ok(())
            }
            Constraint::Compare(Compare { x, rel, y }) => {
                self.compare(x.index(), *rel, y.index(), TRUE)
            }
            Constraint::Arithm(Arithm { x, op, y, rel, z }) => {
                self.enforce_arithm((x.index(), *op, y.index()), *rel, z.index())
            }
            Constraint::Linear(Linear {
                terms,
                rel,
                constant,
            }) => {
                let terms: Vec<Term> = terms.iter().map(|t| Term::Int(t.0, t.1.index())).collect();
                self.enforce_sum(&terms, *rel, *constant)
            }
            Constraint::AllDifferent(AllDifferent { vars }) => self.enforce_all_different(vars),
            Constraint::AllEqual(AllEqual { vars }) => {
                for pair in vars.windows(2) {
                    self.compare(pair[0].index(), Rel::Equal, pair[1].index(), TRUE)?;
                }
                Ok(())
            }
            Constraint::Count(Count { vars, value, count }) => {
                let terms = self.count_terms(vars, *value, *count)?;
                self.enforce_sum(&terms, Rel::Equal, 0)
            }
            Constraint::GlobalCardinality(GlobalCardinality {
                vars,
                values,
                counts,
                closed,
            }) => {
                let (sums, members) = self.cardinality_parts(vars, values, counts, *closed)?;
                for terms in sums {
                    self.enforce_sum(&terms, Rel::Equal, 0)?;
                }
                members.into_iter().for_each(|member| self.clause([member]));
                Ok(())
            }
            Constraint::Element(Element {
                array,
                offset,
                index,
                value,
            }) => self.element_as((array, *offset), *index, *value, TRUE),
            Constraint::Table(Table {
                vars,
                tuples,
                allowed: true,
            }) if vars.len() > 1 => self.enforce_table(vars, tuples),
            Constraint::Table(Table {
                vars,
                tuples,
                allowed: false,
            }) => self.enforce_forbidden(vars, tuples),
            Constraint::Regular(Regular { vars, automaton }) if !vars.is_empty() => {
                self.enforce_regular(vars, automaton)
            }
            Constraint::Inverse(Inverse {
                forward,
                forward_offset,
                backward,
                backward_offset,
            }) => {
                let (inside, pairs) =
                    self.inverse_parts((forward, *forward_offset), (backward, *backward_offset))?;
                inside
                    .into_iter()
                    .for_each(|literal| self.clause([literal]));
                pairs.into_iter().for_each(|(a, b)| self.equate(a, b));
                Ok(())
            }
            Constraint::Circuit(Circuit { successors, offset }) => {
                self.enforce_circuit(successors, *offset)
            }
            Constraint::Subcircuit(Subcircuit { successors, offset }) => {
                self.enforce_subcircuit(successors, *offset)
            }
            Constraint::Clause(Clause { literals }) => {
                let literals: Vec<Lit> = literals
                    .iter()
                    .map(|l| self.is(l.var.index(), i64::from(l.value())))
                    .collect();
                self.clause(literals);
                Ok(())
            }
            Constraint::Reified(Reified { constraint, by }) => {
                let by = self.is(by.index(), 1);
                let truth = self.truth(constraint)?;
                self.equate(by, truth);
                Ok(())
            }
            Constraint::Minimum(Minimum { result, vars }) => {
                self.enforce_extreme(Extreme::Minimum, *result, vars)
            }
            Constraint::Maximum(Maximum { result, vars }) => {
                self.enforce_extreme(Extreme::Maximum, *result, vars)
            }
            Constraint::Absolute(Absolute { result, x }) => {
                self.absolute_as(result.index(), x.index(), TRUE)
            }
            Constraint::NValue(NValue { vars, count }) => {
                let terms = self.nvalue_terms(vars, *count)?;
                self.enforce_sum(&terms, Rel::Equal, 0)
            }
            Constraint::PathCount(PathCount { graph, total }) => {
                let terms = self.path_terms(graph, *total)?;
                self.enforce_sum(&terms, Rel::Equal, 0)
            }
            Constraint::Table(_)
            | Constraint::Regular(_)
            | Constraint::Lex(_)
            | Constraint::Connected(_)
            | Constraint::Xor(_) => {
                let truth = self.truth(constraint)?;
                self.clause([truth]);
                Ok(())
            }
        }
    }

    /// The constraint as a literal that is true exactly when it holds.
    pub(crate) fn truth(&mut self, constraint: &Constraint) -> Result<Lit, Refused> {
        self.reserve(0)?;
        self.defining(|encoder| encoder.define_truth(constraint))
    }

    fn define_truth(&mut self, constraint: &Constraint) -> Result<Lit, Refused> {
        Ok(match constraint {
            Constraint::Member(Member { x, values }) => self.member(x.index(), values),
            Constraint::Compare(Compare { x, rel, y }) => {
                self.comparison(x.index(), *rel, y.index())?
            }
            Constraint::Arithm(Arithm { x, op, y, rel, z }) => {
                self.arithm_truth((x.index(), *op, y.index()), *rel, z.index())?
            }
            Constraint::Linear(Linear {
                terms,
                rel,
                constant,
            }) => {
                let terms: Vec<Term> = terms.iter().map(|t| Term::Int(t.0, t.1.index())).collect();
                self.sum_truth(&terms, *rel, *constant)?
            }
            Constraint::AllDifferent(AllDifferent { vars }) => self.all_different_truth(vars)?,
            Constraint::AllEqual(AllEqual { vars }) => self.all_equal_truth(vars)?,
            Constraint::Count(Count { vars, value, count }) => {
                let terms = self.count_terms(vars, *value, *count)?;
                self.sum_truth(&terms, Rel::Equal, 0)?
            }
            Constraint::GlobalCardinality(GlobalCardinality {
                vars,
                values,
                counts,
                closed,
            }) => {
                let (sums, mut parts) = self.cardinality_parts(vars, values, counts, *closed)?;
                parts.push(self.all_zero(&sums)?);
                self.and(&parts)
            }
            Constraint::Element(Element {
                array,
                offset,
                index,
                value,
            }) => {
                let truth = self.fresh();
                self.element_as((array, *offset), *index, *value, truth)?;
                truth
            }
            Constraint::Table(Table {
                vars,
                tuples,
                allowed,
            }) => {
                let among = self.table_truth(vars, tuples)?;
                if *allowed { among } else { -among }
            }
            Constraint::Regular(Regular { vars, automaton }) => {
                self.regular_truth(vars, automaton)?
            }
            Constraint::Lex(Lex {
                left,
                right,
                strict,
            }) => self.lex_truth(left, right, *strict)?,
            Constraint::Inverse(Inverse {
                forward,
                forward_offset,
                backward,
                backward_offset,
            }) => {
                let (mut parts, pairs) =
                    self.inverse_parts((forward, *forward_offset), (backward, *backward_offset))?;
                for (a, b) in pairs {
                    parts.push(self.iff(a, b));
                }
                self.and(&parts)
            }
            Constraint::Circuit(Circuit { successors, offset }) => {
                self.circuit_truth(successors, *offset)?
            }
            Constraint::Subcircuit(Subcircuit { successors, offset }) => {
                self.subcircuit_truth(successors, *offset)?
            }
            Constraint::Connected(Connected { chosen, edges }) => {
                self.connected_truth(chosen, edges)?
            }
            Constraint::Clause(Clause { literals }) => {
                let literals: Vec<Lit> = literals
                    .iter()
                    .map(|l| self.is(l.var.index(), i64::from(l.value())))
                    .collect();
                self.or(&literals)
            }
            Constraint::Xor(Xor { vars, parity }) => {
                let mut odd = constant(false);
                for var in vars {
                    let one = self.is(var.index(), 1);
                    odd = self.xor(odd, one);
                }
                if *parity { odd } else { -odd }
            }
            Constraint::Reified(Reified { constraint, by }) => {
                let by = self.is(by.index(), 1);
                let truth = self.truth(constraint)?;
                self.iff(by, truth)
            }
            Constraint::Minimum(Minimum { result, vars }) => {
                self.extreme_truth(Extreme::Minimum, *result, vars)?
            }
            Constraint::Maximum(Maximum { result, vars }) => {
                self.extreme_truth(Extreme::Maximum, *result, vars)?
            }
            Constraint::Absolute(Absolute { result, x }) => {
                let truth = self.fresh();
                self.absolute_as(result.index(), x.index(), truth)?;
                truth
            }
            Constraint::NValue(NValue { vars, count }) => {
                let terms = self.nvalue_terms(vars, *count)?;
                self.sum_truth(&terms, Rel::Equal, 0)?
            }
            Constraint::PathCount(PathCount { graph, total }) => self.path_truth(graph, *total)?,
        })
    }
}
