//! Weighted sums compared with a constant.
//!
//! A sum is a balanced tree of partial sums in the order encoding, each node over the values that it can take
//! and that still matter (Joshi, Martins and Manquinho, *Generalized totalizer encoding for pseudo-Boolean
//! constraints*, 2015): what is too large or too small to change the outcome is merged into one value. Where
//! that would be too many clauses, the sum is added up in binary.

use tantalizer_model::Rel;

use super::{Encoder, Refused};
use crate::cnf::{FALSE, Lit, TRUE};

/// Trees with up to so many clauses are preferred to adders, which propagate less.
const TREE_CLAUSES: usize = 60_000;

/// A part of a sum.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Term {
    /// A coefficient times a variable.
    Int(i64, usize),
    /// A weight if a literal is true.
    Literal(i64, Lit),
}

/// Which implications a sum needs: from the terms up to "at least", to "at most", or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Directions {
    up: bool,
    down: bool,
}

/// A number in the order encoding: its possible values, increasing, each with the literal "at least so much".
#[derive(Clone, Debug)]
struct Ladder {
    values: Vec<i64>,
    at_least: Vec<Lit>,
}

impl Encoder {
    /// The sum stands in relation to `constant`.
    pub(crate) fn enforce_sum(
        &mut self,
        terms: &[Term],
        rel: Rel,
        constant: i64,
    ) -> Result<(), Refused> {
        let directions = match rel {
            Rel::Less | Rel::LessEqual => Directions {
                up: true,
                down: false,
            },
            Rel::Greater | Rel::GreaterEqual => Directions {
                up: false,
                down: true,
            },
            Rel::Equal | Rel::NotEqual => Directions {
                up: true,
                down: true,
            },
        };
        let (least, more) = self.sum_against(terms, constant, directions)?;
        match rel {
            Rel::Less => self.clause([-least]),
            Rel::LessEqual => self.clause([-more]),
            Rel::Greater => self.clause([more]),
            Rel::GreaterEqual => self.clause([least]),
            Rel::NotEqual => self.clause([-least, more]),
            Rel::Equal => {
                self.clause([least]);
                self.clause([-more]);
            }
        }
        Ok(())
    }

    /// Whether the sum stands in relation to `constant`, as a literal.
    pub(crate) fn sum_truth(
        &mut self,
        terms: &[Term],
        rel: Rel,
        constant: i64,
    ) -> Result<Lit, Refused> {
        let both = Directions {
            up: true,
            down: true,
        };
        let (least, more) = self.sum_against(terms, constant, both)?;
        Ok(match rel {
            Rel::Less => -least,
            Rel::LessEqual => -more,
            Rel::Greater => more,
            Rel::GreaterEqual => least,
            Rel::NotEqual => -self.and(&[least, -more]),
            Rel::Equal => self.and(&[least, -more]),
        })
    }

    /// The literals "the sum is at least `constant`" and "the sum is more than `constant`".
    fn sum_against(
        &mut self,
        terms: &[Term],
        constant: i64,
        directions: Directions,
    ) -> Result<(Lit, Lit), Refused> {
        let merged = merge(terms);
        let mut leaves = Vec::with_capacity(merged.len());
        for &term in &merged {
            leaves.push(self.ladder(term));
        }
        // An empty domain has made the formula false already; any answer will do.
        if leaves.iter().any(|leaf| leaf.values.is_empty()) {
            return Ok((FALSE, FALSE));
        }
        let plan = Plan::new(&leaves, constant);
        match plan {
            Some(plan) => {
                self.reserve(2 * plan.clauses as u64)?;
                let root = self.build(&plan, &leaves, 0, leaves.len(), directions);
                Ok((root.at_least(constant), root.at_least(constant + 1)))
            }
            None => self.binary_sum_against(&merged, constant),
        }
    }

    /// One term in the order encoding.
    fn ladder(&mut self, term: Term) -> Ladder {
        match term {
            Term::Literal(weight, literal) => match literal {
                TRUE => Ladder::constant(weight),
                FALSE => Ladder::constant(0),
                _ if weight > 0 => Ladder {
                    values: vec![0, weight],
                    at_least: vec![TRUE, literal],
                },
                _ => Ladder {
                    values: vec![weight, 0],
                    at_least: vec![TRUE, -literal],
                },
            },
            Term::Int(coefficient, x) => {
                let values = self.values(x);
                let mut ladder = Ladder {
                    values: Vec::with_capacity(values.len()),
                    at_least: Vec::with_capacity(values.len()),
                };
                if coefficient > 0 {
                    for &value in &values {
                        ladder.values.push(coefficient * value);
                        ladder.at_least.push(self.at_least(x, value));
                    }
                } else {
                    for &value in values.iter().rev() {
                        ladder.values.push(coefficient * value);
                        ladder.at_least.push(-self.at_least(x, value + 1));
                    }
                }
                ladder
            }
        }
    }

