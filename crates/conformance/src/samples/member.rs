//! Random constraints of the kind member.

use super::prelude::*;

impl Sampled for Member {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let values = small(rng);
        let set: Vec<i32> = values.iter().collect();
        new(
            ints(rng, 1),
            move |v| Member {
                x: v[0],
                values: values.clone(),
            },
            move |a| set.contains(&a[0]),
        )
    }
}
