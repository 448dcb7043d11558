//! Clauses, parity, and reification of everything.
//!
//! A reified constraint is replaced by a formula over the literals of its parts. Each part
//! is defined for every assignment, so the formula also says when the constraint does *not* hold.

use tantalizer_model::constraints::{
    Absolute, AllDifferent, AllEqual, Arithm, Circuit, Clause, Compare, Connected, Count, Element,
    GlobalCardinality, Inverse, Lex, Linear, Maximum, Member, Minimum, NValue, PathCount, Regular,
    Reified, Subcircuit, Table, Xor,
};
use tantalizer_model::{Constraint, Literal, Rel, Var};

use crate::RewriteError;
use crate::rewriter::{Done, Rewriter};

impl Rewriter<'_> {
    /// The floor of a clause: at least one literal is true, as a sum.
    pub(crate) fn clause_as_sum(&mut self, literals: &[Literal]) -> Done {
        let (terms, constant) = sum_of(literals);
        // sum + constant >= 1
        let terms = terms.into_iter().map(|(a, var)| (-a, var)).collect();
        self.post(Constraint::Linear(Linear {
            terms,
            rel: Rel::LessEqual,
            constant: constant - 1,
        }))
    }

    /// Parity along a chain: each link is the parity of the variables so far.
    pub(crate) fn xor(&mut self, vars: &[Var], parity: bool) -> Done {
        let mut so_far = self.truth(false);
        for &var in vars {
            so_far = self.parity(so_far, Literal::yes(var))?;
        }
        self.clause(vec![if parity { so_far } else { !so_far }])
    }

    /// The literal of "exactly one of `a` and `b`".
    fn parity(&mut self, a: Literal, b: Literal) -> Result<Literal, RewriteError> {
        match (self.value_of(a), self.value_of(b)) {
            (Some(value), _) => return Ok(if value { !b } else { b }),
            (_, Some(value)) => return Ok(if value { !a } else { a }),
            _ => {}
        }
        self.define(|this| {
            let odd = this.fresh_literal();
            this.clause(vec![!odd, a, b])?;
            this.clause(vec![!odd, !a, !b])?;
            this.clause(vec![odd, !a, b])?;
            this.clause(vec![odd, a, !b])?;
            Ok(odd)
        })
    }

    /// `by` is 1 exactly when the constraint holds.
    pub(crate) fn reified(&mut self, constraint: Constraint, by: Var) -> Done {
        // Known in advance to hold: the constraint itself is all that is left.
        if self.fixed(by) == Some(1) {
            return self.post(constraint);
        }
        if self.fixed(by) == Some(0)
            && let Some(opposite) = negation(&constraint)
        {
            return self.post(opposite);
        }
        let by = Literal::yes(by);
        if let Some(literal) = self.known_literal(&constraint) {
            return self.equate(by, literal);
        }
        match constraint {
            Constraint::Member(Member { x, values }) => self.reified_member(x, &values, by),
            Constraint::Compare(Compare { x, rel, y }) => self.reified_compare(x, rel, y, by),
            Constraint::Arithm(Arithm { x, op, y, rel, z }) => {
                self.reified_arithm(x, op, y, rel, z, by)
            }
            Constraint::Linear(Linear {
                terms,
                rel,
                constant,
            }) => self.reified_linear(terms, rel, constant, by),
            Constraint::AllDifferent(AllDifferent { vars }) => {
                let parts = self.differences(&vars)?;
                self.all_of(&parts, by)
            }
            Constraint::AllEqual(AllEqual { vars }) => {
                let parts = self.equalities(&vars)?;
                self.all_of(&parts, by)
            }
            Constraint::Count(Count { vars, value, count }) => {
                let sum = self.count_as_sum(&vars, value, count)?;
                self.reify_by(sum, by)
            }
            Constraint::GlobalCardinality(GlobalCardinality {
                vars,
                values,
                counts,
                closed,
            }) => {
                let parts = self.cardinality_parts(&vars, &values, &counts, closed)?;
                let parts = self.literals_of(parts)?;
                self.all_of(&parts, by)
            }
            Constraint::Element(Element {
                array,
                offset,
                index,
                value,
            }) => self.reified_element(&array, offset, index, value, by),
            Constraint::Table(Table {
                vars,
                tuples,
                allowed,
            }) => self.reified_table(&vars, &tuples, if allowed { by } else { !by }),
            Constraint::Regular(Regular { vars, automaton }) => {
                self.reified_regular(&vars, &automaton, by)
            }
            Constraint::Lex(Lex {
                left,
                right,
                strict,
            }) => self.reified_lex(&left, &right, strict, by),
            Constraint::Inverse(Inverse {
                forward,
                forward_offset,
                backward,
                backward_offset,
            }) => {
                let mut parts =
                    self.maps_back(&forward, forward_offset, &backward, backward_offset);
                parts.extend(self.maps_back(&backward, backward_offset, &forward, forward_offset));
                let parts = self.literals_of(parts)?;
                self.all_of(&parts, by)
            }
            Constraint::Circuit(Circuit { successors, offset }) => {
                self.reified_circuit(&successors, offset, by)
            }
            Constraint::Subcircuit(Subcircuit { successors, offset }) => {
                self.reified_subcircuit(&successors, offset, by)
            }
            Constraint::Connected(Connected { chosen, edges }) => {
                self.reified_connected(&chosen, &edges, by)
            }
            Constraint::Clause(Clause { literals }) => self.any_of(&literals, by),
            Constraint::Xor(Xor { mut vars, parity }) => {
                // `by` joins the sum: together the parity is always the opposite one.
                vars.push(by.var);
                self.post(Constraint::Xor(Xor {
                    vars,
                    parity: !parity,
                }))
            }
            Constraint::Reified(Reified {
                constraint,
                by: inner,
            }) => {
                // `by` tells whether `inner` tells the truth about the constraint.
                let holds = self.literal(*constraint)?;
                let differ = self.parity(Literal::yes(inner), holds)?;
                self.equate(by, !differ)
            }
            Constraint::Minimum(Minimum { result, vars }) => {
                let parts = self.extremum_parts(result, &vars, Rel::LessEqual)?;
                self.all_of(&parts, by)
            }
            Constraint::Maximum(Maximum { result, vars }) => {
                let parts = self.extremum_parts(result, &vars, Rel::GreaterEqual)?;
                self.all_of(&parts, by)
            }
            Constraint::Absolute(Absolute { result, x }) => {
                let parts = self.absolute_parts(result, x)?;
                self.all_of(&parts, by)
            }
            Constraint::NValue(NValue { vars, count }) => {
                let sum = self.nvalue_as_sum(&vars, count)?;
                self.reify_by(sum, by)
            }
            Constraint::PathCount(PathCount { graph, total }) => {
                let paths = self.paths(&graph, total)?;
                let equal = self.relation(paths, Rel::Equal, total)?;
                self.equate(by, equal)
            }
        }
    }

    /// Makes `by` the literal of a constraint of a simpler kind.
    pub(crate) fn reify_by(&mut self, constraint: Constraint, by: Literal) -> Done {
        if by.positive {
            return self.post(Constraint::Reified(Reified {
                constraint: Box::new(constraint),
                by: by.var,
            }));
        }
        let literal = self.literal(constraint)?;
        self.equate(by, literal)
    }

    pub(crate) fn literals_of(
        &mut self,
        constraints: Vec<Constraint>,
    ) -> Result<Vec<Literal>, RewriteError> {
        constraints
            .into_iter()
            .map(|constraint| self.literal(constraint))
            .collect()
    }
}

