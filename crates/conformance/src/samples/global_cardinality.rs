//! Random constraints of the kind global-cardinality.

use super::prelude::*;

impl Sampled for GlobalCardinality {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(0..=4);
        let values: Vec<i32> = small(rng).iter().take(3).collect();
        let m = values.len();
        let closed = rng.random_bool(0.4);
        let mut slots = ints(rng, n);
        slots.extend((0..m).map(|_| int(small_count(rng, n))));
        let counted = values.clone();
        new(
            slots,
            move |v| GlobalCardinality {
                vars: v[..n].to_vec(),
                values: values.clone(),
                counts: v[n..].to_vec(),
                closed,
            },
            move |a| {
                let right = (0..m).all(|i| times(&a[..n], counted[i]) == a[n + i]);
                let covered: i32 = counted.iter().map(|&value| times(&a[..n], value)).sum();
                right && (!closed || covered == n as i32)
            },
        )
    }
}
