//! Deals of SET with exactly so many sets, and the most cards without one.

use crate::error::ApiError;
use crate::fields::Fields;
use crate::work::Told;
use std::time::Instant;
use tantalizer_puzzles::set::SetPuzzle;
use tantalizer_puzzles::set::affine::{MOST_ATTRIBUTES, Points};
use tantalizer_puzzles::set::caps::{CapError, largest_cap_within};
use tantalizer_puzzles::set::deals::{self, USUAL_STEPS, Wish};
use tantalizer_puzzles::set::design::DealObject;

pub fn answer(fields: &Fields, told: &Told) -> Result<String, ApiError> {
    let start = Instant::now();
    let attributes = fields.size("attributes", 1..=MOST_ATTRIBUTES as u64, 4)?;
    let cap = fields.flag("largest_cap")?;
    let cards = fields.size("cards", 1..=81, 12)?;
    let sets = fields.number("sets", 0..=1080)?.unwrap_or(1);
    let seed = fields.seed()?;
    let limits = fields.limits(&told.cancel)?;
    fields.finish()?;
    let bad = |error: &dyn std::fmt::Display| ApiError::Bad(error.to_string());
    let puzzle = |points: Points| SetPuzzle::of_points(attributes, points).map_err(|e| bad(&e));
    let object = if cap {
        let largest = largest_cap_within(attributes, &limits.start());
        let largest = largest.map_err(|error| match error {
            CapError::Stopped(limit) => ApiError::Unanswered(limit.to_string()),
            error => bad(&error),
        })?;
        let seconds = start.elapsed().as_secs_f64();
        DealObject::of_cap(&puzzle(largest.witness)?, &largest, seconds)
    } else {
        let wish = Wish {
            attributes,
            cards,
            sets,
        };
        match deals::deal(wish, seed, USUAL_STEPS, &limits).map_err(|error| bad(&error))? {
            deals::Outcome::Found(points) => {
                let seconds = start.elapsed().as_secs_f64();
                DealObject::of_deal(&puzzle(points)?, sets, seconds)
            }
            deals::Outcome::Stopped(limit) => {
                return Err(ApiError::Unanswered(limit.to_string()));
            }
            deals::Outcome::Unknown { .. } => {
                return Err(ApiError::Unanswered(
                    "no such deal was found, and none was excluded; try another seed".into(),
                ));
            }
        }
    };
    Ok(serde_json::to_string(&object)?)
}
