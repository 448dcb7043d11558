//! The design room: constraints over the solutions of a model.
//!
//! Instead of a solution of one instance, one asks for an *instance* whose solutions have a wanted property: as few as
//! possible but at least one, exactly one, of two kinds at once. Löffler, Liu and Hofstedt (*Exploring Properties of
//! the Instant Insanity Puzzle with Constraint Satisfaction Approach*, 2020) ask such questions of one puzzle. Here the
//! mechanism knows no puzzle:
//!
//! - A [`Family`] says which instances there are (its free [`Choices`] and their [`Relabelling`] symmetries),
//!   which questions are asked of each (a model for each question), and how their solutions are counted.
//! - A [`survey()`] goes through the family up to symmetry, one instance of each orbit, and tallies how many instances have which
//!   counts. It is exhaustive, and says so by a number: the sizes of the orbits add up to the number of instances.
//!   It can be limited, interrupted and continued from a file, spread over threads, and split into shards
//!   that are merged later; the result is the same, bit for bit.
//! - A [`Wish`] is a condition or an objective on the counts. It is answered from the finished tally alone.

mod account;
mod choices;
pub mod clues;
pub mod exercise;
mod family;
pub mod fewest_clues;
mod hardness;
mod orbits;
pub mod redundant;
mod store;
mod survey;
mod tally;
mod wish;

pub use account::{
    Account, Told, certificate, counted, histogram_json, histogram_plot, histogram_text,
    survey_json,
};
pub use choices::{Choices, Relabelling};
pub use family::{Counter, Family};
pub use orbits::{Orbit, Orbits};
pub use store::StoreError;
pub use survey::{Progress, Shard, Survey, SurveyOptions, survey};
#[cfg(feature = "many")]
pub use survey::{SharedError, survey_with_many};
pub use tally::{Class, Tally};
pub use wish::{Condition, Finding, Goal, Wish};
