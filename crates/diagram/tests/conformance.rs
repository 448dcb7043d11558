//! Every constraint and random models, against brute force.

use tantalizer_conformance::instance::Instance;
use tantalizer_conformance::whole_models::random_model;
use tantalizer_conformance::{agrees, brute, conforms, whole_models};
use tantalizer_diagram::{Diagram, possible_values};
use tantalizer_model::{ConstraintKind, Domain, Limits};

#[test]
fn diagram_conforms() {
    conforms(&Diagram);
}

#[test]
fn diagram_agrees_on_whole_models() {
    whole_models::fuzz(&[&Diagram], 0..600);
}

#[test]
fn every_constraint_reified() {
    for kind in ConstraintKind::ALL {
        for seed in 1000..1060 {
            let instance = Instance::random(kind, seed).model;
            let mut model = instance.without_constraints();
            let by = model.boolean("by");
            let constraint = instance.constraints()[0].constraint.clone();
            model.reified(constraint, by).expect("valid");
            agrees(&Diagram, &model, &format!("reified {} {seed}", kind.name()));
        }
    }
}

#[test]
fn possible_values_are_those_of_the_solutions() {
    for seed in 0..300 {
        let model = random_model(seed);
        let found = possible_values(&model, &Limits::none()).expect("small");
        for var in model.vars() {
            let expected = Domain::from_values(brute::values_of(&model, var));
            assert_eq!(
                found[var.index()],
                expected,
                "seed {seed}, {var:?} of\n{model}"
            );
        }
    }
}
