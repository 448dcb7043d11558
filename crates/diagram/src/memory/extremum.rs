//! The memory of minima and maxima.

use tantalizer_model::Var;

use super::{Memory, Scope};

/// A minimum (sign 1) or maximum (sign -1): the extremum so far, or once the result is known, whether it is attained.
pub(crate) struct Extremum {
    result: usize,
    among: Vec<bool>,
    sign: i64,
    /// The first position of one of the variables.
    first: usize,
    /// The smallest result there can be, signs applied.
    least: i64,
}

impl Extremum {
    pub(crate) fn new(result: Var, vars: &[Var], sign: i64, scope: &Scope) -> Self {
        let among: Vec<bool> = scope.occurs(vars);
        let result = scope.position(result);
        let results = scope.values[result].iter();
        Extremum {
            result,
            first: among.iter().position(|&is| is).unwrap_or(0),
            least: results.map(|&v| sign * i64::from(v)).min().unwrap_or(0),
            among,
            sign,
        }
    }
}

impl Memory for Extremum {
    fn start(&self) -> Vec<i32> {
        // The extremum so far (or the result), and whether it is attained.
        vec![0, 0]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        let signed = |value: i32| self.sign * i64::from(value);
        if self.among[position] {
            if position <= self.result {
                let none_yet = position == self.first;
                if none_yet || signed(value) < signed(memory[0]) {
                    memory[0] = value;
                }
                if signed(memory[0]) < self.least {
                    return false;
                }
            } else {
                if signed(value) < signed(memory[0]) {
                    return false;
                }
                memory[1] |= i32::from(value == memory[0]);
            }
        }
        if position == self.result {
            let some_known = position >= self.first;
            if some_known && signed(memory[0]) < signed(value) {
                return false;
            }
            memory[1] = i32::from(some_known && memory[0] == value);
            memory[0] = value;
        }
        position + 1 < self.among.len() || memory[1] == 1
    }
}
