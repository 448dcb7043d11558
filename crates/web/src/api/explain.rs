//! `/api/explain`: the solution, one deduction after another; or which clues clash.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::work::Told;
use tantalizer_model::Question;
use tantalizer_puzzle::report::explain;

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let puzzle = fields.puzzle()?;
    let request = fields.request(&*puzzle, Question::One, &told.cancel)?;
    let mut inquiry = fields.inquiry(&*puzzle)?;
    fields.finish()?;
    let explained = explain(&*puzzle, &mut inquiry, &request)?;
    if let (Some(limit), true) = (explained.stopped_by(), explained.is_empty()) {
        return Err(ApiError::Unanswered(limit.to_string()));
    }
    Ok(explained.object(&*puzzle)?.to_string())
}
