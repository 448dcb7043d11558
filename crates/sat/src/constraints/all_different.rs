//! Values that are all different.

use super::prelude::*;

impl Encode for AllDifferent {
    /// Each value at most once, and, if there are only as many values as variables, each value at least once.
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        let vars = &self.vars;
        let values = encoder.union(vars);
        encoder.reserve(3 * (values.len() * vars.len()) as u64)?;
        if values.len() < vars.len() {
            // There are too few values; a solver would try all ways to find out.
            encoder.clause([]);
            return Ok(());
        }
        let tight = values.len() == vars.len();
        for value in values {
            encoder.step(4 * vars.len())?;
            let takers: Vec<Lit> = vars
                .iter()
                .map(|var| encoder.is(var.index(), value))
                .collect();
            encoder.at_most_one(&takers);
            if tight {
                encoder.clause(takers);
            }
        }
        Ok(())
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let vars = &self.vars;
        let mut pairs = Vec::new();
        for (i, x) in vars.iter().enumerate() {
            for y in &vars[i + 1..] {
                pairs.push(-encoder.equal(x.index(), y.index())?);
            }
        }
        Ok(encoder.and(&pairs))
    }

    fn needs(&self, needs: &mut Needs) {
        needs.direct(&self.vars);
    }
}
