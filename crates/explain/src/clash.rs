//! Which clues cannot all be right.
//!
//! One clash is found by dropping what is not needed. All of them are found by leaving out one member of each clash that is known,
//! in every way: what still has no solution holds another clash (Reiter, *A theory of diagnosis from first principles*, 1987).

use std::collections::{HashSet, VecDeque};

use tantalizer_model::{ConstraintId, Fact, Limits, Var};
use tantalizer_sat::{Clash, Incremental, Reply};

/// Clues, and values filled in, that cannot all be right; dropping any one of them leaves the others possible.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clashing {
    /// The clues.
    pub clues: Vec<ConstraintId>,
    /// The values that were filled in.
    pub entries: Vec<(Var, i32)>,
    /// The rules that they clash with, of which none can be dropped.
    pub rules: Vec<ConstraintId>,
}

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

/// Every clash, each once; those that were found within the limits.
pub(crate) fn every_clash(
    solver: &mut Incremental,
    rules: &[ConstraintId],
    all: &Clash,
    limits: &Limits,
) -> Vec<Clash> {
    let mut found: Vec<Clash> = Vec::new();
    let mut open = VecDeque::from([Clash::default()]);
    let mut seen = HashSet::new();
    while let Some(left_out) = open.pop_front() {
        let known = found.iter().find(|clash| is_apart(clash, &left_out));
        let clash = match known.cloned() {
            Some(clash) => clash,
            None => {
                let rest = without(all, &left_out);
                let clash = clashing_clues(solver, rules, &rest.constraints, &rest.facts);
                // What was found last may hold more than needed.
                if limits.expired().is_some() && !found.is_empty() {
                    break;
                }
                if clash == Clash::default() {
                    continue;
                }
                found.push(clash.clone());
                clash
            }
        };
        let clues = clash.constraints.iter().map(|&id| {
            let mut more = left_out.clone();
            more.constraints.push(id);
            more.constraints.sort_unstable();
            more
        });
        let facts = clash.facts.iter().map(|&fact| {
            let mut more = left_out.clone();
            more.facts.push(fact);
            more.facts.sort_unstable();
            more
        });
        open.extend(clues.chain(facts).filter(|more| seen.insert(more.clone())));
    }
    found
}

/// Whether two have nothing in common.
fn is_apart(a: &Clash, b: &Clash) -> bool {
    let clue = a.constraints.iter().any(|id| b.constraints.contains(id));
    !clue && !a.facts.iter().any(|fact| b.facts.contains(fact))
}

fn without(all: &Clash, some: &Clash) -> Clash {
    let mut rest = all.clone();
    rest.constraints.retain(|id| !some.constraints.contains(id));
    rest.facts.retain(|fact| !some.facts.contains(fact));
    rest
}

/// Which of these clash with the rules, if they do; none if they do not, or if a limit was reached.
fn clash(solver: &mut Incremental, rules: &[ConstraintId], some: &Clash) -> Option<Clash> {
    let all: Vec<ConstraintId> = rules.iter().chain(&some.constraints).copied().collect();
    match solver.solve_some(&all, &some.facts) {
        Reply::Clash(mut clash) => {
            let clues: HashSet<ConstraintId> = some.constraints.iter().copied().collect();
            clash.constraints.retain(|id| clues.contains(id));
            Some(clash)
        }
        Reply::Solution(_) | Reply::Unknown(_) => None,
    }
}
