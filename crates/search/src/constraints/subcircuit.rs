//! A single loop through some nodes; the others stay where they are.

use super::prelude::*;
use crate::loops::single_loop;

impl Post for constraints::Subcircuit {
    fn consistency() -> Consistency {
        Consistency::Checking
    }

    fn propagators(&self, poster: &mut KernelBuilder) -> Group {
        single_loop(indices(&self.successors), self.offset, false, poster)
    }
}
