//! That there is no instance as wanted, proved.

use serde::Serialize;
use serde_json::Value;

/// The object of `design --json` where nothing can be as wanted.
#[derive(Debug, Serialize)]
pub struct NoneObject<'a> {
    puzzle: &'a str,
    objective: String,
    proved: bool,
    witness: Value,
    reason: String,
    seconds: f64,
}

impl<'a> NoneObject<'a> {
    /// There is none of this kind, for this reason.
    pub fn new(puzzle: &'a str, objective: String, reason: String, seconds: f64) -> Self {
        NoneObject {
            puzzle,
            objective,
            proved: true,
            witness: Value::Null,
            reason,
            seconds,
        }
    }
}
