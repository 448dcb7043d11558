//! Products and quotients: `x * y rel z` and `x / y rel z` by interval arithmetic.

use tantalizer_model::{Arithmetic, Rel};

use super::linear::Linear;
use super::prelude::*;
use crate::kernel::Propagator;
use crate::store::{Conflict, Narrowed, Store, V, event};

impl Post for constraints::Arithm {
    fn consistency() -> Consistency {
        Consistency::Checking
    }

    fn stronger(&self, _: &Model) -> Option<Consistency> {
        match (self.op, self.rel) {
            (Arithmetic::Divide, _) | (Arithmetic::Times, Rel::NotEqual) => None,
            _ => Some(Consistency::Bounds),
        }
    }

    fn propagators(&self, _: &mut KernelBuilder) -> Group {
        let rel = self.rel;
        let [x, y, z] = [self.x, self.y, self.z].map(|var| var.index());
        vec![match self.op {
            Arithmetic::Plus => Box::new(Linear::new(&[(1, x), (1, y), (-1, z)], rel, 0)),
            Arithmetic::Minus => Box::new(Linear::new(&[(1, x), (-1, y), (-1, z)], rel, 0)),
            Arithmetic::Times => Box::new(Product::new(x, y, rel, z)),
            Arithmetic::Divide => Box::new(Quotient::new(x, y, rel, z)),
        }]
    }

    fn worth_tabulating(&self) -> bool {
        true
    }
}

/// `x * y rel z`.
pub struct Product {
    x: V,
    y: V,
    rel: Rel,
    z: V,
}

impl Product {
    /// The product compared with `z`.
    pub fn new(x: V, y: V, rel: Rel, z: V) -> Self {
        Product { x, y, rel, z }
    }
}

/// The smallest and largest value as 64-bit numbers.
fn bounds(store: &Store, v: V) -> (i64, i64) {
    (store.min(v).into(), store.max(v).into())
}

fn products((a, b): (i64, i64), (c, d): (i64, i64)) -> (i64, i64) {
    let corners = [a * c, a * d, b * c, b * d];
    let low = corners.iter().copied().min().unwrap_or(0);
    let high = corners.iter().copied().max().unwrap_or(0);
    (low, high)
}

/// The interval that the product must lie in so that the relation to `z` can hold.
fn target(rel: Rel, (low, high): (i64, i64)) -> (i64, i64) {
    match rel {
        Rel::Equal => (low, high),
        Rel::Less => (i64::MIN / 4, high - 1),
        Rel::LessEqual => (i64::MIN / 4, high),
        Rel::Greater => (low + 1, i64::MAX / 4),
        Rel::GreaterEqual => (low, i64::MAX / 4),
        Rel::NotEqual => (i64::MIN / 4, i64::MAX / 4),
    }
}

/// Keeps `z` in the interval that a left side between `low` and `high` leaves it.
fn bound_right(store: &mut Store, rel: Rel, z: V, (low, high): (i64, i64)) -> Narrowed {
    match rel {
        Rel::Equal => {
            store.at_least(z, low)?;
            store.at_most(z, high)
        }
        Rel::Less => store.at_least(z, low + 1),
        Rel::LessEqual => store.at_least(z, low),
        Rel::Greater => store.at_most(z, high - 1),
        Rel::GreaterEqual => store.at_most(z, high),
        Rel::NotEqual => Ok(()),
    }
}

/// Keeps `x` among the numbers that, times something in `y`, can reach the target.
fn bound_factor(store: &mut Store, x: V, y: V, (low, high): (i64, i64)) -> Narrowed {
    let (c, d) = bounds(store, y);
    // With a factor of zero at hand, nothing can be said if the target holds zero, and zero is useless otherwise.
    if c <= 0 && 0 <= d && low <= 0 && 0 <= high {
        return Ok(());
    }
    // Divisors of one sign at a time, each cut to what x can be at all.
    let (least, most) = bounds(store, x);
    let mut reach: Option<(i64, i64)> = None;
    let mut widen = |from: i64, to: i64| {
        if from <= to {
            let (a, b) = divide_out((low, high), (from, to));
            let (a, b) = (a.max(least), b.min(most));
            if a <= b {
                reach = Some(reach.map_or((a, b), |(low, high)| (low.min(a), high.max(b))));
            }
        }
    };
    widen(c, d.min(-1));
    widen(c.max(1), d);
    let (low, high) = reach.ok_or(Conflict)?;
    store.at_least(x, low)?;
    store.at_most(x, high)
}

