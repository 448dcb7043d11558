//! Parts of answers as JSON.

use num_bigint::BigUint;
use serde::Serialize;
use serde_json::{Map, Value};
use tantalizer::model::Statistics;

use super::outcome::Failure;

/// Prints one object on a line.
pub fn print(object: &impl Serialize) -> Result<(), Failure> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    let text = serde_json::to_vec(object).map_err(|error| Failure::print(error.into()))?;
    let printed = out.write_all(&text).and_then(|()| out.write_all(b"\n"));
    printed.and_then(|()| out.flush()).map_err(Failure::print)
}

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
