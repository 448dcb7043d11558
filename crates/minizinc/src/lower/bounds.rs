//! Bounds for integers that have none.
//!
//! MiniZinc bounds nearly every variable that it introduces, but `var int: x` stays as it was
//! written. Intervals are narrowed by the constraints that must hold, over and over, until
//! nothing changes. Only what was too wide for a model is changed by this: a domain that somebody wrote stays.

use std::collections::HashSet;

use tantalizer_rewrite::Pace;

use super::builtins::{Args, Call, Mode};
use super::names::{Arg, Atom, Kind, Names};
use crate::FlatZincError;
use crate::syntax::IntSet;

/// How often all constraints are looked at; a longer chain of small steps is not waited for.
const ROUNDS: usize = 50;

/// A number that stands for no bound at all.
const FAR: i128 = 1 << 100;

/// An interval of integers, perhaps without ends.
type Interval = (i128, i128);

/// Gives every variable a finite domain within 32 bits, or names one that has none.
pub fn find(names: &mut Names, calls: &[Call], pace: &mut Pace) -> Result<(), FlatZincError> {
    let roots: Vec<usize> = (0..names.cells.len())
        .map(|cell| names.root(cell))
        .collect();
    let wide = |set: &Option<IntSet>| match set.as_ref().map(IntSet::bounds) {
        None => true,
        Some(None) => false,
        Some(Some((low, high))) => !fits(low.into()) || !fits(high.into()),
    };
    let is_root = |cell: &usize| roots[*cell] == *cell;
    let open: Vec<usize> = (0..roots.len())
        .filter(is_root)
        .filter(|&cell| wide(&names.cells[cell].set))
        .collect();
    if open.is_empty() {
        return Ok(());
    }
    let interval = |set: &Option<IntSet>| match set.as_ref().map(IntSet::bounds) {
        None => (-FAR, FAR),
        Some(None) => (1, 0),
        Some(Some((low, high))) => (i128::from(low), i128::from(high)),
    };
    let mut hull = Hull {
        intervals: names.cells.iter().map(|cell| interval(&cell.set)).collect(),
        roots,
        changed: true,
    };
    for _ in 0..ROUNDS {
        if !hull.changed {
            break;
        }
        hull.changed = false;
        for call in calls.iter().filter(|call| call.mode == Mode::Plain) {
            pace.step(call.cost())?;
            hull.narrow(call);
        }
    }
    let used = used(names, calls);
    for cell in open {
        let (low, high) = hull.intervals[cell];
        let free = !used.contains(&cell) && !names.cells[cell].shown;
        let set = &mut names.cells[cell].set;
        if low > high {
            *set = Some(IntSet::default());
        } else if fits(low) && fits(high) {
            let within = IntSet::from_ranges([(low as i64, high as i64)]);
            *set = Some(match set {
                Some(set) => set.intersection(&within),
                None => within,
            });
        } else if free {
            *set = Some(IntSet::from_values([0]));
        } else {
            let name = &names.cells[cell].name;
            let what = if low <= -FAR || high >= FAR {
                format!("the variable `{name}` has no finite bounds: give it a domain")
            } else {
                format!("the values of `{name}`, {low}..{high}, do not fit 32 bits")
            };
            return Err(FlatZincError::unsupported(&names.cells[cell].place, what));
        }
    }
    Ok(())
}

/// Whether a model takes a value. The smallest number of 32 bits has no opposite within them, so it is left out.
fn fits(value: i128) -> bool {
    value.unsigned_abs() <= i32::MAX as u128
}

/// The variables that occur in a constraint, or are shown under another name.
fn used(names: &Names, calls: &[Call]) -> HashSet<usize> {
    let mut used = HashSet::new();
    for call in calls.iter().filter(|call| !call.says_equal()) {
        for arg in &call.args {
            let atoms = match arg {
                Arg::One(atom) => std::slice::from_ref(atom),
                Arg::Many(atoms) => atoms,
            };
            for atom in atoms {
                if let Atom::Var(cell, _) = atom {
                    used.insert(names.root(*cell));
                }
            }
        }
    }
    used
}

/// The intervals of all variables: a box around all solutions.
struct Hull {
    intervals: Vec<Interval>,
    roots: Vec<usize>,
    changed: bool,
}

