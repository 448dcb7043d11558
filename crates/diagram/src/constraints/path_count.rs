//! Counted paths: put before the judge.

use super::prelude::*;

impl Remember for PathCount {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        judged(self, scope)
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        let mut arcs = self.graph.arcs.iter();
        var == self.total && arcs.all(|a| a.multiplicity != var && known(a.multiplicity))
    }
}
