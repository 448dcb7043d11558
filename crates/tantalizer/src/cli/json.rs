//! Answers as JSON.

use serde::Serialize;

use super::outcome::{Failure, print_failure};

/// Prints one object on a line.
pub fn print(object: &impl Serialize) -> Result<(), Failure> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    let text = serde_json::to_vec(object).map_err(|error| print_failure(error.into()))?;
    let printed = out.write_all(&text).and_then(|()| out.write_all(b"\n"));
    printed.and_then(|()| out.flush()).map_err(print_failure)
}
