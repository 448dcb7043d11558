//! The result is at most each variable, and at least one of them.

use tantalizer_model::constraints::Minimum;

use super::prelude::*;

impl Rewrite for Minimum {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        work.extremum(self.result, &self.vars, Rel::LessEqual)
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        work.reify_extremum(self.result, &self.vars, Rel::LessEqual, by)
    }
}
