//! `/api/design/KIND`: instances with a wanted property, with proof where there is something to prove.
//!
//! Fields, and what the description says of them, come from the parameters that the kind describes.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::told::Told;
use serde_json::{Value, json};
use tantalizer_design::survey_json;
use tantalizer_model::clock::Instant;
use tantalizer_model::{Question, Request};
use tantalizer_puzzle::design::{Design, DesignError, Designer, Parameter, Setting, Takes, Wishes};
use tantalizer_puzzle::{Document, Kind};
use tantalizer_puzzles::KINDS;

/// The kinds that can be designed, with the addresses of their designs.
pub fn designers() -> impl Iterator<Item = (String, &'static Kind, &'static Designer)> {
    let designed = |kind: &&'static Kind| {
        let designer = kind.design?;
        Some((format!("/api/design/{}", kind.name), *kind, designer))
    };
    KINDS.iter().filter_map(designed)
}

pub fn answer(
    designer: &'static Designer,
    fields: &Fields,
    told: &Told,
) -> Result<String, ApiError> {
    let start = Instant::now();
    let wishes = wishes(designer.parameters, fields)?;
    let histogram = designer.surveys.is_some() && fields.flag("histogram")?;
    let request = Request {
        seed: fields.seed()?,
        limits: fields.limits(told)?,
        ..Request::new(Question::One)
    };
    fields.finish()?;
    let design = (designer.make)(&wishes, &request, &|progress| {
        told.progress(|| progress.to_json());
    });
    let mut object = match design? {
        Design::Chance(instance) => return Ok(instance.to_json().to_string()),
        Design::Made(made) => made.json,
        Design::Family(family) => {
            survey_json(&*family, histogram, request.limits.clone(), &|progress| {
                told.progress(move || progress)
            })
            .map_err(|error| ApiError::Bad(error.to_string()))?
        }
    };
    object["seconds"] = json!(start.elapsed().as_secs_f64());
    Ok(object.to_string())
}

/// What is asked for.
pub fn wishes(parameters: &'static [Parameter], fields: &Fields) -> Result<Wishes, ApiError> {
    let mut wishes = Wishes::new(parameters);
    for parameter in parameters {
        let key = parameter.key();
        let wish = match parameter.takes {
            Takes::Number { served, .. } => fields
                .number(&key, served.0..=served.1)?
                .map(Setting::Number),
            Takes::Word { words, .. } => {
                let word = fields.word(&key, words)?;
                word.map(|word| Setting::Word(word.to_string()))
            }
            Takes::Switch => fields.flag(&key)?.then_some(Setting::Yes),
            Takes::Puzzle => {
                let text = fields.get(&key).map(ToString::to_string);
                let document = text.map(|text| Document::parse(&format!("the {key}"), &text));
                document.transpose()?.map(Setting::Puzzle)
            }
        };
        if let Some(wish) = wish {
            wishes.add(parameter, wish);
        }
    }
    Ok(wishes)
}

impl From<DesignError> for ApiError {
    fn from(error: DesignError) -> ApiError {
        match error {
            DesignError::Bad(reason) | DesignError::None(reason) => ApiError::Bad(reason),
            DesignError::NotFound(reason) => ApiError::Unanswered(reason),
            DesignError::File(error) => error.into(),
            DesignError::Puzzle(error) => error.into(),
        }
    }
}

/// The description of the design of a kind.
pub fn described(kind: &Kind, designer: &Designer, common: &Value) -> Value {
    let mut question = question(designer.parameters, common);
    question["summary"] = json!(format!(
        "{}: as `tantalizer design {} --json`.",
        designer.about, kind.name
    ));
    let asked = &mut question["requestBody"]["content"]["application/json"];
    let examples = designer.examples.iter().map(|(name, text)| {
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        (name.to_string(), json!({ "value": value }))
    });
    asked["examples"] = examples.collect();
    if designer.surveys.is_some() {
        asked["schema"]["properties"]["histogram"] = json!({ "type": "boolean" });
        // By chance, the answer is the instance itself.
        let by_chance =
            json!({ "allOf": [form("Puzzle"), { "not": { "required": ["objective"] } }] });
        question["responses"]["200"]["content"]["application/json"]["schema"] =
            json!({ "anyOf": [form("DesignAnswer"), by_chance] });
    }
    json!({ "post": question })
}

/// A question like that of `/api/count`, with these fields and a design for an answer.
pub fn question(parameters: &[Parameter], common: &Value) -> Value {
    let fields = parameters.iter();
    let mut properties: Value = fields.map(|field| (field.key(), field.schema())).collect();
    properties["seed"] = json!({ "type": "integer", "minimum": 0 });
    properties["time_limit"] = form("TimeLimit");
    let mut question = common.clone();
    question["requestBody"]["content"]["application/json"] = json!({
        "schema": { "type": "object", "properties": properties, "additionalProperties": false },
    });
    question["responses"]["200"]["content"]["application/json"]["schema"] = form("DesignAnswer");
    question
}

fn form(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}
