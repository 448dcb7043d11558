//! Random constraints of the kind no-overlap.

use super::prelude::*;

impl Sampled for NoOverlap {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(0..=3);
        let strict = rng.random_bool(0.5);
        // Sizes are mostly small, often 0 and sometimes negative.
        let size = |rng: &mut ChaCha8Rng| {
            let low = rng.random_range(-1..=2);
            int(Domain::range(low, low + rng.random_range(0..=1)))
        };
        let mut slots = ints(rng, 2 * n);
        slots.extend((0..2 * n).map(|_| size(rng)));
        new(
            slots,
            move |v| NoOverlap {
                x: v[..n].to_vec(),
                y: v[n..2 * n].to_vec(),
                widths: v[2 * n..3 * n].to_vec(),
                heights: v[3 * n..].to_vec(),
                strict,
            },
            move |a| {
                // (place, size) in both directions.
                let sides = |i: usize| [(a[i], a[2 * n + i]), (a[n + i], a[3 * n + i])];
                let flat = |i: usize| !strict && sides(i).iter().any(|side| side.1 == 0);
                let apart = |i: usize, j: usize| {
                    let mut directions = sides(i).into_iter().zip(sides(j));
                    let apart = directions
                        .any(|(one, other)| one.0 + one.1 <= other.0 || other.0 + other.1 <= one.0);
                    apart || flat(i) || flat(j)
                };
                (0..n).all(|i| (i + 1..n).all(|j| apart(i, j)))
            },
        )
    }
}
