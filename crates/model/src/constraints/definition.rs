//! The form that every constraint fills in, and small helpers for filling it in.

use std::collections::BTreeSet;

use super::Constraint;
use crate::text::{Line, Read, Words};
use crate::{Domain, Model, ModelError, Var};

/// What every constraint says of itself.
///
/// [`Definition::holds`] is the judge: written to be read, never optimised, and sharing no code with any engine. All
/// engines, all rewritings and all certificates are held against it.
pub trait Definition: Sized {
    /// The name used in messages, tables and texts.
    const NAME: &'static str;

    /// When it holds, in a few words: its line in the documentation.
    const MEANING: &'static str;

    /// The variables it speaks of, in the order of its parts; a variable used twice is listed twice.
    fn vars(&self) -> Vec<Var>;

    /// The same condition with every variable replaced.
    fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Self;

    /// Whether it holds.
    fn holds(&self, given: Values<'_>) -> bool;

    /// What is malformed about its parts; its variables are the model's.
    fn check(&self, model: &Model) -> Result<(), ModelError> {
        let _ = model;
        Ok(())
    }

    /// The constraint that holds exactly when this one does not; none: only reification says so.
    fn negation(&self) -> Option<Constraint> {
        None
    }

    /// For people, with the model's names.
    fn show(&self, model: &Model) -> String;

    /// Its parts, as words of a text.
    fn write(&self, line: &mut Line<'_>);

    /// The parts that were written.
    fn read(words: &mut Words<'_>) -> Read<Self>;
}

/// A value for every variable of a model.
#[derive(Clone, Copy)]
pub struct Values<'a>(pub &'a [i32]);

impl Values<'_> {
    /// The value of a variable.
    pub fn value(self, var: Var) -> i32 {
        self.0[var.index()]
    }

    /// The values of variables.
    pub fn values(self, vars: &[Var]) -> Vec<i32> {
        vars.iter().map(|&var| self.value(var)).collect()
    }
}

/// All variables replaced.
pub fn renamed(vars: &[Var], to: &dyn Fn(Var) -> Var) -> Vec<Var> {
    vars.iter().map(|&var| to(var)).collect()
}

/// How many entries of `list` equal `item`.
pub fn occurrences(list: &[i32], item: i32) -> i64 {
    list.iter().filter(|&&entry| entry == item).count() as i64
}

/// Where index `index` lies in an array of `length` entries whose first index is `offset`.
pub fn position(index: i32, offset: i32, length: usize) -> Option<usize> {
    let at = usize::try_from(i64::from(index) - i64::from(offset)).ok()?;
    (at < length).then_some(at)
}

/// The nodes on the loop through `first`, or none if following the successors leaves the array
/// or never comes back to `first`.
pub fn loop_from(successors: &[i32], offset: i32, first: usize) -> Option<BTreeSet<usize>> {
    let mut visited = BTreeSet::from([first]);
    let mut node = first;
    loop {
        node = position(successors[node], offset, successors.len())?;
        if node == first {
            return Some(visited);
        }
        if !visited.insert(node) {
            return None;
        }
    }
}

/// Refuses a list whose length is not that of another.
pub fn same_length<D: Definition>(
    what: &'static str,
    found: usize,
    expected: usize,
) -> Result<(), ModelError> {
    if found == expected {
        return Ok(());
    }
    Err(ModelError::Length {
        constraint: D::NAME,
        what,
        found,
        expected,
    })
}

/// Refuses an empty list.
pub fn not_empty<D: Definition>(vars: &[Var]) -> Result<(), ModelError> {
    if vars.is_empty() {
        return Err(ModelError::Empty {
            constraint: D::NAME,
        });
    }
    Ok(())
}

/// Refuses indices beyond 32 bits.
pub fn offset_fits<D: Definition>(offset: i32, length: usize) -> Result<(), ModelError> {
    if i64::from(offset) + length as i64 > i64::from(i32::MAX) {
        return Err(ModelError::Overflow {
            constraint: D::NAME,
        });
    }
    Ok(())
}

/// Refuses variables that can be something else than 0 or 1.
pub fn booleans<D: Definition>(model: &Model, vars: &[Var]) -> Result<(), ModelError> {
    let wider = |var: &&Var| !model.domain(**var).is_subset(&Domain::boolean());
    match vars.iter().find(wider) {
        Some(&var) => Err(ModelError::NotBoolean {
            constraint: D::NAME.to_string(),
            variable: model.var_name(var).to_string(),
            domain: model.domain(var).to_string(),
        }),
        None => Ok(()),
    }
}

/// Refuses an index that is too large.
pub fn in_range<D: Definition>(
    what: &'static str,
    indices: impl IntoIterator<Item = usize>,
    bound: usize,
) -> Result<(), ModelError> {
    match indices.into_iter().find(|&index| index >= bound) {
        Some(index) => Err(ModelError::OutOfRange {
            constraint: D::NAME,
            what,
            index,
            bound,
        }),
        None => Ok(()),
    }
}
