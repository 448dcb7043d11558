//! A weighted sum.

use tantalizer_model::constraints::Linear;

use super::prelude::*;

impl Post for Linear {
    fn takes_reified(&self) -> bool {
        true
    }

    fn post(&self, by: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult {
        poster.linear(&self.terms, self.rel, self.constant, by)
    }
}
