//! Huub's sweep over rectangles, where their sizes are known.

use tantalizer_model::Model;
use tantalizer_model::constraints::NoOverlap;

use super::prelude::*;

impl Post for NoOverlap {
    fn takes(&self, model: &Model) -> bool {
        let mut sizes = self.widths.iter().chain(&self.heights);
        sizes.all(|&size| fixed(size, model).is_some_and(|size| size >= 0))
    }

    fn post(&self, _: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult {
        // Huub panics without any rectangle.
        if self.x.is_empty() {
            return Ok(());
        }
        let pairs = |first: &[View<i64>], second: &[View<i64>]| {
            let both = first.iter().zip(second);
            both.map(|(&x, &y)| vec![x, y]).collect::<Vec<_>>()
        };
        let origins = pairs(&poster.views(&self.x), &poster.views(&self.y));
        let sizes = pairs(&poster.views(&self.widths), &poster.views(&self.heights));
        let apart = poster.huub.no_overlap().origins(origins).sizes(sizes);
        let posted = apart.strict(self.strict).post();
        posted.map_err(|_| Contradiction)
    }
}
