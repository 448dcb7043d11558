//! A truth value that is used once is replaced by what it stands for.
//!
//! Where a clause has a literal that stands for "one of these", and nothing else speaks of that literal, the clause
//! may as well have these: nested disjunctions become one, and so do nested conjunctions, which are disjunctions of
//! opposites.

use std::collections::HashSet;
use tantalizer_model::constraints::Clause;

use tantalizer_model::{Constraint, Limit, Literal, Var};

use super::work::{Meaning, Work};
use crate::Pace;

/// What it takes to look a literal up, in steps of some nanoseconds.
const STEPS_A_LITERAL: usize = 50;

/// Replaces literals that are used once, from the outside in: what is swallowed itself is not rewritten, it goes.
pub(super) fn inline(work: &mut Work, pace: &mut Pace) -> Result<(), Limit> {
    let once = swallowed(work);
    for at in 0..work.constraints.len() {
        if let Constraint::Clause(Clause { literals }) = &work.constraints[at].constraint {
            pace.step(STEPS_A_LITERAL * literals.len())?;
            let expanded = expand(work, &once, literals, None);
            work.constraints[at].constraint = Constraint::Clause(Clause { literals: expanded });
        }
    }
    let defined: Vec<Var> = work.definitions.keys().copied().collect();
    for by in defined.into_iter().filter(|by| !once[by.index()]) {
        if let Some(Meaning::Any { head, literals }) = work.definitions.get(&by) {
            let head = *head;
            pace.step(STEPS_A_LITERAL * literals.len())?;
            let literals = expand(work, &once, literals, Some(by));
            work.definitions.insert(by, Meaning::Any { head, literals });
        }
    }
    Ok(())
}

/// The truth values whose only use is a literal that they can be replaced in.
fn swallowed(work: &Work) -> Vec<bool> {
    let uses = work.uses();
    let mut swallowed = vec![false; uses.len()];
    let mut look = |literals: &[Literal]| {
        for literal in literals {
            let at = literal.var.index();
            if let Some(Meaning::Any { head, .. }) = work.definitions.get(&literal.var) {
                swallowed[at] = uses[at] == 1 && !work.stays[at] && *head == literal.positive;
            }
        }
    };
    for posted in &work.constraints {
        if let Constraint::Clause(Clause { literals }) = &posted.constraint {
            look(literals);
        }
    }
    for meaning in work.definitions.values() {
        if let Meaning::Any { literals, .. } = meaning {
            look(literals);
        }
    }
    swallowed
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
