//! Designs of a wanted difficulty are as hard as the finished puzzle says, also where clues are read off what is filled in.

use tantalizer_design::clues::{Cells, ClueError, ClueWish, clued};
use tantalizer_explain::{Difficulty, Options, difficulty};
use tantalizer_model::constraints::Member;
use tantalizer_model::expression::{all_different, sum};
use tantalizer_model::{Domain, Limits, Model, Var};

const SIDE: usize = 4;

/// A latin square whose cells are divided into pairs, each with a sum that may be told; the cells are the answer.
fn pairs() -> (Model, Vec<Var>) {
    let mut model = Model::new("pairs");
    let cells = model.array("cell", SIDE * SIDE, 1..=SIDE as i32);
    let sums = model.array("sum", SIDE * SIDE / 2, 0..=2 * SIDE as i32);
    model.set_answer(cells.clone());
    for line in 0..SIDE {
        let row: Vec<Var> = (0..SIDE).map(|at| cells[line * SIDE + at]).collect();
        let col: Vec<Var> = (0..SIDE).map(|at| cells[at * SIDE + line]).collect();
        for (name, line) in [("row", row), ("column", col)] {
            let rule = all_different(&line).named(format!("{name} differs"));
            model.require(rule).expect("a rule");
        }
    }
    for (at, &total) in sums.iter().enumerate() {
        // Pairs lie and stand in turn.
        let (block, within) = (at / 2, at % 2);
        let (row, col) = (block / 2 * 2, block % 2 * 2);
        let pair = if (row + col) % 4 == 0 {
            [
                cells[(row + within) * SIDE + col],
                cells[(row + within) * SIDE + col + 1],
            ]
        } else {
            [
                cells[row * SIDE + col + within],
                cells[(row + 1) * SIDE + col + within],
            ]
        };
        let rule = sum(pair).eq(total).named(format!("pair {at} adds up"));
        model.require(rule).expect("a rule");
    }
    (model, sums)
}

#[test]
fn levels_are_those_of_the_finished_puzzle() {
    let (model, sums) = pairs();
    let options = Options::default();
    let mut found = 0;
    for level in [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard] {
        for seed in 1..=5 {
            let cells = Cells::single(model.answer().into_iter().chain(sums.iter().copied()));
            let wish = ClueWish {
                difficulty: Some(level),
                ..ClueWish::new(seed)
            };
            let made = match clued(&model, &cells, &wish, &Limits::none()) {
                Ok(made) => made,
                Err(ClueError::NotFound { .. }) => continue,
                Err(other) => panic!("{level:?}, seed {seed}: {other}"),
            };
            let mut puzzle = model.clone();
            for &(x, value) in &made.clues {
                let values = Domain::single(value);
                puzzle.post(Member { x, values }).expect("a clue");
            }
            let told = made.clues.iter().any(|clue| sums.contains(&clue.0));
            assert!(told, "{level:?}, seed {seed}: no sum is told");
            let is = difficulty(&puzzle, &options).expect("small enough");
            assert_eq!(is, Some(level), "seed {seed}: {:?}", made.clues);
            found += 1;
        }
    }
    assert!(found >= 6, "{found} found");
}
