//! A parity.

use super::prelude::*;

impl Encode for Xor {
    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let mut odd = FALSE;
        for var in &self.vars {
            let one = encoder.is(var.index(), 1);
            odd = encoder.xor(odd, one);
        }
        Ok(if self.parity { odd } else { -odd })
    }
}
