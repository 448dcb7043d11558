//! Limits on an engine's work, and how a running engine keeps them.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What stopped an engine early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The time ran out.
    Time,
    /// The number of nodes was reached.
    Nodes,
    /// The wanted number of solutions was reached.
    Solutions,
    /// More memory would have been needed.
    Memory,
    /// Somebody cancelled the work.
    Cancelled,
    /// The engine cannot represent this model; the text says what is in the way.
    Unsupported(String),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Time => f.write_str("the time limit was reached"),
            Limit::Nodes => f.write_str("the node limit was reached"),
            Limit::Solutions => f.write_str("the wanted number of solutions was reached"),
            Limit::Memory => f.write_str("the memory limit was reached"),
            Limit::Cancelled => f.write_str("the work was cancelled"),
            Limit::Unsupported(what) => write!(f, "this engine cannot take the model: {what}"),
        }
    }
}

/// A switch that one thread turns and another obeys. Clones share the switch.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A switch that nobody has turned.
    pub fn new() -> Self {
        Cancel::default()
    }

    /// Asks every holder of a clone to stop soon.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How much an engine may use.
///
/// ```
/// use tantalizer_model::{Limit, Limits};
///
/// let limits = Limits::seconds(60.0);
/// let watch = limits.start();
/// assert_eq!(watch.expired(), None);
///
/// // A clone of the switch may be turned by another thread, or by Ctrl-C.
/// limits.cancel.cancel();
/// assert_eq!(watch.expired(), Some(Limit::Cancelled));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Search nodes.
    pub nodes: Option<u64>,
    /// Bytes of memory for the engine's own structures, where it can tell.
    pub memory: Option<u64>,
    /// Cancellation from outside.
    pub cancel: Cancel,
}

impl Limits {
    /// No limit, never cancelled.
    pub fn none() -> Self {
        Limits::default()
    }

    /// A limit of wall-clock time alone.
    pub fn seconds(seconds: f64) -> Self {
        Limits {
            time: Some(Duration::from_secs_f64(seconds)),
            ..Limits::default()
        }
    }

    /// Starts the clock.
    pub fn start(&self) -> Watch {
        let started = Instant::now();
        Watch {
            started,
            // A limit too long for the clock is no limit.
            deadline: self.time.and_then(|time| started.checked_add(time)),
            cancel: self.cancel.clone(),
        }
    }
}

/// A running clock that knows when to stop.
#[derive(Clone, Debug)]
pub struct Watch {
    started: Instant,
    deadline: Option<Instant>,
    cancel: Cancel,
}

impl Watch {
    /// Why to stop now, if there is a reason. Reads the clock: call it every few hundred steps.
    pub fn expired(&self) -> Option<Limit> {
        if self.cancel.is_cancelled() {
            return Some(Limit::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Some(Limit::Time),
            _ => None,
        }
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// The time left, if time is limited.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The switch that cancels this work.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }
}
