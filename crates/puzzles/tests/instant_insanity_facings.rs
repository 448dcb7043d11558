//! Towers by facings against towers by the engines, on cubes of all sorts.

mod common;

use num_bigint::BigUint;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use tantalizer_model::symmetry::orbits_by_canonical_form;
use tantalizer_model::{Collect, EngineId, Limit, Limits, Question, Request, Silent, Status};
use tantalizer_puzzles::instant_insanity::{Instance, Recipe, Rule, Shape, generate};

use common::{answer_plainly, counts, model};

/// Cubes with many repeated colours, with hidden towers, and with colours to spare.
fn cubes_of_all_sorts() -> Vec<(String, Instance)> {
    let mut instances = vec![("original".to_string(), Instance::original())];
    for (pieces, colours) in [
        (1, 1),
        (1, 3),
        (2, 2),
        (3, 3),
        (3, 4),
        (4, 4),
        (4, 6),
        (6, 6),
        (8, 8),
    ] {
        for recipe in [Recipe::Solvable, Recipe::Random, Recipe::Balanced] {
            for seed in 0..6 {
                let instance = generate(
                    Shape::Cube,
                    pieces,
                    colours,
                    Rule::AllDifferent,
                    recipe,
                    seed,
                );
                let label = format!("{pieces} cubes, {colours} colours, {recipe:?}, seed {seed}");
                instances.push((label, instance.unwrap()));
            }
        }
    }
    // Cubes of few colours each, so that pairs and whole cubes look alike.
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for number in 0..30 {
        let colours = rng.random_range(3..=5);
        let piece = |rng: &mut ChaCha8Rng| {
            let own = [0; 3].map(|_| rng.random_range(0..colours) as u8);
            (0..6).map(|_| own[rng.random_range(0..3)]).collect()
        };
        let pieces = (0..3).map(|_| piece(&mut rng)).collect();
        let instance = Instance::with_letters(Shape::Cube, colours, pieces, Rule::AllDifferent);
        instances.push((format!("alike, number {number}"), instance));
    }
    instances
}

/// The orientations of all solutions.
fn towers(instance: &Instance, request: &Request) -> BTreeSet<Vec<i32>> {
    let mut found = Collect::default();
    let answer = answer_plainly(instance, request, &mut found).unwrap();
    let model = model(instance);
    let towers: BTreeSet<Vec<i32>> = found
        .solutions
        .iter()
        .map(|solution| solution.project(&model.answer()))
        .collect();
    assert!(answer.complete);
    assert_eq!(towers.len(), found.solutions.len(), "each tower once");
    assert_eq!(answer.count, BigUint::from(towers.len()));
    towers
}

#[test]
fn facings_find_the_towers_that_the_engines_find() {
    let mut solvable = 0;
    for (label, instance) in cubes_of_all_sorts() {
        let all = Question::All { limit: None };
        let by_search = towers(&instance, &Request::new(all).by(EngineId::Search));
        assert_eq!(towers(&instance, &Request::new(all)), by_search, "{label}");

        let count = Request::new(Question::Count);
        let count = answer_plainly(&instance, &count, &mut Silent).unwrap();
        assert_eq!(count.engine, "instant-insanity-facings", "{label}");
        assert_eq!(count.count, BigUint::from(by_search.len()), "{label}");
        assert_eq!(
            count.status,
            if by_search.is_empty() {
                Status::Unsatisfiable
            } else {
                Status::Satisfiable
            }
        );
        solvable += usize::from(!by_search.is_empty());
    }
    assert!(solvable > 50, "{solvable} instances have a tower");
}

#[test]
fn pictures_and_orbits_are_those_of_the_engines() {
    for (label, instance) in cubes_of_all_sorts() {
        let own = Request::new(Question::Count);
        let engines = Request::new(Question::Count).by(EngineId::Search);
        let own = counts(&instance, &own);
        assert_eq!(own.more, counts(&instance, &engines).more, "{label}");

        let towers = towers(&instance, &Request::new(Question::All { limit: None }));
        let model = model(&instance);
        for (name, orbits) in own.orbits {
            let group = model.symmetries().iter().find(|group| group.name == name);
            let elements = group.unwrap().elements(instance.pieces.len()).unwrap();
            let tuples = towers.iter().map(|tuple| &tuple[..]);
            let expected = orbits_by_canonical_form(tuples, &elements);
            assert_eq!(orbits, Some(BigUint::from(expected)), "{label}, {name}");
        }
    }
}

#[test]
fn limits_are_kept() {
    let balanced = |pieces| {
        generate(
            Shape::Cube,
            pieces,
            pieces,
            Rule::AllDifferent,
            Recipe::Balanced,
            1,
        )
        .unwrap()
    };
    let stopped_by = |instance: &Instance, question, limits: Limits| {
        let request = Request {
            limits,
            ..Request::new(question)
        };
        let answer = answer_plainly(instance, &request, &mut Silent).unwrap();
        (answer.status, answer.stopped_by)
    };
    let nodes = Limits {
        nodes: Some(10),
        ..Limits::none()
    };
    let unknown_by = |limit| (Status::Unknown, Some(limit));
    let large = balanced(100);
    for question in [Question::One, Question::Count] {
        let by_nodes = stopped_by(&large, question, nodes.clone());
        assert_eq!(by_nodes, unknown_by(Limit::Nodes));
        let by_time = stopped_by(&large, question, Limits::seconds(0.05));
        assert_eq!(by_time, unknown_by(Limit::Time));
    }
    let limits = Limits::none();
    limits.cancel.cancel();
    let cancelled = stopped_by(&large, Question::One, limits);
    assert_eq!(cancelled, unknown_by(Limit::Cancelled));

    // Cubes of one colour each: one choice of faces alone stands for 2^60 towers, which nobody waits for.
    let pieces = (0..30).map(|colour| vec![colour; 6]).collect();
    let plain = Instance::with_letters(Shape::Cube, 30, pieces, Rule::AllDifferent);
    let all = Question::All { limit: None };
    let by_time = stopped_by(&plain, all, Limits::seconds(0.05));
    assert_eq!(by_time, (Status::Satisfiable, Some(Limit::Time)));

    let some = Question::All { limit: Some(3) };
    let first = stopped_by(&Instance::original(), some, Limits::none());
    assert_eq!(first, (Status::Satisfiable, Some(Limit::Solutions)));
}

/// Seven cubes in 40 colours: hundreds of millions of towers, counted by their facings and by the diagram.
#[test]
fn very_many_towers_are_counted_without_being_seen() {
    let loose = generate(Shape::Cube, 7, 40, Rule::AllDifferent, Recipe::Random, 3).unwrap();
    let count = |request: &Request| answer_plainly(&loose, request, &mut Silent).unwrap().count;
    let own = count(&Request::new(Question::Count));
    assert!(own > BigUint::from(100_000_000u32));
    assert_eq!(
        own,
        count(&Request::new(Question::Count).by(EngineId::Diagram))
    );
}
