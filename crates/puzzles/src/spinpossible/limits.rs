//! When a search must stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of one search; the default has none.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits<'a> {
    /// Stop at this time.
    pub deadline: Option<Instant>,
    /// Stop soon after this becomes true.
    pub cancel: Option<&'a AtomicBool>,
}

/// A search was stopped by its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped by its limits")]
pub struct Interrupted;

impl Limits<'_> {
    /// A limit of time from now on.
    pub fn within(time: Duration) -> Self {
        Limits {
            deadline: Instant::now().checked_add(time),
            cancel: None,
        }
    }

    /// Whether it is time to stop.
    pub(crate) fn check(&self) -> Result<(), Interrupted> {
        let cancelled = self.cancel.is_some_and(|c| c.load(Ordering::Relaxed));
        let late = self.deadline.is_some_and(|d| Instant::now() >= d);
        if cancelled || late {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }

    /// The time left, if it is limited.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}
