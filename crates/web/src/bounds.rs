//! How much one question may take.

/// Work with at most this limit of time, in seconds, is quick; it is also the limit if none is given.
pub const QUICK: f64 = 2.0;

/// The largest limit of time, in seconds.
pub const LONGEST: f64 = 300.0;

/// The largest body of a request.
pub const MOST_BYTES: usize = 1 << 20;

/// Bytes that the engine of one job may take.
pub const MEMORY: u64 = 256 << 20;
