//! Random constraints of the kind linear.

use super::prelude::*;

impl Sampled for Linear {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(0..=4);
        let rel = relation(rng);
        let coefficients: Vec<i64> = (0..n).map(|_| rng.random_range(-3..=3)).collect();
        let constant = rng.random_range(-6..=6);
        let weights = coefficients.clone();
        new(
            ints(rng, n),
            move |v| Linear {
                terms: coefficients
                    .iter()
                    .copied()
                    .zip(v.iter().copied())
                    .collect(),
                rel,
                constant,
            },
            move |a| {
                let sum = a
                    .iter()
                    .zip(&weights)
                    .map(|(&x, &c)| c * i64::from(x))
                    .sum();
                related(sum, rel, constant)
            },
        )
    }
}
