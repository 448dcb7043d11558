//! Limits are kept while a formula is written and handed over.

use std::sync::Arc;
use std::time::{Duration, Instant};
use tantalizer_model::constraints::{Circuit, Table};

use tantalizer_model::{Constraint, Limit, Limits, Model, Rel, Tuples};
use tantalizer_sat::{EncodeOptions, Incremental, Refused, encode};

/// Far beyond the limit that is given, far below what the work would take.
const SOON: Duration = Duration::from_secs(10);

#[track_caller]
fn stops(model: &Model) {
    for selectors in [false, true] {
        let started = Instant::now();
        let options = EncodeOptions {
            watch: Some(Limits::seconds(0.05).start()),
            memory: Some(1 << 40),
            ..EncodeOptions::default()
        };
        let refused = if selectors {
            Incremental::new(model, &options).err()
        } else {
            encode(model, &options).err()
        };
        assert_eq!(refused, Some(Refused::Stopped(Limit::Time)));
        assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    }
}

#[test]
fn many_values_stop() {
    let mut model = Model::new("many values");
    model.array("x", 100, 0..=1_000_000);
    stops(&model);
}

#[test]
fn many_sums_stop() {
    let mut model = Model::new("queens");
    let vars = model.array("x", 300, 1..=200);
    for (i, &x) in vars.iter().enumerate() {
        for &y in &vars[i + 1..] {
            model
                .linear([(1, x), (-1, y)], Rel::NotEqual, i as i64)
                .unwrap();
        }
    }
    stops(&model);
}

#[test]
fn one_large_constraint_stops() {
    let mut model = Model::new("all different");
    let vars = model.array("x", 2_000, 1..=2_000);
    model.all_different(&vars).unwrap();
    stops(&model);
    let mut model = Model::new("circuit");
    let vars = model.array("x", 300, 0..=299);
    model
        .post(Constraint::Circuit(Circuit {
            successors: vars,
            offset: 0,
        }))
        .unwrap();
    stops(&model);
    let mut model = Model::new("table");
    let vars = model.array("x", 4, 0..=999);
    let rows = (0..500_000).map(|i| [i % 1000, i / 1000, (i * 7) % 1000, (i * 31) % 1000]);
    let tuples = Arc::new(Tuples::new(4, rows).unwrap());
    let table = Constraint::Table(Table {
        vars,
        tuples,
        allowed: true,
    });
    model.post(table).unwrap();
    stops(&model);
}
