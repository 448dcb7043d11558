//! Random constraints of the kind compare.

use super::prelude::*;

impl Sampled for Compare {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let rel = relation(rng);
        new(
            ints(rng, 2),
            move |v| Compare {
                x: v[0],
                rel,
                y: v[1],
            },
            move |a| related(a[0].into(), rel, a[1].into()),
        )
    }
}
