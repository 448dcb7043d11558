//! An absolute value: put before the judge.

use super::prelude::*;

impl Remember for Absolute {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        judged(self, scope)
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        var == self.result && all_known(&[self.x], var, known)
    }
}
