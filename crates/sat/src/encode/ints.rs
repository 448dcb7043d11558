//! Integer variables as literals.

use super::{Encoder, constant};
use crate::cnf::{FALSE, Lit, TRUE};

/// Which literals a variable has from the start; the others are defined when a constraint asks for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Direct,
    Order,
    Both,
}

/// No literal yet.
const NONE: Lit = 0;

/// A variable's values and its literals.
#[derive(Clone, Default, Debug)]
pub(crate) struct Int {
    values: Vec<i64>,
    /// `x = values[i]`
    direct: Vec<Lit>,
    /// `x >= values[i]`; the first is always true.
    order: Vec<Lit>,
}

impl Int {
    /// A 0/1 variable that is 1 exactly when the literal is true.
    pub(crate) fn boolean(truth: Lit) -> Self {
        Int {
            values: vec![0, 1],
            direct: vec![-truth, truth],
            order: vec![TRUE, truth],
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn value(&self, at: usize) -> i64 {
        self.values[at]
    }

    /// The literals that are all true exactly when the variable has its value number `at`.
    pub(crate) fn meaning(&self, at: usize) -> Vec<Lit> {
        let literals = if self.direct[at] != NONE {
            vec![self.direct[at]]
        } else {
            let above = self.order.get(at + 1).map_or(TRUE, |&literal| -literal);
            vec![self.order[at], above]
        };
        literals.into_iter().filter(|&l| l != TRUE).collect()
    }
}

impl Encoder {
    /// A new variable over these increasing values.
    pub(crate) fn new_int(&mut self, values: Vec<i64>, form: Form) -> Int {
        let n = values.len();
        let mut int = Int {
            values,
            direct: vec![NONE; n],
            order: vec![NONE; n],
        };
        match n {
            0 => self.define([]),
            1 => (int.direct[0], int.order[0]) = (TRUE, TRUE),
            2 => {
                let upper = self.fresh();
                int.direct = vec![-upper, upper];
                int.order = vec![TRUE, upper];
            }
            _ => match form {
                Form::Direct => {
                    int.direct = (0..n).map(|_| self.fresh()).collect();
                    int.order[0] = TRUE;
                    self.define(int.direct.iter().copied());
                    self.defining(|encoder| encoder.at_most_one(&int.direct));
                }
                Form::Order | Form::Both => {
                    int.order = (0..n)
                        .map(|at| if at == 0 { TRUE } else { self.fresh() })
                        .collect();
                    for at in 1..n - 1 {
                        self.define([-int.order[at + 1], int.order[at]]);
                    }
                    int.direct[0] = -int.order[1];
                    int.direct[n - 1] = int.order[n - 1];
                    if form == Form::Both {
                        for at in 1..n - 1 {
                            int.direct[at] = self.and(&[int.order[at], -int.order[at + 1]]);
                        }
                    }
                }
            },
        }
        int
    }

    /// `x = value`
    pub(crate) fn is(&mut self, x: usize, value: i64) -> Lit {
        match self.ints[x].values.binary_search(&value) {
            Ok(at) => self.is_at(x, at),
            Err(_) => FALSE,
        }
    }

    /// `x` has its value number `at`.
    pub(crate) fn is_at(&mut self, x: usize, at: usize) -> Lit {
        if self.ints[x].direct[at] == NONE {
            let parts = self.ints[x].meaning(at);
            self.ints[x].direct[at] = self.and(&parts);
        }
        self.ints[x].direct[at]
    }

    /// `x >= value`
    pub(crate) fn at_least(&mut self, x: usize, value: i64) -> Lit {
        let int = &self.ints[x];
        let at = int.values.partition_point(|&v| v < value);
        if at == 0 {
            // A variable without values is not at least anything; the formula is false anyway.
            return constant(int.len() > 0);
        }
        if at == int.len() {
            return FALSE;
        }
        if int.order[at] == NONE {
            self.make_order(x);
        }
        self.ints[x].order[at]
    }

    /// Makes all literals `x >= v`, from the top down: `x >= v` if `x = v` or `x` is at least the next value.
    pub(crate) fn make_order(&mut self, x: usize) {
        let n = self.ints[x].len();
        for at in (1..n).rev() {
            if self.ints[x].order[at] != NONE {
                continue;
            }
            let literal = if at == n - 1 {
                self.ints[x].direct[at]
            } else if at == 1 {
                -self.ints[x].direct[0]
            } else {
                let parts = [self.ints[x].direct[at], self.ints[x].order[at + 1]];
                self.or(&parts)
            };
            self.ints[x].order[at] = literal;
        }
    }

    /// The values of `x`, increasing.
    pub(crate) fn values(&self, x: usize) -> Vec<i64> {
        self.ints[x].values.clone()
    }

    /// The smallest and the largest value of `x`; of an empty domain, zeros.
    pub(crate) fn bounds(&self, x: usize) -> (i64, i64) {
        let values = &self.ints[x].values;
        match (values.first(), values.last()) {
            (Some(&low), Some(&high)) => (low, high),
            _ => (0, 0),
        }
    }

    /// The only value of `x`, if there is exactly one.
    pub(crate) fn fixed(&self, x: usize) -> Option<i64> {
        match self.ints[x].values[..] {
            [value] => Some(value),
            _ => None,
        }
    }

    /// An auxiliary variable over `0..size`, in the order encoding.
    pub(crate) fn new_position(&mut self, size: usize) -> usize {
        let int = self.new_int((0..size as i64).collect(), Form::Order);
        self.ints.push(int);
        self.ints.len() - 1
    }
}
