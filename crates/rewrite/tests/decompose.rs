//! Every decomposition against the judge, in several vocabularies, also reified.

mod common;

use std::sync::Arc;
use tantalizer_model::constraints::Linear;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_conformance::brute;
use tantalizer_conformance::instance::Instance;
use tantalizer_conformance::whole_models::random_model;
use tantalizer_model::{
    Arithmetic, Constraint, ConstraintKind, Domain, Limits, Model, PathArc, PathGraph, Rel, Tuples,
    Var,
};
use tantalizer_rewrite::{decompose, presolve};

use common::completes;

/// A name, and what an engine takes.
type Vocabulary = (&'static str, fn(&Constraint) -> bool);

/// The least that a decomposition may use, what a pseudo-Boolean solver takes, and what the engine takes that has all the rest rewritten.
const VOCABULARIES: [Vocabulary; 3] = [
    ("inequalities alone", |_| false),
    ("clauses and sums", |c| {
        matches!(c.kind(), ConstraintKind::Clause | ConstraintKind::Linear)
    }),
    ("learn", |c| {
        tantalizer_learn::takes_in(c, &Model::new("no more is known"))
    }),
];

/// The rewritten model has exactly the original solutions, on a sample of assignments.
fn same_solutions(model: &Model, label: &str, rng: &mut ChaCha8Rng) {
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    brute::for_each_assignment(model, |assignment| {
        let list = if model.violated(assignment).is_none() {
            &mut yes
        } else {
            &mut no
        };
        list.push(assignment.to_vec());
    });
    for (vocabulary, takes) in VOCABULARIES {
        let rewritten = decompose(model, &takes, &Limits::none().start())
            .expect("small models fit")
            .model;
        for posted in rewritten.constraints() {
            let c = &posted.constraint;
            let floor = matches!(
                c,
                Constraint::Linear(Linear {
                    rel: Rel::LessEqual,
                    ..
                })
            );
            assert!(floor || takes(c), "{label}, {vocabulary}: left over {c:?}");
        }
        assert_eq!(rewritten.answer(), model.answer(), "{label}");
        for (list, expected) in [(&yes, true), (&no, false)] {
            for assignment in list.choose_multiple(rng, 12) {
                assert_eq!(
                    completes(&rewritten, assignment),
                    expected,
                    "{label}, {vocabulary}: {assignment:?} in\n{model}\nrewritten as\n{rewritten}"
                );
            }
        }
    }
}

#[test]
fn every_constraint_keeps_its_solutions() {
    for kind in ConstraintKind::ALL {
        for seed in 0..40 {
            let model = Instance::random(kind, seed).model;
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            same_solutions(&model, &format!("{} seed {seed}", kind.name()), &mut rng);
        }
    }
}

#[test]
fn every_constraint_can_be_reified() {
    for kind in ConstraintKind::ALL {
        for seed in 100..140 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let instance = Instance::random(kind, seed).model;
            let mut model = instance.without_constraints();
            let domain = [0..=1, 0..=1, 0..=0, 1..=1][rng.random_range(0..4)].clone();
            let by = model.int("by", domain);
            let constraint = instance.constraints()[0].constraint.clone();
            model.reified(constraint, by).expect("valid");
            let label = format!("reified {} seed {seed}", kind.name());
            same_solutions(&model, &label, &mut rng);
        }
    }
}

