//! The global constraints of our MiniZinc library.

use super::builtins::Builtin;
use super::names::{Arg, Atom};

/// The table.
pub const BUILTINS: &[Builtin] = &[];

/// Calls `keep` with each variable that a global constraint bounds, and its bounds.
pub fn narrow(name: &str, args: &[Arg], keep: &mut dyn FnMut(&Atom, i128, i128)) {
    let _ = (name, args, keep);
}
