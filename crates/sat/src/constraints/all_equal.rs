//! Values that are all equal.

use super::prelude::*;

impl Encode for AllEqual {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        for pair in self.vars.windows(2) {
            encoder.compare(pair[0].index(), Rel::Equal, pair[1].index(), TRUE)?;
        }
        Ok(())
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let vars = &self.vars;
        let mut pairs = Vec::new();
        for pair in vars.windows(2) {
            pairs.push(encoder.equal(pair[0].index(), pair[1].index())?);
        }
        Ok(encoder.and(&pairs))
    }

    fn needs(&self, needs: &mut Needs) {
        needs.direct(&self.vars);
    }
}
