//! That there is no instance as wanted, or that none was found.

use serde::Serialize;
use serde_json::Value;

/// The object of `design --json` where there is nothing to show.
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
    /// There is none, for this reason.
    pub fn proved(puzzle: &'a str, objective: String, reason: String, seconds: f64) -> Self {
        NoneObject {
            proved: true,
            ..NoneObject::not_proved(puzzle, objective, reason, seconds)
        }
    }

    /// None was found, for this reason; there may be some.
    pub fn not_proved(puzzle: &'a str, objective: String, reason: String, seconds: f64) -> Self {
        NoneObject {
            puzzle,
            objective,
            proved: false,
            witness: Value::Null,
            reason,
            seconds,
        }
    }
}
