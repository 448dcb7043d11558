//! The questions: one module each, one line each in [`QUESTIONS`].
//!
//! A question is a POST of one JSON object. Its answer is the object that the command line prints with `--json`.

mod about;
mod count;
mod design;
mod draw;
mod explain;
mod read;
mod solve;
mod states;
mod watch;

use crate::error::{ApiError, json_response};
use crate::lanes::MOST_BYTES;
use crate::work::{Desk, Job, Told};
use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde_json::json;
use std::sync::Arc;
use tantalizer_model::Progress;

/// The description of the interface, as OpenAPI.
pub const OPEN_API: &str = include_str!("../../openapi.json");

/// All questions. One line each.
const QUESTIONS: &[(&str, Job)] = &[
    ("/api/solve", solve::answer),
    ("/api/count", count::answer),
    ("/api/explain", explain::answer),
    ("/api/watch", watch::answer),
    ("/api/read", read::answer),
    ("/api/draw", draw::answer),
    ("/api/states/spinpossible", states::answer),
    ("/api/design/colors", design::colors::answer),
    (
        "/api/design/instant-insanity",
        design::instant_insanity::answer,
    ),
    ("/api/design/set", design::set::answer),
    ("/api/design/spinpossible", design::spinpossible::answer),
    ("/api/design/tricky-triple", design::tricky_triple::answer),
];

/// Makes something that can be fetched.
type Fetch = fn() -> String;

/// What can be fetched. One line each.
const FETCHED: &[(&str, Fetch)] = &[
    ("/api/about", about::answer),
    ("/api/openapi.json", || OPEN_API.to_string()),
];

/// All addresses of the interface with their methods.
pub fn routes() -> Vec<(&'static str, &'static str)> {
    let questions = QUESTIONS.iter().map(|entry| (entry.0, "post"));
    let fetched = FETCHED.iter().map(|entry| (entry.0, "get"));
    questions.chain(fetched).collect()
}

/// The routes of all questions.
pub fn router(desk: Arc<Desk>) -> Router {
    let mut router = Router::new();
    for &(path, job) in QUESTIONS {
        let desk = Arc::clone(&desk);
        let answer = move |headers: HeaderMap, body: Result<Bytes, BytesRejection>| {
            let desk = Arc::clone(&desk);
            async move {
                match body {
                    Ok(body) => desk.answer(job, headers, body).await,
                    Err(refused) if refused.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                        ApiError::Large(MOST_BYTES).into_response()
                    }
                    Err(refused) => ApiError::Bad(refused.body_text()).into_response(),
                }
            }
        };
        router = router.route(path, post(answer));
    }
    for &(path, answer) in FETCHED {
        let answer = move || async move { json_response(answer()) };
        router = router.route(path, get(answer));
    }
    router
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
