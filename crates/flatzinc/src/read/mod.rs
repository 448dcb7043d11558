//! Reading FlatZinc, written as text or as JSON.

mod json;
mod lex;
mod text;

use crate::FlatZincError;
use crate::syntax::Program;

/// Reads a file; one whose first character is `{` is JSON.
pub fn read(source: &str) -> Result<Program, FlatZincError> {
    match source.trim_start().starts_with('{') {
        true => json::read(source),
        false => text::read(source),
    }
}

/// How deep calls and arrays may be nested in annotations: deeper ones come from no compiler.
const DEEPEST: usize = 100;
