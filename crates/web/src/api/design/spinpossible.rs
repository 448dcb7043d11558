//! Boards of Spinpossible that are exactly so many spins from solved.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::work::Told;
use serde_json::json;
use std::time::Instant;
use tantalizer_puzzles::spinpossible::{
    AtDistance, AtDistanceError, DistanceObject, Rules, Spinpossible, boards_at_distance,
};
use tantalizer_states::Progress;

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let start = Instant::now();
    let rows = fields.size("rows", 1..=8, 3)?;
    let cols = fields.size("cols", 1..=8, 3)?;
    let distance = fields.size("distance", 0..=100, 4)?;
    let single_spins = !fields.flag("no_single")?;
    let limits = fields.limits(&told.cancel)?;
    let seed = fields.seed()?;
    fields.finish()?;
    let rules = Rules::new(rows, cols, single_spins);
    let rules = rules.map_err(|error| ApiError::Bad(error.to_string()))?;
    let watch = limits.start();
    let progress = |progress: &Progress| {
        told.progress(|| {
            json!({
                "fraction": progress.found as f64 / progress.states as f64,
                "distance": progress.level,
            })
        });
    };
    let how = AtDistance {
        seed,
        watch: Some(&watch),
        memory_limit: limits.memory,
        progress: Some(&progress),
    };
    let mut boards =
        boards_at_distance(&rules, distance, 1, &how).map_err(|error| match error {
            AtDistanceError::NotFound(_) => ApiError::Unanswered(error.to_string()),
            other => ApiError::Bad(other.to_string()),
        })?;
    let none = || ApiError::Unanswered("no board at this distance was found".into());
    let board = Spinpossible::new(boards.pop().ok_or_else(none)?, single_spins);
    let object = DistanceObject::new(&board, distance, start.elapsed().as_secs_f64());
    Ok(serde_json::to_string(&object)?)
}
