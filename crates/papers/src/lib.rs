//! The papers room: the published experiments, run again, published beside measured.
//!
//! A paper is one module here and one line in [`EXPERIMENTS`]. What comes out is rows, one a figure, and perhaps plots. The
//! algorithms and encodings of the papers that people can also ask for by a flag stand with their puzzles.

mod colors;
mod instant_insanity;
pub mod set;
mod spinpossible;
mod tricky_triple;

use serde::Serialize;
use serde_json::Value;
use tantalizer_draw::Drawing;
use tantalizer_model::Limits;

/// All published experiments. One line each.
pub static EXPERIMENTS: &[&Experiment] = &[
    &colors::EXPERIMENT,
    &instant_insanity::EXPERIMENT,
    &set::EXPERIMENT,
    &spinpossible::EXPERIMENT,
    &tricky_triple::EXPERIMENT,
];

/// The published experiments about one kind of puzzle.
pub struct Experiment {
    /// The kind of puzzle.
    pub puzzle: &'static str,
    /// Where they were published: authors, title and year.
    pub source: &'static str,
    /// Runs them.
    pub run: fn(&Settings) -> Reproduced,
}

/// How experiments are run.
pub struct Settings<'a> {
    /// Where all randomness comes from.
    pub seed: u64,
    /// How many threads to use, at least 1.
    pub threads: usize,
    /// Everything that was published, however long it takes, and not only what takes a minute or so.
    pub full: bool,
    /// When to stop: an experiment that is cut short leaves out the rows it has no figures for.
    pub limits: &'a Limits,
    /// Hears which part of the work is done, between 0 and 1.
    pub progress: &'a (dyn Fn(f64) + Sync),
}

/// What an experiment gave.
#[derive(Clone, Debug, Default)]
pub struct Reproduced {
    /// One row a figure.
    pub rows: Vec<Row>,
    /// The published plots, drawn again.
    pub plots: Vec<Drawing>,
}

/// One figure, published and measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The kind of puzzle.
    pub puzzle: &'static str,
    /// What was measured.
    pub experiment: String,
    /// As published: a number or a string.
    pub published: Value,
    /// As measured: a number or a string of digits.
    pub measured: Value,
    /// The unit.
    pub unit: &'static str,
    /// How the two compare.
    pub verdict: Verdict,
    /// What else there is to know.
    pub note: String,
}

/// How a measured figure compares with the published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// To the digit, or within the error of sampling, which the note gives.
    #[serde(rename = "same")]
    Same,
    /// Of the same thing, and better.
    #[serde(rename = "better")]
    Better,
    /// What was published cannot be right; the note says why.
    #[serde(rename = "published wrong")]
    PublishedWrong,
    /// Another machine, another clock, or instances that were not printed.
    #[serde(rename = "not comparable")]
    NotComparable,
    /// Not the same, and nothing explains it.
    #[serde(rename = "different")]
    Different,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Verdict; 5] = [
        Self::Same,
        Self::Better,
        Self::PublishedWrong,
        Self::NotComparable,
        Self::Different,
    ];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Better => "better",
            Self::PublishedWrong => "published wrong",
            Self::NotComparable => "not comparable",
            Self::Different => "different",
        }
    }
}