impl Hull {
    fn narrow(&mut self, call: &Call) {
        let args = &call.args;
        let one = |at: usize| match args.get(at) {
            Some(Arg::One(atom)) => atom.clone(),
            _ => Atom::Text,
        };
        let many = |at: usize| match args.get(at) {
            Some(Arg::Many(atoms)) => &atoms[..],
            _ => &[],
        };
        match call.builtin.name {
            "int_le" | "int_ge" | "int_lt" | "int_gt" => {
                let strict = i128::from(matches!(call.builtin.name, "int_lt" | "int_gt"));
                let (x, y) = match call.builtin.name {
                    "int_le" | "int_lt" => (one(0), one(1)),
                    _ => (one(1), one(0)),
                };
                self.keep(&x, (-FAR, self.of(&y).1 - strict));
                self.keep(&y, (self.of(&x).0 + strict, FAR));
            }
            "int_lin_eq" | "bool_lin_eq" => self.linear(many(0), many(1), &one(2), true),
            "int_lin_le" | "bool_lin_le" => self.linear(many(0), many(1), &one(2), false),
            "int_plus" => self.total(&[(1, one(0)), (1, one(1)), (-1, one(2))], true),
            "int_minus" => self.total(&[(1, one(0)), (-1, one(1)), (-1, one(2))], true),
            "int_negate" => self.total(&[(1, one(0)), (1, one(1))], true),
            "int_times" => self.times(&one(0), &one(1), &one(2)),
            "int_div" | "int_mod" => {
                // Neither is larger than what is divided; a remainder is smaller than the divisor as well.
                let (low, high) = self.of(&one(0));
                let mut reach = low.abs().max(high.abs());
                if call.builtin.name == "int_mod" {
                    let (low, high) = self.of(&one(1));
                    reach = reach.min(low.abs().max(high.abs()));
                }
                self.keep(&one(2), (-reach, reach));
            }
            "int_abs" => {
                let (low, high) = self.of(&one(0));
                self.keep(&one(1), (0, low.abs().max(high.abs())));
                let reach = self.of(&one(1)).1;
                self.keep(&one(0), (-reach, reach));
            }
            "int_min" | "int_max" => {
                let (x, y, z) = (self.of(&one(0)), self.of(&one(1)), self.of(&one(2)));
                if call.builtin.name == "int_min" {
                    self.keep(&one(2), (x.0.min(y.0), x.1.min(y.1)));
                    self.keep(&one(0), (z.0, FAR));
                    self.keep(&one(1), (z.0, FAR));
                } else {
                    self.keep(&one(2), (x.0.max(y.0), x.1.max(y.1)));
                    self.keep(&one(0), (-FAR, z.1));
                    self.keep(&one(1), (-FAR, z.1));
                }
            }
            "int_pow" => self.power(&one(0), &one(1), &one(2)),
            "array_int_element" | "array_var_int_element" => {
                let entries = many(1);
                self.keep(&one(0), (1, entries.len() as i128));
                self.keep(&one(2), self.hull(entries));
            }
            "array_int_maximum" | "array_int_minimum" => {
                let (low, high) = self.hull(many(1));
                self.keep(&one(0), (low, high));
            }
            "array_bool_element" | "array_var_bool_element" => {
                self.keep(&one(0), (1, many(1).len() as i128));
            }
            "set_in" => {
                if let Atom::Set(set) = one(1) {
                    let (low, high) = set.bounds().unwrap_or((1, 0));
                    self.keep(&one(0), (low.into(), high.into()));
                }
            }
            _ => (call.builtin.bounds)(Args(args), &mut |atoms, low, high| {
                atoms.iter().for_each(|atom| self.keep(atom, (low, high)));
            }),
        }
    }

    fn of(&self, atom: &Atom) -> Interval {
        match atom {
            Atom::Int(value) => ((*value).into(), (*value).into()),
            Atom::Bool(truth) => (i128::from(*truth), i128::from(*truth)),
            Atom::Var(cell, _) => self.intervals[self.roots[*cell]],
            _ => (-FAR, FAR),
        }
    }

