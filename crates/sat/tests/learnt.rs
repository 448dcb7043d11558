//! What is learnt from conflicts, as an observer hears it.

use tantalizer_model::{
    Collect, Learnt, Model, ModelEngine, Observer, Question, Rel, Request, Restriction, Solution,
    Var,
};
use tantalizer_sat::{Encoding, Sat};

/// The literals of a clause, and how many more it has.
type Heard = (Vec<(Var, Restriction, i32)>, usize);

/// Keeps what is learnt.
#[derive(Default)]
struct Pupil(Vec<Heard>);

impl Observer for Pupil {
    fn watches(&self) -> bool {
        true
    }

    fn learnt(&mut self, clause: &Learnt<'_>) {
        self.0.push((clause.literals.to_vec(), clause.others));
    }
}

fn holds((var, restriction, value): (Var, Restriction, i32), solution: &Solution) -> bool {
    let is = solution[var];
    match restriction {
        Restriction::Is => is == value,
        Restriction::IsNot => is != value,
        Restriction::AtMost => is <= value,
        Restriction::Above => is > value,
    }
}

/// Latin squares with a knight's move between equal numbers forbidden, so that there is something to learn.
fn squares(n: i32) -> Model {
    let mut model = Model::new("squares");
    let cells: Vec<Vec<Var>> = (0..n)
        .map(|row| {
            (0..n)
                .map(|col| model.int(format!("x{row}{col}"), 1..=n))
                .collect()
        })
        .collect();
    for at in 0..n as usize {
        model.all_different(&cells[at]).expect("valid");
        let column: Vec<Var> = cells.iter().map(|row| row[at]).collect();
        model.all_different(&column).expect("valid");
    }
    let n = n as usize;
    for (row, col) in (0..n).flat_map(|row| (0..n).map(move |col| (row, col))) {
        for (down, right) in [(1, 2), (2, 1)] {
            if row + down < n && col + right < n {
                let other = cells[row + down][col + right];
                let rule = model.compare(cells[row][col], Rel::NotEqual, other);
                rule.expect("valid");
            }
        }
    }
    model
}

#[test]
fn what_is_learnt_holds_in_every_solution_and_is_told_in_the_words_of_the_model() {
    let model = squares(5);
    let mut all = Collect::default();
    let every = Request::new(Question::All { limit: None });
    Sat::new().answer_for(&model, &every, &mut all);
    for encoding in Encoding::ALL {
        let mut pupil = Pupil::default();
        let one = Request::new(Question::One);
        Sat::with_encoding(encoding).answer_for(&model, &one, &mut pupil);
        assert!(!pupil.0.is_empty(), "{encoding} learns something");
        assert!(
            pupil.0.iter().any(|(literals, _)| !literals.is_empty()),
            "{encoding} tells something about the model"
        );
        for (literals, others) in &pupil.0 {
            let kept = |solution: &Solution| literals.iter().any(|&one| holds(one, solution));
            assert!(
                *others > 0 || all.solutions.iter().all(kept),
                "{encoding}: {literals:?}"
            );
        }
    }
}
