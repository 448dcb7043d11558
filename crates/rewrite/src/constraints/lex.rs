//! From the last letter to the first: a word is smaller if its first letter is smaller, or equal and the rest is smaller.

use tantalizer_model::constraints::Lex;

use super::prelude::*;

impl Rewrite for Lex {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        work.demand_literal(self)
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let (left, right) = (self.left.len(), self.right.len());
        // With all common letters equal, the lengths decide.
        let at_end = left < right || (left == right && !self.strict);
        let mut rest = work.truth(at_end);
        let letters: Vec<(&Var, &Var)> = self.left.iter().zip(&self.right).collect();
        for (&x, &y) in letters.into_iter().rev() {
            let less = work.relation(x, Rel::Less, y)?;
            let at_most = work.relation(x, Rel::LessEqual, y)?;
            let so_far = rest;
            rest = work.define(|work| {
                let smaller = work.fresh_literal();
                work.clause(vec![!less, smaller])?;
                work.clause(vec![!at_most, !so_far, smaller])?;
                work.clause(vec![!smaller, at_most])?;
                work.clause(vec![!smaller, less, so_far])?;
                Ok(smaller)
            })?;
        }
        work.equate(by, rest)
    }
}
