//! The questions: one module each, one line each in [`QUESTIONS`].
//!
//! A question is a POST of one JSON object. Its answer is the object that the command line prints with `--json`.

mod about;
mod board;
mod candidates;
mod clues;
mod count;
mod design;
mod draw;
mod explain;
mod position;
mod read;
mod solve;
mod states;
mod watch;

use crate::error::ApiError;
use crate::fields::Fields;
use crate::shelf::Shelf;
use crate::told::Told;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};
use tantalizer_model::Progress;
use tantalizer_puzzles::KINDS;

/// What the description of the interface says of all that is not designed.
const OPEN_API_FRAME: &str = include_str!("../../openapi.json");

/// The description of the interface, as OpenAPI: what each kind of puzzle says of its design stands beside the rest.
pub static OPEN_API: LazyLock<String> = LazyLock::new(|| {
    let mut description: Value = serde_json::from_str(OPEN_API_FRAME).unwrap_or_default();
    let common = description["paths"]["/api/count"]["post"].clone();
    for (path, kind, designer) in design::designers() {
        description["paths"][path] = design::described(kind, designer, &common);
    }
    description["paths"]["/api/design"] = clues::described(&common);
    let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    description["components"]["schemas"]["Puzzle"]["properties"]["puzzle"] = json!({
        "type": "string",
        "description": format!("{}, or the name of a kind that is a model", names.join(", ")),
    });
    description.to_string()
});

/// A question that is always the same: the JSON text of its answer.
type Question = fn(&Fields, &Told) -> Result<String, ApiError>;

/// What is to be done for a question.
pub type Job = Arc<dyn Fn(&Fields, &Told) -> Result<String, ApiError> + Send + Sync>;

/// The questions about puzzles. One line each.
const QUESTIONS: &[(&str, Question)] = &[
    ("/api/solve", solve::answer),
    ("/api/count", count::answer),
    ("/api/explain", explain::answer),
    ("/api/candidates", candidates::answer),
    ("/api/watch", watch::answer),
    ("/api/read", read::answer),
    ("/api/board", board::answer),
    ("/api/position", position::answer),
    ("/api/design", clues::answer),
    ("/api/draw", draw::answer),
    ("/api/states/spinpossible", states::answer),
];

/// All questions with their addresses: those about puzzles, and the designs of each kind.
pub static JOBS: LazyLock<Vec<(String, Job)>> = LazyLock::new(|| {
    let asked = QUESTIONS
        .iter()
        .map(|&(path, question)| (path.to_string(), Arc::new(question) as Job));
    let designed = design::designers().map(|(path, _, designer)| {
        let job: Job = Arc::new(move |fields, told| design::answer(designer, fields, told));
        (path, job)
    });
    asked.chain(designed).collect()
});

/// Makes something that can be fetched.
pub type Fetch = fn(&Shelf) -> String;

/// What can be fetched. One line each.
pub const FETCHED: &[(&str, Fetch)] = &[
    ("/api/about", about::answer),
    ("/api/openapi.json", |_| OPEN_API.to_string()),
];

/// All addresses of the interface with their methods.
pub fn routes() -> Vec<(&'static str, &'static str)> {
    let questions = JOBS.iter().map(|entry| (&*entry.0, "post"));
    let fetched = FETCHED.iter().map(|entry| (entry.0, "get"));
    questions.chain(fetched).collect()
}

/// Tells how far an engine is.
fn tell_progress(told: &Told, progress: &Progress) {
    told.progress(|| {
        json!({
            "nodes": progress.nodes,
            "failures": progress.failures,
            "solutions": progress.solutions,
            "fraction": progress.fraction,
        })
    });
}
