//! One loop through some of the nodes.

use super::prelude::*;
use crate::memory::Loop;

impl Remember for Subcircuit {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        Box::new(Loop::new(&self.successors, self.offset, false, scope))
    }
}
