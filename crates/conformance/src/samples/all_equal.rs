//! Random constraints of the kind all-equal.

use super::prelude::*;

impl Sampled for AllEqual {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(0..=4);
        new(
            ints(rng, n),
            |v| AllEqual { vars: v.to_vec() },
            |a| a.windows(2).all(|pair| pair[0] == pair[1]),
        )
    }
}
