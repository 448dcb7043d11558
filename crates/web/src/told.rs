//! Who hears how a question goes, whoever carries it.

use crate::error::ApiError;
use crate::shelf::Shelf;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tantalizer_model::Cancel;
use tantalizer_model::clock::Instant;

/// Progress is told no more often.
const PROGRESS: Duration = Duration::from_millis(100);

/// Hears lines, each a JSON object.
pub trait Listener: Send + Sync {
    /// A line.
    fn hear(&self, line: String);

    /// The next line is about something that was found.
    fn finds(&self) {}
}

/// The last line of a stream.
pub fn last_line(answer: &Result<String, ApiError>) -> String {
    match answer {
        Ok(answer) => format!("{{\"answer\":{answer}}}"),
        Err(error) => error.object().to_string(),
    }
}

/// Whom a job tells how it goes.
pub struct Told {
    listener: Option<Box<dyn Listener>>,
    /// What there is to ask about.
    pub shelf: Arc<Shelf>,
    /// When the work began: all of it spends from one clock.
    pub started: Instant,
    /// The switch that ends the job.
    pub cancel: Cancel,
    last_progress: Mutex<Option<Instant>>,
}

impl Told {
    /// A job that begins now.
    pub fn new(listener: Option<Box<dyn Listener>>, shelf: Arc<Shelf>, cancel: Cancel) -> Told {
        Told {
            listener,
            shelf,
            started: Instant::now(),
            cancel,
            last_progress: Mutex::new(None),
        }
    }

    /// Who listens before the answer, if anybody does.
    pub fn listener(&self) -> Option<&dyn Listener> {
        self.listener.as_deref()
    }

    /// How far the work is; told a few times a second.
    pub fn progress(&self, progress: impl FnOnce() -> Value) {
        let Some(listener) = self.listener() else {
            return;
        };
        let mut last = self
            .last_progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < PROGRESS) {
            return;
        }
        *last = Some(Instant::now());
        listener.hear(json!({ "progress": progress() }).to_string());
    }

    /// Something that was found on the way.
    pub fn found(&self, what: &str, found: &Value) {
        if let Some(listener) = self.listener() {
            listener.finds();
            listener.hear(json!({ what: found }).to_string());
        }
    }
}
