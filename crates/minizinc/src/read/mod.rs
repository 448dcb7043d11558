//! Reading FlatZinc, written as text or as JSON.

mod json;
mod lex;
mod text;

use tantalizer_model::Watch;
use tantalizer_rewrite::Pace;

use crate::FlatZincError;
use crate::syntax::Program;

/// Reads a file, as long as the watch lets it; one whose first character is `{` is JSON.
pub fn read(source: &str, watch: &Watch) -> Result<Program, FlatZincError> {
    let mut pace = Pace::new(watch);
    pace.look()?;
    if source.trim_start().starts_with('{') {
        json::read(source, pace)
    } else {
        text::read(source, pace)
    }
}

/// What it takes to read a token or an entry and to keep it, in steps of some nanoseconds.
const STEPS_A_TOKEN: usize = 20;

/// How deep calls and arrays may be nested in annotations: deeper ones come from no compiler.
const DEEPEST: usize = 100;
