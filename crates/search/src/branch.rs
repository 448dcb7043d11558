//! Strategies at work: which variable and which value next.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use tantalizer_model::{Strategy, ValueChoice, VariableChoice};

use crate::kernel::Kernel;
use crate::store::{Narrowed, Store, V};

/// A restriction of one variable, and its opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The variable takes the value.
    Is(V, i32),
    /// The variable does not take the value.
    IsNot(V, i32),
    /// The variable is at most the value.
    AtMost(V, i32),
    /// The variable is above the value.
    Above(V, i32),
}

impl Decision {
    /// Carries it out.
    pub fn apply(self, store: &mut Store) -> Narrowed {
        match self {
            Decision::Is(v, value) => store.assign(v, value),
            Decision::IsNot(v, value) => store.remove(v, value),
            Decision::AtMost(v, value) => store.at_most(v, value.into()),
            Decision::Above(v, value) => store.at_least(v, i64::from(value) + 1),
        }
    }

    /// The variable it restricts.
    pub fn variable(self) -> V {
        match self {
            Decision::Is(v, _)
            | Decision::IsNot(v, _)
            | Decision::AtMost(v, _)
            | Decision::Above(v, _) => v,
        }
    }

    /// The other branch.
    pub fn opposite(self) -> Decision {
        match self {
            Decision::Is(v, value) => Decision::IsNot(v, value),
            Decision::IsNot(v, value) => Decision::Is(v, value),
            Decision::AtMost(v, value) => Decision::Above(v, value),
            Decision::Above(v, value) => Decision::AtMost(v, value),
        }
    }
}

/// The next variable among `vars` by the strategy, if one is open. `from` is where the first open variable can be at the
/// earliest, and is moved on.
pub fn choose_variable(
    kernel: &Kernel,
    vars: &[V],
    from: &mut usize,
    choice: VariableChoice,
    rng: &mut ChaCha8Rng,
) -> Option<V> {
    let store = &kernel.store;
    while *from < vars.len() && store.is_fixed(vars[*from]) {
        *from += 1;
    }
    let open = || {
        vars[*from..]
            .iter()
            .copied()
            .filter(|&v| !store.is_fixed(v))
    };
    if choice != VariableChoice::Leftmost {
        store.spend(vars.len() - *from);
    }
    match choice {
        VariableChoice::Leftmost => vars.get(*from).copied(),
        VariableChoice::Min => open().min_by_key(|&v| store.min(v)),
        VariableChoice::Max => first_largest(open(), |v| i64::from(store.max(v))),
        VariableChoice::FirstFail => smallest_domain(store, open()),
        VariableChoice::FirstFailConstrained => {
            open().min_by_key(|&v| (store.size(v), usize::MAX - kernel.degree(v)))
        }
        VariableChoice::AntiFirstFail => first_largest(open(), |v| store.size(v) as i64),
        VariableChoice::MaxRegret => first_largest(open(), |v| regret(store, v)),
        VariableChoice::DomWdeg => lightest(kernel, open()),
        VariableChoice::Random => {
            let count = open().count();
            (count > 0).then(|| open().nth(rng.random_range(0..count)))?
        }
    }
}

/// The first variable with the fewest values; two is as few as it gets.
fn smallest_domain(store: &Store, open: impl Iterator<Item = V>) -> Option<V> {
    let mut best = None;
    let mut fewest = u64::MAX;
    for v in open {
        let size = store.size(v);
        if size < fewest {
            best = Some(v);
            fewest = size;
            if size == 2 {
                break;
            }
        }
    }
    best
}

/// The first variable with the fewest values per weight.
fn lightest(kernel: &Kernel, open: impl Iterator<Item = V>) -> Option<V> {
    let mut best = None;
    let mut least = f64::INFINITY;
    for v in open {
        let ratio = kernel.store.size(v) as f64 / kernel.weight(v).max(1e-9);
        if ratio < least {
            best = Some(v);
            least = ratio;
        }
    }
    best
}

fn first_largest(open: impl Iterator<Item = V>, key: impl Fn(V) -> i64) -> Option<V> {
    let mut best: Option<(V, i64)> = None;
    for v in open {
        let key = key(v);
        if best.is_none_or(|(_, largest)| key > largest) {
            best = Some((v, key));
        }
    }
    best.map(|(v, _)| v)
}

/// The difference of the two smallest values.
fn regret(store: &Store, v: V) -> i64 {
    let min = i64::from(store.min(v));
    store
        .next_from(v, min + 1)
        .map_or(0, |next| i64::from(next) - min)
}

/// The first branch on a variable.
pub fn choose_value(store: &Store, v: V, choice: ValueChoice, rng: &mut ChaCha8Rng) -> Decision {
    let (min, max) = (store.min(v), store.max(v));
    match choice {
        ValueChoice::Min => Decision::Is(v, min),
        ValueChoice::Max => Decision::Is(v, max),
        ValueChoice::Bisect => {
            let middle = (i64::from(min) + i64::from(max)).div_euclid(2);
            Decision::AtMost(v, middle as i32)
        }
        // Listing a huge domain to find its median is not worth it: the middle of its range serves.
        ValueChoice::Middle | ValueChoice::Random if store.size(v) > 1 << 12 => {
            let at = match choice {
                ValueChoice::Random => rng.random_range(i64::from(min)..=i64::from(max)),
                _ => (i64::from(min) + i64::from(max)).div_euclid(2),
            };
            Decision::Is(v, store.next_from(v, at).unwrap_or(max))
        }
        ValueChoice::Middle => {
            let at = (store.size(v) as usize - 1) / 2;
            Decision::Is(v, store.values(v).nth(at).unwrap_or(min))
        }
        ValueChoice::Random => {
            let at = rng.random_range(0..store.size(v) as usize);
            Decision::Is(v, store.values(v).nth(at).unwrap_or(min))
        }
    }
}

/// What is used when nobody says: strong on one solution, predictable on all of them.
pub fn default_strategy(exhaustive: bool) -> Strategy {
    Strategy::new(if exhaustive {
        VariableChoice::FirstFail
    } else {
        VariableChoice::DomWdeg
    })
}
