//! Random models of several constraints over common variables, for differential fuzzing.

use rand::Rng;
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use tantalizer_model::{ConstraintKind, Domain, Model, ModelEngine, Var};

use crate::samples::{Sample, sample, small};
use crate::{agrees, brute};

/// Tries engines on the random models with the seeds `seeds`; panics with the seed at the first difference
/// from brute force.
pub fn fuzz(engines: &[&dyn ModelEngine], seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let model = random_model(seed);
        for engine in engines {
            agrees(*engine, &model, &format!("whole model, seed {seed}"));
        }
    }
}

/// The random model with this seed: up to seven variables, up to five constraints of any kind, some
/// variables hidden from the answer.
pub fn random_model(seed: u64) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    loop {
        let mut model = Model::new(format!("random model {seed}"));
        let ints: Vec<Var> = (0..rng.random_range(1..=4))
            .map(|i| model.int(format!("x{i}"), small(&mut rng)))
            .collect();
        let bools: Vec<Var> = (0..rng.random_range(1..=3))
            .map(|i| model.boolean(format!("b{i}")))
            .collect();
        if brute::assignments(&model) > 2_000 {
            continue;
        }
        for _ in 0..rng.random_range(1..=5) {
            let kind = *ConstraintKind::ALL
                .choose(&mut rng)
                .unwrap_or(&ConstraintKind::Compare);
            let Sample { slots, make, .. } = sample(kind, &mut rng);
            let vars: Vec<Var> = slots
                .iter()
                .map(|slot| {
                    let pool = if slot.natural { &bools } else { &ints };
                    pool.choose(&mut rng).copied().unwrap_or(bools[0])
                })
                .collect();
            model.post(make(&vars)).expect("samples build");
        }
        if rng.random_bool(0.5) {
            let mut answer: Vec<Var> = ints.iter().chain(&bools).copied().collect();
            answer.shuffle(&mut rng);
            answer.truncate(rng.random_range(1..=answer.len()));
            model.set_answer(answer);
        }
        if rng.random_bool(0.1) {
            model.set_domain(ints[0], Domain::range(-2, 2));
        }
        return model;
    }
}
