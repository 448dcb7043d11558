//! Designs of sets of pieces against brute force.

use std::collections::{BTreeMap, BTreeSet};

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tantalizer_design::{Family, Survey, SurveyOptions, survey};
use tantalizer_puzzles::instant_insanity::design::{PieceSets, SetParameters, Towers};
use tantalizer_puzzles::instant_insanity::{Instance, Rule};

/// Orientations and pictures of a puzzle, by going through all tuples of orientations with the rule said plainly.
fn brute_force(instance: &Instance) -> [u64; 2] {
    let turned = instance.shape.orientations();
    let mut orientations = 0;
    let mut pictures = BTreeSet::new();
    let mut towers: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
    for piece in 0..instance.pieces.len() {
        let mut taller = Vec::new();
        for tower in &towers {
            for faces in &turned {
                let ring = instance.ring(piece, faces);
                let fits = tower.iter().all(|below| {
                    let mut sides = below.iter().zip(&ring);
                    match instance.rule {
                        Rule::AllDifferent => sides.all(|(a, b)| a != b),
                        Rule::AllEqual { .. } => sides.all(|(a, b)| a == b),
                    }
                });
                let colours: BTreeSet<_> = ring.iter().collect();
                if fits && (instance.rule != Rule::EQUAL || colours.len() == ring.len()) {
                    taller.push([&tower[..], &[ring]].concat());
                }
            }
        }
        towers = taller;
    }
    for tower in towers {
        orientations += 1;
        pictures.insert(tower);
    }
    [orientations, pictures.len() as u64]
}

fn sets(pieces: usize, colours: usize, sides: usize, any: bool, distinct: bool) -> PieceSets {
    PieceSets::new(SetParameters {
        pieces,
        colours,
        sides: (sides > 0).then_some(sides),
        any_colouring: any,
        distinct,
        towers: Towers::Both,
    })
    .unwrap()
}

fn run(family: &PieceSets) -> Survey {
    survey(family, SurveyOptions::default()).unwrap().0
}

#[test]
fn the_counter_counts_what_brute_force_counts() {
    for (pieces, colours, sides, any) in [
        (4, 4, 0, false),
        (4, 4, 0, true),
        (5, 5, 0, false),
        (3, 4, 0, true),
        (2, 5, 0, false),
        (1, 4, 0, true),
        (3, 3, 3, false),
        (4, 4, 4, true),
        (3, 3, 5, true),
        (2, 3, 6, true),
        (5, 3, 4, true),
    ] {
        let family = sets(pieces, colours, sides, any, false);
        let mut counter = family.counter();
        for seed in 0..60 {
            let rng = &mut ChaCha8Rng::seed_from_u64(seed);
            let kinds = family.types().types.len() as u32;
            let few = rng.random_range(1..=kinds.min(4));
            let set: Vec<u32> = (0..pieces)
                .map(|_| rng.random_range(0..kinds / few))
                .collect();
            let mut counts = [0; 4];
            set.iter().for_each(|&kind| counter.push(kind));
            counter.counts(&mut counts);
            set.iter().for_each(|_| counter.pop());
            let different = brute_force(&family.instance(&set, Rule::AllDifferent));
            let equal = brute_force(&family.instance(&set, Rule::EQUAL));
            let expected = [different[0], equal[0], different[1], equal[1]];
            assert_eq!(
                counts, expected,
                "seed {seed}, {pieces} pieces, {colours} colours, {sides} sides"
            );
        }
    }
}

/// All sets, without any use of symmetry: every list of coloured pieces, joined only by hand into multisets of pieces up to
/// rotation.
#[test]
fn small_families_are_surveyed_whole() {
    for (pieces, colours, sides, any, distinct) in [
        (2, 2, 0, false, false),
        (2, 2, 0, true, true),
        (2, 3, 0, false, true),
        (3, 3, 3, false, false),
        (2, 4, 4, false, false),
        (3, 2, 4, true, false),
    ] {
        let family = sets(pieces, colours, sides, any, distinct);
        let count = family.types().types.len() as u32;
        let mut multisets: BTreeSet<Vec<u32>> = BTreeSet::from([Vec::new()]);
        for _ in 0..pieces {
            multisets = multisets
                .iter()
                .flat_map(|set| (0..count).map(|kind| [&set[..], &[kind]].concat()))
                .map(|mut set| {
                    set.sort_unstable();
                    set
                })
                .filter(|set| !distinct || set.windows(2).all(|pair| pair[0] != pair[1]))
                .collect();
        }
        let mut expected: [BTreeMap<Vec<u64>, u128>; 2] = Default::default();
        for set in multisets {
            let rules = [Rule::AllDifferent, Rule::EQUAL];
            let counts = rules.map(|rule| brute_force(&family.instance(&set, rule)));
            for convention in 0..2 {
                let counts = counts.iter().map(|count| count[convention]).collect();
                *expected[convention].entry(counts).or_insert(0) += 1;
            }
        }
        let survey = run(&family);
        for (tally, expected) in survey.tallies.iter().zip(expected) {
            let found: BTreeMap<Vec<u64>, u128> = tally
                .classes()
                .into_iter()
                .map(|(counts, class)| (counts.to_vec(), class.instances))
                .collect();
            assert_eq!(
                found, expected,
                "{pieces} {colours} {sides} {any} {distinct}"
            );
        }
    }
}

/// What the paper could not prove: with all four colours on each of four cubes, the fewest towers.
#[test]
fn four_cubes() {
    for (towers, fewest) in [
        (Towers::Adiis, vec![8]),
        (Towers::Aeiis, vec![8]),
        (Towers::Both, vec![96, 8]),
    ] {
        let parameters = SetParameters::four_cubes(towers);
        let family = PieceSets::new(parameters).unwrap();
        let survey = run(&family);
        assert_eq!(survey.instances(), 971_635);
        let found = parameters.wish().answer(&survey.tallies[0]).unwrap();
        assert_eq!(found.counts, fewest, "{towers:?}");
        for (rule, &count) in towers.rules().into_iter().zip(&found.counts) {
            assert_eq!(
                brute_force(&family.instance(&found.witness, rule))[0],
                count
            );
        }
    }
}

#[test]
fn impossible_and_oversized_families_are_refused() {
    let refused = |pieces, colours, sides, any_colouring| {
        let parameters = SetParameters {
            pieces,
            colours,
            sides,
            any_colouring,
            distinct: false,
            towers: Towers::Adiis,
        };
        PieceSets::new(parameters).unwrap_err().to_string()
    };
    assert!(refused(0, 4, None, false).contains("at least one"));
    assert!(refused(4, 4, Some(2), true).contains("at least 3"));
    assert!(refused(4, 4, Some(3), false).contains("--any-colouring"));
    assert!(refused(7, 7, None, false).contains("cannot show"));
    assert!(refused(40, 4, None, false).contains("too large"));
    assert!(refused(4, 30, None, true).contains("too large"));
}
