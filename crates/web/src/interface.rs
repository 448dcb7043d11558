//! The interface without a carrier: a question in, lines out.

use crate::api::{FETCHED, JOBS};
use crate::bounds::MOST_BYTES;
use crate::error::ApiError;
use crate::fields::Fields;
use crate::shelf::Shelf;
use crate::told::{Listener, Told, last_line};
use serde::Deserialize;
use std::sync::Arc;
use tantalizer_minizinc::elsewhere::{self, Job};
use tantalizer_model::Cancel;

/// The address at which a carrier without a server tells what MiniZinc has made of the job that it found in an error.
const COMPILED: &str = "/api/compiled";

/// A job, and its result: `{"Ok": TEXTS}`, or `{"Err": WORDS}` of MiniZinc against it.
#[derive(Deserialize)]
struct Compiled {
    job: Job,
    result: elsewhere::Result,
}

/// All questions, and what they are about.
pub struct Interface {
    shelf: Arc<Shelf>,
}

impl Interface {
    /// With the kinds that come with the program.
    pub fn new() -> Interface {
        Interface {
            shelf: Arc::new(Shelf::new(&[])),
        }
    }

    /// Answers the question of an address such as `/api/solve`. Each line is a JSON object: progress and what is found on the way, if it is `streamed`, and at last
    /// `{"answer": ...}` or `{"error": ...}`.
    pub fn ask(
        &self,
        path: &str,
        body: &[u8],
        streamed: bool,
        tell: impl Fn(String) + Clone + Send + Sync + 'static,
    ) {
        let lines = streamed.then(|| Box::new(Lines(tell.clone())) as Box<dyn Listener>);
        tell(last_line(&self.answer(path, body, lines)));
    }

    fn answer(
        &self,
        path: &str,
        body: &[u8],
        listener: Option<Box<dyn Listener>>,
    ) -> Result<String, ApiError> {
        if path == COMPILED {
            let Compiled { job, result } = serde_json::from_slice(body)?;
            elsewhere::tell(job, result);
            return Ok("{}".into());
        }
        if let Some((_, fetch)) = FETCHED.iter().find(|entry| entry.0 == path) {
            return Ok(fetch(&self.shelf));
        }
        let Some((_, job)) = JOBS.iter().find(|entry| entry.0 == path) else {
            return Err(ApiError::Missing(path.to_string()));
        };
        if body.len() > MOST_BYTES {
            return Err(ApiError::Large(MOST_BYTES));
        }
        let told = Told::new(listener, Arc::clone(&self.shelf), Cancel::new());
        job(&Fields::parse(body)?, &told)
    }
}

impl Default for Interface {
    fn default() -> Interface {
        Interface::new()
    }
}

struct Lines<F>(F);

impl<F: Fn(String) + Send + Sync> Listener for Lines<F> {
    fn hear(&self, line: String) {
        (self.0)(line);
    }
}
