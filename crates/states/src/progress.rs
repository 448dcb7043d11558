//! How far a breadth-first search has come, and an honest guess at the rest.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tantalizer_model::clock::Instant;

/// The state of a running breadth-first search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// The distance whose states are being found.
    pub level: u32,
    /// How much of this level is done, 0 to 1.
    pub level_done: f64,
    /// States found at smaller distances.
    pub found: u64,
    /// All states of the space.
    pub states: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// An estimate of the time left. The number of levels to come is that of a
    /// random graph with as many states and moves; `None` before the first
    /// level that says anything.
    pub remaining: Option<Duration>,
}

/// How many more levels a random graph of this degree would have, the current
/// one not counted, if `fresh` of its states have just been found and `found`
/// in all.
pub(crate) fn levels_left(states: u64, moves: usize, found: u64, fresh: u64) -> u32 {
    let states = states as f64;
    let mut open = 1.0 - found as f64 / states;
    let mut front = fresh as f64 / states;
    let mut levels = 0;
    while open * states >= 1.0 && levels < 64 {
        let reached = open * (1.0 - (-(moves as f64) * front).exp());
        if reached * states < 0.5 {
            break;
        }
        open -= reached;
        front = reached;
        levels += 1;
    }
    levels
}

/// Measures, reports and stops a search.
pub(crate) struct Clock<'a> {
    progress: Option<&'a (dyn Fn(&Progress) + Sync)>,
    cancel: Option<&'a AtomicBool>,
    states: u64,
    moves: usize,
    pub(crate) found: u64,
    fresh: u64,
    level: u32,
    start: Instant,
    level_start: Instant,
    last_report: Mutex<Instant>,
}

impl<'a> Clock<'a> {
    pub(crate) fn new(
        states: u64,
        moves: usize,
        progress: Option<&'a (dyn Fn(&Progress) + Sync)>,
        cancel: Option<&'a AtomicBool>,
    ) -> Self {
        let now = Instant::now();
        Clock {
            progress,
            cancel,
            states,
            moves,
            found: 0,
            fresh: 0,
            level: 0,
            start: now,
            level_start: now,
            last_report: Mutex::new(now),
        }
    }

    pub(crate) fn cancelled(&self) -> bool {
        self.cancel
            .is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// Whether to stop, having told that the work goes on.
    pub(crate) fn stopped(&self) -> bool {
        self.report(0, 1);
        self.cancelled()
    }

    pub(crate) fn next_level(&mut self, fresh: u64) {
        self.found += fresh;
        self.fresh = fresh;
        self.level += 1;
        self.level_start = Instant::now();
    }

    pub(crate) fn report(&self, done: u64, total: u64) {
        let Some(progress) = self.progress else {
            return;
        };
        // Whoever finds the lock taken has nothing new to say.
        let Ok(mut last) = self.last_report.try_lock() else {
            return;
        };
        if last.elapsed() < Duration::from_millis(100) {
            return;
        }
        *last = Instant::now();
        let level_done = (done as f64 / total.max(1) as f64).min(1.0);
        let level_time = self.level_start.elapsed().as_secs_f64();
        let levels = levels_left(self.states, self.moves, self.found, self.fresh);
        let remaining = (level_done > 0.0).then(|| {
            let whole = level_time / level_done;
            let rest = whole * (1.0 - level_done) + whole * f64::from(levels.saturating_sub(1));
            Duration::from_secs_f64(rest.min(1e9))
        });
        progress(&Progress {
            level: self.level,
            level_done,
            found: self.found,
            states: self.states,
            elapsed: self.start.elapsed(),
            remaining,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_space_needs_no_more_levels() {
        assert_eq!(levels_left(1000, 5, 1000, 400), 0);
    }

    #[test]
    fn an_almost_empty_space_needs_some() {
        let levels = levels_left(185_794_560, 36, 37, 36);
        assert!((4..12).contains(&levels), "{levels}");
    }
}
