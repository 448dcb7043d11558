//! Any relation of a sum by inequalities with `<=`, which are the floor of everything.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use tantalizer_model::constraints::{Clause, Compare, Linear, Member, Reified};

use super::prelude::*;
use crate::rewriter::MANY_ROWS;

impl Rewrite for Linear {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let Linear {
            terms,
            rel,
            constant,
        } = self;
        match rel {
            Rel::LessEqual => work.post(at_most(terms, constant)),
            Rel::Less => work.post(at_most(terms, constant - 1)),
            Rel::GreaterEqual => work.post(at_most(negated(&terms), -constant)),
            Rel::Greater => work.post(at_most(negated(&terms), -constant - 1)),
            Rel::Equal => {
                work.post(at_most(negated(&terms), -constant))?;
                work.post(at_most(terms, constant))
            }
            Rel::NotEqual => {
                let above = work.literal(at_most(negated(&terms), -constant - 1))?;
                let below = work.literal(at_most(terms, constant - 1))?;
                work.clause(vec![below, above])
            }
        }
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let Linear {
            terms,
            rel,
            constant,
        } = self;
        if let [(coefficient, x)] = terms[..]
            && work.domain(x).len() <= MANY_ROWS
        {
            let holds = |value: &i32| rel.holds(coefficient * i64::from(*value), constant);
            let values = Domain::from_values(work.domain(x).iter().filter(holds));
            let member = Member { x, values };
            // Only if that ends the matter: the floor of a membership is a sum of one term.
            let known = member.known(work).is_some();
            if known || work.takes(&Reified::new(member.clone(), by.var).into()) {
                let literal = work.literal(member)?;
                return work.equate(by, literal);
            }
        }
        match rel {
            Rel::LessEqual => reify_at_most(terms, constant, by, work),
            Rel::Less => work.reify_by(at_most(terms, constant - 1), by),
            Rel::GreaterEqual => work.reify_by(at_most(negated(&terms), -constant), by),
            Rel::Greater => work.reify_by(at_most(negated(&terms), -constant - 1), by),
            Rel::Equal | Rel::NotEqual => {
                let by = if rel == Rel::Equal { by } else { !by };
                let at_least = work.literal(at_most(negated(&terms), -constant))?;
                let at_most = work.literal(at_most(terms, constant))?;
                work.all_of(&[at_least, at_most], by)
            }
        }
    }

    /// Bounds of each term from the bounds of the others; fixed terms move to the right side.
    fn tighten(self, work: &mut Presolve) -> Option<Constraint> {
        let rel = self.rel;
        let (open, right) = open_terms(self, work);
        // At most `upper`, at least `lower`.
        let (lower, upper) = match rel {
            Rel::Equal => (Some(right), Some(right)),
            Rel::NotEqual => (None, None),
            Rel::Less => (None, Some(right - 1)),
            Rel::LessEqual => (None, Some(right)),
            Rel::Greater => (Some(right + 1), None),
            Rel::GreaterEqual => (Some(right), None),
        };
        let (low, high) = work.reach(&open);
        let never = upper.is_some_and(|upper| low > upper)
            || lower.is_some_and(|lower| high < lower)
            || (rel == Rel::NotEqual && low == high && low == right);
        let always = match rel {
            Rel::NotEqual => right < low || right > high,
            _ => upper.is_none_or(|upper| high <= upper) && lower.is_none_or(|lower| low >= lower),
        };
        if never || always {
            return work.settled(always);
        }
        bound_each(&open, lower, upper, work)?;
        match open[..] {
            [(1, _)] | [(-1, _)] if rel != Rel::NotEqual => None,
            [(1, x), (-1, y)] if right == 0 => Some(Compare { x, rel, y }.into()),
            _ => {
                let constant = right.try_into();
                let constant = constant.expect("parts of a sum that fits into 62 bits fit as well");
                Some(Constraint::from(Linear {
                    terms: open,
                    rel,
                    constant,
                }))
            }
        }
    }

    fn cost(&self) -> usize {
        4 * self.terms.len()
    }
}

/// The sum is at most `constant`.
pub(crate) fn at_most(terms: Vec<(i64, Var)>, constant: i64) -> Linear {
    Linear {
        terms,
        rel: Rel::LessEqual,
        constant,
    }
}

