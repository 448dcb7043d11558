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

use tantalizer_model::{Constraint, Var, native_constraints};

use crate::memory::{Memory, Scope};

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

/// A constraint of a model in which all others are rewritten.
pub(crate) fn taken(constraint: &Constraint) -> &dyn Remember {
    native(constraint).expect("what a diagram does not take has been rewritten")
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
