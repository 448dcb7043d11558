//! Malformed models are refused with the constraint's name.

use std::sync::Arc;
use tantalizer_model::constraints::{AllEqual, Compare};

use tantalizer_model::automaton::Dfa;
use tantalizer_model::{
    Constraint, Domain, Literal, Model, ModelError, PathArc, PathGraph, Rel, Tuples, Var,
};

fn message(result: Result<tantalizer_model::ConstraintId, ModelError>) -> String {
    result.expect_err("must be refused").to_string()
}

#[test]
fn each_mistake_has_its_message() {
    let mut model = Model::new("mistakes");
    let x = model.int("x", -1..=3);
    let y = model.int("y", 0..=1);
    let huge = model.int("huge", i32::MIN..=i32::MAX);
    let stranger = Var::from_index(17);

    assert_eq!(
        message(model.compare(x, Rel::Less, stranger)),
        "compare: unknown variable number 17 (the model has 3)"
    );
    assert_eq!(
        message(model.clause([Literal::yes(x)])),
        "clause: variable `x` must be 0 or 1, but its domain is -1..3"
    );
    assert_eq!(
        message(model.reified(Constraint::AllEqual(AllEqual { vars: vec![x] }), x)),
        "reified: variable `x` must be 0 or 1, but its domain is -1..3"
    );
    let pairs = Arc::new(Tuples::new(2, [[1, 2]]).expect("two columns"));
    assert_eq!(
        message(model.table(&[x], pairs)),
        "table: a row has length 2, expected 1"
    );
    assert_eq!(
        Tuples::new(2, [vec![1, 2], vec![3]]).map(|_| ()),
        Err(ModelError::TupleWidth {
            row: 1,
            found: 1,
            expected: 2
        })
    );
    assert_eq!(
        message(model.linear([(i64::MAX / 8, huge)], Rel::Equal, 0)),
        "linear: the value can overflow for some values in the domains"
    );
    assert_eq!(
        message(model.global_cardinality(&[x], &[1, 1], &[y, y])),
        "global-cardinality: value 1 is listed twice"
    );
    assert_eq!(
        message(model.inverse(&[x, y], &[x])),
        "inverse: the backward array has length 1, expected 2"
    );
    assert_eq!(
        message(model.minimum(x, &[])),
        "minimum: at least one variable is needed"
    );
    assert_eq!(
        message(model.connected(&[y], Arc::new(vec![(0, 1)]))),
        "connected: vertex 1 is out of range, expected less than 1"
    );
    let arc = |from, to, multiplicity| PathArc {
        from,
        to,
        multiplicity,
    };
    let graph = |arc| {
        Arc::new(PathGraph {
            nodes: 2,
            start: 0,
            accepting: vec![1],
            arcs: vec![arc],
        })
    };
    assert_eq!(
        message(model.path_count(graph(arc(1, 0, y)), y)),
        "path count: arc 0 goes from node 1 to node 0; arcs must go to a larger node"
    );
    assert_eq!(
        message(model.path_count(graph(arc(0, 1, x)), y)),
        "path count: multiplicity `x` may be negative, its domain is -1..3"
    );
    assert!(Dfa::new(2, 0, [2], []).is_err());
    assert_eq!(model.constraints().len(), 0, "nothing was posted");
}

#[test]
fn a_model_prints_itself() -> Result<(), ModelError> {
    let mut model = Model::new("two digits");
    let x = model.int("x", 1..=9);
    let y = model.int("y", Domain::from([1, 3, 4]));
    let helper = model.boolean("big");
    let five = model.constant(5);
    let sum = model.linear([(1, x), (-2, y)], Rel::LessEqual, 3)?;
    model.name_constraint(sum, "balance");
    let big = Constraint::Compare(Compare {
        x,
        rel: Rel::Greater,
        y: five,
    });
    model.reified(big, helper)?;
    model.set_answer([x, y]);
    assert_eq!(
        model.to_string(),
        "model two digits\n  x in 1..9\n  y in {1, 3..4}\n  big in 0..1  (auxiliary)\n  \
         balance: x - 2*y <= 3\n  big <=> (x > 5)\n"
    );
    Ok(())
}
