//! A disjunction.

use super::prelude::*;

impl Encode for Clause {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        let literals = literals(encoder, self);
        encoder.clause(literals);
        Ok(())
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let literals = literals(encoder, self);
        Ok(encoder.or(&literals))
    }
}

fn literals(encoder: &mut Encoder, clause: &Clause) -> Vec<Lit> {
    let literals = clause.literals.iter();
    literals
        .map(|l| encoder.value_literal(l.var, l.value()))
        .collect()
}
