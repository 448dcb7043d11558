//! Which clues cannot all be right.

use std::collections::HashSet;

use tantalizer_model::ConstraintId;
use tantalizer_sat::{Clash, Incremental, Outcome};

/// A set of clues that has no solution with the rules, and has one as soon as any of them is dropped. Empty if
/// the rules alone have none, or if a limit was reached before anything was known; more than needed if it was reached later.
pub fn clashing_clues(
    solver: &mut Incremental,
    rules: &[ConstraintId],
    clues: &[ConstraintId],
) -> Vec<ConstraintId> {
    let mut left: Vec<ConstraintId> = clues.to_vec();
    let mut next = 0;
    let mut stopped = false;
    let mut clash = |some: &[ConstraintId], stopped: &mut bool| -> Option<Clash> {
        let all: Vec<ConstraintId> = rules.iter().chain(some).copied().collect();
        match solver.solve_some(&all, &[]) {
            Outcome::Clash(clash) => Some(clash),
            Outcome::Solution(_) => None,
            Outcome::Unknown(_) => {
                *stopped = true;
                None
            }
        }
    };
    let Some(first) = clash(&left, &mut stopped) else {
        return Vec::new();
    };
    let among = |clash: &Clash| clash.constraints.iter().copied().collect::<HashSet<_>>();
    let first = among(&first);
    left.retain(|id| first.contains(id));
    while next < left.len() && !stopped {
        let mut without = left.clone();
        let dropped = without.remove(next);
        match clash(&without, &mut stopped) {
            Some(smaller) => {
                let smaller = among(&smaller);
                left.retain(|id| *id != dropped && smaller.contains(id));
            }
            None => next += 1,
        }
    }
    left
}
