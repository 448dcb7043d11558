//! A question as a job on a thread: answered at once, or streamed line by line.
//!
//! A job gets its fields and somebody to tell. Whether the client wants one JSON object or a stream of lines makes no difference to it. The
//! work is cancelled when nobody waits for the answer any more: the future or the stream that waits holds a guard,
//! and the guard turns the switch.

use super::lanes::{Lanes, Place};
use super::responses::json_response;
use crate::api::Job;
use crate::bounds::QUICK;
use crate::error::ApiError;
use crate::fields::Fields;
use crate::shelf::Shelf;
use crate::told::{Listener, Told, last_line};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use std::collections::HashMap;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tantalizer_model::Cancel;
use tokio::sync::Notify;
use tokio::sync::mpsc::{Receiver, Sender, channel, error::TrySendError};
use tokio::task::spawn_blocking;

/// The type of streamed answers: one JSON object a line.
pub const STREAM: &str = "application/x-ndjson";

/// Lines that wait for a slow reader.
const LINES: usize = 64;

/// A reader that takes nothing for so long is gone.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where questions are handed in.
pub struct Desk {
    lanes: Lanes,
    /// What there is to ask about.
    pub shelf: Arc<Shelf>,
    running: Mutex<HashMap<u64, Cancel>>,
    next: AtomicU64,
}

impl Desk {
    /// An empty desk.
    pub fn new(lanes: Lanes, shelf: Arc<Shelf>) -> Desk {
        Desk {
            lanes,
            shelf,
            running: Mutex::default(),
            next: AtomicU64::new(0),
        }
    }

    /// Cancels everything that is worked on.
    pub fn close(&self) {
        self.running().values().for_each(Cancel::cancel);
    }

    fn running(&self) -> MutexGuard<'_, HashMap<u64, Cancel>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(self: &Arc<Self>, cancel: &Cancel) -> Waiting {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.running().insert(number, cancel.clone());
        Waiting {
            desk: Arc::clone(self),
            number,
        }
    }

    /// Does a job and answers in the form that the client asked for.
    pub async fn answer(self: Arc<Self>, job: Job, headers: HeaderMap, body: Bytes) -> Response {
        match self.start(job, &headers, &body).await {
            Ok(response) => response,
            Err(error) => error.into_response(),
        }
    }

    async fn start(
        self: Arc<Self>,
        job: Job,
        headers: &HeaderMap,
        body: &Bytes,
    ) -> Result<Response, ApiError> {
        let says = |name, wanted: &str| {
            let value = headers.get(name).and_then(|value| value.to_str().ok());
            value.is_some_and(|value| value.to_ascii_lowercase().starts_with(wanted))
        };
        if !says(header::CONTENT_TYPE, "application/json") {
            return Err(ApiError::Type);
        }
        let fields = Fields::parse(body)?;
        let place = Arc::new(self.lanes.enter(fields.seconds()?).await?);
        let cancel = Cancel::new();
        let waiting = self.watch(&cancel);
        let trial = Arc::new(Trial::new(cancel.clone()));
        if place.on_trial {
            let over = Arc::clone(&trial).end(Arc::clone(&self), Arc::downgrade(&place));
            tokio::spawn(over);
        }
        let streamed = says(header::ACCEPT, STREAM);
        let (lines, reader) = channel(LINES);
        let listener = streamed.then(|| {
            Box::new(Reader {
                lines,
                cancel: cancel.clone(),
                trial: Arc::clone(&trial),
            }) as Box<dyn Listener>
        });
        let told = Told::new(listener, Arc::clone(&self.shelf), cancel);
        let on_trial = Arc::clone(&trial);
        let is_settled = !place.on_trial;
        let mut work = spawn_blocking(move || {
            let answer = catch_unwind(AssertUnwindSafe(|| job(&fields, &told)));
            let answer = answer.unwrap_or_else(|_| {
                let reason = "a mistake in this program; the answer is lost";
                Err(ApiError::Inside(reason.into()))
            });
            let answer = on_trial.verdict().and(answer);
            if let Some(listener) = told.listener() {
                listener.hear(last_line(&answer));
            }
            // Only now may another take the place.
            drop(place);
            answer
        });
        if streamed {
            if !is_settled {
                // Whether it is refused shows when there is something to tell, or the trial is over.
                tokio::select! {
                    _ = &mut work => {}
                    () = trial.settled.notified() => trial.verdict()?,
                }
            }
            let stream = Lines { reader, waiting };
            let mut response = Response::new(Body::from_stream(stream));
            let kind = HeaderValue::from_static(STREAM);
            response.headers_mut().insert(header::CONTENT_TYPE, kind);
            return Ok(response);
        }
        let answer = work.await;
        drop(waiting);
        let lost = |_| ApiError::Inside("the work was given up".into());
        Ok(json_response(answer.map_err(lost)??))
    }
}

/// Work that is on trial: refused if it takes longer than quick work and there is no place for long work.
struct Trial {
    cancel: Cancel,
    refused: AtomicBool,
    /// Told when something was found, or when the trial is over.
    settled: Notify,
}

impl Trial {
    fn new(cancel: Cancel) -> Trial {
        Trial {
            cancel,
            refused: AtomicBool::new(false),
            settled: Notify::new(),
        }
    }

    /// Ends the trial in its time; work that is done by then has given its place back.
    async fn end(self: Arc<Self>, desk: Arc<Desk>, place: Weak<Place>) {
        tokio::time::sleep(Duration::from_secs_f64(QUICK)).await;
        let Some(place) = place.upgrade() else { return };
        if !desk.lanes.keep(&place) {
            self.refused.store(true, Ordering::Relaxed);
            self.cancel.cancel();
        }
        self.settled.notify_one();
    }

    fn verdict(&self) -> Result<(), ApiError> {
        if self.refused.load(Ordering::Relaxed) {
            return Err(ApiError::Busy);
        }
        Ok(())
    }
}

/// Somebody waits for an answer; when they go, the work is cancelled.
struct Waiting {
    desk: Arc<Desk>,
    number: u64,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(cancel) = self.desk.running().remove(&self.number) {
            cancel.cancel();
        }
    }
}

/// The lines of a streamed answer.
struct Lines {
    reader: Receiver<String>,
    /// Dropped with the stream.
    #[allow(dead_code)]
    waiting: Waiting,
}

impl Stream for Lines {
    type Item = Result<String, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.reader.poll_recv(context).map(|line| line.map(Ok))
    }
}

/// The reader of a streamed answer.
struct Reader {
    lines: Sender<String>,
    cancel: Cancel,
    trial: Arc<Trial>,
}

impl Listener for Reader {
    /// Sends a line, waiting for a slow reader but not for one who is gone.
    fn hear(&self, mut line: String) {
        line.push('\n');
        let start = Instant::now();
        loop {
            line = match self.lines.try_send(line) {
                Ok(()) => return,
                Err(TrySendError::Closed(_)) => break,
                Err(TrySendError::Full(line)) => line,
            };
            if self.cancel.is_cancelled() || start.elapsed() > PATIENCE {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        self.cancel.cancel();
    }

    fn finds(&self) {
        self.trial.settled.notify_one();
    }
}
