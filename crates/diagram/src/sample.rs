//! Uniform random numbers below a bound of any size, none twice.

use std::collections::HashSet;

use num_bigint::BigUint;
use num_traits::One;
use rand::seq::SliceRandom;
use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// `wanted` different numbers below `count` (all of them if nothing is said), every set and order equally likely.
pub(crate) fn ranks(
    count: &BigUint,
    wanted: Option<u64>,
    seed: u64,
) -> Box<dyn Iterator<Item = BigUint>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let few = crate::small(count).filter(|&count| wanted.is_none_or(|w| w >= count / 2));
    if let Some(all) = few.filter(|&all| all < 100_000_000) {
        let mut ranks: Vec<u64> = (0..all).collect();
        ranks.shuffle(&mut rng);
        let wanted = wanted.unwrap_or(all).min(all) as usize;
        return Box::new(ranks.into_iter().take(wanted).map(BigUint::from));
    }
    // Less than half is wanted, so a new number takes two tries at most, on average.
    let count = count.clone();
    let mut seen = HashSet::new();
    let fresh = std::iter::repeat_with(move || below(&count, &mut rng))
        .filter(move |rank| seen.insert(rank.clone()));
    match wanted {
        Some(wanted) => Box::new(fresh.take(usize::try_from(wanted).unwrap_or(usize::MAX))),
        None => Box::new(fresh),
    }
}

/// A uniform number below `bound`: numbers of as many bits, until one is small enough.
fn below(bound: &BigUint, rng: &mut ChaCha8Rng) -> BigUint {
    let bits = (bound - BigUint::one()).bits();
    let mut bytes = vec![0; bits.div_ceil(8) as usize];
    loop {
        rng.fill_bytes(&mut bytes);
        let number = BigUint::from_bytes_le(&bytes) >> (8 * bytes.len() as u64 - bits);
        if number < *bound {
            return number;
        }
    }
}
