//! Which clues cannot all be right.

use tantalizer_model::ConstraintId;
use tantalizer_sat::{Clash, Incremental, Outcome};

/// A set of clues that has no solution with the rules, and has one as soon as any of them is dropped. Empty if
/// the rules alone have none, or if a limit was reached before anything was known.
pub fn clashing_clues(
    solver: &mut Incremental,
    rules: &[ConstraintId],
    clues: &[ConstraintId],
) -> Vec<ConstraintId> {
    let mut left: Vec<ConstraintId> = clues.to_vec();
    let mut next = 0;
    let mut clash = |some: &[ConstraintId]| -> Option<Clash> {
        let all: Vec<ConstraintId> = rules.iter().chain(some).copied().collect();
        match solver.solve_some(&all, &[]) {
            Outcome::Clash(clash) => Some(clash),
            Outcome::Solution(_) | Outcome::Unknown(_) => None,
        }
    };
    let Some(first) = clash(&left) else {
        return Vec::new();
    };
    left.retain(|id| first.constraints.contains(id));
    while next < left.len() {
        let mut without = left.clone();
        let dropped = without.remove(next);
        match clash(&without) {
            Some(smaller) => left.retain(|id| *id != dropped && smaller.constraints.contains(id)),
            None => next += 1,
        }
    }
    left
}
