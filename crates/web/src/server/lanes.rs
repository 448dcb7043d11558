//! How much is worked on at once.
//!
//! Quick work (with a limit of at most [`QUICK`] seconds) waits a moment for its turn in a lane of its own. Long work has another lane. When
//! that is full, a question is not refused for the limit it named but tried: it waits for a turn, and only if it is still being worked on when quick work
//! would be over, and the long lane is still full, it is refused. So a class that asks for thirty hints gets them all, however much long work is
//! asked for, and memory stays within what the jobs of the three lanes may take together.

use crate::bounds::QUICK;
use crate::error::ApiError;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long work waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many may wait for a turn.
const MOST_WAITING: usize = 512;

/// The lanes.
pub struct Lanes {
    quick: Arc<Semaphore>,
    trial: Arc<Semaphore>,
    long: Arc<Semaphore>,
    waiting: Semaphore,
}

/// A place in one of the lanes, free again when it is dropped.
pub struct Place {
    permit: Mutex<OwnedSemaphorePermit>,
    /// Whether it is to be left when quick work would be over.
    pub on_trial: bool,
}

impl Lanes {
    /// Lanes as wide as the machine has cores, two at least.
    pub fn new() -> Lanes {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let lane = || Arc::new(Semaphore::new(cores.max(2)));
        Lanes {
            quick: lane(),
            trial: lane(),
            long: lane(),
            waiting: Semaphore::new(MOST_WAITING),
        }
    }

    /// A place for work with this limit of time.
    pub async fn enter(&self, seconds: f64) -> Result<Place, ApiError> {
        let is_long = seconds > QUICK;
        if is_long && let Ok(permit) = Arc::clone(&self.long).try_acquire_owned() {
            return Ok(Place::new(permit, false));
        }
        let _waiting = self.waiting.try_acquire().map_err(|_| ApiError::Busy)?;
        let lane = if is_long { &self.trial } else { &self.quick };
        let turn = Arc::clone(lane).acquire_owned();
        match tokio::time::timeout(PATIENCE, turn).await {
            Ok(Ok(permit)) => Ok(Place::new(permit, is_long)),
            _ => Err(ApiError::Busy),
        }
    }

    /// Gives work that is on trial a place in the long lane, if there is one.
    pub fn keep(&self, place: &Place) -> bool {
        let permit = Arc::clone(&self.long).try_acquire_owned();
        let kept = permit.map(|permit| {
            *place.permit.lock().unwrap_or_else(PoisonError::into_inner) = permit;
        });
        kept.is_ok()
    }
}

impl Place {
    fn new(permit: OwnedSemaphorePermit, on_trial: bool) -> Place {
        Place {
            permit: Mutex::new(permit),
            on_trial,
        }
    }
}
