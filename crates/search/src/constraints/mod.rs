//! The constraints that this engine takes, one file each: which propagators serve it, how much they promise, and the algorithm.

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
mod element;
mod global_cardinality;
mod inverse;
mod lex;
mod linear;
mod maximum;
mod member;
mod minimum;
mod no_overlap;
mod nvalue;
mod path_count;
mod regular;
mod reified;
mod subcircuit;
mod table;
mod xor;

use tantalizer_model::{Consistency, Model, native_constraints};

use crate::post::{Group, KernelBuilder};
use crate::store::Narrowed;

pub(crate) use all_different::all_different;
pub(crate) use regular::Arcs;
pub(crate) use table::Rows;

/// A constraint that this engine takes.
pub(crate) trait Post {
    /// What its propagators promise on distinct variables, whatever its parts.
    fn consistency() -> Consistency
    where
        Self: Sized;

    /// What they promise for this very constraint, where that is more.
    fn stronger(&self, model: &Model) -> Option<Consistency> {
        let _ = model;
        None
    }

    /// Its propagators. They change nothing before they are run.
    fn propagators(&self, poster: &mut KernelBuilder) -> Group;

    /// Demands it without propagators of its own, where that can be.
    fn demand(&self, poster: &mut KernelBuilder) -> Option<Narrowed> {
        let _ = poster;
        None
    }

    /// Whether its propagators are dearer than a look-up, where domains are small enough for one.
    fn worth_tabulating(&self) -> bool {
        false
    }
}

native_constraints!(Post, consistency);

/// What a constraint's file needs.
mod prelude {
    pub(super) use super::Post;
    pub(super) use crate::post::{Group, KernelBuilder, indices};
    pub(super) use tantalizer_model::{Consistency, Constraint, Model, Var, constraints};
}
