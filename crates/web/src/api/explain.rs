//! `/api/explain`: the solution, one deduction after another; or which clues clash. With `hint` the next deduction only, from what is
//! filled in.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::work::Told;
use serde_json::Value;
use tantalizer_model::Question;
use tantalizer_puzzle::report::{Asked, explain, filled_in};

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let puzzle = fields.puzzle()?;
    let hint = fields.flag("hint")?;
    let from = match fields.get("from") {
        None => None,
        Some(Value::Object(values)) => Some(values),
        Some(_) => return Err(ApiError::Bad("`from`: expected values by place".into())),
    };
    let request = fields.request(&*puzzle, Question::One, &told.cancel)?;
    let mut inquiry = fields.inquiry(&*puzzle)?;
    fields.finish()?;
    let entries = match (from, inquiry.model(&request)) {
        (Some(values), Ok(Some(model))) => filled_in(&*puzzle, &model, values)?,
        _ => Vec::new(),
    };
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
