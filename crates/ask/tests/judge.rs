//! The prepared judge gives the verdicts of the plain one.

use std::sync::Arc;
use tantalizer_ask::ModelJudge;
use tantalizer_conformance::brute;
use tantalizer_conformance::instance::Instance;
use tantalizer_model::{ConstraintKind, Model, Tuples, Violation};

#[test]
fn it_agrees_with_the_plain_judge_on_every_constraint() {
    for kind in ConstraintKind::ALL {
        for seed in 0..40 {
            let model = Instance::random(kind, seed).model;
            let judge = ModelJudge::new(Arc::new(model.clone()));
            brute::for_each_assignment(&model, |assignment| {
                let plain = model.violated(assignment);
                let prepared = judge.violated(assignment);
                let context = || format!("{} seed {seed}: {assignment:?}", kind.name());
                assert_eq!(plain.is_some(), prepared.is_some(), "{}", context());
            });
        }
    }
}

#[test]
fn it_refuses_values_outside_of_domains_and_tables() {
    let mut model = Model::new("two variables");
    let x = model.int("x", [1, 5, 9]);
    let y = model.int("y", -3..=3);
    let rows = Tuples::new(2, [[1, -3], [9, 3]]).unwrap();
    model.table(&[x, y], rows.into()).unwrap();
    let judge = ModelJudge::new(Arc::new(model.clone()));
    assert_eq!(judge.violated(&[1, -3]), None);
    assert_eq!(judge.violated(&[9, 3]), None);
    assert_eq!(judge.violated(&[9]), Some(Violation::Length));
    assert_eq!(judge.violated(&[2, -3]), Some(Violation::Domain(x)));
    assert_eq!(judge.violated(&[1, 4]), Some(Violation::Domain(y)));
    for wrong in [[1, 3], [5, -3], [5, 0]] {
        assert!(matches!(
            judge.violated(&wrong),
            Some(Violation::Constraint(_))
        ));
    }
}
