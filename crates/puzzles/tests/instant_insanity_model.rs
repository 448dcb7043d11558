//! The tower model against the rules said plainly, over all tuples of orientations.

use std::collections::BTreeSet;

use tantalizer_model::symmetry::orbits_by_canonical_form;
use tantalizer_puzzles::instant_insanity::{Instance, Recipe, Rule, Shape, generate};

/// The rule, said plainly.
fn solves(rule: Rule, sides: &[Vec<u8>]) -> bool {
    let columns: Vec<Vec<u8>> = (0..sides[0].len())
        .map(|side| sides.iter().map(|row| row[side]).collect())
        .collect();
    let different = |list: &[u8]| list.iter().collect::<BTreeSet<_>>().len() == list.len();
    let equal = |list: &[u8]| list.iter().all(|item| item == &list[0]);
    match rule {
        Rule::AllDifferent => columns.iter().all(|column| different(column)),
        Rule::AllEqual { distinct_sides } => {
            columns.iter().all(|column| equal(column)) && (!distinct_sides || different(&sides[0]))
        }
    }
}

/// All solutions, by going through all tuples of orientations and asking rule and judge.
fn solutions(instance: &Instance) -> Vec<Vec<usize>> {
    let tower = instance.tower_model().unwrap();
    let count = instance.shape.orientation_count();
    let mut tuple = vec![1; instance.pieces.len()];
    let mut found = Vec::new();
    loop {
        let shown = instance.tower(tuple.clone());
        let mut values = vec![0; tower.model.var_count()];
        for (piece, &orientation) in tuple.iter().enumerate() {
            values[tower.orientations[piece].index()] = orientation as i32;
            for (side, &var) in tower.colours[piece].iter().enumerate() {
                values[var.index()] = i32::from(shown.sides[piece][side]);
            }
        }
        let fits = solves(instance.rule, &shown.sides);
        assert_eq!(tower.model.violated(&values).is_none(), fits, "{tuple:?}");
        if fits {
            found.push(tuple.clone());
        }
        let Some(place) = (0..tuple.len()).rev().find(|&i| tuple[i] < count) else {
            return found;
        };
        tuple[place] += 1;
        tuple[place + 1..].fill(1);
    }
}

fn orbits(instance: &Instance, solutions: &[Vec<usize>], name: &str) -> u64 {
    let model = instance.tower_model().unwrap().model;
    let group = model.symmetries().iter().find(|group| group.name == name);
    let elements = group.unwrap().elements(instance.pieces.len()).unwrap();
    let tuples: Vec<Vec<i32>> = solutions
        .iter()
        .map(|tuple| tuple.iter().map(|&number| number as i32).collect())
        .collect();
    // Solutions must map to solutions.
    let all: BTreeSet<&[i32]> = tuples.iter().map(|tuple| &tuple[..]).collect();
    for element in &elements {
        assert!(
            tuples
                .iter()
                .all(|tuple| all.contains(&element.apply(tuple)[..]))
        );
    }
    orbits_by_canonical_form(all, &elements)
}

#[test]
fn the_original_cubes_have_eight_orientations_in_two_turns_and_one_tower() {
    let mut original = Instance::original();
    let found = solutions(&original);
    assert_eq!(found.len(), 8);
    assert_eq!(orbits(&original, &found, "axis"), 2);
    assert_eq!(orbits(&original, &found, "tower"), 1);
    original.rule = Rule::EQUAL;
    assert_eq!(solutions(&original), Vec::<Vec<usize>>::new());
}

#[test]
fn generated_instances_keep_their_promise_and_counts_divide() {
    let rules = [
        Rule::AllDifferent,
        Rule::EQUAL,
        Rule::AllEqual {
            distinct_sides: false,
        },
    ];
    for shape in [Shape::Cube, Shape::Prism(3), Shape::Prism(5)] {
        for rule in rules {
            for seed in 0..4 {
                let colours = shape.sides().max(3);
                for recipe in [Recipe::Solvable, Recipe::Random, Recipe::Balanced] {
                    let instance = generate(shape, 3, colours, rule, recipe, seed).unwrap();
                    let found = solutions(&instance);
                    let turns = shape.sides() as u64;
                    let label = format!("{shape:?} {rule:?} {recipe:?} seed {seed}");
                    assert!(recipe != Recipe::Solvable || !found.is_empty(), "{label}");
                    let count = found.len() as u64;
                    assert_eq!(orbits(&instance, &found, "axis") * turns, count, "{label}");
                    assert_eq!(
                        orbits(&instance, &found, "tower") * 2 * turns,
                        count,
                        "{label}"
                    );
                }
            }
        }
    }
}

#[test]
fn impossible_wishes_are_refused() {
    let wish = |pieces, colours, rule| {
        generate(Shape::Cube, pieces, colours, rule, Recipe::Solvable, 1).map(|_| ())
    };
    assert!(wish(5, 4, Rule::AllDifferent).is_err());
    assert!(wish(5, 3, Rule::EQUAL).is_err());
    assert!(wish(5, 0, Rule::AllDifferent).is_err());
    assert!(wish(100, 100, Rule::AllDifferent).is_ok());
}
