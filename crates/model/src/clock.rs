//! The clock, and whether there are threads: where the program runs in a browser, the clock is the page's, and there are none.
//!
//! On `wasm32-unknown-unknown` the clock of the standard library panics. Whoever instantiates a program for it hands in a function
//! `tantalizer_now`, which gives milliseconds that never go back.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use page::Instant;

/// Whether work can be given to threads. Where it cannot, everything is done by whoever asks, and what takes too long is stopped instead of left behind.
pub const THREADS: bool = cfg!(not(target_family = "wasm"));

#[cfg(target_family = "wasm")]
mod page {
    use std::ops::Add;
    use std::time::Duration;

    #[allow(unsafe_code)]
    mod import {
        unsafe extern "C" {
            /// Milliseconds since some moment before the program began.
            pub safe fn tantalizer_now() -> f64;
        }
    }

    /// A moment, as that of the standard library.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        pub fn now() -> Instant {
            let seconds = import::tantalizer_now() / 1000.0;
            Instant(Duration::try_from_secs_f64(seconds).unwrap_or_default())
        }

        /// How long ago it was.
        pub fn elapsed(&self) -> Duration {
            Instant::now().saturating_duration_since(*self)
        }

        /// The time since an earlier moment; none since a later one.
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// A later moment, if the clock can count so far.
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0 + time)
        }
    }
}
