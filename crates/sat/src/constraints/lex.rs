//! Lexicographic order.

use super::prelude::*;

impl Encode for Lex {
    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let Lex {
            left,
            right,
            strict,
        } = self;
        // Once all common positions are equal, the shorter word comes first.
        let mut before =
            constant(left.len() < right.len() || (left.len() == right.len() && !strict));
        let common = left.len().min(right.len());
        for at in (0..common).rev() {
            let (x, y) = (left[at].index(), right[at].index());
            let less = encoder.comparison(x, Rel::Less, y)?;
            let at_most = encoder.comparison(x, Rel::LessEqual, y)?;
            let later = encoder.and(&[at_most, before]);
            before = encoder.or(&[less, later]);
        }
        Ok(before)
    }

    fn needs(&self, needs: &mut Needs) {
        needs.order(&self.left);
        needs.order(&self.right);
    }
}
