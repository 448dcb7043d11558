//! A maximum.

use super::prelude::*;
use crate::encode::Extreme;

impl Encode for Maximum {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        encoder.enforce_extreme(Extreme::Maximum, self.result, &self.vars)
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        encoder.extreme_truth(Extreme::Maximum, self.result, &self.vars)
    }

    fn needs(&self, needs: &mut Needs) {
        needs.order(&[self.result]);
        needs.order(&self.vars);
    }
}
