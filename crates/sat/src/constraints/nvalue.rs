//! How many different values occur.

use super::prelude::*;
use crate::encode::Term;

impl Encode for NValue {
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
        needs.order(&[self.count]);
    }
}

/// How many different values occur, minus `count`.
fn terms(constraint: &NValue, encoder: &mut Encoder) -> Result<Vec<Term>, Refused> {
    let NValue { vars, count } = constraint;
    let mut terms = vec![Term::Int(-1, count.index())];
    let values = encoder.union(vars);
    encoder.reserve((values.len() * vars.len()) as u64)?;
    for value in values {
        encoder.step(2 * vars.len())?;
        let takers: Vec<Lit> = vars
            .iter()
            .map(|var| encoder.is(var.index(), value))
            .collect();
        let occurs = encoder.or(&takers);
        terms.push(Term::Literal(1, occurs));
    }
    Ok(terms)
}
