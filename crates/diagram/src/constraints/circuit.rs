//! One loop through all nodes.

use super::prelude::*;
use crate::memory::Loop;

impl Remember for Circuit {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        Box::new(Loop::new(&self.successors, self.offset, true, scope))
    }
}
