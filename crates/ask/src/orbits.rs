//! How many solutions there are up to a symmetry.

use crate::{AskError, Options, ask};
use num_bigint::BigUint;
use tantalizer_model::{Limits, Model, Question, Silent, SymmetryGroup, symmetry};

/// The number of orbits of the model's solutions under the group, by Burnside's
/// lemma: one count for each element of the group, of the solutions that it
/// leaves as they are. `total` is the number of all solutions. `None` if a
/// limit was hit.
pub fn count_orbits(
    model: &Model,
    group: &SymmetryGroup,
    total: &BigUint,
    options: &Options,
    limits: &Limits,
) -> Result<Option<BigUint>, AskError> {
    let mut failure = None;
    // The identity comes first, and leaves all solutions as they are.
    let mut known = Some(total.clone());
    let orbits = symmetry::orbits_by_burnside(model, group, |fixed| {
        if let Some(total) = known.take() {
            return Some(total);
        }
        match ask(fixed, Question::Count, options, limits, &mut Silent) {
            Ok(answer) => answer.complete.then_some(answer.count),
            Err(error) => {
                failure = Some(error);
                None
            }
        }
    })?;
    match failure {
        Some(error) => Err(error),
        None => Ok(orbits),
    }
}
