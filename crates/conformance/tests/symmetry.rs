//! Counting up to symmetry, by canonical forms and by Burnside's lemma, against orbits found one by one.

use std::collections::BTreeSet;

use tantalizer_conformance::brute;
use tantalizer_model::symmetry::{fixed_by, orbits_by_canonical_form};
use tantalizer_model::{Model, ModelError, Rel, Symmetry, SymmetryGroup};

/// Orbits by walking from solution to solution.
fn orbits_one_by_one(solutions: &BTreeSet<Vec<i32>>, generators: &[Symmetry]) -> usize {
    let mut left = solutions.clone();
    let mut orbits = 0;
    while let Some(first) = left.pop_first() {
        orbits += 1;
        let mut reached = vec![first];
        while let Some(tuple) = reached.pop() {
            for generator in generators {
                let image = generator.apply(&tuple);
                assert!(solutions.contains(&image), "no symmetry of the model");
                if left.remove(&image) {
                    reached.push(image);
                }
            }
        }
    }
    orbits
}

/// How many solutions an element leaves as they are.
fn kept(model: &Model, element: &Symmetry) -> usize {
    let fixed = fixed_by(model, element).expect("a symmetry of the model");
    brute::answers(&fixed).len()
}

/// Orbits by Burnside's lemma: as many as solutions that an element leaves as they are, in the mean.
fn orbits_by_burnside(model: &Model, elements: &[Symmetry]) -> usize {
    let sum: usize = elements.iter().map(|element| kept(model, element)).sum();
    assert_eq!(sum % elements.len(), 0);
    sum / elements.len()
}

fn all_ways_agree(model: &Model, group: &SymmetryGroup, expected: usize) {
    let solutions = brute::answers(model);
    assert_eq!(orbits_one_by_one(&solutions, &group.generators), expected);
    let length = model.answer().len();
    let elements = group.elements(length).expect("a small group");
    let tuples = solutions.iter().map(|tuple| &tuple[..]);
    assert_eq!(orbits_by_canonical_form(tuples, &elements), expected as u64);
    assert_eq!(orbits_by_burnside(model, &elements), expected);
    let classes = group.classes(length).expect("a small group");
    for class in &classes {
        let of_first = kept(model, &class[0]);
        assert!(class.iter().all(|g| kept(model, g) == of_first));
    }
    let classed: BTreeSet<&Symmetry> = classes.iter().flatten().collect();
    assert_eq!(classed, elements.iter().collect());
    assert_eq!(classes.iter().map(Vec::len).sum::<usize>(), elements.len());
}

/// Necklaces of four beads in three colours, turned: 24 (the action is far from free).
#[test]
fn necklaces() {
    let mut model = Model::new("necklace");
    model.array("bead", 4, 1..=3);
    let turn = Symmetry::of_positions(vec![1, 2, 3, 0]);
    let group = SymmetryGroup::new("turns", vec![turn.clone()]);
    all_ways_agree(&model, &group, 24);
    let flip = Symmetry::of_positions(vec![3, 2, 1, 0]);
    let dihedral = SymmetryGroup::new("turns and flips", vec![turn, flip]);
    assert_eq!(dihedral.elements(4).map(|all| all.len()), Ok(8));
    assert_eq!(dihedral.classes(4).map(|all| all.len()), Ok(5));
    all_ways_agree(&model, &dihedral, 21);
}

/// Colours may be renamed as well: positions and values at once, with an auxiliary variable in the model.
#[test]
fn renaming_and_moving() -> Result<(), ModelError> {
    let mut model = Model::new("row");
    let row = model.array("cell", 4, 1..=3);
    let spare = model.int("spare", 0..=4);
    for pair in row.windows(2) {
        model.compare(pair[0], Rel::NotEqual, pair[1])?;
    }
    model.compare(spare, Rel::GreaterEqual, row[0])?;
    model.set_answer(row);
    let group = SymmetryGroup::new(
        "all",
        vec![
            Symmetry::of_positions(vec![3, 2, 1, 0]),
            Symmetry::of_values(4, [(1, 2), (2, 1)]),
            Symmetry::of_values(4, [(1, 2), (2, 3), (3, 1)]),
        ],
    );
    assert_eq!(group.elements(4)?.len(), 12);
    let solutions = brute::answers(&model);
    assert_eq!(solutions.len(), 24);
    let expected = orbits_one_by_one(&solutions, &group.generators);
    assert_ne!(expected, 24 / 12, "the action is not free");
    all_ways_agree(&model, &group, expected);
    Ok(())
}

#[test]
fn what_is_no_permutation_is_refused() {
    let mut model = Model::new("pair");
    model.array("x", 2, 0..=1);
    for wrong in [
        Symmetry::of_positions(vec![0, 0]),
        Symmetry::of_positions(vec![0]),
        Symmetry::of_positions(vec![0, 2]),
        Symmetry::of_values(2, [(0, 1)]),
    ] {
        let group = SymmetryGroup::new("wrong", vec![wrong]);
        let error = model.declare_symmetry(group).expect_err("refused");
        assert!(error.to_string().starts_with("symmetry `wrong`"));
    }
}
