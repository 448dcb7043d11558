//! `/api/read`: the text of a puzzle file, TOML or JSON, as JSON.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::told::Told;

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let puzzle = fields.puzzle(told)?;
    fields.finish()?;
    Ok(puzzle.to_json().to_string())
}
