//! Two variables compared.

use super::prelude::*;

impl Encode for Compare {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        encoder.compare(self.x.index(), self.rel, self.y.index(), TRUE)
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        encoder.comparison(self.x.index(), self.rel, self.y.index())
    }

    fn needs(&self, needs: &mut Needs) {
        match self.rel {
            Rel::Equal | Rel::NotEqual => needs.direct(&[self.x, self.y]),
            _ => needs.order(&[self.x, self.y]),
        }
    }
}
