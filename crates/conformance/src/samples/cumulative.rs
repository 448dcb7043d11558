//! Random constraints of the kind cumulative.

use super::prelude::*;

impl Sampled for Cumulative {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(0..=3);
        // Sizes are mostly small and sometimes negative.
        let size = |rng: &mut ChaCha8Rng| {
            let low = rng.random_range(-1..=2);
            int(Domain::range(low, low + rng.random_range(0..=1)))
        };
        let mut slots = ints(rng, n);
        slots.extend((0..2 * n + 1).map(|_| size(rng)));
        new(
            slots,
            move |v| Cumulative {
                starts: v[..n].to_vec(),
                durations: v[n..2 * n].to_vec(),
                demands: v[2 * n..3 * n].to_vec(),
                capacity: v[3 * n],
            },
            move |a| {
                let (starts, sizes) = a.split_at(n);
                if sizes.iter().any(|&size| size < 0) {
                    return false;
                }
                // Every task, unit of time by unit of time.
                let mut taken: BTreeMap<i32, i32> = BTreeMap::new();
                for task in 0..n {
                    for time in 0..sizes[task] {
                        *taken.entry(starts[task] + time).or_default() += sizes[n + task];
                    }
                }
                taken.values().all(|&height| height <= sizes[2 * n])
            },
        )
    }
}
