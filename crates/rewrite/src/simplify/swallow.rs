//! A truth value that is used once is replaced by what it stands for.
//!
//! Where a clause has a literal that stands for "one of these", and nothing else speaks of that literal, the clause
//! may as well have these: nested disjunctions become one, and so do nested conjunctions, which are disjunctions of
//! opposites.

use std::collections::HashSet;

use tantalizer_model::{Constraint, Literal, Var};

use super::work::{Meaning, Work};

/// Replaces literals that are used once, from the inside out.
pub(super) fn inline(work: &mut Work) {
    let uses = work.uses();
    let inlined: Vec<Var> = work
        .definitions
        .keys()
        .copied()
        .filter(|var| uses[var.index()] == 1 && !work.stays[var.index()])
        .collect();
    let mut once = vec![false; uses.len()];
    for var in inlined {
        once[var.index()] = true;
    }
    for at in 0..work.constraints.len() {
        if let Constraint::Clause { literals } = &work.constraints[at].constraint {
            let expanded = expand(work, &once, literals, None);
            work.constraints[at].constraint = Constraint::Clause { literals: expanded };
        }
    }
    let defined: Vec<Var> = work.definitions.keys().copied().collect();
    for by in defined {
        if let Some(Meaning::Any { head, literals }) = work.definitions.get(&by) {
            let head = *head;
            let literals = expand(work, &once, literals, Some(by));
            work.definitions.insert(by, Meaning::Any { head, literals });
        }
    }
}

/// The literals with those that can be replaced by what they stand for, whatever is nested in them too. `owner` is the truth
/// value that the literals define: it may not come to stand among them.
fn expand(work: &Work, once: &[bool], literals: &[Literal], owner: Option<Var>) -> Vec<Literal> {
    let mut expanded = Vec::with_capacity(literals.len());
    // Truth values may stand for each other in a circle: each is replaced once.
    let mut replaced: HashSet<Var> = HashSet::new();
    let mut open: Vec<Literal> = literals.iter().rev().copied().collect();
    while let Some(literal) = open.pop() {
        match work.definitions.get(&literal.var) {
            Some(Meaning::Any { head, literals })
                if *head == literal.positive
                    && once[literal.var.index()]
                    && !literals.iter().any(|inner| Some(inner.var) == owner)
                    && replaced.insert(literal.var) =>
            {
                open.extend(literals.iter().rev());
            }
            _ => expanded.push(literal),
        }
    }
    expanded
}