    fn keep(&mut self, atom: &Atom, (low, high): Interval) {
        let Atom::Var(cell, Kind::Int | Kind::Bool) = atom else {
            return;
        };
        let interval = &mut self.intervals[self.roots[*cell]];
        let old = *interval;
        // Once empty, it stays empty; there is nothing more to find.
        if old.0 > old.1 {
            return;
        }
        *interval = (old.0.max(low.max(-FAR)), old.1.min(high.min(FAR)));
        self.changed |= *interval != old;
    }

    fn hull(&self, atoms: &[Atom]) -> Interval {
        let each = atoms.iter().map(|atom| self.of(atom));
        each.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
            .unwrap_or((-FAR, FAR))
    }

    fn linear(&mut self, weights: &[Atom], atoms: &[Atom], right: &Atom, equal: bool) {
        let weight = |atom: &Atom| match atom {
            Atom::Int(value) => *value,
            _ => 0,
        };
        let left = weights.iter().map(weight).zip(atoms.iter().cloned());
        let terms: Vec<(i64, Atom)> = left.chain([(-1, right.clone())]).collect();
        self.total(&terms, equal);
    }

    /// The weighted sum is at most 0, or exactly 0.
    fn total(&mut self, terms: &[(i64, Atom)], equal: bool) {
        // The least sum of all terms but one bounds that one; with two endless terms, nothing does.
        let least = |this: &Self, weight: i64, atom: &Atom| {
            let (low, high) = this.of(atom);
            let end = if weight >= 0 { low } else { high };
            if end.abs() >= FAR && weight != 0 {
                None
            } else {
                Some(end * i128::from(weight))
            }
        };
        let signs: &[i64] = if equal { &[1, -1] } else { &[1] };
        for &sign in signs {
            let mut endless = 0;
            let mut sum: i128 = 0;
            for (weight, atom) in terms {
                match least(self, weight.saturating_mul(sign), atom) {
                    Some(part) => sum += part,
                    None => endless += 1,
                }
            }
            for (weight, atom) in terms {
                let weight = weight.saturating_mul(sign);
                if weight == 0 {
                    continue;
                }
                let others = match (least(self, weight, atom), endless) {
                    (Some(part), 0) => sum - part,
                    (None, 1) => sum,
                    _ => continue,
                };
                let wide = i128::from(weight);
                if weight > 0 {
                    self.keep(atom, (-FAR, (-others).div_euclid(wide)))
                } else {
                    self.keep(atom, (-(-others).div_euclid(-wide), FAR))
                }
            }
        }
    }

    fn times(&mut self, x: &Atom, y: &Atom, z: &Atom) {
        let far = |interval: Interval| interval.0 <= -FAR || interval.1 >= FAR;
        let (a, b) = (self.of(x), self.of(y));
        if !far(a) && !far(b) {
            let clip = |value: i128| value.clamp(-(1 << 50), 1 << 50);
            // Two bounds that fit 64 bits have a product that fits 128 bits.
            let ends = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
            let products = ends.map(|(p, q)| {
                if p.abs().max(q.abs()) < 1 << 62 {
                    p * q
                } else {
                    clip(p) * clip(q)
                }
            });
            let low = products.iter().copied().min().unwrap_or(-FAR);
            let high = products.iter().copied().max().unwrap_or(FAR);
            self.keep(z, (low, high));
        }
        let reach = |interval: Interval| interval.0.abs().max(interval.1.abs());
        let whole = reach(self.of(z));
        if x == y {
            // A square: the root is enough.
            if whole < FAR {
                let mut root = (whole as f64).sqrt() as i128 + 1;
                while root * root > whole {
                    root -= 1;
                }
                self.keep(x, (-root, root));
            }
            return;
        }
        // A factor is no larger than the product if the other one is not 0.
        for (factor, other) in [(x, y), (y, x)] {
            let (low, high) = self.of(other);
            if whole < FAR && (low > 0 || high < 0) {
                self.keep(factor, (-whole, whole));
            }
        }
    }

    fn power(&mut self, x: &Atom, y: &Atom, z: &Atom) {
        let ((low, high), exponent) = (self.of(x), self.of(y).1);
        let reach = low.abs().max(high.abs());
        if reach < FAR && (0..64).contains(&exponent) {
            let most = reach.max(1).checked_pow(exponent as u32).unwrap_or(FAR);
            self.keep(z, (-most, most));
        }
    }
}
