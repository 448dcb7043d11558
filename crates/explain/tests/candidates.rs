//! Pencil marks: each rule excludes what it excludes by itself, and no rule builds on another.

use tantalizer_explain::{Candidates, candidates};
use tantalizer_model::{Limits, Model, Rel, Var};

fn left(found: &Candidates, var: Var) -> Vec<i32> {
    match found {
        Candidates::Left(all) => {
            let (_, domain) = all.iter().find(|entry| entry.0 == var).unwrap();
            domain.iter().collect()
        }
        Candidates::Broken(vars) => panic!("broken at {vars:?}"),
    }
}

/// Three cells that differ, the first less than the second.
fn model() -> (Model, [Var; 3]) {
    let mut model = Model::new("three");
    let cells = ["a", "b", "c"].map(|name| model.int(name, 1..=3));
    model.all_different(&cells).unwrap();
    model.compare(cells[0], Rel::Less, cells[1]).unwrap();
    (model, cells)
}

#[test]
fn rules_do_not_build_on_each_other() {
    let (model, [a, b, c]) = model();
    let found = candidates(&model, &[(c, 3)], &Limits::none()).unwrap();
    // That a is less than b leaves a 1 or 2 and b 2 or 3; that all differ takes the 3. Together a is 1 and b is 2: nobody says so.
    assert_eq!(left(&found, a), [1, 2]);
    assert_eq!(left(&found, b), [2]);
    assert_eq!(left(&found, c), [3]);
}

#[test]
fn a_rule_that_is_broken_is_named_by_its_places() {
    let (model, [a, b, c]) = model();
    let found = candidates(&model, &[(a, 2), (b, 1)], &Limits::none()).unwrap();
    assert_eq!(found, Candidates::Broken(vec![a, b]));
    let found = candidates(&model, &[(b, 2), (c, 2)], &Limits::none()).unwrap();
    assert_eq!(found, Candidates::Broken(vec![a, b, c]));
    let found = candidates(&model, &[(a, 7)], &Limits::none()).unwrap();
    assert_eq!(found, Candidates::Broken(vec![a]));
}

#[test]
fn clues_count_as_the_board() {
    let (mut model, [a, b, c]) = model();
    let three = model.constant(3);
    model.compare(b, Rel::Equal, three).unwrap();
    let found = candidates(&model, &[], &Limits::none()).unwrap();
    assert_eq!(left(&found, a), [1, 2]);
    assert_eq!(left(&found, c), [1, 2]);
}
