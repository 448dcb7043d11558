//! What is reified is a formula over the literals of its parts.

use tantalizer_model::constraints::Reified;

use super::prelude::*;

impl Rewrite for Reified {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        // Known in advance to hold, or not to: the constraint itself, or its opposite, is all that is left.
        match work.fixed(self.by) {
            Some(1) => return work.post(*self.constraint),
            Some(_) => {
                if let Some(opposite) = self.constraint.negation() {
                    return work.post(opposite);
                }
            }
            None => {}
        }
        let by = Literal::yes(self.by);
        match self.constraint.known(work) {
            Some(literal) => work.equate(by, literal),
            None => self.constraint.reify(by, work),
        }
    }

    /// `by` tells whether the inner variable tells the truth about the constraint.
    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let holds = work.literal(*self.constraint)?;
        let differ = work.parity(Literal::yes(self.by), holds)?;
        work.equate(by, !differ)
    }

    /// A reification whose truth is known is the constraint itself, or its opposite.
    fn tighten(self, work: &mut Presolve) -> Option<Constraint> {
        match work.domain(self.by).fixed() {
            Some(1) => return work.becomes(*self.constraint),
            Some(_) => {
                if let Some(opposite) = self.constraint.negation() {
                    return work.becomes(opposite);
                }
            }
            None => {}
        }
        match self.constraint.decided(work) {
            Some(truth) => {
                work.keep(self.by, &Domain::single(i32::from(truth)));
                None
            }
            None => Some(self.into()),
        }
    }
}
