//! How much is worked on at once.
//!
//! Two lanes: quick work (at most [`QUICK`] seconds) waits a moment for its turn, long work is refused at once when its lane is full. So
//! however much long work is asked for, quick questions are answered, and memory stays within what the jobs of both lanes may
//! take together.

use crate::error::ApiError;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Work with at most this limit of time, in seconds, is quick; it is also the limit if none is given.
pub const QUICK: f64 = 2.0;

/// The largest limit of time, in seconds.
pub const LONGEST: f64 = 300.0;

/// The largest body of a request.
pub const MOST_BYTES: usize = 1 << 20;

/// Bytes that the engine of one job may take.
pub const MEMORY: u64 = 256 << 20;

/// How long quick work waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many may wait for a turn.
const MOST_WAITING: usize = 512;

/// The two lanes.
pub struct Lanes {
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
    waiting: Semaphore,
}

impl Lanes {
    /// Lanes as wide as the machine has cores, two at least.
    pub fn new() -> Lanes {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let width = cores.max(2);
        Lanes {
            quick: Arc::new(Semaphore::new(width)),
            long: Arc::new(Semaphore::new(width)),
            waiting: Semaphore::new(MOST_WAITING),
        }
    }

    /// A place for work with this limit of time.
    pub async fn enter(&self, seconds: f64) -> Result<OwnedSemaphorePermit, ApiError> {
        if seconds > QUICK {
            let place = Arc::clone(&self.long).try_acquire_owned();
            return place.map_err(|_| ApiError::Busy);
        }
        let _waiting = self.waiting.try_acquire().map_err(|_| ApiError::Busy)?;
        let turn = Arc::clone(&self.quick).acquire_owned();
        match tokio::time::timeout(PATIENCE, turn).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(ApiError::Busy),
        }
    }
}
