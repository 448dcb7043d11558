//! Random constraints of the kind absolute.

use super::prelude::*;

impl Sampled for Absolute {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        new(
            ints(rng, 2),
            |v| Absolute {
                result: v[0],
                x: v[1],
            },
            |a| a[0] >= 0 && (a[0] == a[1] || a[0] == -a[1]),
        )
    }
}
