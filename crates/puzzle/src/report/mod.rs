//! Answers as JSON objects: what `--json` prints and what the page is sent.
//!
//! Whoever asks (a person at a terminal, a program, the page) gets the same object for the same question, because all of them
//! take it from here. A report is made from the puzzle, the request and what came of it; its `object` is the JSON.
//! Counts are strings of digits, and what does not apply is null or left out.

mod count;
mod explain;
mod none;
mod position;
mod solve;
mod states;

pub use count::{CountObject, CountReport};
pub use explain::{Asked, ExplainObject, Explained, StepObject, Steps, explain};
pub use none::NoneObject;
pub use position::{by_place, filled_in, filled_in_since};
pub use solve::{SolveObject, SolveReport};
pub use states::StatesReport;

use num_bigint::BigUint;
use serde_json::{Map, Value};
use tantalizer_model::Statistics;

/// The statistics that an engine knows; others are left out.
pub fn statistics(statistics: &Statistics) -> Map<String, Value> {
    let mut map = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            map.insert(key.into(), value);
        }
    };
    put("nodes", statistics.nodes.map(Value::from));
    put("failures", statistics.failures.map(Value::from));
    put("propagations", statistics.propagations.map(Value::from));
    put("peak_depth", statistics.peak_depth.map(Value::from));
    let first = statistics.first_solution_seconds;
    put("first_solution_seconds", first.map(Value::from));
    let last = statistics.last_solution_seconds;
    put("last_solution_seconds", last.map(Value::from));
    let reason = statistics.engine_reason.clone();
    put("engine_reason", reason.map(Value::from));
    for (key, value) in &statistics.more {
        put(key, Some(Value::from(value.as_str())));
    }
    map
}

/// A count: a string of digits, or null where it is not known.
pub fn count(count: &Option<BigUint>) -> Value {
    count
        .as_ref()
        .map_or(Value::Null, |count| Value::from(count.to_string()))
}

/// Counts by name.
fn named(counts: &[(String, Option<BigUint>)]) -> Map<String, Value> {
    let entry = |(name, number): &(String, Option<BigUint>)| (name.clone(), count(number));
    counts.iter().map(entry).collect()
}
