//! Random constraints of the kind element.

use super::prelude::*;

impl Sampled for Element {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(1..=4);
        let offset = rng.random_range(-2..=2);
        let mut slots = ints(rng, n + 1);
        slots.push(int(Domain::range(offset - 1, offset + n as i32)));
        new(
            slots,
            move |v| Element {
                array: v[..n].to_vec(),
                offset,
                index: v[n + 1],
                value: v[n],
            },
            move |a| (0..n).any(|i| a[n + 1] == offset + i as i32 && a[i] == a[n]),
        )
    }
}
