//! Limits are kept while a diagram is prepared, and memory is refused before it is taken.

use std::time::{Duration, Instant};

use tantalizer_diagram::Diagram;
use tantalizer_model::{Limit, Limits, Model, ModelEngine, Question, Rel, Request, Silent};

/// Far beyond the limit that is given, far below what the work would take.
const SOON: Duration = Duration::from_secs(10);

fn count(model: &Model, limits: Limits) -> Option<Limit> {
    let request = Request::new(Question::Count).with_limits(limits);
    let started = Instant::now();
    let answer = Diagram.answer_for(model, &request, &mut Silent);
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    assert!(!answer.complete);
    answer.stopped_by
}

/// A row of moves for each value of the first variable would be terabytes.
#[test]
fn huge_domains_are_given_up_before_they_fill_the_memory() {
    let mut model = Model::new("x >= y");
    let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=10_000_000));
    model.compare(x, Rel::GreaterEqual, y).unwrap();
    let stopped = count(&model, Limits::seconds(20.0));
    assert_eq!(stopped, Some(Limit::Memory));
    let mut model = Model::new("x <= y");
    let x = model.int("x", 0..=1_000);
    let y = model.int("y", 0..=1_000_000);
    model.compare(x, Rel::LessEqual, y).unwrap();
    let mut limits = Limits::seconds(20.0);
    limits.memory = Some(64 << 20);
    assert_eq!(count(&model, limits), Some(Limit::Memory));
}

#[test]
fn all_domains_together_count() {
    let mut model = Model::new("many values");
    let vars = model.array("x", 1_000, 0..=100_000);
    model.compare(vars[0], Rel::Less, vars[1]).unwrap();
    let stopped = count(&model, Limits::seconds(20.0));
    assert_eq!(stopped, Some(Limit::Memory));
}

#[test]
fn preparing_stops() {
    let mut model = Model::new("many sums");
    let vars = model.array("x", 1_500, 0..=3);
    for start in 0..400 {
        let terms = vars[start..start + 1_000].iter().map(|&var| (1, var));
        let terms: Vec<_> = terms.collect();
        model.linear(terms, Rel::Equal, 1_500).unwrap();
    }
    assert_eq!(count(&model, Limits::seconds(0.05)), Some(Limit::Time));
    let mut model = Model::new("all different");
    let vars = model.array("x", 4_000, 1..=4_000);
    model.all_different(&vars).unwrap();
    let stopped = count(&model, Limits::seconds(0.05));
    assert!(matches!(stopped, Some(Limit::Time | Limit::Memory)));
}
