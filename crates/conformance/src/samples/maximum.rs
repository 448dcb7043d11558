//! Random constraints of the kind maximum.

use super::prelude::*;

impl Sampled for Maximum {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(1..=4);
        new(
            ints(rng, n + 1),
            |v| Maximum {
                result: v[0],
                vars: v[1..].to_vec(),
            },
            |a| a[1..].contains(&a[0]) && a[1..].iter().all(|&x| x <= a[0]),
        )
    }
}
