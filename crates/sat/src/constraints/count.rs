//! How often a value occurs.

use super::prelude::*;
use crate::encode::Term;

impl Encode for Count {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        let terms = terms(self, encoder)?;
        encoder.enforce_sum(&terms, Rel::Equal, 0)
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let terms = terms(self, encoder)?;
        encoder.sum_truth(&terms, Rel::Equal, 0)
    }

    fn needs(&self, needs: &mut Needs) {
        needs.direct(&self.vars);
        needs.direct(&[self.value]);
        needs.order(&[self.count]);
    }
}

/// How many of `vars` equal `value`, minus `count`.
fn terms(constraint: &Count, encoder: &mut Encoder) -> Result<Vec<Term>, Refused> {
    let Count { vars, value, count } = constraint;
    let mut terms = vec![Term::Int(-1, count.index())];
    for var in vars {
        let hit = encoder.equal(var.index(), value.index())?;
        terms.push(Term::Literal(1, hit));
    }
    Ok(terms)
}
