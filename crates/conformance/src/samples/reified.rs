//! Random constraints of the kind reified.

use super::prelude::*;

impl Sampled for Reified {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let kinds: Vec<ConstraintKind> = ConstraintKind::ALL
            .into_iter()
            .filter(|&kind| kind != ConstraintKind::Reified || rng.random_bool(0.3))
            .collect();
        let kind = *kinds.choose(rng).unwrap_or(&ConstraintKind::Compare);
        let Sample {
            mut slots,
            make,
            predicate,
        } = sample(kind, rng);
        let n = slots.len();
        slots.extend(bools(1));
        new(
            slots,
            move |v| Reified {
                constraint: Box::new(make(&v[..n])),
                by: v[n],
            },
            move |a| (a[n] == 1) == predicate(&a[..n]),
        )
    }
}
