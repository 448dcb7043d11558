//! Every constraint and random models, against brute force.

use tantalizer_conformance::{agrees, conforms, whole_models};
use tantalizer_learn::Learn;
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
            let values = [vec![-1, 1, 4], vec![0, 2, 4]].map(Domain::from_values);
            let vars = [
                model.int("x", values[0].clone()),
                model.int("y", values[1].clone()),
            ];
            let (x, y, z) = (vars[a], vars[b], vars[c]);
            model.arithm(x, op, y, Rel::Equal, z).expect("it builds");
            agrees(&Learn, &model, &format!("{op:?} {a} {b} {c}"));
        }
    }
}
