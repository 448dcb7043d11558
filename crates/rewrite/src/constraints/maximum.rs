//! The result is at least each variable, and at most one of them.

use tantalizer_model::constraints::Maximum;

use super::prelude::*;

impl Rewrite for Maximum {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        work.extremum(self.result, &self.vars, Rel::GreaterEqual)
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        work.reify_extremum(self.result, &self.vars, Rel::GreaterEqual, by)
    }
}
