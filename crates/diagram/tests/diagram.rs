//! Known numbers, samples, limits.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;
use tantalizer_diagram::Diagram;
use tantalizer_model::{
    Cancel, Collect, Limit, Limits, Model, ModelEngine, Question, Rel, Request, Silent, Status,
    Strategy, Tuples, Var, VariableChoice,
};

/// Any three adjacent cells in a row, column or diagonal hold exactly two different values.
fn tricky_triple(n: usize) -> Model {
    let mut model = Model::new("empty board");
    let board: Vec<Vec<Var>> = (0..n)
        .map(|row| model.array(&format!("row {row}"), n, 1..=3))
        .collect();
    let mut rows = Vec::new();
    for a in 1..=3 {
        for b in 1..=3 {
            for c in 1..=3 {
                let all_equal = a == b && b == c;
                let all_different = a != b && b != c && a != c;
                if !all_equal && !all_different {
                    rows.push([a, b, c]);
                }
            }
        }
    }
    let tuples = Arc::new(Tuples::new(3, rows).expect("rows of three"));
    for row in 0..n as i32 {
        for column in 0..n as i32 {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cell = |step: i32| {
                    let (r, c) = (row + step * down, column + step * right);
                    let inside = |x: i32| (0..n as i32).contains(&x);
                    (inside(r) && inside(c)).then(|| board[r as usize][c as usize])
                };
                if let (Some(a), Some(b), Some(c)) = (cell(0), cell(1), cell(2)) {
                    model.table(&[a, b, c], Arc::clone(&tuples)).expect("valid");
                }
            }
        }
    }
    model
}

/// The same boards by filling one cell after another and looking at the three triples each way that end there.
fn by_hand(board: &mut Vec<Vec<i32>>, filled: usize) -> u64 {
    let n = board.len();
    if filled == n * n {
        return 1;
    }
    let (row, column) = (filled / n, filled % n);
    let mut boards = 0;
    for value in 1..=3 {
        board[row][column] = value;
        let fits = [(0, 1), (1, 0), (1, 1), (1, -1)].iter().all(|&(up, left)| {
            let cell = |step: i64| {
                let r = usize::try_from(row as i64 - step * up).ok()?;
                let c = usize::try_from(column as i64 - step * left).ok()?;
                (c < n).then(|| board[r][c])
            };
            match (cell(1), cell(2)) {
                (Some(a), Some(b)) => {
                    let equal = [a == b, a == value, b == value];
                    equal.iter().filter(|&&same| same).count() == 1
                }
                _ => true,
            }
        });
        if fits {
            boards += by_hand(board, filled + 1);
        }
    }
    boards
}

fn count(model: &Model) -> BigUint {
    let answer = Diagram.answer_for(model, &Request::new(Question::Count), &mut Silent);
    assert!(answer.complete, "{:?}", answer.stopped_by);
    answer.count
}

#[test]
fn empty_tricky_triple_boards() {
    assert_eq!(count(&tricky_triple(1)), 3u32.into());
    assert_eq!(count(&tricky_triple(2)), 81u32.into());
    assert_eq!(count(&tricky_triple(7)), 85_374u32.into());
    for n in 3..=8 {
        let mut board = vec![vec![0; n]; n];
        assert_eq!(
            count(&tricky_triple(n)),
            by_hand(&mut board, 0).into(),
            "{n}"
        );
    }
    let mut model = tricky_triple(4);
    let all = count(&model);
    // The board counted once more, value of a corner by value: the same number three times.
    let corner = model.vars().next().expect("a cell");
    model.set_domain(corner, [1]);
    assert_eq!(count(&model) * 3u32, all);
}

/// Boards that equal their own image under a half turn, counted through equalities and by looking at all boards.
#[test]
fn boards_that_are_their_own_image() {
    let mut model = tricky_triple(6);
    let mut found = Collect::default();
    let request = Request::new(Question::All { limit: None });
    Diagram.answer_for(&model, &request, &mut found);
    let turned = |board: &[i32]| board.iter().eq(board.iter().rev());
    let expected = found.solutions.iter().filter(|s| turned(&s.0)).count();
    let cells: Vec<Var> = model.vars().collect();
    for (&cell, &image) in cells.iter().zip(cells.iter().rev()) {
        model.compare(cell, Rel::Equal, image).expect("valid");
    }
    assert_eq!(count(&model), expected.into());
}

#[test]
fn numbers_beyond_any_machine_word() {
    // Words of 300 letters of 5 without two equal neighbours: 5 * 4^299.
    let mut model = Model::new("words");
    let letters = model.array("x", 300, 1..=5);
    for pair in letters.windows(2) {
        model
            .compare(pair[0], Rel::NotEqual, pair[1])
            .expect("valid");
    }
    assert_eq!(
        count(&model),
        BigUint::from(5u32) * BigUint::from(4u32).pow(299)
    );
}

#[test]
fn permutations_and_their_loops() {
    let mut model = Model::new("permutations");
    let x = model.array("x", 12, 0..=11);
    model.all_different(&x).expect("valid");
    assert_eq!(count(&model), 479_001_600u32.into());
    let mut model = Model::new("loops");
    let x = model.array("x", 9, 0..=8);
    model.circuit(&x).expect("valid");
    assert_eq!(count(&model), 40_320u32.into());
}

