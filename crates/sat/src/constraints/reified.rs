//! Whether a constraint holds, as a variable.

use super::prelude::*;

impl Encode for Reified {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        let by = encoder.is(self.by.index(), 1);
        let truth = encoder.truth(&self.constraint)?;
        encoder.equate(by, truth);
        Ok(())
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let by = encoder.is(self.by.index(), 1);
        let truth = encoder.truth(&self.constraint)?;
        Ok(encoder.iff(by, truth))
    }

    fn needs(&self, needs: &mut Needs) {
        taken(&self.constraint).needs(needs);
    }
}
