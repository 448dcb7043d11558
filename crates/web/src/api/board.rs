//! `/api/board`: the boards of a puzzle whose kind is a model, or that is FlatZinc, as data to play on.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::told::Told;
use serde_json::{Value, json};
use tantalizer_puzzle::Puzzle;

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let document = fields.document()?;
    let limits = fields.limits(told)?;
    fields.finish()?;
    let (puzzle, parameters) = told.shelf.boards(&document, &limits)?;
    let parameters = parameters.into_iter().map(|(name, parameter, derived)| {
        json!({ "name": name, "type": parameter.of, "dimensions": parameter.dim, "derived": derived })
    });
    let parameters: Vec<Value> = parameters.collect();
    let mut object = puzzle.description();
    object["puzzle"] = puzzle.name().into();
    object["file"] = puzzle.to_json();
    object["parameters"] = parameters.into();
    Ok(object.to_string())
}
