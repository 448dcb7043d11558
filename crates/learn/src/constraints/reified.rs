//! Whether another constraint holds, for those that can be told so.

use tantalizer_model::constraints::Reified;
use tantalizer_model::{Literal, Model};

use super::native;
use super::prelude::*;

impl Post for Reified {
    fn takes(&self, model: &Model) -> bool {
        native(&self.constraint).is_some_and(|inner| inner.takes(model) && inner.takes_reified())
    }

    fn post(&self, _: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult {
        let truth = poster.truth(Literal::yes(self.by));
        poster.post_native(&self.constraint, Some(truth))
    }
}
