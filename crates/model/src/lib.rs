//! The model room: the words that every other room of Tantalizer speaks.
//!
//! A [`Problem`] is a model or a space. A [`Model`] is integer variables with finite
//! [`Domain`]s, [`Constraint`]s over them, and a choice of *answer* variables; a [`Space`] is
//! states, moves between them, and a goal. A [`Request`] asks a [`Question`] of a problem through
//! an [`Engine`]; what comes back is an [`Answer`], and the
//! solutions flow to an [`Observer`] as they are found.
//!
//! This crate also holds the judge, [`Model::violated`], and in [`constraints`] one file a constraint with its plain
//! definition, which is written to be read, never optimised, shares no code
//! with any engine, and which everything else is tested against.
//!
//! ```
//! use tantalizer_model::{Model, Rel};
//!
//! # fn main() -> Result<(), tantalizer_model::ModelError> {
//! let mut model = Model::new("two digits that add up to ten");
//! let x = model.int("x", 1..=9);
//! let y = model.int("y", 1..=9);
//! model.linear([(1, x), (1, y)], Rel::Equal, 10)?;
//! model.compare(x, Rel::Less, y)?;
//!
//! assert_eq!(model.violated(&[3, 7]), None);
//! assert!(model.violated(&[7, 3]).is_some());
//! # Ok(())
//! # }
//! ```

mod answer;
pub mod automaton;
mod best;
pub mod clock;
pub mod constraints;
mod display;
mod domain;
mod engine;
mod error;
pub mod expression;
mod fact;
mod judge;
mod limits;
mod memory;
mod model;
mod observer;
mod problem;
pub mod space;
mod strategy;
pub mod symmetry;
mod text;
mod tuples;

pub use answer::{Answer, Question, Solution, Statistics, Status};
pub use best::BestSoFar;
pub use constraints::{Arithmetic, Constraint, ConstraintKind, Literal, PathArc, PathGraph, Rel};
pub use domain::{Domain, Integer, Ranges};
pub use engine::{Consistency, Engine, EngineChoice, EngineId, ModelEngine, Request, Support};
pub use error::ModelError;
pub use fact::Fact;
pub use judge::Violation;
pub use limits::{Cancel, Limit, Limits, Watch};
pub use memory::{ChildMemory, MemoryWatch, available_memory};
pub use model::{ConstraintId, Model, Objective, Posted, Var};
pub use observer::{
    Collect, DiagramLayer, Learnt, Node, Observer, Progress, Restriction, Silent, WATCHED_CLAUSES,
};
pub use problem::Problem;
pub use space::Space;
pub use strategy::{Phase, Strategy, UnknownStrategy, ValueChoice, VariableChoice};
pub use symmetry::{Symmetry, SymmetryGroup};
pub use text::TextError;
pub use tuples::Tuples;
