//! Random constraints of the kind arithm.

use super::prelude::*;

impl Sampled for Arithm {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let rel = relation(rng);
        let op = *Arithmetic::ALL.choose(rng).unwrap_or(&Arithmetic::Plus);
        new(
            ints(rng, 3),
            move |v| Arithm {
                x: v[0],
                op,
                y: v[1],
                rel,
                z: v[2],
            },
            move |a| {
                let (x, y) = (i64::from(a[0]), i64::from(a[1]));
                let result = match op {
                    Arithmetic::Plus => x + y,
                    Arithmetic::Minus => x - y,
                    Arithmetic::Times => x * y,
                    Arithmetic::Divide => match x.checked_div(y) {
                        Some(quotient) => quotient,
                        None => return false,
                    },
                };
                related(result, rel, a[2].into())
            },
        )
    }
}
