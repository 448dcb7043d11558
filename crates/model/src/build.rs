//! Calls that build a model and read aloud: one for each constraint.

use std::sync::Arc;

use crate::automaton::Dfa;
use crate::{
    Arithmetic, Constraint, ConstraintId, Domain, Literal, Model, ModelError, PathGraph, Rel,
    Tuples, Var,
};

/// What every posting call gives back: the constraint's number, or why it cannot be meant.
type Result = std::result::Result<ConstraintId, ModelError>;

impl Model {
    /// `x` is one of `values`.
    pub fn member(&mut self, x: Var, values: impl Into<Domain>) -> Result {
        self.post(Constraint::Member {
            x,
            values: values.into(),
        })
    }

    /// `x rel y`.
    pub fn compare(&mut self, x: Var, rel: Rel, y: Var) -> Result {
        self.post(Constraint::Compare { x, rel, y })
    }

    /// `x op y rel z`.
    pub fn arithm(&mut self, x: Var, op: Arithmetic, y: Var, rel: Rel, z: Var) -> Result {
        self.post(Constraint::Arithm { x, op, y, rel, z })
    }

    /// The weighted sum stands in relation to `constant`.
    pub fn linear(
        &mut self,
        terms: impl IntoIterator<Item = (i64, Var)>,
        rel: Rel,
        constant: i64,
    ) -> Result {
        self.post(Constraint::Linear {
            terms: terms.into_iter().collect(),
            rel,
            constant,
        })
    }

    /// No two of the variables are equal.
    pub fn all_different(&mut self, vars: &[Var]) -> Result {
        self.post(Constraint::AllDifferent {
            vars: vars.to_vec(),
        })
    }

    /// All of the variables are equal.
    pub fn all_equal(&mut self, vars: &[Var]) -> Result {
        self.post(Constraint::AllEqual {
            vars: vars.to_vec(),
        })
    }

    /// Exactly `count` of the variables equal `value`.
    pub fn count(&mut self, vars: &[Var], value: Var, count: Var) -> Result {
        self.post(Constraint::Count {
            vars: vars.to_vec(),
            value,
            count,
        })
    }

    /// Each of `values` occurs as often as its count says; other values occur freely.
    pub fn global_cardinality(&mut self, vars: &[Var], values: &[i32], counts: &[Var]) -> Result {
        self.post(Constraint::GlobalCardinality {
            vars: vars.to_vec(),
            values: values.to_vec(),
            counts: counts.to_vec(),
            closed: false,
        })
    }

    /// `array[index] = value`, the first entry having index 0.
    pub fn element(&mut self, array: &[Var], index: Var, value: Var) -> Result {
        self.post(Constraint::Element {
            array: array.to_vec(),
            offset: 0,
            index,
            value,
        })
    }

    /// The variables form one of the rows.
    pub fn table(&mut self, vars: &[Var], tuples: Arc<Tuples>) -> Result {
        self.post(Constraint::Table {
            vars: vars.to_vec(),
            tuples,
            allowed: true,
        })
    }

    /// The variables form none of the rows.
    pub fn forbidden(&mut self, vars: &[Var], tuples: Arc<Tuples>) -> Result {
        self.post(Constraint::Table {
            vars: vars.to_vec(),
            tuples,
            allowed: false,
        })
    }

    /// The automaton accepts the variables as a word.
    pub fn regular(&mut self, vars: &[Var], automaton: Arc<Dfa>) -> Result {
        self.post(Constraint::Regular {
            vars: vars.to_vec(),
            automaton,
        })
    }

    /// `left` is before `right` in lexicographic order, or equal to it.
    pub fn lex_less_equal(&mut self, left: &[Var], right: &[Var]) -> Result {
        self.post(Constraint::Lex {
            left: left.to_vec(),
            right: right.to_vec(),
            strict: false,
        })
    }

    /// `left` is strictly before `right` in lexicographic order.
    pub fn lex_less(&mut self, left: &[Var], right: &[Var]) -> Result {
        self.post(Constraint::Lex {
            left: left.to_vec(),
            right: right.to_vec(),
            strict: true,
        })
    }

    /// The two arrays are inverse maps of each other, first entries having index 0.
    pub fn inverse(&mut self, forward: &[Var], backward: &[Var]) -> Result {
        self.post(Constraint::Inverse {
            forward: forward.to_vec(),
            forward_offset: 0,
            backward: backward.to_vec(),
            backward_offset: 0,
        })
    }

    /// The successors form one loop through all nodes, the first node being 0.
    pub fn circuit(&mut self, successors: &[Var]) -> Result {
        self.post(Constraint::Circuit {
            successors: successors.to_vec(),
            offset: 0,
        })
    }

    /// The successors form at most one loop; other nodes are their own successors.
    pub fn subcircuit(&mut self, successors: &[Var]) -> Result {
        self.post(Constraint::Subcircuit {
            successors: successors.to_vec(),
            offset: 0,
        })
    }

    /// The vertices with value 1 are connected by the edges among them.
    pub fn connected(&mut self, chosen: &[Var], edges: Arc<Vec<(usize, usize)>>) -> Result {
        self.post(Constraint::Connected {
            chosen: chosen.to_vec(),
            edges,
        })
    }

    /// At least one of the literals is true.
    pub fn clause(&mut self, literals: impl Into<Vec<Literal>>) -> Result {
        self.post(Constraint::Clause {
            literals: literals.into(),
        })
    }

    /// The number of ones is odd (`parity`) or even.
    pub fn xor(&mut self, vars: &[Var], parity: bool) -> Result {
        self.post(Constraint::Xor {
            vars: vars.to_vec(),
            parity,
        })
    }

    /// `by` is 1 exactly when `constraint` holds.
    pub fn reified(&mut self, constraint: Constraint, by: Var) -> Result {
        self.post(Constraint::Reified {
            constraint: Box::new(constraint),
            by,
        })
    }

    /// `result` is the smallest of the variables.
    pub fn minimum(&mut self, result: Var, vars: &[Var]) -> Result {
        self.post(Constraint::Minimum {
            result,
            vars: vars.to_vec(),
        })
    }

    /// `result` is the largest of the variables.
    pub fn maximum(&mut self, result: Var, vars: &[Var]) -> Result {
        self.post(Constraint::Maximum {
            result,
            vars: vars.to_vec(),
        })
    }

    /// `result` is the absolute value of `x`.
    pub fn absolute(&mut self, result: Var, x: Var) -> Result {
        self.post(Constraint::Absolute { result, x })
    }

    /// Exactly `count` different values occur.
    pub fn nvalue(&mut self, vars: &[Var], count: Var) -> Result {
        self.post(Constraint::NValue {
            vars: vars.to_vec(),
            count,
        })
    }

    /// `total` is the weighted number of accepted paths.
    pub fn path_count(&mut self, graph: Arc<PathGraph>, total: Var) -> Result {
        self.post(Constraint::PathCount { graph, total })
    }
}
