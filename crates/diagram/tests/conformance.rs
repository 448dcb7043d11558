//! Every constraint and random models, against brute force.

use tantalizer_conformance::instance::Instance;
use tantalizer_conformance::{agrees, conforms, whole_models};
use tantalizer_diagram::Diagram;
use tantalizer_model::ConstraintKind;

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
