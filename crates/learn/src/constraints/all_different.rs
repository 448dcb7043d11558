//! Huub's all-different forgets variables that are fixed before the search, so every pair is
//! posted as a disequality as well.

use tantalizer_model::constraints::AllDifferent;

use super::prelude::*;

/// What a disequality takes, in steps of some nanoseconds.
const STEPS_A_PAIR: usize = 500;

impl Post for AllDifferent {
    fn post(&self, _: Option<View<bool>>, poster: &mut Poster) -> Outcome {
        for (i, &x) in self.vars.iter().enumerate() {
            for &y in &self.vars[i + 1..] {
                if let Err(limit) = poster.pace.step(STEPS_A_PAIR) {
                    poster.stopped = Some(limit);
                    return Ok(());
                }
                poster.linear(&[(1, x), (-1, y)], Rel::NotEqual, 0, None)?;
            }
        }
        let unique = poster.huub.unique(poster.views(&self.vars));
        unique.post().map_err(|_| Contradiction)
    }
}
