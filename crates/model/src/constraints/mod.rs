//! The constraints, one file each.
//!
//! A constraint's file says everything that this room knows of it: of which parts it is made, which variables are among
//! them, what it *means* (the judge asks nothing else), which parts are malformed, what its opposite is, how it is shown to
//! people, how a certificate writes it, and the call that posts it. `Definition` is the form that each file fills in.
//!
//! [`for_each_constraint!`](crate::for_each_constraint) is the one list of all of them. From it come [`Constraint`],
//! [`ConstraintKind`] and, in other rooms, whatever must be there for every constraint or is there for some.

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
mod cumulative;
mod definition;
mod element;
mod global_cardinality;
mod inverse;
mod lex;
mod linear;
mod maximum;
mod member;
mod minimum;
mod native;
mod no_overlap;
mod nvalue;
mod path_count;
mod regular;
mod reified;
mod relation;
mod subcircuit;
mod table;
mod xor;

pub use absolute::Absolute;
pub use all_different::AllDifferent;
pub use all_equal::AllEqual;
pub use arithm::{Arithm, Arithmetic};
pub use bin_packing::BinPacking;
pub use circuit::Circuit;
pub use clause::{Clause, Literal};
pub use compare::Compare;
pub use connected::Connected;
pub use count::Count;
pub use cumulative::Cumulative;
pub use element::Element;
pub use global_cardinality::GlobalCardinality;
pub use inverse::Inverse;
pub use lex::Lex;
pub use linear::Linear;
pub use maximum::Maximum;
pub use member::Member;
pub use minimum::Minimum;
pub use no_overlap::NoOverlap;
pub use nvalue::NValue;
pub use path_count::{PathArc, PathCount, PathGraph};
pub use regular::Regular;
pub use reified::Reified;
pub use relation::Rel;
pub use subcircuit::Subcircuit;
pub use table::Table;
pub use xor::Xor;

pub(crate) use definition::Definition;

use crate::text::{Line, Read, Words};
use crate::{Model, ModelError, Var};
use definition::Values;

/// Hands the names of all constraints, in the order of the documentation, to a macro: `for_each_constraint!([make] this)`
/// is `make! { this Member Compare ... }`.
#[macro_export]
macro_rules! for_each_constraint {
    ([$($make:tt)*] $($first:tt)*) => {
        $($make)*! {
            $($first)*
            Member Compare Arithm Linear AllDifferent AllEqual Count GlobalCardinality Element Table Regular Lex
            Inverse Circuit Subcircuit Connected Clause Xor Reified Minimum Maximum Absolute NValue PathCount Cumulative
            NoOverlap BinPacking
        }
    };
}

macro_rules! constraint_enum {
    ($($Name:ident)*) => {
        /// A condition on variables.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Constraint {
            $(#[doc = concat!("See [`", stringify!($Name), "`].")] $Name($Name),)*
        }

        /// The name of a constraint without its parts: the rows of the support matrix.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum ConstraintKind {
            $(#[doc = concat!("See [`", stringify!($Name), "`].")] $Name,)*
        }

        $(impl From<$Name> for Constraint {
            fn from(constraint: $Name) -> Constraint {
                Constraint::$Name(constraint)
            }
        })*

        impl ConstraintKind {
            /// Every kind of constraint, in the order of the documentation.
            pub const ALL: [ConstraintKind; [$($Name::NAME),*].len()] = [$(ConstraintKind::$Name),*];

            /// The name used in messages, tables and texts.
            pub fn name(self) -> &'static str {
                match self { $(ConstraintKind::$Name => $Name::NAME,)* }
            }

            /// When such a constraint holds, in a few words.
            pub fn meaning(self) -> &'static str {
                match self { $(ConstraintKind::$Name => $Name::MEANING,)* }
            }

            /// Reads the parts of such a constraint.
            pub(crate) fn read(self, words: &mut Words<'_>) -> Read<Constraint> {
                Ok(match self { $(ConstraintKind::$Name => $Name::read(words)?.into(),)* })
            }
        }

        impl Constraint {
            /// Which kind of constraint this is.
            pub fn kind(&self) -> ConstraintKind {
                match self { $(Constraint::$Name(_) => ConstraintKind::$Name,)* }
            }

            /// The variables it speaks of, in the order of its parts; a variable used twice is listed twice.
            pub fn vars(&self) -> Vec<Var> {
                match self { $(Constraint::$Name(constraint) => constraint.vars(),)* }
            }

            /// The same condition with every variable replaced.
            pub fn with_vars(&self, to: &dyn Fn(Var) -> Var) -> Constraint {
                match self { $(Constraint::$Name(constraint) => constraint.with_vars(to).into(),)* }
            }

            /// Whether the constraint holds when variable `v` has the value `assignment[v.index()]`.
            pub fn holds(&self, assignment: &[i32]) -> bool {
                match self { $(Constraint::$Name(constraint) => constraint.holds(Values(assignment)),)* }
            }

            /// The constraint that holds exactly when this one does not, where one says so.
            pub fn negation(&self) -> Option<Constraint> {
                match self { $(Constraint::$Name(constraint) => constraint.negation(),)* }
            }

            /// What is malformed about it in this model, whose variables it speaks of.
            fn check_parts(&self, model: &Model) -> Result<(), ModelError> {
                match self { $(Constraint::$Name(constraint) => constraint.check(model),)* }
            }

            /// For people.
            pub(crate) fn show(&self, model: &Model) -> String {
                match self { $(Constraint::$Name(constraint) => constraint.show(model),)* }
            }

            /// Its parts, as words of a text.
            pub(crate) fn write(&self, line: &mut Line<'_>) {
                match self { $(Constraint::$Name(constraint) => constraint.write(line),)* }
            }
        }
    };
}

for_each_constraint!([constraint_enum]);

impl Constraint {
    /// Refuses a constraint that is malformed, or speaks of variables that the model does not have.
    pub(crate) fn check(&self, model: &Model) -> Result<(), ModelError> {
        match self
            .vars()
            .iter()
            .find(|var| var.index() >= model.var_count())
        {
            Some(var) => Err(ModelError::UnknownVariable {
                constraint: self.kind().name().to_string(),
                index: var.index(),
                variables: model.var_count(),
            }),
            None => self.check_parts(model),
        }
    }
}

/// What a constraint's file needs.
mod prelude {
    pub(super) use super::definition::*;
    pub(super) use super::{Constraint, Rel};
    pub(super) use crate::text::{Line, Read, Words};
    pub(super) use crate::{ConstraintId, Model, ModelError, Var};
}
