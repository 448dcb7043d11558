//! A variable among some values.

use super::prelude::*;

impl Encode for Member {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        let x = self.x.index();
        for value in encoder.values(x) {
            encoder.step(1)?;
            if !self.values.contains(value as i32) {
                let literal = encoder.is(x, value);
                encoder.clause([-literal]);
            }
        }
        Ok(())
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        Ok(encoder.member(self.x.index(), &self.values))
    }
}
