//! Tantalizer for Python: the library in the process of the interpreter.
//!
//! This side is thin. Questions go through the same door as those of the command line, and what comes back is the same JSON, which the
//! Python side (`python/tantalizer`) makes objects of. `work` is the one idea: an engine works on a thread of its own while the
//! interpreter's lock is free, and the thread that asked looks for Ctrl-C and hands progress on.

mod asked;
mod constraints;
mod convert;
mod design;
mod expression;
mod failure;
mod looks;
mod model;
mod puzzle;
mod solution;
mod watch;
mod work;

use pyo3::prelude::*;

/// The native half of the package `tantalizer`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::constraints::{
        absolute, all_different, all_equal, all_of, any_of, arithm, automaton, bin_packing,
        circuit, connected, count, cumulative, distinct, element, global_cardinality, inverse, lex,
        linear, maximum, minimum, no_overlap, path_count, regular, subcircuit, sum, table, xor,
    };
    #[pymodule_export]
    use crate::design::{design, parameters};
    #[pymodule_export]
    use crate::expression::{Condition, Expression};
    #[pymodule_export]
    use crate::failure::{BadInput, Defect, Error, Unanswered};
    #[pymodule_export]
    use crate::model::Model;
    #[pymodule_export]
    use crate::puzzle::{Answer, Explanation, Puzzle, check, kinds, load};
    #[pymodule_export]
    use crate::solution::{Solution, Solutions};
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
