//! `/api/design`: clues for a kind that is a model, such that there is exactly one solution. The parameters are those of the puzzle that is
//! sent; its clues do not matter.

use super::design::{question, wishes};
use crate::error::ApiError;
use crate::fields::Fields;
use crate::told::Told;
use serde_json::{Value, json};
use tantalizer_model::clock::Instant;
use tantalizer_model::{Question, Request};
use tantalizer_puzzle::clued::PARAMETERS;

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let start = Instant::now();
    let document = fields.document()?;
    let wishes = wishes(PARAMETERS, fields)?;
    let request = Request {
        seed: fields.seed()?,
        limits: fields.limits(told)?,
        ..Request::new(Question::One)
    };
    fields.finish()?;
    let kind = told.shelf.model_needed(&document)?;
    let blank = told.shelf.warm.blank(&kind, &document, &request.limits)?;
    let head = format!("tantalizer design {} --seed {}", kind.name, request.seed);
    let made = blank.design(&wishes, &request, &head, &|progress| {
        told.progress(|| progress.to_json());
    });
    let mut object = made??.json;
    object["seconds"] = json!(start.elapsed().as_secs_f64());
    Ok(object.to_string())
}

/// Its description: a question like that of `/api/count`.
pub fn described(common: &Value) -> Value {
    let mut described = question(PARAMETERS, common);
    described["summary"] =
        json!("Clues for a kind that is a model: as `tantalizer design KIND --json`.");
    let asked = &mut described["requestBody"]["content"]["application/json"];
    asked["schema"]["properties"]["puzzle"] = json!({
        "allOf": [{ "$ref": "#/components/schemas/Puzzle" }],
        "description": "the parameters: a puzzle of the kind, whose clues do not matter",
    });
    asked["examples"] = json!({
        "small": { "value": { "puzzle": { "puzzle": "latin-square", "n": 3 }, "seed": 1 } },
    });
    json!({ "post": described })
}
