//! An absolute value.

use super::prelude::*;

impl Encode for Absolute {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        absolute_as(encoder, self, TRUE)
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let truth = encoder.fresh();
        absolute_as(encoder, self, truth)?;
        Ok(truth)
    }

    fn needs(&self, needs: &mut Needs) {
        needs.direct(&[self.result, self.x]);
    }
}

/// `truth` tells whether `result` is the absolute value of `x`.
fn absolute_as(encoder: &mut Encoder, constraint: &Absolute, truth: Lit) -> Result<(), Refused> {
    let (result, x) = (constraint.result.index(), constraint.x.index());
    let values = encoder.values(x);
    encoder.reserve(2 * values.len() as u64)?;
    for value in values {
        let given = encoder.is(x, value);
        let outcome = encoder.is(result, value.abs());
        encoder.clause([-given, -truth, outcome]);
        encoder.clause([-given, truth, -outcome]);
    }
    Ok(())
}
