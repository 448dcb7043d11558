//! A weighted sum compared with a constant.

use super::prelude::*;

impl Remember for Linear {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        let mut coefficients = vec![0; scope.len()];
        for &(coefficient, var) in &self.terms {
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
        Box::new(Sum {
            coefficients,
            rest,
            rel: self.rel,
            constant: self.constant,
        })
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        let own = self.terms.iter().filter(|term| term.1 == var);
        self.rel == Rel::Equal
            && own.map(|term| term.0).sum::<i64>() != 0
            && self.terms.iter().all(|t| t.1 == var || known(t.1))
    }
}

/// A sum: what it is so far, or nothing once the rest cannot change whether the constraint holds.
struct Sum {
    coefficients: Vec<i64>,
    /// The smallest and largest sum of the terms from each position on.
    rest: Vec<(i64, i64)>,
    rel: Rel,
    constant: i64,
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
