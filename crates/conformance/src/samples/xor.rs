//! Random constraints of the kind xor.

use super::prelude::*;

impl Sampled for Xor {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(0..=6);
        let parity = rng.random_bool(0.5);
        new(
            bools(n),
            move |v| Xor {
                vars: v.to_vec(),
                parity,
            },
            move |a| a.iter().fold(false, |odd, &x| odd ^ (x == 1)) == parity,
        )
    }
}
