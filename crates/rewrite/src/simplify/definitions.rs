//! Which truth value stands for which condition.
//!
//! A definition is a reified constraint (`b` is 1 exactly if `x` is 3), a parity, or the clauses that make a truth value a
//! conjunction: `b` or not all of the parts, and for each part, not `b` or the part.

use std::collections::{BTreeMap, HashMap};
use tantalizer_model::constraints::{Clause, Member, Reified, Xor};

use tantalizer_model::{Constraint, Limit, Literal, Var};

use super::work::{Meaning, Work};
use crate::Pace;

/// Takes definitions out of the constraints; each truth value has one at most.
pub(super) fn find(work: &mut Work, pace: &mut Pace) -> Result<(), Limit> {
    let mut taken = vec![false; work.constraints.len()];
    let mut definitions = BTreeMap::new();
    for (at, posted) in work.constraints.iter().enumerate() {
        let Constraint::Reified(Reified { constraint, by }) = &posted.constraint else {
            continue;
        };
        let meaning = match &**constraint {
            Constraint::Member(Member { x, values }) => Meaning::Member {
                x: *x,
                values: values.clone(),
            },
            Constraint::Clause(Clause { literals }) => Meaning::Any {
                head: true,
                literals: literals.clone(),
            },
            other => Meaning::Holds(other.clone()),
        };
        if can_be_defined(work, &definitions, *by) && !meaning.vars().contains(by) {
            definitions.insert(*by, meaning);
            taken[at] = true;
        }
    }
    find_parities(work, &mut definitions, &mut taken);
    // However far this goes, what is found is whole.
    let stopped = find_conjunctions(work, &mut definitions, &mut taken, pace);
    work.definitions = definitions;
    let mut taken = taken.into_iter();
    work.constraints
        .retain(|_| !taken.next().unwrap_or_default());
    stopped
}

fn can_be_defined(work: &Work, definitions: &BTreeMap<Var, Meaning>, var: Var) -> bool {
    work.domain(var).len() == 2 && !definitions.contains_key(&var)
}

/// Of an odd or even number of truth values each follows from the others; the one that it was made for, if that is known.
fn find_parities(work: &Work, definitions: &mut BTreeMap<Var, Meaning>, taken: &mut [bool]) {
    for (at, posted) in work.constraints.iter().enumerate() {
        let Constraint::Xor(Xor { vars, parity }) = &posted.constraint else {
            continue;
        };
        let follows = |&by: &Var| {
            let once = vars.iter().filter(|&&var| var == by).count() == 1;
            once && !work.stays[by.index()] && can_be_defined(work, definitions, by)
        };
        let last = || vars.iter().rev().copied().find(follows);
        if let Some(by) = posted.defines.filter(follows).or_else(last) {
            let others = vars.iter().copied().filter(|&var| var != by);
            let rest = Xor {
                vars: others.collect(),
                parity: !parity,
            };
            definitions.insert(by, Meaning::Holds(Constraint::Xor(rest)));
            taken[at] = true;
        }
    }
}

fn find_conjunctions(
    work: &Work,
    definitions: &mut BTreeMap<Var, Meaning>,
    taken: &mut [bool],
    pace: &mut Pace,
) -> Result<(), Limit> {
    let mut pairs: HashMap<[Literal; 2], usize> = HashMap::new();
    for (at, posted) in work.constraints.iter().enumerate() {
        if let Constraint::Clause(Clause { literals }) = &posted.constraint
            && let [x, y] = literals[..]
        {
            pairs.insert([x, y], at);
            pairs.insert([y, x], at);
        }
    }
    for at in 0..work.constraints.len() {
        let Constraint::Clause(Clause { literals }) = &work.constraints[at].constraint else {
            continue;
        };
        if literals.len() < 3 || taken[at] {
            continue;
        }
        // `literals` is the head or one of the others; each of the others excludes the head.
        for &head in literals {
            pace.step(16)?;
            // Whoever excludes the first of the others may exclude all.
            let other = if literals[0] == head {
                literals[1]
            } else {
                literals[0]
            };
            if !pairs.contains_key(&[!head, !other]) {
                continue;
            }
            pace.step(32 * literals.len())?;
            let others = || literals.iter().filter(|literal| **literal != head);
            let excludes = |other: &Literal| pairs.get(&[!head, !*other]).copied();
            let clauses: Option<Vec<usize>> = others().map(excludes).collect();
            let Some(clauses) = clauses else { continue };
            let distinct = others().all(|other| other.var != head.var);
            let free = clauses.iter().all(|&clause| !taken[clause]);
            if !distinct || !free || !can_be_defined(work, definitions, head.var) {
                continue;
            }
            let meaning = Meaning::Any {
                head: !head.positive,
                literals: others().copied().collect(),
            };
            definitions.insert(head.var, meaning);
            taken[at] = true;
            clauses.into_iter().for_each(|clause| taken[clause] = true);
            break;
        }
    }
    Ok(())
}
