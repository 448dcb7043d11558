//! A variable among some values: put before the judge.

use super::prelude::*;

impl Remember for Member {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        judged(self, scope)
    }
}
