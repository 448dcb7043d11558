//! The judge: given a value for every variable, does each constraint hold?
//!
//! What a constraint means is said in its own file in [`crate::constraints`].

use crate::{ConstraintId, Model, Var};

/// What an assignment gets wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Violation {
    /// There is not one value for each variable.
    Length,
    /// The value of this variable is not in its domain.
    Domain(Var),
    /// This constraint does not hold.
    Constraint(ConstraintId),
}

impl Model {
    /// The first thing that is wrong with an assignment of all variables, or none if it is a solution.
    pub fn violated(&self, assignment: &[i32]) -> Option<Violation> {
        if assignment.len() != self.var_count() {
            return Some(Violation::Length);
        }
        for var in self.vars() {
            if !self.domain(var).contains(assignment[var.index()]) {
                return Some(Violation::Domain(var));
            }
        }
        for (id, posted) in self.constraints().iter().enumerate() {
            if !posted.constraint.holds(assignment) {
                return Some(Violation::Constraint(ConstraintId(id)));
            }
        }
        None
    }

    /// A violation in words, with the names of this model.
    pub fn describe_violation(&self, violation: Violation) -> String {
        match violation {
            Violation::Length => "there is not one value for each variable".to_string(),
            Violation::Domain(var) => format!(
                "the value of `{}` is not in its domain {}",
                self.var_name(var),
                self.domain(var)
            ),
            Violation::Constraint(id) => format!("{} does not hold", self.constraint_name(id)),
        }
    }
}
