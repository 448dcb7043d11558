//! Random constraints of the kind lex.

use super::prelude::*;

impl Sampled for Lex {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let (n, m) = (rng.random_range(0..=3), rng.random_range(0..=3));
        let strict = rng.random_bool(0.5);
        new(
            ints(rng, n + m),
            move |v| Lex {
                left: v[..n].to_vec(),
                right: v[n..].to_vec(),
                strict,
            },
            move |a| lex(&a[..n], &a[n..], strict),
        )
    }
}

fn lex(left: &[i32], right: &[i32], strict: bool) -> bool {
    for i in 0..left.len().min(right.len()) {
        if left[i] != right[i] {
            return left[i] < right[i];
        }
    }
    if strict {
        left.len() < right.len()
    } else {
        left.len() <= right.len()
    }
}
