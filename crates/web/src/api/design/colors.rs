//! Sets of pieces of Colors with exactly one solution up to turns of the board.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::work::Told;
use std::time::Instant;
use tantalizer_puzzles::colors::generate::{GenerateError, Wish, generate};

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let start = Instant::now();
    let wish = Wish {
        rows: fields.size("rows", 1..=12, 4)?,
        cols: fields.size("cols", 1..=12, 4)?,
        colours: fields.size("colours", 1..=26, 6)?,
        seed: fields.seed()?,
    };
    let limits = fields.limits(&told.cancel)?;
    fields.finish()?;
    let made = generate(&wish, &limits).map_err(|error| match error {
        GenerateError::Impossible(_) | GenerateError::None(_) => ApiError::Bad(error.to_string()),
        other => ApiError::Unanswered(other.to_string()),
    })?;
    let object = made.object(start.elapsed().as_secs_f64());
    Ok(serde_json::to_string(&object)?)
}
