//! The one clock of a command: it starts with the program, and everything that the command does spends from it.

use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tantalizer::model::{Cancel, Limits, MemoryWatch};

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
