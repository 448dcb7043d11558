//! Disjuncts about the same variables belong together.
//!
//! "Piece 5 lies here or there, turned so or so" may be written place by place, turn by turn, or in one long list. Whatever the
//! nesting was, the list is made flat and parted by the variables that its conditions speak of; each part becomes one truth value, as if it
//! had been written so. The tables then see the same sentence.

use std::collections::BTreeMap;

use tantalizer_model::constraints::Clause;
use tantalizer_model::{Constraint, Domain, Literal, Var};

use super::relations::Relations;
use super::work::{Meaning, Work};
use crate::{Pace, RewriteError};

/// No longer list is looked at.
const MOST_LITERALS: usize = 4096;

/// What the look at a literal takes, in steps of some nanoseconds.
const STEPS_A_LITERAL: usize = 500;

/// Parts disjunctions by what they speak of.
pub(super) fn form(work: &mut Work, pace: &mut Pace) -> Result<(), RewriteError> {
    for (at, parts) in parted(work, pace) {
        let mut literals = parts.single;
        for group in parts.groups {
            literals.push(work.truth_of_any(group));
        }
        match at {
            Place::Constraint(at) => {
                work.constraints[at].constraint = Constraint::Clause(Clause { literals });
            }
            Place::Definition(by) => {
                if let Some(Meaning::Any { literals: old, .. }) = work.definitions.get_mut(&by) {
                    *old = literals;
                }
            }
        }
    }
    Ok(pace.look()?)
}

/// Where a disjunction stands.
enum Place {
    Constraint(usize),
    Definition(Var),
}

/// A disjunction, parted.
struct Parts {
    /// Literals about the same variables, several each.
    groups: Vec<Vec<Literal>>,
    /// The others.
    single: Vec<Literal>,
}

fn parted(work: &Work, pace: &mut Pace) -> Vec<(Place, Parts)> {
    let mut relations = Relations::new(work);
    let clauses =
        (work.constraints.iter().enumerate()).filter_map(|(at, posted)| match &posted.constraint {
            Constraint::Clause(Clause { literals }) => Some((Place::Constraint(at), literals)),
            _ => None,
        });
    let defined = work
        .definitions
        .iter()
        .filter_map(|(&by, meaning)| match meaning {
            Meaning::Any { literals, .. } => Some((Place::Definition(by), literals)),
            _ => None,
        });
    let mut found = Vec::new();
    for (place, literals) in clauses.chain(defined) {
        if literals.len() < 2 {
            continue;
        }
        let mut flat = Vec::new();
        flatten(work, literals, &mut relations, &mut flat, 0);
        if pace.step(STEPS_A_LITERAL * flat.len()).is_err() {
            break;
        }
        found.extend(part(&flat, &mut relations).map(|parts| (place, parts)));
    }
    found
}

/// Replaces what is a disjunction of conditions on different variables by its literals.
fn flatten(
    work: &Work,
    literals: &[Literal],
    relations: &mut Relations<'_>,
    flat: &mut Vec<Literal>,
    depth: u32,
) {
    for &literal in literals {
        match work.definitions.get(&literal.var) {
            Some(Meaning::Any { head, literals })
                if *head == literal.positive
                    && depth < super::relations::DEEPEST
                    && flat.len() + literals.len() <= MOST_LITERALS
                    && !speaks_as_one(literal, literals, relations) =>
            {
                flatten(work, literals, relations, flat, depth + 1);
            }
            _ => flat.push(literal),
        }
    }
}

/// Whether one of the parts of a disjunction speaks of all that the whole does.
fn speaks_as_one(whole: Literal, parts: &[Literal], relations: &mut Relations<'_>) -> bool {
    relations.of(whole).is_some_and(|whole| {
        let mut parts = parts.iter().filter_map(|&part| relations.of(part));
        parts.any(|part| part.scope == whole.scope)
    })
}

/// The parts, if there are several and one of them has several literals.
fn part(literals: &[Literal], relations: &mut Relations<'_>) -> Option<Parts> {
    let mut by_scope: BTreeMap<Vec<Var>, Vec<Literal>> = BTreeMap::new();
    let mut single = Vec::new();
    for &literal in literals {
        match relations.of(literal).filter(|found| found.scope.len() > 1) {
            Some(found) => by_scope
                .entry(found.scope.clone())
                .or_default()
                .push(literal),
            None => single.push(literal),
        }
    }
    let parts = by_scope.len() + usize::from(!single.is_empty());
    let (groups, alone): (Vec<_>, Vec<_>) =
        by_scope.into_values().partition(|group| group.len() > 1);
    single.extend(alone.into_iter().flatten());
    (parts > 1 && !groups.is_empty()).then_some(Parts { groups, single })
}

impl Work {
    /// A new truth value that stands for "one of these".
    fn truth_of_any(&mut self, literals: Vec<Literal>) -> Literal {
        let by = self.int("one of these".into(), Domain::range(0, 1));
        self.definitions.insert(
            by,
            Meaning::Any {
                head: true,
                literals,
            },
        );
        Literal::yes(by)
    }
}
