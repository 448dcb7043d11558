//! `/api/explain`: the solution, one deduction after another; or which clues clash. With `hint` the next deduction only, from what is
//! filled in.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::told::Told;
use tantalizer_model::Question;
use tantalizer_puzzle::report::{Asked, explain};

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let puzzle = fields.puzzle(told)?;
    let hint = fields.flag("hint")?;
    let request = fields.request(&*puzzle, Question::One, told)?;
    let mut inquiry = fields.inquiry(&*puzzle)?;
    let entries = fields.filled_in(&*puzzle, &mut inquiry, &request)?;
    fields.finish()?;
    let asked = Asked {
        hint,
        entries,
        ..Asked::default()
    };
    let explained = explain(&*puzzle, &mut inquiry, &request, &asked)?;
    if let (Some(limit), true) = (explained.stopped_by(), explained.is_empty()) {
        return Err(ApiError::Unanswered(limit.to_string()));
    }
    Ok(explained.object(&*puzzle)?.to_string())
}
