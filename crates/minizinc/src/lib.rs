//! The minizinc room: FlatZinc in, the MiniZinc solver protocol out.
//!
//! * [`read()`]: a file, as text or JSON, to one small [`syntax`] tree;
//! * [`lower()`]: the tree to a model, with what is printed of a solution;
//! * `search_annotations`: how the file wants to be searched;
//! * [`compile()`]: MiniZinc's compiler, called on a model of its own language;
//! * [`kind`]: kinds of puzzles that are models with annotations;
//! * [`FlatPuzzle`]: such a model where a puzzle is expected;
//! * [`library`]: the global constraints that MiniZinc hands over unflattened, and the solver configuration;
//! * [`write_flatzinc`]: any model for other solvers;
//! * [`protocol`]: solutions and statistics as MiniZinc expects them from a solver.
//!
//! Why the readers are our own: the text reader of the crate `fzn-rs` 0.1 wants all items in one fixed order (which MiniZinc does
//! not keep), overwrites a name that is declared twice, panics on an empty set, and recurses as deep as the
//! file says; `flatzinc-serde` 0.6 refuses a JSON file with a field that it does not know, as a newer MiniZinc may write. Files come
//! from strangers, so both forms are read here with a place for every message.

mod annotations;
mod boards;
mod compile;
pub mod elsewhere;
mod error;
pub mod kind;
pub mod library;
mod lower;
mod output;
pub mod protocol;
mod puzzle;
mod read;
mod restore;
mod search_annotations;
mod symmetries;
pub mod syntax;
mod waiting;
mod words;
mod write;

use tantalizer_model::Limits;

pub use annotations::{Board, Hint, Looks, Side, StandsOn};
pub use compile::{CompileError, Interface, Parameter, Sources, compile, interface};
pub use error::FlatZincError;
pub use lower::builtins::{Builtin, Param, tables};
pub use lower::{FlatModel, answer, lower};
pub use output::{Entry, EntryTerm, Output, solution_json};
pub use puzzle::{Clue, FlatPuzzle, NAME};
pub use read::read;
pub use symmetries::NAMES as SYMMETRIES;
pub use write::write_flatzinc;

/// Reads a file and gives it its meaning, within limits.
///
/// ```
/// use tantalizer_model::Limits;
///
/// let flat = tantalizer_minizinc::read_model(
///     "var 1..9: x :: output_var;
///      constraint int_lin_eq([2], [x], 8);
///      solve satisfy;",
///     &Limits::seconds(1.0),
/// )?;
/// assert_eq!(flat.model.var_name(flat.model.answer()[0]), "x");
///
/// let refused = tantalizer_minizinc::read_model("solve maybe;", &Limits::none()).unwrap_err();
/// println!("{refused}");
/// # Ok::<(), tantalizer_minizinc::FlatZincError>(())
/// ```
pub fn read_model(source: &str, limits: &Limits) -> Result<FlatModel, FlatZincError> {
    let watch = limits.start();
    let program = read(source, &watch)?;
    let flat = lower(&program, &watch);
    if let Err(FlatZincError::Stopped(_)) = flat {
        leave_behind(program);
    }
    flat
}

/// Gives memory back on a thread of its own: once the time is over, nobody waits for that, and of a large file it takes long.
pub(crate) fn leave_behind<T: Send + 'static>(what: T) {
    // Without a thread it is done here.
    let _ = std::thread::Builder::new().spawn(move || drop(what));
}
