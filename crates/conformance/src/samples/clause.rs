//! Random constraints of the kind clause.

use super::prelude::*;

impl Sampled for Clause {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(0..=5);
        let signs: Vec<bool> = (0..n).map(|_| rng.random_bool(0.5)).collect();
        let wanted = signs.clone();
        new(
            bools(n),
            move |v| Clause {
                literals: v
                    .iter()
                    .zip(&signs)
                    .map(|(&var, &positive)| Literal { var, positive })
                    .collect(),
            },
            move |a| a.iter().zip(&wanted).any(|(&x, &sign)| (x == 1) == sign),
        )
    }
}
