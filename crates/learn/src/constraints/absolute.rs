//! The absolute value.

use tantalizer_model::constraints::Absolute;

use super::prelude::*;

impl Post for Absolute {
    fn post(&self, _: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult {
        let (result, origin) = (poster.view(self.result), poster.view(self.x));
        let absolute = poster.huub.abs(origin).result(result);
        absolute.post().map_err(|_| Contradiction)
    }
}
