//! A minimum.

use super::prelude::*;
use crate::memory::Extremum;

impl Remember for Minimum {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        Box::new(Extremum::new(self.result, &self.vars, 1, scope))
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        var == self.result && all_known(&self.vars, var, known)
    }
}
