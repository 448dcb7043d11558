//! Random constraints of the kind table.

use super::prelude::*;

impl Sampled for Table {
    fn sample(rng: &mut ChaCha8Rng) -> Sample {
        let n = rng.random_range(1..=4);
        let allowed = rng.random_bool(0.6);
        let slots = ints(rng, n);
        let pools: Vec<Vec<i32>> = slots
            .iter()
            .map(|slot| slot.domain.iter().chain([9]).collect())
            .collect();
        let length = rng.random_range(0..=14);
        let rows: Vec<Vec<i32>> = (0..length)
            .map(|_| {
                pools
                    .iter()
                    .map(|pool| pool.choose(rng).copied().unwrap_or(0))
                    .collect()
            })
            .collect();
        let tuples = Arc::new(Tuples::new(n, &rows).expect("rows are as wide as asked"));
        new(
            slots,
            move |v| Table {
                vars: v.to_vec(),
                tuples: tuples.clone(),
                allowed,
            },
            move |a| {
                let listed = rows
                    .iter()
                    .any(|row| row.iter().zip(a).all(|(x, y)| x == y));
                listed == allowed
            },
        )
    }
}