#[test]
fn domains_wider_than_a_mask() {
    let mut model = Model::new("wide");
    let x = model.int("x", 0..=99);
    let y = model.int("y", 0..=99);
    let z = model.int("z", 0..=99);
    model.compare(x, Rel::Less, y).expect("valid");
    assert_eq!(count(&model), (100 * 99 / 2 * 100u32).into());
    model
        .linear([(1, x), (1, y), (-1, z)], Rel::Equal, 0)
        .expect("valid");
    // Pairs x < y with a sum of at most 99.
    assert_eq!(count(&model), 2500u32.into());
    model.all_different(&[x, y, z]).expect("valid");
    assert_eq!(count(&model), (2500 - 99u32).into());
}

#[test]
fn auxiliary_variables_never_multiply() {
    let mut model = Model::new("parity of four bits, with anything beside");
    let bits = model.array("b", 4, 0..=1);
    let sum = model.int("sum", 0..=4);
    let free = model.int("free", 0..=99);
    let loose = model.int("loose", 0..=99);
    let mut terms: Vec<(i64, Var)> = bits.iter().map(|&b| (1, b)).collect();
    terms.push((-1, sum));
    model.linear(terms, Rel::Equal, 0).expect("valid");
    model.compare(free, Rel::Greater, sum).expect("valid");
    model.compare(loose, Rel::NotEqual, free).expect("valid");
    model.set_answer(bits);
    assert_eq!(count(&model), 16u32.into());
    model.set_answer([sum]);
    assert_eq!(count(&model), 5u32.into());
}

#[test]
fn samples_are_uniform_and_without_repetition() {
    let mut model = Model::new("x < y");
    let x = model.int("x", 1..=4);
    let y = model.int("y", 1..=4);
    model.compare(x, Rel::Less, y).expect("valid");
    let ask = |limit: Option<u64>, seed: u64| {
        let mut request = Request::new(Question::All { limit });
        request.strategy = Some(Strategy::new(VariableChoice::Random));
        request.seed = seed;
        let mut found = Collect::default();
        Diagram.answer_for(&model, &request, &mut found);
        let list: Vec<Vec<i32>> = found.solutions.into_iter().map(|s| s.0).collect();
        list
    };
    let mut times: BTreeMap<Vec<i32>, u32> = BTreeMap::new();
    for seed in 0..6000 {
        let sample = ask(Some(2), seed);
        assert_eq!(sample.len(), 2);
        assert_ne!(sample[0], sample[1]);
        *times.entry(sample[0].clone()).or_default() += 1;
    }
    assert_eq!(times.len(), 6);
    // 1000 expected, standard deviation 29: these bounds are five of them.
    assert!(
        times.values().all(|n| (855..=1145).contains(n)),
        "{times:?}"
    );
    assert_eq!(ask(Some(5), 3), ask(Some(5), 3));
    let mut all = ask(None, 1);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 6);
}

#[test]
fn samples_of_a_huge_number_of_solutions() {
    let mut model = Model::new("words");
    let letters = model.array("x", 120, 1..=5);
    for pair in letters.windows(2) {
        model
            .compare(pair[0], Rel::NotEqual, pair[1])
            .expect("valid");
    }
    let mut request = Request::new(Question::All { limit: Some(20) });
    request.strategy = Some(Strategy::new(VariableChoice::Random));
    let mut found = Collect::default();
    let answer = Diagram.answer_for(&model, &request, &mut found);
    assert_eq!(found.solutions.len(), 20);
    assert_eq!(answer.stopped_by, Some(Limit::Solutions));
    for solution in &found.solutions {
        assert_eq!(model.violated(&solution.0), None);
    }
}

#[test]
fn limits_are_kept() {
    let mut model = Model::new("forty numbers, all different, with a sum");
    let x = model.array("x", 40, 1..=60);
    model.all_different(&x).expect("valid");
    let terms: Vec<(i64, Var)> = (1..).zip(x.iter().copied()).collect();
    model.linear(terms, Rel::Equal, 20_000).expect("valid");
    let mut request = Request::new(Question::Count);
    request.limits.memory = Some(8 << 20);
    let answer = Diagram.answer_for(&model, &request, &mut Silent);
    assert_eq!(answer.status, Status::Unknown);
    assert_eq!(answer.stopped_by, Some(Limit::Memory));

    request.limits = Limits::seconds(0.05);
    let answer = Diagram.answer_for(&model, &request, &mut Silent);
    assert_eq!(answer.stopped_by, Some(Limit::Time));

    let cancel = Cancel::new();
    cancel.cancel();
    request.limits = Limits {
        cancel,
        ..Limits::none()
    };
    let answer = Diagram.answer_for(&model, &request, &mut Silent);
    assert_eq!(answer.stopped_by, Some(Limit::Cancelled));

    let mut model = Model::new("a variable with two billion values");
    let x = model.int("huge", 0..=2_000_000_000);
    let y = model.int("y", 0..=9);
    model.compare(x, Rel::Greater, y).expect("valid");
    let answer = Diagram.answer_for(&model, &Request::new(Question::Count), &mut Silent);
    match answer.stopped_by {
        Some(Limit::Unsupported(reason)) => assert!(reason.contains("`huge`"), "{reason}"),
        other => panic!("{other:?}"),
    }
}
