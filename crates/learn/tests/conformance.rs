//! Every constraint and random models, against brute force.

use tantalizer_conformance::{agrees, conforms, whole_models};
use tantalizer_learn::Learn;
use tantalizer_model::constraints::{Compare, Member};
use tantalizer_model::{Arithmetic, Domain, Model, Rel};

#[test]
fn learn_conforms() {
    conforms(&Learn);
}

#[test]
fn learn_agrees_on_whole_models() {
    whole_models::fuzz(&[&Learn], 0..300);
}

/// A product or a quotient may be one of its own factors.
#[test]
fn results_may_be_factors() {
    for op in [Arithmetic::Times, Arithmetic::Divide] {
        for [a, b, c] in [[0, 1, 0], [0, 1, 1], [0, 0, 0], [0, 0, 1]] {
            let mut model = Model::new("its own factor");
            let vars = [
                model.int("x", Domain::from_values([-1, 1, 4])),
                model.int("y", Domain::from_values([0, 2, 4])),
            ];
            let (x, y, z) = (vars[a], vars[b], vars[c]);
            model.arithm(x, op, y, Rel::Equal, z).expect("it builds");
            agrees(&Learn, &model, &format!("{op:?} {a} {b} {c}"));
        }
    }
}

/// Here the only conflict left follows from facts that hold from the start, which shows only when their reasons are asked for.
#[test]
fn conflicts_may_turn_out_to_hold_from_the_start() {
    let mut model = Model::new("a least value in a sum");
    let least = model.auxiliary("least", Domain::from_values(vec![-1, 0, 2, 3, 4]));
    let x = model.auxiliary("x", Domain::from_values(vec![-1, 0, 1, 4]));
    let y = model.int("y", Domain::from_values(vec![-1, 0, 1, 4]));
    let z = model.int("z", Domain::from_values(vec![-1, 0, 4]));
    model.minimum(least, &[x, z, y]).expect("it builds");
    model
        .linear([(3, least), (3, z), (-2, y)], Rel::Equal, 2)
        .expect("it builds");
    agrees(&Learn, &model, "a least value in a sum");
}

/// A variable may be equal to whether it has a value.
#[test]
fn variables_may_equal_conditions_on_themselves() {
    for rel in [Rel::Equal, Rel::NotEqual] {
        let mut model = Model::new("its own condition");
        let x = model.int("x", 0..=2);
        let [zero, told] = ["zero", "told"].map(|name| model.int(name, Domain::boolean()));
        let values = Domain::single(0);
        model
            .reified(Member { x, values }, zero)
            .expect("it builds");
        let same = Compare { x, rel, y: zero };
        model.reified(same, told).expect("it builds");
        for odd in [true, false] {
            let mut model = model.clone();
            model.xor(&[told], odd).expect("it builds");
            agrees(&Learn, &model, &format!("{rel:?}"));
        }
    }
}
