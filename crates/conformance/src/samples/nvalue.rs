//! Random constraints of the kind nvalue.

use super::prelude::*;

impl Sampled for NValue {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(0..=4);
        let mut slots = ints(rng, n);
        slots.push(int(small_count(rng, n)));
        new(
            slots,
            move |v| NValue {
                vars: v[..n].to_vec(),
                count: v[n],
            },
            move |a| a[..n].iter().collect::<BTreeSet<_>>().len() as i32 == a[n],
        )
    }
}
