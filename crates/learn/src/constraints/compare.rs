//! A comparison is a sum of two.

use tantalizer_model::constraints::Compare;

use super::prelude::*;

impl Post for Compare {
    fn takes_reified(&self) -> bool {
        true
    }

    fn post(&self, by: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult {
        poster.linear(&[(1, self.x), (-1, self.y)], self.rel, 0, by)
    }
}
