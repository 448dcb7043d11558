//! The SAT room: models as formulas, and solvers for them: CaDiCaL (feature `cadical`), and one in Rust alone.
//!
//! Data goes one way: [`encode()`] turns a model into a plain [`Cnf`] and a map from the model's variables to
//! literals; [`Solver`] is one of the solvers behind a small type; [`Sat`] asks it the questions of a request. Whoever has many
//! questions about one model keeps it in an [`Incremental`].
//! `Certificate` writes down what was found so that others can check it; the proofs are CaDiCaL's.
//!
//! ```
//! use tantalizer_model::{Collect, Model, ModelEngine, Question, Rel, Request};
//! use tantalizer_sat::Sat;
//!
//! # fn main() -> Result<(), tantalizer_model::ModelError> {
//! let mut model = Model::new("two digits that add up to ten");
//! let x = model.int("x", 1..=9);
//! let y = model.int("y", 1..=9);
//! model.linear([(1, x), (1, y)], Rel::Equal, 10)?;
//! model.compare(x, Rel::Less, y)?;
//!
//! let answer = Sat::new().answer_for(&model, &Request::new(Question::Count), &mut Collect::default());
//! assert!(answer.complete);
//! assert_eq!(answer.count, 4u32.into());
//! # Ok(())
//! # }
//! ```

mod backend;
#[cfg(feature = "cadical")]
mod cadical;
mod cdcl;
#[cfg(feature = "cadical")]
mod certificate;
mod cnf;
#[cfg(feature = "cadical")]
mod compare;
mod constraints;
mod dimacs;
mod encode;
mod engine;
#[cfg(feature = "cadical")]
mod fewest;
#[cfg(feature = "cadical")]
mod forced;
mod harvest;
mod incremental;
mod learnt;
mod opb;
#[cfg(feature = "cadical")]
mod redundant;
mod solver;
#[cfg(feature = "cadical")]
mod veripb;

#[cfg(feature = "cadical")]
pub use certificate::{Certificate, CertificateError, Claim, MOST_SOLUTIONS, write_around};
pub use cnf::{Cnf, Lit};
#[cfg(feature = "cadical")]
pub use compare::{Mismatch, compare_formula};
pub use dimacs::{Foreign, ForeignError, read_assignment, read_solution, write_dimacs};
pub use encode::{
    DEFAULT_MEMORY, EncodeOptions, Encoded, Encoding, Refused, UnknownEncoding, VariableMap, encode,
};
pub use engine::Sat;
pub use incremental::{Clash, Incremental, Reply};
pub use opb::{OPB_COMMENT, write_opb};
pub use solver::{Assignment, Solver, Verdict};
#[cfg(feature = "cadical")]
pub use veripb::VeriPb;
