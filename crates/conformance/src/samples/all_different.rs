//! Random constraints of the kind all-different.

use super::prelude::*;

impl Sampled for AllDifferent {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(0..=5);
        new(
            ints(rng, n),
            |v| AllDifferent { vars: v.to_vec() },
            |a| (0..a.len()).all(|i| (0..i).all(|j| a[i] != a[j])),
        )
    }
}
