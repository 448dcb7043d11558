//! Random whole models, all engines against brute force: a few in every run of
//! the tests, new ones for as long as `TANTALIZER_FUZZ_MINUTES` says in
//! `cargo xtask fuzz`, from `TANTALIZER_FUZZ_SEED` on if that is given.

use std::time::{Duration, Instant, SystemTime};
use tantalizer_ask::engines;
use tantalizer_conformance::whole_models;

/// Models in a short run.
const SHORT: u64 = 300;

/// Models between two looks at the clock.
const CHUNK: u64 = 25;

#[test]
fn fuzz() {
    let Ok(minutes) = std::env::var("TANTALIZER_FUZZ_MINUTES") else {
        return whole_models::fuzz(engines(), 0..SHORT);
    };
    let minutes: f64 = minutes.parse().expect("a number of minutes");
    let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
    // Other models each time. What ends the process says no seed, so the first one is printed before.
    let first = match std::env::var("TANTALIZER_FUZZ_SEED") {
        Ok(seed) => seed.parse().expect("a number"),
        Err(_) => {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            since.expect("a clock after 1970").as_secs() << 16
        }
    };
    println!("from seed {first}");
    let mut seed = first;
    while Instant::now() < end {
        whole_models::fuzz(engines(), seed..seed + CHUNK);
        seed += CHUNK;
    }
    println!(
        "{} random models from seed {first}: all engines agree",
        seed - first
    );
}
