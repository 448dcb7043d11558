//! Each constraint in simpler ones: one file a constraint.
//!
//! A file says how the constraint is demanded and how it is reified, for engines that do not take it as it is, and what it
//! tells about the domains before anything is posted. All constraints have one, or this room does not compile: what no
//! engine takes is still rewritten for all of them.

mod absolute;
mod all_different;
mod all_equal;
mod arithm;
mod circuit;
mod clause;
mod compare;
mod connected;
mod count;
mod cumulative;
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

use tantalizer_model::{Constraint, Literal, for_each_constraint};

use crate::presolve::Presolve;
use crate::rewriter::{Done, Rewriter};

pub(crate) use element::positions;
use linear::{at_most, sum_is};

/// How a constraint is said in simpler ones.
pub(crate) trait Rewrite: Into<Constraint> {
    /// Demands the constraint.
    fn replace(self, work: &mut Rewriter<'_>) -> Done;

    /// Makes `by` true exactly when the constraint holds. Each part is defined for every assignment, so that it is
    /// also said when the constraint does *not* hold.
    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done;

    /// Its literal, if the domains decide it or a 0/1 variable says so already.
    fn known(&self, work: &mut Rewriter<'_>) -> Option<Literal> {
        let _ = work;
        None
    }

    /// Removes values that no solution has, and tells what is left of the constraint. No domain is empty.
    fn tighten(self, work: &mut Presolve) -> Option<Constraint> {
        let _ = work;
        Some(self.into())
    }

    /// The same when a 0/1 variable that is still open tells whether it holds: the truth, if it is known.
    fn decided(&self, work: &Presolve) -> Option<bool> {
        let _ = work;
        None
    }

    /// How many steps of some nanoseconds [`Rewrite::tighten`] takes, beyond the first few.
    fn cost(&self) -> usize {
        0
    }
}

macro_rules! rewrite_each {
    ($($Name:ident)*) => {
        impl Rewrite for Constraint {
            fn replace(self, work: &mut Rewriter<'_>) -> Done {
                match self { $(Constraint::$Name(constraint) => constraint.replace(work),)* }
            }

            fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
                match self { $(Constraint::$Name(constraint) => constraint.reify(by, work),)* }
            }

            fn known(&self, work: &mut Rewriter<'_>) -> Option<Literal> {
                match self { $(Constraint::$Name(constraint) => constraint.known(work),)* }
            }

            fn tighten(self, work: &mut Presolve) -> Option<Constraint> {
                match self { $(Constraint::$Name(constraint) => constraint.tighten(work),)* }
            }

            fn decided(&self, work: &Presolve) -> Option<bool> {
                match self { $(Constraint::$Name(constraint) => constraint.decided(work),)* }
            }

            fn cost(&self) -> usize {
                match self { $(Constraint::$Name(constraint) => constraint.cost(),)* }
            }
        }
    };
}

for_each_constraint!([rewrite_each]);

/// What a constraint's file needs.
mod prelude {
    pub(super) use super::Rewrite;
    pub(super) use crate::RewriteError;
    pub(super) use crate::presolve::Presolve;
    pub(super) use crate::rewriter::{Done, Rewriter};
    pub(super) use tantalizer_model::{Constraint, Domain, Literal, Rel, Var};
}