/// The integers within the quotients `t / y` over the reals, for `y` of one sign.
fn divide_out((low, high): (i64, i64), (from, to): (i64, i64)) -> (i64, i64) {
    if to < 0 {
        return divide_out((-high, -low), (-to, -from));
    }
    let least = if low >= 0 {
        ceil(low, to)
    } else {
        ceil(low, from)
    };
    let most = if high >= 0 {
        floor(high, from)
    } else {
        floor(high, to)
    };
    (least, most)
}

fn floor(a: i64, b: i64) -> i64 {
    a.div_euclid(b)
}

fn ceil(a: i64, b: i64) -> i64 {
    -(-a).div_euclid(b)
}

impl Propagator for Product {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        [self.x, self.y, self.z]
            .map(|v| (v, event::BOUNDS))
            .to_vec()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let &mut Product { x, y, rel, z } = self;
        if rel == Rel::NotEqual {
            return differ(store, x, y, z, |x, y| Some(x * y));
        }
        // Each bound may move the others, so go round until nothing moves.
        loop {
            let before = [bounds(store, x), bounds(store, y), bounds(store, z)];
            bound_right(store, rel, z, products(before[0], before[1]))?;
            let goal = target(rel, bounds(store, z));
            let (low, high) = products(bounds(store, x), bounds(store, y));
            if low > goal.1 || high < goal.0 {
                return Err(Conflict);
            }
            bound_factor(store, x, y, goal)?;
            bound_factor(store, y, x, goal)?;
            if before == [bounds(store, x), bounds(store, y), bounds(store, z)] {
                return Ok(());
            }
        }
    }
}

/// Removes the one value of the last open variable that would make both sides equal.
fn differ(
    store: &mut Store,
    x: V,
    y: V,
    z: V,
    apply: impl Fn(i64, i64) -> Option<i64>,
) -> Narrowed {
    match (store.fixed(x), store.fixed(y), store.fixed(z)) {
        (Some(a), Some(b), _) => match apply(a.into(), b.into()) {
            None => Err(Conflict),
            Some(result) => match i32::try_from(result) {
                Ok(result) => store.remove(z, result),
                Err(_) => Ok(()),
            },
        },
        _ => Ok(()),
    }
}

/// `x / y rel z`, truncating toward zero; `y` is not 0.
pub struct Quotient {
    x: V,
    y: V,
    rel: Rel,
    z: V,
}

impl Quotient {
    /// The quotient compared with `z`.
    pub fn new(x: V, y: V, rel: Rel, z: V) -> Self {
        Quotient { x, y, rel, z }
    }
}

/// The range of truncated quotients; `None` if `y` can only be 0.
fn quotients((a, b): (i64, i64), (c, d): (i64, i64)) -> Option<(i64, i64)> {
    // Extremes are at the ends of x and at the ends of the negative and the positive part of y.
    let divisors = [c, d, -1, 1]
        .into_iter()
        .filter(|&y| y != 0 && c <= y && y <= d);
    let corners: Vec<i64> = divisors.flat_map(|y| [a / y, b / y]).collect();
    Some((*corners.iter().min()?, *corners.iter().max()?))
}

impl Propagator for Quotient {
    fn subscriptions(&self) -> Vec<(V, u8)> {
        [self.x, self.y, self.z]
            .map(|v| (v, event::BOUNDS))
            .to_vec()
    }

    fn propagate(&mut self, store: &mut Store, _: &[u32]) -> Narrowed {
        let &mut Quotient { x, y, rel, z } = self;
        store.remove(y, 0)?;
        if rel == Rel::NotEqual {
            return differ(store, x, y, z, |x, y| (y != 0).then(|| x / y));
        }
        let all = quotients(bounds(store, x), bounds(store, y)).ok_or(Conflict)?;
        bound_right(store, rel, z, all)?;
        let goal = target(rel, bounds(store, z));
        if all.0 > goal.1 || all.1 < goal.0 {
            return Err(Conflict);
        }
        if rel == Rel::Equal {
            // x lies less than |y| away from y * z, on the side away from zero.
            let (low, high) = products(bounds(store, y), bounds(store, z));
            let (c, d) = bounds(store, y);
            let rest = c.abs().max(d.abs()) - 1;
            store.at_least(x, low - rest)?;
            store.at_most(x, high + rest)?;
        }
        Ok(())
    }
}
