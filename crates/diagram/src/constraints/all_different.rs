//! Values that are all different.

use std::rc::Rc;

use super::prelude::*;
use crate::memory::{insert, values_to_come};

impl Remember for AllDifferent {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        Box::new(Used {
            to_come: values_to_come(&self.vars, scope),
            repeated: self.vars.len() > scope.len(),
        })
    }
}

/// The used values that a later variable could take.
struct Used {
    to_come: Vec<Rc<[i32]>>,
    repeated: bool,
}

impl Memory for Used {
    fn start(&self) -> Vec<i32> {
        Vec::new()
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        if self.repeated || !insert(memory, value) {
            return false;
        }
        let to_come = &self.to_come[position + 1];
        memory.retain(|value| to_come.binary_search(value).is_ok());
        // As many values must be left as there are variables to come.
        let variables = self.to_come.len() - 2 - position;
        to_come.len() - memory.len() >= variables
    }
}
