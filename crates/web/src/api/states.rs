//! `/api/states/spinpossible`: how many boards there are at every distance.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::told::Told;
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use tantalizer_model::clock::Instant;
use tantalizer_puzzles::spinpossible::{Rules, SpinSpace, TableReport};
use tantalizer_states::{BuildError, BuildOptions, Keep, KeepLevel, KeepOrder, Progress, build};

/// No more of the farthest boards are told.
const MOST_FARTHEST: u64 = 100;

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let start = Instant::now();
    let rows = fields.size("rows", 1..=9, 3)?;
    let cols = fields.size("cols", 1..=9, 3)?;
    let single_spins = !fields.flag("no_single")?;
    let farthest = fields.number("farthest", 0..=MOST_FARTHEST)?;
    let limits = fields.limits(told)?;
    fields.finish()?;
    let bad = |error: &dyn std::fmt::Display| ApiError::Bad(error.to_string());
    let rules = Rules::new(rows, cols, single_spins).map_err(|error| bad(&error))?;
    let space = SpinSpace::new(rules)
        .ok_or_else(|| ApiError::Bad(format!("boards of {rules} are too many to be numbered")))?;
    let watch = limits.start();
    let stop = AtomicBool::new(false);
    let progress = |progress: &Progress| {
        if watch.expired().is_some() {
            stop.store(true, Ordering::Relaxed);
        }
        told.progress(|| {
            json!({
                "fraction": progress.found as f64 / progress.states as f64,
                "distance": progress.level,
            })
        });
    };
    let farthest = farthest.map(|count| count as usize);
    let options = BuildOptions {
        threads: Some(1),
        keep: farthest.map(|count| Keep {
            level: KeepLevel::Farthest,
            // Enough for as many orbits: none has more than eight boards.
            count: count.saturating_mul(8),
            order: KeepOrder::Rank,
        }),
        progress: Some(&progress),
        cancel: Some(&stop),
        memory_limit: limits.memory,
    };
    let table = match build(&space, &options) {
        Ok(table) => table,
        Err(error @ BuildError::Cancelled(_)) => {
            return Err(ApiError::Unanswered(error.to_string()));
        }
        Err(error) => return Err(bad(&error)),
    };
    let seconds = start.elapsed().as_secs_f64();
    let report = TableReport::new(&space, &table, farthest, seconds);
    Ok(serde_json::to_string(&report)?)
}
