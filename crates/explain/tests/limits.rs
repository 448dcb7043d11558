//! An explanation that takes long is left within its limit, and says so.

use std::time::{Duration, Instant};

use tantalizer_explain::{Difficulty, ExplainError, Options, explain, within};
use tantalizer_model::{Limit, Limits, Model, Rel, Solution, Status};

#[test]
fn preparing_an_explanation_stops() {
    let mut model = Model::new("queens");
    let vars = model.array("x", 200, 1..=200);
    for (i, &x) in vars.iter().enumerate() {
        for (j, &y) in vars.iter().enumerate().skip(i + 1) {
            for distance in [0, (j - i) as i64, i as i64 - j as i64] {
                let terms = [(1, x), (-1, y)];
                model.linear(terms, Rel::NotEqual, distance).unwrap();
            }
        }
    }
    let options = || Options {
        limits: Limits::seconds(0.05),
        ..Options::default()
    };
    let started = Instant::now();
    let explanation = explain(&model, &options()).expect("not too large, only too long");
    assert_eq!(explanation.status, Status::Unknown);
    assert_eq!(explanation.stopped_by, Some(Limit::Time));
    let nothing = Solution(vec![1; 200]);
    let stopped = within(&model, &nothing, Difficulty::Easy, &options());
    assert_eq!(stopped, Err(ExplainError::Stopped(Limit::Time)));
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn what_is_cancelled_says_why() {
    let mut model = Model::new("two in a row");
    let [x, y] = ["x", "y"].map(|name| model.int(name, 1..=2));
    model.compare(x, Rel::Less, y).unwrap();
    let options = Options::default();
    options.limits.cancel.out_of_memory();
    let explanation = explain(&model, &options).expect("small");
    assert_eq!(explanation.stopped_by, Some(Limit::Memory));
}
