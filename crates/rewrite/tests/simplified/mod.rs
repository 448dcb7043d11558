//! What several tests of simplification share.

use std::collections::BTreeSet;

use tantalizer_conformance::brute;
use tantalizer_model::{Limits, Model, Solution};
use tantalizer_rewrite::{Simplified, simplify};

/// Simplifies a model; each of its answers has exactly one counterpart, by brute force.
pub fn keeps_solutions(model: &Model, label: &str) -> Simplified {
    let simplified = simplify(model, &Limits::none()).expect("small models fit");
    let small = &simplified.model;
    let label = || format!("{label}:\n{model}\nbecame\n{small}");
    let answer = model.answer();
    let mut restored: BTreeSet<Vec<i32>> = BTreeSet::new();
    brute::for_each_assignment(small, |assignment| {
        if small.violated(assignment).is_none() {
            let back = simplified.restore(&Solution(assignment.to_vec()));
            assert_eq!(
                model.violated(&back.0),
                None,
                "{assignment:?} in {}",
                label()
            );
            restored.insert(back.project(&answer));
            if let (Some(before), Some(after)) = (model.objective(), small.objective()) {
                assert_eq!(
                    back[before.var()],
                    assignment[after.var().index()],
                    "{}",
                    label()
                );
            }
        }
    });
    assert_eq!(restored, brute::answers(model), "{}", label());
    assert_eq!(brute::answers(small).len(), restored.len(), "{}", label());
    assert_eq!(small.objective().is_some(), model.objective().is_some());
    simplified
}
