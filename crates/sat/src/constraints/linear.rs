//! A weighted sum compared with a constant.

use super::prelude::*;
use crate::encode::Term;

impl Encode for Linear {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        encoder.enforce_sum(&terms(self), self.rel, self.constant)
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        encoder.sum_truth(&terms(self), self.rel, self.constant)
    }

    fn needs(&self, needs: &mut Needs) {
        self.terms.iter().for_each(|term| needs.order(&[term.1]));
    }
}

fn terms(sum: &Linear) -> Vec<Term> {
    let term = |&(coefficient, var): &(i64, Var)| Term::Int(coefficient, var.index());
    sum.terms.iter().map(term).collect()
}
