//! Limits are kept while constraints are posted and while the first propagation goes on, whatever the domains.

use std::sync::Arc;
use std::time::{Duration, Instant};
use tantalizer_model::constraints::{Member, Table};

use tantalizer_model::{
    Cancel, Consistency, Constraint, Domain, Limit, Limits, Model, ModelEngine, Question, Rel,
    Request, Silent, Tuples, Var,
};
use tantalizer_search::{Propagation, SearchEngine};

/// Far beyond the limit that is given, far below what the work would take.
const SOON: Duration = Duration::from_secs(10);

#[track_caller]
fn stops(model: &Model, threads: usize) {
    let mut request = Request::new(Question::Count).with_limits(Limits::seconds(0.05));
    request.threads = threads;
    let started = Instant::now();
    let answer = SearchEngine::default().answer_for(model, &request, &mut Silent);
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    assert_eq!(answer.stopped_by, Some(Limit::Time));
    assert!(!answer.complete);
}

/// Each of two variables pushes the other on by one.
fn endless() -> Model {
    let mut model = Model::new("x < y < x");
    let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=1_000_000_000));
    model.compare(x, Rel::Less, y).unwrap();
    model.compare(y, Rel::Less, x).unwrap();
    model
}

#[test]
fn a_long_fixpoint_is_left() {
    stops(&endless(), 1);
    stops(&endless(), 3);
    let stopped = Propagation::new(&endless(), true, &Limits::seconds(0.05));
    assert_eq!(stopped.err(), Some(Limit::Time));
}

#[test]
fn a_large_matching_is_left() {
    let mut model = Model::new("all different");
    let vars = model.array("x", 5_000, 1..=5_000);
    model.all_different(&vars).unwrap();
    stops(&model, 1);
}

#[test]
fn posting_is_left() {
    let mut model = Model::new("many");
    let vars = model.array("x", 3_000, 0..=20);
    for (i, &x) in vars.iter().enumerate() {
        for &y in &vars[i + 1..(i + 200).min(vars.len())] {
            model.compare(x, Rel::NotEqual, y).unwrap();
        }
    }
    stops(&model, 1);
}

#[test]
fn huge_domains_with_gaps_are_not_listed() {
    let mut model = Model::new("gaps");
    let x = model.int("x", 0..=2_000_000_000);
    let y = model.int("y", 0..=2_000_000_000);
    let ends = Domain::from_ranges([(0, 1), (1_999_999_999, 2_000_000_000)]);
    let by = model.boolean("by");
    model.member(x, &ends).unwrap();
    let inner = Constraint::Member(Member {
        x: y,
        values: ends.clone(),
    });
    model.reified(inner, by).unwrap();
    model
        .linear([(1, by)], Rel::Equal, 1)
        .expect("a valid constraint");
    let limits = Limits::seconds(20.0);
    let propagation = Propagation::new(&model, true, &limits)
        .expect("no time needed")
        .expect("there are solutions");
    assert_eq!(propagation.domains()[0], ends);
    model.compare(x, Rel::Less, y).unwrap();
    let request = Request::new(Question::Count).with_limits(limits);
    let answer = SearchEngine::default().answer_for(&model, &request, &mut Silent);
    assert_eq!(answer.count, 6u32.into());
    assert!(answer.complete);
}

#[test]
fn tables_beyond_the_memory_are_refused() {
    let mut model = Model::new("a wide table");
    let vars: Vec<Var> = model.array("x", 2, 0..=20_000);
    let rows = (0..20_000).map(|value| [value, (7 * value) % 20_001]);
    let tuples = Arc::new(Tuples::new(2, rows).unwrap());
    let table = Constraint::Table(Table {
        vars,
        tuples,
        allowed: true,
    });
    model.post(table).unwrap();
    let mut request = Request::new(Question::One);
    request.limits.memory = Some(10 << 20);
    let answer = SearchEngine::default().answer_for(&model, &request, &mut Silent);
    assert_eq!(answer.stopped_by, Some(Limit::Memory));
    request.limits.memory = None;
    let answer = SearchEngine::default().answer_for(&model, &request, &mut Silent);
    assert_eq!(answer.count, 1u32.into());
}

/// A permutation of many values: where a look at all of them removes nothing, it is not taken at each step.
#[test]
fn a_large_all_different_is_no_burden() {
    let mut model = Model::new("permutation");
    let all = model.array("x", 300, 0..=299);
    model.all_different(&all).unwrap();
    let request = Request {
        limits: Limits {
            cancel: Cancel::new().after_work(250_000),
            ..Limits::none()
        },
        ..Request::new(Question::One)
    };
    let answer = SearchEngine::default().answer_for(&model, &request, &mut Silent);
    assert_eq!(answer.stopped_by, Some(Limit::Solutions));
}

/// What is not looked at each time is not promised.
#[test]
fn a_large_all_different_promises_less() {
    for (size, promise) in [(40, Consistency::Domain), (50, Consistency::Checking)] {
        let mut model = Model::new("permutation");
        let all = model.array("x", size, 1..=size as i32);
        model.all_different(&all).unwrap();
        let propagation = Propagation::new(&model, true, &Limits::none());
        let propagation = propagation.expect("no limits").expect("possible");
        assert_eq!(propagation.promise(&model), promise);
    }
}
