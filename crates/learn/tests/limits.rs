//! Limits are kept while a model is put into Huub's words.

use std::sync::Arc;
use std::time::{Duration, Instant};
use tantalizer_model::constraints::Table;

use tantalizer_learn::Learn;
use tantalizer_model::{
    Constraint, Limit, Limits, Model, ModelEngine, Question, Request, Silent, Tuples,
};

#[test]
fn a_long_list_of_disequalities_is_left() {
    let mut model = Model::new("all different");
    let vars = model.array("x", 4_000, 1..=5_000);
    model.all_different(&vars).unwrap();
    let request = Request::new(Question::One).with_limits(Limits::seconds(0.05));
    let started = Instant::now();
    let answer = Learn.answer_for(&model, &request, &mut Silent);
    assert_eq!(answer.stopped_by, Some(Limit::Time));
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn tables_beyond_the_memory_are_refused() {
    let mut model = Model::new("a table");
    let vars = model.array("x", 2, 0..=999);
    let rows = (0..100_000).map(|i| [i % 1000, (i / 1000 + i) % 1000]);
    let tuples = Arc::new(Tuples::new(2, rows).unwrap());
    let table = Constraint::Table(Table {
        vars,
        tuples,
        allowed: true,
    });
    model.post(table).unwrap();
    let mut request = Request::new(Question::One);
    request.limits.memory = Some(32 << 20);
    let answer = Learn.answer_for(&model, &request, &mut Silent);
    assert_eq!(answer.stopped_by, Some(Limit::Memory));
}
