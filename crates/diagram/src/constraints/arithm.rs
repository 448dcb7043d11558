//! Arithmetic on two variables: put before the judge.

use super::prelude::*;

impl Remember for Arithm {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        judged(self, scope)
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        let Arithm { x, op, y, rel, z } = *self;
        let additive = matches!(op, Arithmetic::Plus | Arithmetic::Minus);
        let from = |vars: [Var; 2]| all_known(&vars, var, known);
        rel == Rel::Equal
            && ((var == z && from([x, y]))
                || (additive && var == x && from([y, z]))
                || (additive && var == y && from([x, z])))
    }
}
