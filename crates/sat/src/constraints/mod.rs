//! The constraints that have clauses of their own, one file each; all others are rewritten.
//!
//! Every constraint has two faces: *enforced*, where only what propagates well is written, and *as a literal*
//! that is true exactly when the constraint holds, which is what reification needs. Auxiliary variables of the
//! second kind are functions of the model's variables.

mod all_different;
mod arithm;
mod circuit;
mod clause;
mod compare;
mod connected;
mod element;
mod global_cardinality;
mod inverse;
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

use tantalizer_model::{Constraint, native_constraints};

use crate::cnf::Lit;
use crate::encode::{Encoder, Needs, Refused};

/// A constraint that has clauses of its own.
pub(crate) trait Encode {
    /// It holds, if the guard does.
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        let truth = encoder.defining(|encoder| self.truth(encoder))?;
        encoder.clause([truth]);
        Ok(())
    }

    /// A literal that is true exactly when it holds. All clauses are definitions: see [`Encoder::truth`].
    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused>;

    /// Which literals it asks of its variables; over 0/1 variables, or content with any: none.
    fn needs(&self, needs: &mut Needs) {
        let _ = needs;
    }
}

native_constraints!(Encode);

/// A constraint of a model in which all others are rewritten.
pub(crate) fn taken(constraint: &Constraint) -> &dyn Encode {
    native(constraint).expect("what has no clauses of its own has been rewritten")
}

impl Encoder {
    /// The constraint as a literal that is true exactly when it holds.
    pub(crate) fn truth(&mut self, constraint: &Constraint) -> Result<Lit, Refused> {
        self.reserve(0)?;
        self.defining(|encoder| taken(constraint).truth(encoder))
    }
}

/// What a constraint's file needs.
mod prelude {
    pub(super) use super::{Encode, taken};
    pub(super) use crate::cnf::{FALSE, Lit, TRUE};
    pub(super) use crate::encode::{Encoder, Needs, Refused, constant};
    pub(super) use tantalizer_model::Var;
    pub(super) use tantalizer_model::constraints::*;
}
