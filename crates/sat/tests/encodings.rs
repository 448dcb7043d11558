//! What the suite of small instances does not reach: every constraint as a literal, sums and products too
//! large to list, domains too large to represent, limits.

use tantalizer_conformance::instance::Instance;
use tantalizer_conformance::{agrees, brute};
use tantalizer_model::constraints::Reified;
use tantalizer_model::{
    Arithmetic, Collect, Constraint, ConstraintKind, Limit, Limits, Model, ModelEngine, Question,
    Rel, Request, Silent, Status,
};
use tantalizer_sat::{EncodeOptions, Encoding, Sat, encode};

#[test]
fn every_constraint_reified_and_reified_again() {
    for kind in ConstraintKind::ALL {
        for seed in 0..40 {
            let instance = Instance::random(kind, seed);
            let inner = instance.model.constraints()[0].constraint.clone();
            let mut model = instance.model.without_constraints();
            let (inside, outside) = (model.boolean("inside"), model.boolean("outside"));
            if brute::assignments(&model) > 2_000 {
                continue;
            }
            let reified = Constraint::Reified(Reified {
                constraint: Box::new(inner),
                by: inside,
            });
            model
                .reified(reified, outside)
                .expect("it was built before");
            for encoding in [Encoding::Direct, Encoding::Order] {
                let label = format!("{} reified twice, seed {seed}", kind.name());
                agrees(&Sat::with_encoding(encoding), &model, &label);
            }
        }
    }
}

#[test]
fn a_cryptarithm_whose_sum_is_added_in_binary() {
    let mut model = Model::new("SEND + MORE = MONEY");
    let letters: Vec<_> = "SENDMORY"
        .chars()
        .map(|letter| {
            let first = letter == 'S' || letter == 'M';
            model.int(letter.to_string(), i32::from(first)..=9)
        })
        .collect();
    model.all_different(&letters).expect("valid");
    let weights = [1000, 91, -90, 1, -9000, -900, 10, -1];
    let terms = weights.into_iter().zip(letters.iter().copied());
    model.linear(terms, Rel::Equal, 0).expect("valid");
    for encoding in Encoding::ALL {
        let mut found = Collect::default();
        let request = Request::new(Question::All { limit: None });
        let answer = Sat::with_encoding(encoding).answer_for(&model, &request, &mut found);
        assert!(answer.complete);
        assert_eq!(found.solutions.len(), 1);
        assert_eq!(found.solutions[0].0, [9, 5, 6, 7, 1, 0, 8, 2]);
    }
}

#[test]
fn products_that_are_multiplied_in_binary() {
    for (rel, low) in [
        (Rel::Equal, -90),
        (Rel::LessEqual, 3),
        (Rel::NotEqual, -200),
    ] {
        let mut model = Model::new("a product");
        let x = model.int("x", low..=210);
        let y = model.int("y", -150..=60);
        let z = model.int("z", [-31_000, -5_000, -7, 0, 6, 210, 12_599, 12_600]);
        model
            .arithm(x, Arithmetic::Times, y, rel, z)
            .expect("valid");
        model
            .linear([(1, x), (3, y), (5, z)], Rel::Equal, 1_081)
            .expect("valid");
        let mut expected = 0u32;
        for z in model.domain(z).iter() {
            for y in model.domain(y).iter() {
                let x = 1_081 - 3 * y - 5 * z;
                let inside = model.domain(model.vars().next().expect("x")).contains(x);
                expected += u32::from(inside && rel.holds(i64::from(x) * i64::from(y), z.into()));
            }
        }
        let answer = Sat::new().answer_for(&model, &Request::new(Question::Count), &mut Silent);
        assert!(answer.complete);
        assert_eq!(answer.count, expected.into(), "x * y {} z", rel.symbol());
    }
}

#[test]
fn too_few_values_are_seen_without_search() {
    let mut model = Model::new("pigeons");
    let pigeons = model.array("pigeon", 40, 1..=39);
    model.all_different(&pigeons).expect("valid");
    let answer = Sat::new().answer_for(&model, &Request::new(Question::One), &mut Silent);
    assert_eq!(answer.status, Status::Unsatisfiable);
    assert_eq!(answer.statistics.failures, Some(0));
}

#[test]
fn a_domain_too_large_is_refused_by_name() {
    let mut model = Model::new("wide");
    let narrow = model.int("narrow", 0..=9);
    let wide = model.int("wide one", 0..=i32::MAX);
    model.compare(narrow, Rel::Less, wide).expect("valid");
    let answer = Sat::new().answer_for(&model, &Request::new(Question::One), &mut Silent);
    assert_eq!(answer.status, Status::Unknown);
    match answer.stopped_by {
        Some(Limit::Unsupported(reason)) => assert!(reason.contains("`wide one`"), "{reason}"),
        other => panic!("expected a refusal, found {other:?}"),
    }
}

#[test]
fn a_constraint_too_large_is_refused_by_name() {
    let mut model = Model::new("a large quotient");
    let x = model.int("x", 1..=4_000);
    let y = model.int("y", 1..=4_000);
    let z = model.int("z", 1..=4_000);
    model
        .arithm(x, Arithmetic::Divide, y, Rel::Equal, z)
        .expect("valid");
    let limits = Limits {
        memory: Some(100 << 20),
        ..Limits::none()
    };
    let request = Request::new(Question::One).with_limits(limits);
    let answer = Sat::new().answer_for(&model, &request, &mut Silent);
    assert_eq!(answer.status, Status::Unknown);
    match answer.stopped_by {
        Some(Limit::Unsupported(reason)) => assert!(reason.contains("arithm"), "{reason}"),
        other => panic!("expected a refusal, found {other:?}"),
    }
}

#[test]
fn the_same_model_gives_the_same_formula() {
    for seed in 0..30 {
        let model = tantalizer_conformance::whole_models::random_model(seed);
        let formula = || {
            encode(&model, &EncodeOptions::default())
                .expect("small")
                .cnf
        };
        assert_eq!(formula(), formula());
    }
}
