//! Random small models around one constraint.

use rand::Rng;
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use tantalizer_model::{Constraint, ConstraintKind, Domain, Model, Var};

use crate::brute;
use crate::samples::{Predicate, Sample, Slot, sample};

/// Brute force must be able to try every assignment of an instance.
const MOST_ASSIGNMENTS: u64 = 3_000;

/// A model around one constraint, and whether variables are used more than once in it.
pub struct Instance {
    /// The model: one constraint, perhaps a few variables it does not speak of.
    pub model: Model,
    /// The constraint's variables, slot by slot.
    pub slots: Vec<Var>,
    /// The test author's predicate over the values of the slots.
    pub predicate: Predicate,
    /// Whether no variable stands in two slots.
    pub distinct: bool,
}

impl Instance {
    /// The instance of a kind of constraint with this seed. About half of them repeat variables or hide some
    /// from the answer.
    pub fn random(kind: ConstraintKind, seed: u64) -> Instance {
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ (kind as u64) << 32);
        let repeat = rng.random_bool(0.4);
        Instance::with(kind, &mut rng, repeat)
    }

    /// An instance in which no variable is repeated and all are part of the answer.
    pub fn distinct(kind: ConstraintKind, seed: u64) -> Instance {
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ (kind as u64) << 32 ^ 1 << 63);
        Instance::with(kind, &mut rng, false)
    }

    fn with(kind: ConstraintKind, rng: &mut ChaCha8Rng, repeat: bool) -> Instance {
        loop {
            let Sample {
                slots,
                make,
                predicate,
            } = sample(kind, rng);
            let mut model = Model::new(format!("random {}", kind.name()));
            let vars = variables(&mut model, &slots, repeat, rng);
            if repeat && rng.random_bool(0.3) {
                model.int("free", 0..=1);
            }
            if brute::assignments(&model) > MOST_ASSIGNMENTS {
                continue;
            }
            let constraint: Constraint = make(&vars);
            if let Err(error) = model.post(constraint) {
                panic!("{}: the sample does not build: {error}", kind.name());
            }
            if repeat && rng.random_bool(0.5) {
                hide_some(&mut model, rng);
            }
            return Instance {
                model,
                slots: vars,
                predicate,
                distinct: !repeat,
            };
        }
    }
}

/// One variable for each slot, or, when repeating, sometimes one of the earlier ones or a constant.
fn variables(model: &mut Model, slots: &[Slot], repeat: bool, rng: &mut ChaCha8Rng) -> Vec<Var> {
    let mut vars: Vec<Var> = Vec::new();
    for (number, slot) in slots.iter().enumerate() {
        let earlier: Vec<Var> = (0..number)
            .filter(|&i| slots[i].boolean == slot.boolean && slots[i].natural == slot.natural)
            .map(|i| vars[i])
            .collect();
        let roll = if repeat {
            rng.random_range(0..100)
        } else {
            100
        };
        vars.push(match earlier.choose(rng) {
            Some(&var) if roll < 20 => var,
            _ if roll < 35 => {
                let values: Vec<i32> = slot.domain.iter().take(50).collect();
                match values.choose(rng) {
                    Some(&value) => model.constant(value),
                    None => model.int(format!("x{number}"), Domain::empty()),
                }
            }
            _ => model.int(format!("x{number}"), &slot.domain),
        });
    }
    vars
}

/// Makes some variables auxiliary.
fn hide_some(model: &mut Model, rng: &mut ChaCha8Rng) {
    let mut answer = model.answer();
    answer.shuffle(rng);
    answer.truncate(answer.len().div_ceil(2));
    model.set_answer(answer);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The judge says of every assignment what the test author's predicate says.
    #[test]
    fn the_judge_agrees_with_every_predicate() {
        for kind in ConstraintKind::ALL {
            let (mut yes, mut no) = (0, 0);
            for seed in 0..200 {
                let instance = Instance::random(kind, seed);
                let constraint = &instance.model.constraints()[0].constraint;
                brute::for_each_assignment(&instance.model, |assignment| {
                    let values: Vec<i32> = instance
                        .slots
                        .iter()
                        .map(|v| assignment[v.index()])
                        .collect();
                    let expected = (instance.predicate)(&values);
                    assert_eq!(
                        constraint.holds(assignment),
                        expected,
                        "{} seed {seed}: {assignment:?} in\n{}",
                        kind.name(),
                        instance.model
                    );
                    if expected { yes += 1 } else { no += 1 }
                });
            }
            assert!(yes > 0 && no > 0, "{}: only one outcome", kind.name());
        }
    }
}
