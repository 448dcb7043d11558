//! Instances with a wanted property.

use crate::asked::Asked;
use crate::failure::{Failed, bad};
use crate::work;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::time::Instant;
use tantalizer::design::survey_json;
use tantalizer::designs::{clues, designers, model_kind};
use tantalizer::model::{Question, Request};
use tantalizer::puzzle::clued::PARAMETERS;
use tantalizer::puzzle::design::{Design, DesignProgress, Parameter, Wishes};

/// Designs an instance: the object of `design --json`; of an instance by chance, the puzzle file itself.
#[pyfunction]
#[pyo3(signature = (name, wishes, data, kinds, assignments, keywords=None))]
pub fn design(
    py: Python<'_>,
    name: String,
    wishes: &str,
    data: Vec<PathBuf>,
    kinds: Vec<PathBuf>,
    assignments: Vec<String>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let asked = Asked::new(keywords)?;
    let request = asked.request(Question::One, &name)?;
    let mut wishes: Map<String, Value> = serde_json::from_str(wishes).map_err(bad)?;
    work::done(py, &asked, move |told| {
        let start = Instant::now();
        let tell = |progress: DesignProgress| told.progress(|| progress.to_json());
        let mut object = match designers().find(|(kind, _)| kind.name == name) {
            Some((_, designer)) => {
                let histogram = designer.surveys.is_some()
                    && wishes.remove("histogram") == Some(Value::Bool(true));
                let wishes = Wishes::from_json(designer.parameters, &wishes)?;
                match (designer.make)(&wishes, &request, &tell)? {
                    Design::Chance(instance) => json!({ "witness": instance.to_json() }),
                    Design::Made(made) => made.json,
                    Design::Family(family) => {
                        survey_json(&*family, histogram, request.limits.clone(), &|progress| {
                            told.progress(move || progress)
                        })
                        .map_err(bad)?
                    }
                }
            }
            None => {
                let wishes = Wishes::from_json(PARAMETERS, &wishes)?;
                let kind = model_kind(&name, &kinds)?;
                let head = format!("tantalizer.design(\"{name}\", seed={})", request.seed);
                clues(
                    &kind,
                    (&data, &assignments),
                    &wishes,
                    &request,
                    &head,
                    &tell,
                )??
                .json
            }
        };
        object["seconds"] = json!(start.elapsed().as_secs_f64());
        Ok(object.to_string())
    })
}

/// What can be asked for in the design of a kind, as JSON Schema.
#[pyfunction]
pub fn parameters(name: &str) -> String {
    let designer = designers().find(|(kind, _)| kind.name == name);
    let parameters = designer.map_or(PARAMETERS, |(_, designer)| designer.parameters);
    let schema = |parameter: &Parameter| (parameter.key(), parameter.schema());
    parameters.iter().map(schema).collect::<Value>().to_string()
}
