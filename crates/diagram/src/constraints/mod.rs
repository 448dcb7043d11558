//! The constraints, one file each: what it must still remember once a prefix of its variables is fixed, and which
//! variables follow from others.
//!
//! A constraint sees its variables one after another, in the order of the layers, each once however often the
//! constraint names it. Between two of them it keeps a *memory*: as little as tells which values of the
//! variables to come will satisfy it. Prefixes with equal memories have the same futures, and become one node.
//!
//! Constraints over few variables, and those without a better idea, remember the values themselves. Equal futures
//! are still found, as long as there are few enough memories to go through all of them.

mod absolute;
mod all_different;
mod all_equal;
mod arithm;
mod bin_packing;
mod circuit;
mod clause;
mod compare;
mod connected;
mod count;
mod element;
mod global_cardinality;
mod inverse;
mod lex;
mod linear;
mod maximum;
mod member;
mod minimum;
mod nvalue;
mod path_count;
mod regular;
mod reified;
mod subcircuit;
mod table;
mod xor;

use std::collections::BTreeSet;
use tantalizer_model::{Constraint, Model, Var, native_constraints};

use crate::memory::{Memory, Scope, judged};

/// A constraint that a diagram takes as it is.
pub(crate) trait Remember {
    /// The machine that reads its values; the scope holds exactly its variables.
    fn memory(&self, scope: &Scope) -> Box<dyn Memory>;

    /// Whether it leaves `var` at most one value once the known variables have theirs.
    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        let _ = (var, known);
        false
    }

    /// Whether it may determine a variable while several others are unknown.
    fn determines_early(&self) -> bool {
        false
    }

    /// Whether each of its variables, listed once, determines all others.
    fn is_bijection(&self, vars: &[Var]) -> bool {
        match *vars {
            [x, y] => self.determines(y, &|v| v == x) && self.determines(x, &|v| v == y),
            _ => false,
        }
    }

    /// What [`Remember::determines`] takes, in steps of some nanoseconds, if it has so many variables.
    fn cost(&self, vars: usize) -> usize {
        2 * vars
    }
}

native_constraints!(Remember);

/// Whoever decides a constraint by fewer assignments than this remembers them, whatever the constraint is.
const FEW_ASSIGNMENTS: u64 = 4096;

/// Whether the constraint is taken as it is: there is a file for it, or few assignments decide it.
pub(crate) fn remembers(constraint: &Constraint, model: &Model) -> bool {
    takes(constraint) || is_decided_by_few(constraint, model)
}

fn is_decided_by_few(constraint: &Constraint, model: &Model) -> bool {
    // What has been rewritten speaks of variables that the model does not have.
    let values = |var: &Var| {
        if var.index() < model.var_count() {
            model.domain(*var).len()
        } else {
            u64::MAX
        }
    };
    let vars: BTreeSet<Var> = constraint.vars().into_iter().collect();
    let assignments = vars.iter().map(values).fold(1, u64::saturating_mul);
    assignments < FEW_ASSIGNMENTS
}

/// A constraint of a model in which all others are rewritten.
pub(crate) fn taken(constraint: &Constraint) -> &dyn Remember {
    let native = native(constraint).filter(|_| takes(constraint));
    native.unwrap_or(constraint)
}

/// Few assignments, put before the judge.
impl Remember for Constraint {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        judged(self, scope)
    }
}

/// Whether all of these are known, and `var` is none of them.
fn all_known(vars: &[Var], var: Var, known: &dyn Fn(Var) -> bool) -> bool {
    vars.iter().all(|&other| other != var && known(other))
}

/// What a constraint's file needs.
mod prelude {
    pub(super) use super::{Remember, all_known, taken};
    pub(super) use crate::memory::{Memory, Scope, judged};
    pub(super) use tantalizer_model::Var;
    pub(super) use tantalizer_model::constraints::*;
}
