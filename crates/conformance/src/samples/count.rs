//! Random constraints of the kind count.

use super::prelude::*;

impl Sampled for Count {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(0..=4);
        let mut slots = ints(rng, n + 1);
        slots.push(int(small_count(rng, n)));
        new(
            slots,
            move |v| Count {
                vars: v[..n].to_vec(),
                value: v[n],
                count: v[n + 1],
            },
            move |a| times(&a[..n], a[n]) == a[n + 1],
        )
    }
}
