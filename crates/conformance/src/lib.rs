//! The conformance suite.
//!
//! Each constraint is described once, by a predicate and a few random shapes ([`samples`]). From that
//! the suite makes hundreds of small instances with repeated variables, constants and sparse domains, finds all
//! their solutions by trying every assignment ([`brute`]), and holds the judge and any [`ModelEngine`] against them.
//! A new engine's test is one call of [`conforms`]; [`whole_models`] does the same with random models of many
//! constraints.
//!
//! Every failure prints the seed of its instance.

pub mod brute;
pub mod consistency;
pub mod instance;
pub mod samples;
pub mod whole_models;

use std::collections::BTreeSet;

use num_bigint::BigUint;
use tantalizer_model::{
    Collect, ConstraintKind, Limit, Model, ModelEngine, Objective, Question, Request, Silent,
    Status, Var,
};

use crate::instance::Instance;

/// How many instances of each constraint an engine is tried on.
pub const INSTANCES: u64 = 150;

/// Tries `engine` on random instances of every constraint; panics with the seed at the first difference.
pub fn conforms(engine: &dyn ModelEngine) {
    for kind in ConstraintKind::ALL {
        for seed in 0..INSTANCES {
            let instance = Instance::random(kind, seed);
            agrees(
                engine,
                &instance.model,
                &format!("{} seed {seed}", kind.name()),
            );
        }
    }
}

/// Tries `engine` on one model, with every question; panics if it differs from brute force.
pub fn agrees(engine: &dyn ModelEngine, model: &Model, label: &str) {
    let expected = brute::answers(model);
    let context = || format!("{} on {label}:\n{model}", engine.id());

    let mut found = Collect::default();
    let answer = engine.answer_for(
        model,
        &Request::new(Question::All { limit: None }),
        &mut found,
    );
    if let Some(Limit::Unsupported(reason)) = &answer.stopped_by {
        panic!("{}: refused: {reason}", context());
    }
    let vars = model.answer();
    let mut seen = BTreeSet::new();
    for solution in &found.solutions {
        if let Some(violation) = model.violated(&solution.0) {
            panic!(
                "{}: false solution {:?}: {}",
                context(),
                solution.0,
                model.describe_violation(violation)
            );
        }
        assert!(
            seen.insert(solution.project(&vars)),
            "{}: solution reported twice",
            context()
        );
    }
    assert_eq!(seen, expected, "{}: all solutions", context());
    assert!(answer.complete, "{}: not complete", context());
    assert_eq!(answer.status, satisfiable(&expected), "{}", context());
    assert_eq!(
        answer.count,
        BigUint::from(expected.len()),
        "{}: count of all",
        context()
    );

    let count = engine.answer_for(model, &Request::new(Question::Count), &mut Silent);
    assert!(count.complete, "{}: count not complete", context());
    assert_eq!(
        count.count,
        BigUint::from(expected.len()),
        "{}: count",
        context()
    );

    let mut one = Collect::default();
    let answer = engine.answer_for(model, &Request::new(Question::One), &mut one);
    assert_eq!(answer.status, satisfiable(&expected), "{}: one", context());
    assert_eq!(
        one.solutions.len(),
        usize::from(!expected.is_empty()),
        "{}: one",
        context()
    );
    for solution in &one.solutions {
        assert_eq!(model.violated(&solution.0), None, "{}: one", context());
    }

    best_agrees(engine, model, &context);
}

/// Asks for the best value of the first answer variable and of an auxiliary one, both ways.
fn best_agrees(engine: &dyn ModelEngine, model: &Model, context: &dyn Fn() -> String) {
    let answer = model.answer();
    let auxiliary = model.vars().find(|var| !answer.contains(var));
    for var in answer.first().copied().into_iter().chain(auxiliary) {
        best_of(engine, model, var, context);
    }
}

fn best_of(engine: &dyn ModelEngine, model: &Model, var: Var, context: &dyn Fn() -> String) {
    let values = brute::values_of(model, var);
    for (objective, expected) in [
        (Objective::Minimise(var), values.first()),
        (Objective::Maximise(var), values.last()),
    ] {
        let mut model = model.clone();
        model.set_objective(objective);
        let mut found = Collect::default();
        let answer = engine.answer_for(&model, &Request::new(Question::Best), &mut found);
        assert_eq!(
            answer.best,
            expected.map(|&value| i64::from(value)),
            "{}: best by {objective:?}",
            context()
        );
        let wanted = match expected {
            Some(_) => Status::Optimal,
            None => Status::Unsatisfiable,
        };
        assert_eq!(answer.status, wanted, "{}: best", context());
        for pair in found.solutions.windows(2) {
            assert!(
                objective.improves(pair[1][var], pair[0][var]),
                "{}: a solution that is no improvement",
                context()
            );
        }
        assert_eq!(
            found.solutions.last().map(|solution| solution[var]),
            expected.copied(),
            "{}: the last solution is the best",
            context()
        );
    }
}

fn satisfiable(expected: &BTreeSet<Vec<i32>>) -> Status {
    if expected.is_empty() {
        Status::Unsatisfiable
    } else {
        Status::Satisfiable
    }
}
