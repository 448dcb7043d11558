//! Parity along a chain: each link is the parity of the variables so far.

use tantalizer_model::constraints::Xor;

use super::prelude::*;

impl Rewrite for Xor {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let mut so_far = work.truth(false);
        for &var in &self.vars {
            so_far = work.parity(so_far, Literal::yes(var))?;
        }
        work.clause(vec![if self.parity { so_far } else { !so_far }])
    }

    /// `by` joins the sum: together the parity is always the opposite one.
    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let mut vars = self.vars;
        vars.push(by.var);
        work.post(Xor {
            vars,
            parity: self.parity != by.positive,
        })
    }
}