/// The literals' sum as terms and a constant: a negated literal counts `1 - variable`.
pub(crate) fn sum_of(literals: &[Literal]) -> (Vec<(i64, Var)>, i64) {
    let terms = literals
        .iter()
        .map(|literal| (if literal.positive { 1 } else { -1 }, literal.var))
        .collect();
    let negated = literals.iter().filter(|literal| !literal.positive).count();
    (terms, negated as i64)
}

/// The constraint that holds exactly when this one does not, where the model has a word for it.
fn negation(constraint: &Constraint) -> Option<Constraint> {
    match constraint.clone() {
        Constraint::Compare(Compare { x, rel, y }) => Some(Constraint::Compare(Compare {
            x,
            rel: rel.negated(),
            y,
        })),
        Constraint::Linear(Linear {
            terms,
            rel,
            constant,
        }) => Some(Constraint::Linear(Linear {
            terms,
            rel: rel.negated(),
            constant,
        })),
        Constraint::Table(Table {
            vars,
            tuples,
            allowed,
        }) => Some(Constraint::Table(Table {
            vars,
            tuples,
            allowed: !allowed,
        })),
        Constraint::Xor(Xor { vars, parity }) => Some(Constraint::Xor(Xor {
            vars,
            parity: !parity,
        })),
        _ => None,
    }
}
