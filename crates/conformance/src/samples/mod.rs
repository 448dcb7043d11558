//! Each constraint by a predicate and random shapes.
//!
//! A sample lists the slots of a constraint (which domain, Boolean or not), how the constraint is made from
//! variables in these slots, and, independently of the judge, when it holds.

mod absolute;
mod all_different;
mod all_equal;
mod arithm;
mod circuit;
mod clause;
mod compare;
mod connected;
mod count;
mod cumulative;
mod element;
mod global_cardinality;
mod inverse;
mod lex;
mod linear;
mod maximum;
mod member;
mod minimum;
mod nvalue;
mod path_count;
mod regular;
mod reified;
mod subcircuit;
mod table;
mod xor;

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use tantalizer_model::{Constraint, ConstraintKind, Domain, Rel, Var, for_each_constraint};

/// The domain that a variable in this place of a constraint has.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Its values.
    pub domain: Domain,
    /// Whether only 0 and 1 make sense there.
    pub boolean: bool,
    /// Whether negative values make no sense there.
    pub natural: bool,
}

/// Makes a constraint from a variable for each place.
pub type Make = Box<dyn Fn(&[Var]) -> Constraint>;

/// Tells from the values of all places whether the constraint holds.
pub type Predicate = Box<dyn Fn(&[i32]) -> bool>;

/// A random constraint of one kind.
pub struct Sample {
    /// Its places.
    pub slots: Vec<Slot>,
    /// The constraint, given a variable for each place.
    pub make: Make,
    /// When it holds, given the values of all places.
    pub predicate: Predicate,
}

/// Random constraints of one kind; a file here for each.
trait Sampled {
    fn sample(rng: &mut ChaCha8Rng) -> Sample;
}

macro_rules! sample_of_each {
    ($($Name:ident)*) => {
        /// A random constraint of the given kind.
        pub fn sample(kind: ConstraintKind, rng: &mut ChaCha8Rng) -> Sample {
            match kind { $(ConstraintKind::$Name => tantalizer_model::constraints::$Name::sample(rng),)* }
        }
    };
}

for_each_constraint!([sample_of_each]);

fn new<C: Into<Constraint>>(
    slots: Vec<Slot>,
    make: impl Fn(&[Var]) -> C + 'static,
    predicate: impl Fn(&[i32]) -> bool + 'static,
) -> Sample {
    Sample {
        slots,
        make: Box::new(move |vars| make(vars).into()),
        predicate: Box::new(predicate),
    }
}

fn related(left: i64, rel: Rel, right: i64) -> bool {
    match rel {
        Rel::Equal => left == right,
        Rel::NotEqual => left != right,
        Rel::Less => left < right,
        Rel::LessEqual => left <= right,
        Rel::Greater => left > right,
        Rel::GreaterEqual => left >= right,
    }
}

fn times(list: &[i32], value: i32) -> i32 {
    list.iter().filter(|&&item| item == value).count() as i32
}

fn relation(rng: &mut ChaCha8Rng) -> Rel {
    *Rel::ALL.choose(rng).unwrap_or(&Rel::Equal)
}

fn int(domain: Domain) -> Slot {
    Slot {
        domain,
        boolean: false,
        natural: false,
    }
}

fn ints(rng: &mut ChaCha8Rng, n: usize) -> Vec<Slot> {
    (0..n).map(|_| int(small(rng))).collect()
}

fn bools(n: usize) -> Vec<Slot> {
    vec![
        Slot {
            domain: Domain::boolean(),
            boolean: true,
            natural: true,
        };
        n
    ]
}

/// A count that is mostly possible for `n` variables.
fn small_count(rng: &mut ChaCha8Rng, n: usize) -> Domain {
    let low = rng.random_range(-1..=n as i32);
    Domain::range(low, low + rng.random_range(0..=2))
}

/// Mostly two to four small values, with holes; sometimes far apart, sometimes one, rarely none.
pub fn small(rng: &mut ChaCha8Rng) -> Domain {
    match rng.random_range(0..40) {
        0 => Domain::empty(),
        1 => Domain::from([-70_000, 0, 2, 1_000_000]),
        2 => Domain::from([0, 1, 63, 64, 65, 200]),
        3..=5 => Domain::single(rng.random_range(-1..=3)),
        _ => Domain::from_values((-1..=4).filter(|_| rng.random_bool(0.55))),
    }
}

/// What a constraint's file needs.
mod prelude {
    pub(super) use super::*;
    pub(super) use std::collections::{BTreeMap, BTreeSet};
    pub(super) use std::sync::Arc;
    pub(super) use tantalizer_model::Tuples;
    pub(super) use tantalizer_model::automaton::Dfa;
    pub(super) use tantalizer_model::constraints::*;
}
