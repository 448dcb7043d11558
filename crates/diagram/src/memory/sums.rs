//! Memories of sums, clauses, parities and extrema.

use tantalizer_model::{Literal, Rel, Var};

use super::{Memory, Scope};

/// A sum: what it is so far, or nothing once the rest cannot change whether the constraint holds.
pub(crate) struct Sum {
    coefficients: Vec<i64>,
    /// The smallest and largest sum of the terms from each position on.
    rest: Vec<(i64, i64)>,
    rel: Rel,
    constant: i64,
}

impl Sum {
    pub(crate) fn new(terms: &[(i64, Var)], rel: Rel, constant: i64, scope: &Scope) -> Self {
        let mut coefficients = vec![0; scope.len()];
        for &(coefficient, var) in terms {
            coefficients[scope.position(var)] += coefficient;
        }
        let mut rest = vec![(0, 0); scope.len() + 1];
        for position in (0..scope.len()).rev() {
            let parts = scope.values[position]
                .iter()
                .map(|&value| coefficients[position] * i64::from(value));
            let (low, high) = (parts.clone().min(), parts.max());
            rest[position].0 = rest[position + 1].0 + low.unwrap_or(0);
            rest[position].1 = rest[position + 1].1 + high.unwrap_or(0);
        }
        Sum {
            coefficients,
            rest,
            rel,
            constant,
        }
    }
}

impl Memory for Sum {
    fn start(&self) -> Vec<i32> {
        vec![0, 0]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        let &[high_half, low_half] = &memory[..] else {
            return true;
        };
        let before = i64::from(high_half) << 32 | i64::from(low_half as u32);
        let sum = before + self.coefficients[position] * i64::from(value);
        let (low, high) = self.rest[position + 1];
        let (low, high, constant) = (sum + low, sum + high, self.constant);
        let (always, never) = match self.rel {
            Rel::Equal => (
                low == high && low == constant,
                constant < low || constant > high,
            ),
            Rel::NotEqual => (
                constant < low || constant > high,
                low == high && low == constant,
            ),
            Rel::Less | Rel::LessEqual => (
                self.rel.holds(high, constant),
                !self.rel.holds(low, constant),
            ),
            Rel::Greater | Rel::GreaterEqual => (
                self.rel.holds(low, constant),
                !self.rel.holds(high, constant),
            ),
        };
        memory.clear();
        if !always {
            memory.extend([(sum >> 32) as i32, sum as i32]);
        }
        !never
    }
}

/// A clause: whether a literal is true already.
pub(crate) struct Clause {
    /// Which values of each variable make a literal true.
    truths: Vec<Vec<i32>>,
}

impl Clause {
    pub(crate) fn new(literals: &[Literal], scope: &Scope) -> Self {
        let mut truths = vec![Vec::new(); scope.len()];
        for literal in literals {
            truths[scope.position(literal.var)].push(literal.value());
        }
        Clause { truths }
    }
}

impl Memory for Clause {
    fn start(&self) -> Vec<i32> {
        vec![0]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        memory[0] |= i32::from(self.truths[position].contains(&value));
        memory[0] == 1 || position + 1 < self.truths.len()
    }
}

/// A parity: the parity so far.
pub(crate) struct Parity {
    /// Whether each variable occurs an odd number of times.
    odd: Vec<bool>,
    parity: bool,
}

impl Parity {
    pub(crate) fn new(vars: &[Var], parity: bool, scope: &Scope) -> Self {
        let odd = scope
            .places(vars)
            .iter()
            .map(|p| p.len() % 2 == 1)
            .collect();
        Parity { odd, parity }
    }
}

impl Memory for Parity {
    fn start(&self) -> Vec<i32> {
        vec![0]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        memory[0] ^= i32::from(self.odd[position] && value == 1);
        position + 1 < self.odd.len() || (memory[0] == 1) == self.parity
    }
}

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
        let among: Vec<bool> = scope.places(vars).iter().map(|p| !p.is_empty()).collect();
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
