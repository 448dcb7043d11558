//! A minimum.

use super::prelude::*;
use crate::encode::Extreme;

impl Encode for Minimum {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        encoder.enforce_extreme(Extreme::Minimum, self.result, &self.vars)
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        encoder.extreme_truth(Extreme::Minimum, self.result, &self.vars)
    }

    fn needs(&self, needs: &mut Needs) {
        needs.order(&[self.result]);
        needs.order(&self.vars);
    }
}
