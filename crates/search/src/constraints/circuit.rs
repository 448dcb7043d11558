//! A single loop through all nodes.

use super::prelude::*;
use crate::loops::single_loop;

impl Post for constraints::Circuit {
    fn consistency() -> Consistency {
        Consistency::Checking
    }

    fn propagators(&self, poster: &mut KernelBuilder) -> Group {
        single_loop(indices(&self.successors), self.offset, true, poster)
    }
}
