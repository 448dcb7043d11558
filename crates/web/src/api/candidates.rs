//! `/api/candidates`: pencil marks: what every rule by itself leaves of each place, with what is filled in; or where a rule is broken.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::told::Told;
use serde_json::{Map, Value, json};
use tantalizer_explain::{Candidates, candidates};
use tantalizer_model::{Question, Var};
use tantalizer_puzzle::PuzzleError;

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let puzzle = fields.puzzle(told)?;
    let request = fields.request(&*puzzle, Question::One, told)?;
    let mut inquiry = fields.inquiry(&*puzzle)?;
    let entries = fields.filled_in(&*puzzle, &mut inquiry, &request)?;
    fields.finish()?;
    let model = inquiry.model(&request).map_err(PuzzleError::from)?;
    let Some(model) = model else {
        return Err(ApiError::Unanswered("its model was not found".into()));
    };
    let found = candidates(&model, &entries, &request.limits);
    let places = |var: &Var| puzzle.places(&model, var.index());
    let object = match found.map_err(|limit| ApiError::Unanswered(limit.to_string()))? {
        Candidates::Left(left) => {
            let mut by_place = Map::new();
            for (var, domain) in left {
                let values = domain
                    .iter()
                    .map(|value| puzzle.value_json(var.index(), value));
                let values: Value = values.collect();
                by_place.extend(
                    places(&var)
                        .into_iter()
                        .map(|place| (place, values.clone())),
                );
            }
            json!({ "puzzle": puzzle.name(), "candidates": by_place })
        }
        Candidates::Broken(vars) => {
            let broken: Vec<String> = vars.iter().flat_map(places).collect();
            json!({ "puzzle": puzzle.name(), "broken": broken })
        }
    };
    Ok(object.to_string())
}
