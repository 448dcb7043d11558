//! Numbers that only help follow from a few others.
//!
//! Modelling languages name every part of a term: of "x and y are two apart" they make `d = x - y`, `e = |d|`, and `e` is at least 2. A number
//! that nobody asks for and that a constraint leaves no choice stands for what it follows from, as a truth value does; what it may not be, the others
//! may not either. Whether a constraint is of this sort is seen by trying all values, so that it does not matter which one was written.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tantalizer_model::{Constraint, Domain, Limit, Posted, Var};

use super::relations::{MOST_ROWS, MOST_VARIABLES, Relation};
use super::work::{Meaning, Work};
use crate::{Pace, RewriteError};

/// No constraint is tried with more assignments.
const MOST_ASSIGNMENTS: u64 = 16 * MOST_ROWS as u64;

/// What trying an assignment takes, in steps of some nanoseconds.
const STEPS_AN_ASSIGNMENT: usize = 20;

/// Takes definitions of numbers out of the constraints; each has one at most.
pub(super) fn find(work: &mut Work, pace: &mut Pace) -> Result<(), Limit> {
    let mut taken = vec![false; work.constraints.len()];
    let mut stopped = Ok(());
    for (at, taken) in taken.iter_mut().enumerate() {
        let posted = &work.constraints[at];
        let Some(scope) = scope(work, posted) else {
            continue;
        };
        let assignments = product(work, &scope) as usize;
        stopped = pace.step(STEPS_AN_ASSIGNMENT * assignments);
        if stopped.is_err() {
            break;
        }
        if let Some((number, meaning)) = follows(work, posted, &scope) {
            work.definitions.insert(number, meaning);
            *taken = true;
        }
    }
    let mut taken = taken.into_iter();
    work.constraints
        .retain(|_| !taken.next().unwrap_or_default());
    stopped
}

/// The variables of a constraint that may say what a number is, if there are few.
fn scope(work: &Work, posted: &Posted) -> Option<Vec<Var>> {
    // What these say of truth values is known already; a table says the same in one go.
    let other = matches!(
        posted.constraint,
        Constraint::Clause(_) | Constraint::Reified(_) | Constraint::Table(_)
    );
    if other {
        return None;
    }
    let vars: BTreeSet<Var> = posted.constraint.vars().into_iter().collect();
    let open = vars.into_iter().filter(|&var| work.domain(var).len() != 1);
    let open: Vec<Var> = open.collect();
    let fits = (2..=MOST_VARIABLES + 1).contains(&open.len())
        && open.iter().any(|&var| only_helps(work, var))
        && product(work, &open) <= MOST_ASSIGNMENTS;
    fits.then_some(open)
}

fn product(work: &Work, vars: &[Var]) -> u64 {
    let lengths = vars.iter().map(|&var| work.domain(var).len());
    lengths.fold(1, u64::saturating_mul)
}

/// Truth values have definitions of their own, and follow from a sum only by chance.
fn only_helps(work: &Work, var: Var) -> bool {
    let stands = work.stays[var.index()] || work.definitions.contains_key(&var);
    !stands && work.domain(var).len() > 2
}

/// The number that the constraint leaves no choice, and what it follows from: the one that it was made for, if that is known.
fn follows(work: &Work, posted: &Posted, scope: &[Var]) -> Option<(Var, Meaning)> {
    let fixed: BTreeSet<Var> = posted.constraint.vars().into_iter().collect();
    let fixed = fixed.into_iter();
    let fixed: Vec<Var> = fixed.filter(|&var| work.domain(var).len() == 1).collect();
    let everything: Vec<Var> = scope.iter().chain(&fixed).copied().collect();
    let place = |var: Var| everything.iter().position(|&own| own == var).unwrap_or(0);
    let local = posted
        .constraint
        .with_vars(&|var| Var::from_index(place(var)));
    let rows = work.assignments_that(&everything, |row| local.holds(row));
    let made = posted.defines.into_iter();
    let mut numbers = made.chain(scope.iter().rev().copied());
    numbers.find_map(|number| {
        let at = scope.iter().position(|&var| var == number)?;
        if !only_helps(work, number) {
            return None;
        }
        let mut values = BTreeMap::new();
        for row in &rows {
            let others = row[..scope.len()].iter().enumerate();
            let others = others.filter_map(|(column, &value)| (column != at).then_some(value));
            if values.insert(others.collect(), row[at]).is_some() {
                return None;
            }
        }
        let scope: Vec<Var> = scope.iter().copied().filter(|&var| var != number).collect();
        let circular = scope.iter().any(|&var| work.hangs_on(var, number));
        (product(work, &scope) <= MOST_ROWS as u64 && !circular).then(|| {
            let meaning = Meaning::Number {
                constraint: posted.constraint.clone(),
                scope,
                fixed: fixed.clone(),
                values: Arc::new(values),
            };
            (number, meaning)
        })
    })
}

impl Work {
    /// Whether a number that follows from others says something of these: there is none for some of their values.
    pub fn restricts(&self, number: Var, meaning: &Meaning) -> bool {
        match meaning {
            Meaning::Number { scope, values, .. } => {
                let rows = self.rows_left(number, scope, values);
                (rows.len() as u64) < product(self, scope)
            }
            _ => false,
        }
    }

    /// The values of the others for which there is a number.
    fn rows_left<'a>(
        &self,
        number: Var,
        scope: &[Var],
        values: &'a BTreeMap<Vec<i32>, i32>,
    ) -> BTreeSet<&'a Vec<i32>> {
        let may_be = |row: &[i32], value: i32| {
            let mut cells = row.iter().zip(scope);
            self.domain(number).contains(value)
                && cells.all(|(&value, &var)| self.domain(var).contains(value))
        };
        values
            .iter()
            .filter(|&(row, &value)| may_be(row, value))
            .map(|(row, _)| row)
            .collect()
    }

    /// A number leaves: what it may not be is left to those that it follows from. Says whether a constraint was needed for that.
    pub fn leave_to_others(
        &mut self,
        number: Var,
        scope: &[Var],
        values: &BTreeMap<Vec<i32>, i32>,
    ) -> Result<bool, RewriteError> {
        let rows = self.rows_left(number, scope, values);
        if rows.len() as u64 == product(self, scope) {
            return Ok(false);
        }
        if let [x] = *scope
            && !self.definitions.get(&x).is_some_and(Meaning::is_truth)
        {
            let values = Domain::from_values(rows.iter().map(|row| row[0]));
            self.keep(x, &values);
            return Ok(false);
        }
        let rows = rows.into_iter().cloned().collect();
        let scope = scope.to_vec();
        let left = Relation { scope, rows }.into_constraint(self)?;
        self.post(left, "");
        Ok(true)
    }
}
