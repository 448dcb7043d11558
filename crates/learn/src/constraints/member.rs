//! One of a set of values.

use tantalizer_model::constraints::Member;

use super::prelude::*;
use crate::post::set;

impl Post for Member {
    fn takes_reified(&self) -> bool {
        true
    }

    fn post(&self, by: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult {
        let (member, values) = (poster.view(self.x), set(&self.values));
        let contains = poster.huub.contains(values).member(member);
        let posted = match by {
            Some(by) => contains.result(by).post(),
            None => contains.result(true).post(),
        };
        posted.map_err(|_| Contradiction)
    }
}
