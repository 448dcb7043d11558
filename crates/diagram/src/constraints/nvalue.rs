//! How many different values occur.

use std::rc::Rc;

use super::prelude::*;
use crate::memory::{insert, number_to_come, values_to_come};

impl Remember for NValue {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        let among = scope.occurs(&self.vars);
        let times: Vec<usize> = among.iter().map(|&is| usize::from(is)).collect();
        Box::new(DifferentValues {
            among,
            variables_to_come: number_to_come(&times),
            to_come: values_to_come(&self.vars, scope),
            count: scope.position(self.count),
        })
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        var == self.count && all_known(&self.vars, var, known)
    }
}

/// The values seen that may come again, and how many different ones there were, less
/// the count where that is known.
struct DifferentValues {
    among: Vec<bool>,
    variables_to_come: Vec<i32>,
    to_come: Vec<Rc<[i32]>>,
    count: usize,
}

impl Memory for DifferentValues {
    fn start(&self) -> Vec<i32> {
        vec![0]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        let mut seen = memory.split_off(1);
        if self.among[position] && insert(&mut seen, value) {
            memory[0] += 1;
        }
        if position == self.count {
            memory[0] = memory[0].saturating_sub(value);
        }
        let to_come = &self.to_come[position + 1];
        seen.retain(|value| to_come.binary_search(value).is_ok());
        let unseen = (to_come.len() - seen.len()) as i32;
        memory.append(&mut seen);
        let most = unseen.min(self.variables_to_come[position + 1]);
        position < self.count || (memory[0] <= 0 && -memory[0] <= most)
    }
}
