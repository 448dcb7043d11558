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
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.int("x", 1..=9);
    /// model.member(x, [2, 3, 5, 7])?;
    /// assert_eq!(model.violated(&[5]), None);
    /// assert!(model.violated(&[6]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn member(&mut self, x: Var, values: impl Into<Domain>) -> Result {
        self.post(Constraint::Member {
            x,
            values: values.into(),
        })
    }

    /// `x rel y`.
    ///
    /// ```
    /// # use tantalizer_model::{Model, Rel};
    /// # let mut model = Model::new("example");
    /// let x = model.int("x", 1..=9);
    /// let y = model.int("y", 1..=9);
    /// model.compare(x, Rel::Less, y)?;
    /// assert_eq!(model.violated(&[3, 7]), None);
    /// assert!(model.violated(&[7, 7]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn compare(&mut self, x: Var, rel: Rel, y: Var) -> Result {
        self.post(Constraint::Compare { x, rel, y })
    }

    /// `x op y rel z`.
    ///
    /// ```
    /// # use tantalizer_model::{Arithmetic, Model, Rel};
    /// # let mut model = Model::new("example");
    /// let x = model.int("x", 1..=9);
    /// let y = model.int("y", 1..=9);
    /// let product = model.int("product", 1..=81);
    /// model.arithm(x, Arithmetic::Times, y, Rel::Equal, product)?;
    /// assert_eq!(model.violated(&[6, 7, 42]), None);
    /// assert!(model.violated(&[6, 7, 41]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn arithm(&mut self, x: Var, op: Arithmetic, y: Var, rel: Rel, z: Var) -> Result {
        self.post(Constraint::Arithm { x, op, y, rel, z })
    }

    /// The weighted sum stands in relation to `constant`.
    ///
    /// ```
    /// # use tantalizer_model::{Model, Rel};
    /// # let mut model = Model::new("example");
    /// let x = model.int("x", 0..=9);
    /// let y = model.int("y", 0..=9);
    /// model.linear([(2, x), (-1, y)], Rel::LessEqual, 3)?;
    /// assert_eq!(model.violated(&[4, 5]), None);
    /// assert!(model.violated(&[5, 5]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
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
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 1..=3);
    /// model.all_different(&x)?;
    /// assert_eq!(model.violated(&[3, 1, 2]), None);
    /// assert!(model.violated(&[3, 1, 3]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn all_different(&mut self, vars: &[Var]) -> Result {
        self.post(Constraint::AllDifferent {
            vars: vars.to_vec(),
        })
    }

    /// All of the variables are equal.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 1..=3);
    /// model.all_equal(&x)?;
    /// assert_eq!(model.violated(&[2, 2, 2]), None);
    /// assert!(model.violated(&[2, 2, 1]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn all_equal(&mut self, vars: &[Var]) -> Result {
        self.post(Constraint::AllEqual {
            vars: vars.to_vec(),
        })
    }

    /// Exactly `count` of the variables equal `value`.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 1..=3);
    /// let two = model.constant(2);
    /// let twos = model.int("twos", 0..=3);
    /// model.count(&x, two, twos)?;
    /// // The variables in the order in which they were made: x, the constant, the number of twos.
    /// assert_eq!(model.violated(&[2, 1, 2, 2, 2]), None);
    /// assert!(model.violated(&[2, 1, 1, 2, 2]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn count(&mut self, vars: &[Var], value: Var, count: Var) -> Result {
        self.post(Constraint::Count {
            vars: vars.to_vec(),
            value,
            count,
        })
    }

    /// Each of `values` occurs as often as its count says; other values occur freely.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 1..=3);
    /// let counts = model.array("counts", 2, 0..=3);
    /// model.global_cardinality(&x, &[1, 3], &counts)?;
    /// // One 1 and two 3s.
    /// assert_eq!(model.violated(&[3, 1, 3, 1, 2]), None);
    /// assert!(model.violated(&[3, 1, 2, 1, 2]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn global_cardinality(&mut self, vars: &[Var], values: &[i32], counts: &[Var]) -> Result {
        self.post(Constraint::GlobalCardinality {
            vars: vars.to_vec(),
            values: values.to_vec(),
            counts: counts.to_vec(),
            closed: false,
        })
    }

    /// `array[index] = value`, the first entry having index 0.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 1..=9);
    /// let index = model.int("index", 0..=2);
    /// let value = model.int("value", 1..=9);
    /// model.element(&x, index, value)?;
    /// assert_eq!(model.violated(&[4, 8, 6, 1, 8]), None);
    /// assert!(model.violated(&[4, 8, 6, 1, 4]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn element(&mut self, array: &[Var], index: Var, value: Var) -> Result {
        self.post(Constraint::Element {
            array: array.to_vec(),
            offset: 0,
            index,
            value,
        })
    }

    /// The variables form one of the rows.
    ///
    /// ```
    /// # use tantalizer_model::{Model, Tuples};
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 0..=1);
    /// let rows = Tuples::new(3, [[0, 0, 1], [1, 1, 0]])?;
    /// model.table(&x, rows.into())?;
    /// assert_eq!(model.violated(&[1, 1, 0]), None);
    /// assert!(model.violated(&[1, 1, 1]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn table(&mut self, vars: &[Var], tuples: Arc<Tuples>) -> Result {
        self.post(Constraint::Table {
            vars: vars.to_vec(),
            tuples,
            allowed: true,
        })
    }

    /// The variables form none of the rows.
    ///
    /// ```
    /// # use tantalizer_model::{Model, Tuples};
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 0..=1);
    /// let rows = Tuples::new(3, [[0, 0, 1], [1, 1, 0]])?;
    /// model.forbidden(&x, rows.into())?;
    /// assert_eq!(model.violated(&[1, 1, 1]), None);
    /// assert!(model.violated(&[1, 1, 0]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn forbidden(&mut self, vars: &[Var], tuples: Arc<Tuples>) -> Result {
        self.post(Constraint::Table {
            vars: vars.to_vec(),
            tuples,
            allowed: false,
        })
    }

    /// The automaton accepts the variables as a word.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # use tantalizer_model::automaton::Nfa;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 5, 0..=1);
    /// // A line of a nonogram with the clue "2 1".
    /// let line = Nfa::parse("0* 1{2} 0+ 1 0*", &[0, 1])?.determinise()?;
    /// model.regular(&x, line.into())?;
    /// assert_eq!(model.violated(&[1, 1, 0, 0, 1]), None);
    /// assert!(model.violated(&[1, 0, 1, 1, 0]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn regular(&mut self, vars: &[Var], automaton: Arc<Dfa>) -> Result {
        self.post(Constraint::Regular {
            vars: vars.to_vec(),
            automaton,
        })
    }

    /// `left` is before `right` in lexicographic order, or equal to it.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 2, 1..=3);
    /// let y = model.array("y", 2, 1..=3);
    /// model.lex_less_equal(&x, &y)?;
    /// assert_eq!(model.violated(&[1, 3, 2, 1]), None);
    /// assert_eq!(model.violated(&[1, 3, 1, 3]), None);
    /// assert!(model.violated(&[2, 1, 1, 3]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn lex_less_equal(&mut self, left: &[Var], right: &[Var]) -> Result {
        self.post(Constraint::Lex {
            left: left.to_vec(),
            right: right.to_vec(),
            strict: false,
        })
    }

    /// `left` is strictly before `right` in lexicographic order.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 2, 1..=3);
    /// let y = model.array("y", 2, 1..=3);
    /// model.lex_less(&x, &y)?;
    /// assert_eq!(model.violated(&[1, 3, 2, 1]), None);
    /// assert!(model.violated(&[1, 3, 1, 3]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn lex_less(&mut self, left: &[Var], right: &[Var]) -> Result {
        self.post(Constraint::Lex {
            left: left.to_vec(),
            right: right.to_vec(),
            strict: true,
        })
    }

    /// The two arrays are inverse maps of each other, first entries having index 0.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let room_of = model.array("room of", 3, 0..=2);
    /// let guest_in = model.array("guest in", 3, 0..=2);
    /// model.inverse(&room_of, &guest_in)?;
    /// assert_eq!(model.violated(&[1, 2, 0, 2, 0, 1]), None);
    /// assert!(model.violated(&[1, 2, 0, 1, 2, 0]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn inverse(&mut self, forward: &[Var], backward: &[Var]) -> Result {
        self.post(Constraint::Inverse {
            forward: forward.to_vec(),
            forward_offset: 0,
            backward: backward.to_vec(),
            backward_offset: 0,
        })
    }

    /// The successors form one loop through all nodes, the first node being 0.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let next = model.array("next", 4, 0..=3);
    /// model.circuit(&next)?;
    /// assert_eq!(model.violated(&[1, 2, 3, 0]), None);
    /// assert!(model.violated(&[1, 0, 3, 2]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn circuit(&mut self, successors: &[Var]) -> Result {
        self.post(Constraint::Circuit {
            successors: successors.to_vec(),
            offset: 0,
        })
    }

    /// The successors form at most one loop; other nodes are their own successors.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let next = model.array("next", 4, 0..=3);
    /// model.subcircuit(&next)?;
    /// // A loop through 0, 1 and 3; node 2 stays out.
    /// assert_eq!(model.violated(&[1, 3, 2, 0]), None);
    /// assert!(model.violated(&[1, 0, 3, 2]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn subcircuit(&mut self, successors: &[Var]) -> Result {
        self.post(Constraint::Subcircuit {
            successors: successors.to_vec(),
            offset: 0,
        })
    }

    /// The vertices with value 1 are connected by the edges among them.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// // Three places in a row.
    /// let chosen = model.array("chosen", 3, 0..=1);
    /// model.connected(&chosen, vec![(0, 1), (1, 2)].into())?;
    /// assert_eq!(model.violated(&[1, 1, 0]), None);
    /// assert!(model.violated(&[1, 0, 1]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn connected(&mut self, chosen: &[Var], edges: Arc<Vec<(usize, usize)>>) -> Result {
        self.post(Constraint::Connected {
            chosen: chosen.to_vec(),
            edges,
        })
    }

    /// At least one of the literals is true.
    ///
    /// ```
    /// # use tantalizer_model::{Literal, Model};
    /// # let mut model = Model::new("example");
    /// let rain = model.boolean("rain");
    /// let umbrella = model.boolean("umbrella");
    /// model.clause([Literal::no(rain), Literal::yes(umbrella)])?;
    /// assert_eq!(model.violated(&[1, 1]), None);
    /// assert!(model.violated(&[1, 0]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn clause(&mut self, literals: impl Into<Vec<Literal>>) -> Result {
        self.post(Constraint::Clause {
            literals: literals.into(),
        })
    }

    /// The number of ones is odd (`parity`) or even.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 0..=1);
    /// model.xor(&x, true)?;
    /// assert_eq!(model.violated(&[1, 1, 1]), None);
    /// assert!(model.violated(&[1, 1, 0]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn xor(&mut self, vars: &[Var], parity: bool) -> Result {
        self.post(Constraint::Xor {
            vars: vars.to_vec(),
            parity,
        })
    }

    /// `by` is 1 exactly when `constraint` holds.
    ///
    /// ```
    /// # use tantalizer_model::{Constraint, Model, Rel};
    /// # let mut model = Model::new("example");
    /// let x = model.int("x", 1..=9);
    /// let y = model.int("y", 1..=9);
    /// let less = model.boolean("less");
    /// model.reified(Constraint::Compare { x, rel: Rel::Less, y }, less)?;
    /// assert_eq!(model.violated(&[2, 5, 1]), None);
    /// assert_eq!(model.violated(&[5, 2, 0]), None);
    /// assert!(model.violated(&[5, 2, 1]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn reified(&mut self, constraint: Constraint, by: Var) -> Result {
        self.post(Constraint::Reified {
            constraint: Box::new(constraint),
            by,
        })
    }

    /// `result` is the smallest of the variables.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let least = model.int("least", 1..=9);
    /// let x = model.array("x", 3, 1..=9);
    /// model.minimum(least, &x)?;
    /// assert_eq!(model.violated(&[2, 7, 2, 5]), None);
    /// assert!(model.violated(&[5, 7, 2, 5]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn minimum(&mut self, result: Var, vars: &[Var]) -> Result {
        self.post(Constraint::Minimum {
            result,
            vars: vars.to_vec(),
        })
    }

    /// `result` is the largest of the variables.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let most = model.int("most", 1..=9);
    /// let x = model.array("x", 3, 1..=9);
    /// model.maximum(most, &x)?;
    /// assert_eq!(model.violated(&[7, 7, 2, 5]), None);
    /// assert!(model.violated(&[5, 7, 2, 5]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn maximum(&mut self, result: Var, vars: &[Var]) -> Result {
        self.post(Constraint::Maximum {
            result,
            vars: vars.to_vec(),
        })
    }

    /// `result` is the absolute value of `x`.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let result = model.int("result", 0..=9);
    /// let x = model.int("x", -9..=9);
    /// model.absolute(result, x)?;
    /// assert_eq!(model.violated(&[4, -4]), None);
    /// assert!(model.violated(&[4, -5]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn absolute(&mut self, result: Var, x: Var) -> Result {
        self.post(Constraint::Absolute { result, x })
    }

    /// Exactly `count` different values occur.
    ///
    /// ```
    /// # use tantalizer_model::Model;
    /// # let mut model = Model::new("example");
    /// let x = model.array("x", 3, 1..=3);
    /// let count = model.int("count", 1..=3);
    /// model.nvalue(&x, count)?;
    /// assert_eq!(model.violated(&[3, 1, 3, 2]), None);
    /// assert!(model.violated(&[3, 1, 2, 2]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn nvalue(&mut self, vars: &[Var], count: Var) -> Result {
        self.post(Constraint::NValue {
            vars: vars.to_vec(),
            count,
        })
    }

    /// `total` is the weighted number of accepted paths.
    ///
    /// ```
    /// # use tantalizer_model::{Model, PathArc, PathGraph};
    /// # let mut model = Model::new("example");
    /// let doubled = model.boolean("doubled");
    /// let total = model.int("total", 0..=9);
    /// // Two ways from node 0 to node 1; the second one is there as often as its variable says.
    /// let always = model.constant(1);
    /// let arcs = [always, doubled].map(|multiplicity| PathArc { from: 0, to: 1, multiplicity });
    /// let graph = PathGraph { nodes: 2, start: 0, accepting: vec![1], arcs: arcs.into() };
    /// model.path_count(graph.into(), total)?;
    /// assert_eq!(model.violated(&[1, 2, 1]), None);
    /// assert!(model.violated(&[0, 2, 1]).is_some());
    /// # Ok::<(), tantalizer_model::ModelError>(())
    /// ```
    pub fn path_count(&mut self, graph: Arc<PathGraph>, total: Var) -> Result {
        self.post(Constraint::PathCount { graph, total })
    }
}
