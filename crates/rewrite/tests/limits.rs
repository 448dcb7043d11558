//! Limits are kept on inputs that take long, and what is given up early has the same solutions.

use std::time::{Duration, Instant};
use tantalizer_model::constraints::{Clause, Compare};

use tantalizer_conformance::brute;
use tantalizer_conformance::whole_models::random_model;
use tantalizer_model::{Constraint, Limit, Limits, Literal, Model, Rel, Solution, Var};
use tantalizer_rewrite::{RewriteError, decompose, presolve, simplify};

/// Far beyond the limit that is given, far below what the work would take.
const SOON: Duration = Duration::from_secs(10);

fn short() -> Limits {
    Limits::seconds(0.05)
}

/// Ever smaller bounds along a chain, and a large table of conditions.
fn large() -> Model {
    let mut model = Model::new("large");
    let vars = model.array("x", 120_000, 0..=1_000_000);
    for pair in vars.windows(2).rev() {
        model.compare(pair[0], Rel::Less, pair[1]).unwrap();
    }
    let truths: Vec<Var> = (0..60_000)
        .map(|i| {
            let truth = model.boolean(format!("b{i}"));
            let (x, y) = (vars[2 * i], vars[2 * i + 1]);
            let equal = Constraint::Compare(Compare {
                x,
                rel: Rel::Equal,
                y,
            });
            model.reified(equal, truth).unwrap();
            truth
        })
        .collect();
    for some in truths.chunks(3) {
        model
            .clause(
                some.iter()
                    .map(|&truth| Literal::yes(truth))
                    .collect::<Vec<_>>(),
            )
            .unwrap();
    }
    model
}

fn stops<T>(work: impl FnOnce(&Limits) -> Result<T, RewriteError>) {
    let started = Instant::now();
    let result = work(&short());
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    if let Err(error) = result {
        assert_eq!(error, RewriteError::Stopped(Limit::Time));
    }
}

#[test]
fn presolve_stops() {
    let model = large();
    stops(|limits| presolve(&model, &limits.start()));
}

#[test]
fn simplification_stops() {
    let model = large();
    stops(|limits| simplify(&model, limits));
}

#[test]
fn decomposition_stops_also_within_one_constraint() {
    let mut model = Model::new("all different");
    let vars = model.array("x", 20_000, 0..=1_000_000);
    model.all_different(&vars).unwrap();
    let started = Instant::now();
    let stopped = decompose(&model, &|_| false, &short().start()).err();
    assert_eq!(stopped, Some(RewriteError::Stopped(Limit::Time)));
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
}

#[test]
fn memory_is_a_reason_too() {
    let limits = Limits::none();
    limits.cancel.out_of_memory();
    let stopped = presolve(&large(), &limits.start()).err();
    assert_eq!(stopped, Some(RewriteError::Stopped(Limit::Memory)));
}

/// A long clause is gone through once, not once for each of its literals.
#[test]
fn long_clauses_are_no_matter() {
    let mut model = Model::new("one of many");
    let vars: Vec<Var> = (0..200_000).map(|i| model.boolean(i.to_string())).collect();
    let by = model.boolean("by");
    let literals = vars.iter().map(|&var| Literal::yes(var)).collect();
    model
        .reified(Constraint::Clause(Clause { literals }), by)
        .unwrap();
    let started = Instant::now();
    let takes = |constraint: &Constraint| matches!(constraint, Constraint::Clause(_));
    let whole = decompose(&model, &takes, &Limits::none().start())
        .unwrap()
        .model;
    assert_eq!(whole.constraints().len(), 200_001);
    assert!(started.elapsed() < 5 * SOON, "{:?}", started.elapsed());
}

/// A share of no time at all: every step is left out, and the answers stay the same.
#[test]
fn what_is_given_up_changes_no_answer() {
    for seed in 0..60 {
        let model = random_model(seed);
        // A deadline that leaves nothing for the steps, yet is not over for the whole.
        let limits = Limits::seconds(20.0);
        let (few, all) = (
            simplify(&model, &limits.within(Some(Duration::from_micros(400)))),
            simplify(&model, &Limits::none()).unwrap(),
        );
        let Ok(few) = few else { continue };
        for simplified in [few, all] {
            let mut found: Vec<Vec<i32>> = Vec::new();
            let small = &simplified.model;
            brute::for_each_assignment(small, |assignment| {
                if small.violated(assignment).is_none() {
                    let back = simplified.restore(&Solution(assignment.to_vec()));
                    assert_eq!(model.violated(&back.0), None, "seed {seed}");
                    found.push(back.project(&model.answer()));
                }
            });
            found.sort_unstable();
            found.dedup();
            let mut expected: Vec<Vec<i32>> = Vec::new();
            brute::for_each_assignment(&model, |assignment| {
                if model.violated(assignment).is_none() {
                    expected.push(Solution(assignment.to_vec()).project(&model.answer()));
                }
            });
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(found, expected, "seed {seed}");
        }
    }
}