    fn build(
        &mut self,
        plan: &Plan,
        leaves: &[Ladder],
        from: usize,
        to: usize,
        directions: Directions,
    ) -> Ladder {
        match to - from {
            0 => return Ladder::constant(0),
            1 => return leaves[from].clone(),
            _ => {}
        }
        let middle = from + (to - from) / 2;
        let left = self.build(plan, leaves, from, middle, directions);
        let right = self.build(plan, leaves, middle, to, directions);
        let window = plan.window(from, to);
        let mut node = Ladder::constant(0);
        node.values = sums(&left.values, &right.values, window);
        node.at_least = (0..node.values.len())
            .map(|at| if at == 0 { TRUE } else { self.fresh() })
            .collect();
        for pair in node.at_least.windows(2) {
            self.define([-pair[1], pair[0]]);
        }
        for (i, &a) in left.values.iter().enumerate() {
            for (j, &b) in right.values.iter().enumerate() {
                let at = node.position(a + b);
                if directions.up {
                    self.define([-left.at_least[i], -right.at_least[j], node.at_least[at]]);
                }
                if directions.down {
                    self.define([left.above(i), right.above(j), -node.above(at)]);
                }
            }
        }
        node
    }
}

impl Ladder {
    fn constant(value: i64) -> Self {
        Ladder {
            values: vec![value],
            at_least: vec![TRUE],
        }
    }

    fn at_least(&self, value: i64) -> Lit {
        match self.values.partition_point(|&v| v < value) {
            at if at == self.values.len() => FALSE,
            at => self.at_least[at],
        }
    }

    /// More than the value number `at`.
    fn above(&self, at: usize) -> Lit {
        self.at_least.get(at + 1).copied().unwrap_or(FALSE)
    }

    /// Which value stands for this one.
    fn position(&self, value: i64) -> usize {
        let at = self.values.partition_point(|&v| v < value);
        at.min(self.values.len() - 1)
    }
}

/// Below `low` and above `high` the outcome is clear, so that one value on each side stands for all.
#[derive(Clone, Copy, Debug)]
struct Window {
    low: i64,
    high: i64,
}

/// The windows of all nodes, and how many clauses the tree takes in one direction.
struct Plan {
    /// Sums of the smallest, and of the largest, values of the first leaves.
    low: Vec<i64>,
    high: Vec<i64>,
    constant: i64,
    clauses: usize,
}

impl Plan {
    /// None if the tree would be too large.
    fn new(leaves: &[Ladder], constant: i64) -> Option<Plan> {
        let mut plan = Plan {
            low: vec![0],
            high: vec![0],
            constant,
            clauses: 0,
        };
        for leaf in leaves {
            let (low, high) = (leaf.values[0], leaf.values[leaf.values.len() - 1]);
            plan.low.push(plan.low[plan.low.len() - 1] + low);
            plan.high.push(plan.high[plan.high.len() - 1] + high);
        }
        plan.measure(leaves, 0, leaves.len())?;
        Some(plan)
    }

    /// The values of the node over leaves `from..to`; adds the cost of the tree below it.
    fn measure(&mut self, leaves: &[Ladder], from: usize, to: usize) -> Option<Vec<i64>> {
        match to - from {
            0 => return Some(vec![0]),
            1 => return Some(leaves[from].values.clone()),
            _ => {}
        }
        let middle = from + (to - from) / 2;
        let left = self.measure(leaves, from, middle)?;
        let right = self.measure(leaves, middle, to)?;
        self.clauses += left.len() * right.len();
        if self.clauses > TREE_CLAUSES {
            return None;
        }
        Some(sums(&left, &right, self.window(from, to)))
    }

    /// What leaves `from..to` can sum up to while the outcome is still open.
    fn window(&self, from: usize, to: usize) -> Window {
        let last = self.low.len() - 1;
        let rest_low = self.low[last] - (self.low[to] - self.low[from]);
        let rest_high = self.high[last] - (self.high[to] - self.high[from]);
        Window {
            low: self.constant - rest_high,
            high: self.constant - rest_low,
        }
    }
}

/// The sums of two sets: those in the window, and the nearest one on each side of it.
fn sums(left: &[i64], right: &[i64], window: Window) -> Vec<i64> {
    let mut values: Vec<i64> = left
        .iter()
        .flat_map(|a| right.iter().map(move |b| a + b))
        .collect();
    values.sort_unstable();
    values.dedup();
    let beyond = values.partition_point(|&value| value <= window.high);
    values.truncate(beyond + 1);
    let below = values.partition_point(|&value| value < window.low);
    values.drain(..below.saturating_sub(1));
    values
}

/// The terms with each variable once, and none that is always zero.
fn merge(terms: &[Term]) -> Vec<Term> {
    let mut merged: Vec<Term> = Vec::with_capacity(terms.len());
    let mut seen = std::collections::HashMap::new();
    for &term in terms {
        match term {
            Term::Int(coefficient, x) => match seen.get(&x) {
                Some(&at) => {
                    if let Term::Int(sum, _) = &mut merged[at] {
                        *sum += coefficient;
                    }
                }
                None => {
                    seen.insert(x, merged.len());
                    merged.push(term);
                }
            },
            Term::Literal(0, _) => {}
            Term::Literal(..) => merged.push(term),
        }
    }
    merged.retain(|term| !matches!(term, Term::Int(0, _)));
    merged
}
