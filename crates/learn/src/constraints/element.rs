//! What stands at a place of a list; the place is kept within it.

use huub::Set;
use tantalizer_model::constraints::Element;

use super::prelude::*;

impl Post for Element {
    fn post(&self, _: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult {
        let (first, length) = (i64::from(self.offset), self.array.len() as i64);
        let (index, value) = (poster.view(self.index), poster.view(self.value));
        let inside = Set::from(first..=first + length - 1);
        let within = poster.huub.contains(inside).member(index).result(true);
        within.post().map_err(|_| Contradiction)?;
        let array = poster.views(&self.array);
        let element = poster.huub.element(array).index(index - first);
        element.result(value).post().map_err(|_| Contradiction)
    }
}
