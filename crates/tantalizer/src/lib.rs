//! Tantalizer: a constraint workbench for combinatorial puzzles.
//!
//! Describe a puzzle once, then ask anything of it: a solution, all of them,
//! how many there are, whether it is unique. This crate gathers the rooms of
//! the house under one name; the program of the same name is a thin skin over
//! them.
//!
//! ```
//! use tantalizer::ask::ask;
//! use tantalizer::model::{Collect, Question, Request};
//! use tantalizer::puzzle::Flags;
//! use tantalizer::puzzles;
//!
//! let file = "
//!     puzzle = 'tricky-triple'
//!     board = '''
//!     1 . 1
//!     . . .
//!     3 . #
//!     '''
//! ";
//! let puzzle = puzzles::read_text("a board", file).unwrap();
//! let mut found = Collect::default();
//! let posed = puzzle.pose(&Flags::new()).unwrap();
//! let answer = ask(posed, &Request::new(Question::One), &mut found).unwrap();
//! assert!(answer.complete);
//! println!("{}", puzzle.solution_json(&found.solutions[0], None));
//! ```

pub use tantalizer_ask as ask;
pub use tantalizer_check as check;
#[cfg(feature = "sat")]
pub use tantalizer_design as design;
#[cfg(feature = "diagram")]
pub use tantalizer_diagram as diagram;
pub use tantalizer_draw as draw;
#[cfg(feature = "sat")]
pub use tantalizer_explain as explain;
#[cfg(feature = "puzzles")]
pub use tantalizer_minizinc as minizinc;
pub use tantalizer_model as model;
#[cfg(feature = "puzzles")]
pub use tantalizer_papers as papers;
#[cfg(feature = "puzzles")]
pub use tantalizer_puzzle as puzzle;
#[cfg(feature = "puzzles")]
pub use tantalizer_puzzles as puzzles;
#[cfg(feature = "sat")]
pub use tantalizer_sat as sat;
#[cfg(feature = "puzzles")]
pub use tantalizer_states as states;
#[cfg(feature = "web")]
pub use tantalizer_web as web;

#[cfg(feature = "puzzles")]
pub mod certificates;
#[cfg(feature = "puzzles")]
pub mod designs;
#[cfg(feature = "puzzles")]
pub mod files;

/// The program in the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
