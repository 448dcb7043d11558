//! All solutions by trying every assignment.

use std::collections::BTreeSet;

use tantalizer_model::{Model, Var};

/// The answers of a model: the values of the answer variables in every solution.
pub fn answers(model: &Model) -> BTreeSet<Vec<i32>> {
    let vars = model.answer();
    let mut found = BTreeSet::new();
    for_each_assignment(model, |assignment| {
        if model.violated(assignment).is_none() {
            found.insert(vars.iter().map(|var| assignment[var.index()]).collect());
        }
    });
    found
}

/// The values that a variable takes in the solutions.
pub fn values_of(model: &Model, var: Var) -> BTreeSet<i32> {
    let mut found = BTreeSet::new();
    for_each_assignment(model, |assignment| {
        if model.violated(assignment).is_none() {
            found.insert(assignment[var.index()]);
        }
    });
    found
}

/// How many assignments there are to try.
pub fn assignments(model: &Model) -> u64 {
    model
        .vars()
        .map(|var| model.domain(var).len())
        .fold(1, u64::saturating_mul)
}

/// Calls `visit` with every assignment of values from the domains.
pub fn for_each_assignment(model: &Model, mut visit: impl FnMut(&[i32])) {
    let domains: Vec<Vec<i32>> = model
        .vars()
        .map(|var| model.domain(var).iter().collect())
        .collect();
    if domains.iter().any(Vec::is_empty) {
        return;
    }
    let mut at = vec![0; domains.len()];
    let mut assignment: Vec<i32> = domains.iter().map(|domain| domain[0]).collect();
    loop {
        visit(&assignment);
        let Some(turn) = (0..at.len()).rev().find(|&i| at[i] + 1 < domains[i].len()) else {
            return;
        };
        at[turn] += 1;
        at[turn + 1..].fill(0);
        for i in turn..at.len() {
            assignment[i] = domains[i][at[i]];
        }
    }
}