#[test]
fn whole_models_keep_their_solutions() {
    for seed in 0..150 {
        let model = random_model(seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        same_solutions(&model, &format!("whole model {seed}"), &mut rng);
    }
}

#[test]
fn presolve_keeps_all_solutions() {
    for kind in ConstraintKind::ALL {
        for seed in 0..100 {
            let model = Instance::random(kind, seed).model;
            let tight = presolve(&model, &Limits::none().start()).expect("small models fit");
            let label = format!("{} seed {seed}:\n{model}\nbecame\n{tight}", kind.name());
            assert_eq!(brute::answers(&tight), brute::answers(&model), "{label}");
        }
    }
    for seed in 0..600 {
        let model = random_model(seed);
        let tight = presolve(&model, &Limits::none().start()).expect("small models fit");
        let label = format!("whole model {seed}:\n{model}\nbecame\n{tight}");
        assert_eq!(brute::answers(&tight), brute::answers(&model), "{label}");
    }
}

/// A few variables with domains of millions, tried at chosen points.
fn large(post: impl Fn(&mut Model, &[Var]), points: &[[i32; 3]]) {
    let mut model = Model::new("large");
    let vars: Vec<Var> = (0..3)
        .map(|i| model.int(format!("x{i}"), -3_000_000..=3_000_000))
        .collect();
    post(&mut model, &vars);
    for (vocabulary, takes) in VOCABULARIES {
        let rewritten = decompose(&model, &takes, &Limits::none().start())
            .expect("fits")
            .model;
        assert!(rewritten.constraints().len() < 2_000, "{vocabulary}");
        for point in points {
            let expected = model.constraints()[0].constraint.holds(point);
            let found = completes(&rewritten, point);
            assert_eq!(found, expected, "{vocabulary}: {point:?} in\n{model}");
        }
    }
}

#[test]
fn large_domains_are_not_written_out() {
    let arithm = |op, rel| {
        move |model: &mut Model, v: &[Var]| {
            model.arithm(v[0], op, v[1], rel, v[2]).expect("valid");
        }
    };
    let products = [[1234, -1000, -1_234_000], [1234, 1000, 7], [0, 55, 0]];
    large(arithm(Arithmetic::Times, Rel::Equal), &products);
    large(arithm(Arithmetic::Times, Rel::Greater), &products);
    let quotients = [
        [1_000_000, 7, 142_857],
        [-1_000_000, 7, -142_857],
        [-1_000_000, 7, -142_858],
        [1_000_000, -7, -142_857],
        [5, 0, 0],
        [0, 3, 0],
        [2, 3_000_000, 0],
        [12, 1, 12],
        [12, -1, -12],
    ];
    large(arithm(Arithmetic::Divide, Rel::Equal), &quotients);
    let absolute = |model: &mut Model, v: &[Var]| {
        model.absolute(v[0], v[1]).expect("valid");
    };
    large(absolute, &[[5, -5, 0], [5, 5, 0], [-5, -5, 0], [4, 5, 0]]);
    let nvalue = |model: &mut Model, v: &[Var]| {
        model.nvalue(&[v[0], v[1], v[0]], v[2]).expect("valid");
    };
    large(nvalue, &[[9, 9, 1], [9, 9, 2], [9, 8, 2]]);
}

#[test]
fn path_counts_beyond_any_number_are_told_apart_from_small_ones() {
    // Ten nodes in a row, each step up to two million ways: 2^200 paths, unless the last step is closed.
    let mut model = Model::new("many paths");
    let total = model.int("total", 0..=5);
    let ways = model.int("ways", 1..=2_000_000);
    let last = model.int("last", 0..=3);
    let arcs = (0..9)
        .map(|from| PathArc {
            from,
            to: from + 1,
            multiplicity: if from == 8 { last } else { ways },
        })
        .collect();
    let graph = PathGraph {
        nodes: 10,
        start: 0,
        accepting: vec![9],
        arcs,
    };
    model.path_count(Arc::new(graph), total).expect("valid");
    for (vocabulary, takes) in VOCABULARIES {
        let rewritten = decompose(&model, &takes, &Limits::none().start())
            .expect("fits")
            .model;
        for (point, expected) in [
            ([0, 2_000_000, 0], true),
            ([0, 2_000_000, 1], false),
            ([3, 1, 3], true),
            ([2, 1, 3], false),
            ([5, 2, 1], false),
        ] {
            let found = completes(&rewritten, &point);
            assert_eq!(found, expected, "{vocabulary}: {point:?}");
        }
    }
}

#[test]
fn names_carry_over_and_definitions_belong_to_nobody() {
    let mut model = Model::new("named");
    let x = model.array("x", 3, 1..=4);
    let n = model.int("n", 0..=3);
    let id = model.nvalue(&x, n).expect("valid");
    model.name_constraint(id, "how many colours");
    model.explain_constraint(id, "There are n colours.");
    let tuples = Tuples::new(2, [[1, 2], [2, 3]]).expect("valid");
    let pair = model.table(&x[..2], Arc::new(tuples)).expect("valid");
    model.name_constraint(pair, "a pair");
    let takes = VOCABULARIES[1].1;
    let rewritten = decompose(&model, &takes, &Limits::none().start())
        .expect("fits")
        .model;
    let mut seen = [0, 0, 0];
    for posted in rewritten.constraints() {
        let origin = [id, pair]
            .into_iter()
            .position(|id| posted.name == model.constraint(id).name);
        match origin {
            Some(origin) => {
                let replaced = &model.constraints()[origin];
                assert_eq!(posted.sentence, replaced.sentence);
                seen[origin] += 1;
            }
            None => {
                assert_eq!((&*posted.name, &*posted.sentence), ("", ""));
                seen[2] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn a_model_with_an_empty_domain_stays_without_solution() {
    let mut model = Model::new("empty");
    let x = model.int("x", Domain::empty());
    let y = model.int("y", 0..=1);
    model.compare(x, Rel::Less, y).expect("valid");
    let rewritten = decompose(&model, &|_| false, &Limits::none().start())
        .expect("fits")
        .model;
    assert!(rewritten.domain(x).is_empty());
}
