//! Random constraints of the kind bin-packing.

use super::prelude::*;

impl Sampled for BinPacking {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let (n, m) = (rng.random_range(0..=4), rng.random_range(0..=2));
        let weights: Vec<i32> = (0..n).map(|_| rng.random_range(-1..=3)).collect();
        let first = rng.random_range(-1..=1);
        let mut slots = ints(rng, n);
        slots.extend((0..m).map(|_| {
            let low = rng.random_range(-1..=4);
            int(Domain::range(low, low + rng.random_range(0..=3)))
        }));
        let weighs = weights.clone();
        new(
            slots,
            move |v| BinPacking {
                bins: v[..n].to_vec(),
                weights: weights.clone(),
                loads: v[n..].to_vec(),
                first,
            },
            move |a| {
                let mut left: Vec<i32> = a[n..].to_vec();
                for item in 0..n {
                    let bin = usize::try_from(a[item] - first).ok();
                    if let Some(left) = bin.and_then(|bin| left.get_mut(bin)) {
                        *left -= weighs[item];
                    }
                }
                left.iter().all(|&rest| rest == 0)
            },
        )
    }
}
