//! What the conformance suite does not ask: the judge at the door, strategies, limits.

use std::collections::BTreeSet;

use tantalizer_learn::Learn;
use tantalizer_model::{
    Cancel, Collect, Limit, Limits, Model, ModelEngine, Question, Rel, Request, Silent, Status,
    Strategy, ValueChoice, Var, VariableChoice,
};

fn latin_square(n: usize) -> (Model, Vec<Vec<Var>>) {
    let mut model = Model::new("latin square");
    let rows: Vec<Vec<Var>> = (0..n)
        .map(|row| model.array(&format!("row {row}"), n, 1..=n as i32))
        .collect();
    for (i, row) in rows.iter().enumerate() {
        model.all_different(row).expect("valid");
        let column: Vec<Var> = rows.iter().map(|row| row[i]).collect();
        model.all_different(&column).expect("valid");
    }
    (model, rows)
}

/// A square of which all but one cell is given has one completion; with that one forbidden it has none. An
/// all-different that forgets its fixed variables would let a false one through.
#[test]
fn a_latin_square_whose_only_completion_is_excluded_has_none() {
    for n in 3..=6 {
        for (row, column) in [(0, 0), (1, 2), (n - 1, n - 1)] {
            let (mut model, rows) = latin_square(n);
            let given = |row: usize, column: usize| ((row + column) % n + 1) as i32;
            for (i, cells) in rows.iter().enumerate() {
                for (j, &cell) in cells.iter().enumerate() {
                    if (i, j) != (row, column) {
                        model.member(cell, [given(i, j)]).expect("valid");
                    }
                }
            }
            let whole = Learn.answer_for(&model, &Request::new(Question::Count), &mut Silent);
            assert_eq!(whole.count, 1u32.into(), "{n} {row} {column}");
            let others: Vec<i32> = (1..=n as i32)
                .filter(|&v| v != given(row, column))
                .collect();
            model.member(rows[row][column], others).expect("valid");
            for question in [Question::Count, Question::One] {
                let answer = Learn.answer_for(&model, &Request::new(question), &mut Silent);
                assert_eq!(answer.status, Status::Unsatisfiable, "{n} {row} {column}");
                assert!(answer.complete);
            }
        }
    }
}

#[test]
fn every_strategy_finds_all_latin_squares() {
    let (mut model, rows) = latin_square(4);
    model
        .compare(rows[0][0], Rel::Less, rows[0][1])
        .expect("valid");
    for variable in VariableChoice::all() {
        for value in ValueChoice::all() {
            let mut request = Request::new(Question::All { limit: None });
            request.strategy = Some(Strategy { variable, value });
            request.seed = 7;
            let mut found = Collect::default();
            let answer = Learn.answer_for(&model, &request, &mut found);
            let different: BTreeSet<_> = found.solutions.iter().map(|s| s.0.clone()).collect();
            assert_eq!(different.len(), 288, "{variable:?} {value:?}");
            assert_eq!(answer.count, 288u32.into());
        }
    }
}

#[test]
fn limits_are_kept() {
    let (model, _) = latin_square(9);
    let mut request = Request::new(Question::Count).with_limits(Limits::seconds(0.3));
    let answer = Learn.answer_for(&model, &request, &mut Silent);
    assert_eq!(answer.stopped_by, Some(Limit::Time));
    assert!(!answer.complete);
    assert!(answer.statistics.failures.is_some());

    let cancel = Cancel::new();
    cancel.cancel();
    request.limits = Limits {
        cancel,
        ..Limits::none()
    };
    let answer = Learn.answer_for(&model, &request, &mut Silent);
    assert_eq!(answer.status, Status::Unknown);
    assert_eq!(answer.stopped_by, Some(Limit::Cancelled));

    let request = Request::new(Question::All { limit: Some(5) });
    let mut found = Collect::default();
    let answer = Learn.answer_for(&model, &request, &mut found);
    assert_eq!(found.solutions.len(), 5);
    assert_eq!(answer.stopped_by, Some(Limit::Solutions));
}