/// The number of true literals equals `count`.
pub(crate) fn sum_is(literals: &[Literal], count: Var) -> Linear {
    let (mut terms, constant) = sum_of(literals);
    terms.push((-1, count));
    Linear {
        terms,
        rel: Rel::Equal,
        constant: -constant,
    }
}

/// The literals' sum as terms and a constant: a negated literal counts `1 - variable`.
fn sum_of(literals: &[Literal]) -> (Vec<(i64, Var)>, i64) {
    let sign = |literal: &Literal| if literal.positive { 1 } else { -1 };
    let terms = literals.iter().map(|literal| (sign(literal), literal.var));
    let negated = literals.iter().filter(|literal| !literal.positive).count();
    (terms.collect(), negated as i64)
}

/// The floor of a clause: at least one literal is true, as a sum.
pub(super) fn clause_as_sum(Clause { literals }: &Clause) -> Linear {
    let (terms, constant) = sum_of(literals);
    // sum + constant >= 1
    at_most(negated(&terms), constant - 1)
}

/// The floor of reification: two inequalities, each switched off by a coefficient as large as the sum can be.
fn reify_at_most(
    terms: Vec<(i64, Var)>,
    constant: i64,
    by: Literal,
    work: &mut Rewriter<'_>,
) -> Done {
    let (low, high) = reach(&terms, work);
    if high <= constant || low > constant {
        let always = work.truth(high <= constant);
        return work.equate(by, always);
    }
    if !by.positive {
        let literal = work.literal(at_most(terms, constant))?;
        return work.equate(by, literal);
    }
    let mut holds = terms.clone();
    holds.push((high - constant, by.var));
    work.post(at_most(holds, high))?;
    let mut fails = negated(&terms);
    fails.push((low - constant - 1, by.var));
    work.post(at_most(fails, -constant - 1))
}

/// The smallest and the largest value of a sum, term by term.
fn reach(terms: &[(i64, Var)], work: &Rewriter<'_>) -> (i64, i64) {
    let mut reach = (0, 0);
    for &(coefficient, var) in terms {
        let (low, high) = work.hull(var);
        let (a, b) = (coefficient * low, coefficient * high);
        reach = (reach.0 + a.min(b), reach.1 + a.max(b));
    }
    reach
}

fn negated(terms: &[(i64, Var)]) -> Vec<(i64, Var)> {
    terms
        .iter()
        .map(|&(coefficient, var)| (-coefficient, var))
        .collect()
}

/// The terms that are not fixed, those of one variable added up where it stands first; and what is left of the
/// right side.
fn open_terms(sum: Linear, work: &Presolve) -> (Vec<(i64, Var)>, i128) {
    let mut right = i128::from(sum.constant);
    let mut place: HashMap<Var, usize> = HashMap::with_capacity(sum.terms.len());
    let mut open: Vec<(i64, Var)> = Vec::with_capacity(sum.terms.len());
    for (coefficient, var) in sum.terms {
        if let Some(value) = work.domain(var).fixed() {
            right -= i128::from(coefficient) * i128::from(value);
            continue;
        }
        match place.entry(var) {
            Entry::Occupied(at) => open[*at.get()].0 += coefficient,
            Entry::Vacant(at) => {
                at.insert(open.len());
                open.push((coefficient, var));
            }
        }
    }
    open.retain(|term| term.0 != 0);
    (open, right)
}

/// Bounds each variable of a sum between `lower` and `upper`; nothing if one of them is left without a value.
fn bound_each(
    open: &[(i64, Var)],
    lower: Option<i128>,
    upper: Option<i128>,
    work: &mut Presolve,
) -> Option<()> {
    let (mut low, mut high) = work.reach(open);
    for &(coefficient, var) in open {
        let (least, most) = work.reach(&[(coefficient, var)]);
        // coefficient * var lies between these.
        let from = lower.map(|lower| lower - (high - most));
        let to = upper.map(|upper| upper - (low - least));
        let c = i128::from(coefficient);
        let floor = |value: i128| value.div_euclid(c.abs()) * c.signum();
        let ceiling = |value: i128| -((-value).div_euclid(c.abs())) * c.signum();
        let (from, to) = if coefficient > 0 {
            (from.map(ceiling), to.map(floor))
        } else {
            (to.map(floor), from.map(ceiling))
        };
        work.bound(var, from, to);
        if work.domain(var).is_empty() {
            return None;
        }
        let (new_least, new_most) = work.reach(&[(coefficient, var)]);
        (low, high) = (low + new_least - least, high + new_most - most);
    }
    Some(())
}
