//! The constraints that Huub takes, one file each.

mod absolute;
mod all_different;
mod arithm;
mod clause;
mod compare;
mod cumulative;
mod element;
mod linear;
mod maximum;
mod member;
mod minimum;
mod no_overlap;
mod reified;
mod table;

use huub::model::View;
use tantalizer_model::{Constraint, Model, Var, native_constraints};

use crate::post::{HuubBuilder, PostResult};

/// A constraint that Huub takes.
pub(crate) trait Post {
    /// Whether it does with these parts, in this model.
    fn takes(&self, model: &Model) -> bool {
        let _ = model;
        true
    }

    /// Whether it takes a 0/1 variable that tells whether the constraint holds.
    fn takes_reified(&self) -> bool {
        false
    }

    /// Posts it; with `by`, that this tells whether it holds, which is asked of those that take it.
    fn post(&self, by: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult;
}

native_constraints!(Post);

/// Whether Huub takes a constraint of the model, or of what it is rewritten to, as it is; the rest is rewritten.
pub fn takes_in(constraint: &Constraint, model: &Model) -> bool {
    native(constraint).is_some_and(|native| native.takes(model))
}

/// The only value of a variable; none of those that are not the model's.
fn fixed(var: Var, model: &Model) -> Option<i32> {
    let known = var.index() < model.var_count();
    known.then(|| model.domain(var).fixed()).flatten()
}

/// What a constraint's file needs.
mod prelude {
    pub(super) use super::{Post, fixed};
    pub(super) use crate::post::{Contradiction, HuubBuilder, PostResult};
    pub(super) use huub::model::View;
    pub(super) use tantalizer_model::Rel;
}
