//! The one clock of a command: it starts with the program, and everything that the command does spends from it.

use std::sync::OnceLock;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use tantalizer::model::{Cancel, Limit, Limits, MemoryWatch};

/// When the program started, and the switch that an interrupt turns.
static CLOCK: OnceLock<(Instant, Cancel)> = OnceLock::new();

/// Watches the memory of the command.
static WATCH: OnceLock<MemoryWatch> = OnceLock::new();

fn clock() -> &'static (Instant, Cancel) {
    CLOCK.get_or_init(|| (Instant::now(), Cancel::new()))
}

/// Starts the clock. From now on the first interrupt (Ctrl-C) asks the work to stop, so that what was found is still printed; the
/// second ends the program.
pub fn start() {
    let (_, cancel) = clock();
    let handler = || {
        if cancel.is_cancelled() {
            std::process::exit(1);
        }
        cancel.cancel();
    };
    // Without a handler an interrupt simply ends the program.
    let _ = ctrlc::set_handler(handler);
}

/// The switch that an interrupt turns.
pub fn cancel() -> Cancel {
    clock().1.clone()
}

/// The limits of the whole command: so much time since the program started, so many megabytes. From now on the memory is watched, so
/// that the work ends before the system has none left.
pub fn limits(time: Option<Duration>, megabytes: Option<u64>) -> Limits {
    let (started, cancel) = clock();
    let limits = Limits {
        deadline: time.and_then(|time| started.checked_add(time)),
        memory: megabytes.map(|megabytes| megabytes.saturating_mul(1 << 20)),
        cancel: cancel.clone(),
        ..Limits::none()
    };
    WATCH.get_or_init(|| MemoryWatch::start(&limits, 1.0));
    limits
}

/// So long after a limit was reached something may still come of the work.
const GRACE: Duration = Duration::from_millis(300);
/// How often the limits are looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// Does work that may not look at the clock often enough, on a thread of its own. When a limit is reached and nothing comes of it soon,
/// it is left behind: the command has nothing left to do but to say so and to end, and the thread ends with it.
pub fn or_left_behind<T: Send + 'static>(
    limits: &Limits,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Limit> {
    let (sender, receiver) = mpsc::channel();
    let worker = std::thread::spawn(move || {
        // Nobody hears it if the work was left behind.
        let _ = sender.send(work());
    });
    let mut reached: Option<(Limit, Instant)> = None;
    loop {
        match receiver.recv_timeout(GLANCE) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Disconnected) => match worker.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                // It ends only after sending.
                Ok(()) => return Err(Limit::Cancelled),
            },
            Err(RecvTimeoutError::Timeout) => {}
        }
        match (&reached, limits.expired()) {
            (None, Some(limit)) => reached = Some((limit, Instant::now())),
            (Some((limit, since)), _) if since.elapsed() >= GRACE => return Err(limit.clone()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_never_ends_is_left_behind() {
        let begun = Instant::now();
        let left = or_left_behind(&Limits::seconds(0.05), || {
            loop {
                std::thread::park();
            }
        });
        assert_eq!(left, Err::<(), _>(Limit::Time));
        assert!(begun.elapsed() < Duration::from_secs(5));
        assert_eq!(or_left_behind(&Limits::none(), || 7), Ok(7));
    }
}
