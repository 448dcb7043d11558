//! Two variables compared: put before the judge.

use super::prelude::*;

impl Remember for Compare {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        judged(self, scope)
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        self.rel == Rel::Equal
            && (all_known(&[self.x], var, known) || all_known(&[self.y], var, known))
    }
}
