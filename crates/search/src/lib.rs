//! The search room: a propagation engine made for enumeration.
//!
//! * `store`: domains on a trail, one machine word each where that is enough;
//! * `kernel`: the queue of propagators;
//! * `propagators`: one module for each algorithm, and `post`, which says what constraint uses which;
//! * `branch`, `dfs`: strategies and depth-first search;
//! * `parallel`: the same search on several threads.
//!
//! ```
//! use tantalizer_model::{Collect, Model, ModelEngine, Question, Request};
//! use tantalizer_search::SearchEngine;
//!
//! # fn main() -> Result<(), tantalizer_model::ModelError> {
//! let mut model = Model::new("three different digits");
//! let digits = model.array("digit", 3, 1..=3);
//! model.all_different(&digits)?;
//! let mut found = Collect::default();
//! SearchEngine::default().answer_for(&model, &Request::new(Question::All { limit: None }), &mut found);
//! assert_eq!(found.solutions.len(), 6);
//! # Ok(())
//! # }
//! ```

mod bound;
mod branch;
mod clauses;
mod constraints;
mod dfs;
mod engine;
mod graph;
mod kernel;
mod lookup;
mod loops;
mod parallel;
mod post;
mod store;
mod values;
mod watched;

pub use engine::{Propagation, SearchEngine};
