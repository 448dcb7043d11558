//! Which clues cannot all be right.

use std::collections::HashSet;

use tantalizer_model::{ConstraintId, Fact};
use tantalizer_sat::{Clash, Incremental, Outcome};

/// Clues, and facts beside them, that have no solution with the rules and have one as soon as any of them is dropped. Empty if
/// the rules alone have none, or if a limit was reached before anything was known; more than needed if it was reached later.
pub fn clashing_clues(
    solver: &mut Incremental,
    rules: &[ConstraintId],
    clues: &[ConstraintId],
    facts: &[Fact],
) -> Clash {
    let mut left = Clash {
        constraints: clues.to_vec(),
        facts: facts.to_vec(),
    };
    match clash(solver, rules, &left) {
        Some(smaller) => left = smaller,
        None => return Clash::default(),
    }
    // Clues go first, so that as few of them as possible are blamed together with what was filled in.
    for id in left.constraints.clone() {
        let mut without = left.clone();
        without.constraints.retain(|&other| other != id);
        if without.constraints.len() < left.constraints.len()
            && let Some(smaller) = clash(solver, rules, &without)
        {
            left = smaller;
        }
    }
    for fact in left.facts.clone() {
        let mut without = left.clone();
        without.facts.retain(|&other| other != fact);
        if without.facts.len() < left.facts.len()
            && let Some(smaller) = clash(solver, rules, &without)
        {
            left = smaller;
        }
    }
    left
}

/// Which of these clash with the rules, if they do; none if they do not, or if a limit was reached.
fn clash(solver: &mut Incremental, rules: &[ConstraintId], some: &Clash) -> Option<Clash> {
    let all: Vec<ConstraintId> = rules.iter().chain(&some.constraints).copied().collect();
    match solver.solve_some(&all, &some.facts) {
        Outcome::Clash(mut clash) => {
            let clues: HashSet<ConstraintId> = some.constraints.iter().copied().collect();
            clash.constraints.retain(|id| clues.contains(id));
            Some(clash)
        }
        Outcome::Solution(_) | Outcome::Unknown(_) => None,
    }
}
