//! How instances of a kind are designed: its parameters, described once.
//!
//! From one list of [`Parameter`]s come the flags of the command line, the fields of the page's interface, the description of
//! that interface, and what the page knows for its forms. What was asked for arrives as [`Wishes`]; what comes of it is a
//! [`Design`], whose words, picture and proof are the kind's, and which is shown the same way for every kind.

mod wishes;

pub use wishes::{Setting, Wishes};

use crate::{FileError, Puzzle, PuzzleError};
use serde_json::{Value, json};
use std::sync::Arc;
use tantalizer_design::Told;
use tantalizer_draw::Drawing;
use tantalizer_model::{Model, Request, Solution, Var};
use thiserror::Error;

/// How instances of a kind are designed.
pub struct Designer {
    /// What is designed, in a sentence without a full stop.
    pub about: &'static str,
    /// What an instance is called in the help, such as `board`.
    pub noun: &'static str,
    /// What can be asked for.
    pub parameters: &'static [Parameter],
    /// Wishes that are answered soon, by name: for the description of the interface.
    pub examples: &'static [(&'static str, &'static str)],
    /// Whether a picture of the instance is offered.
    pub draws: bool,
    /// Whether a certificate of the instance is offered.
    pub certifies: bool,
    /// What is wanted, as the answer calls it.
    pub objective: fn(&Wishes) -> String,
    /// Whether the work looks at the clock often enough; where it does not, whoever asks may have to leave it behind.
    pub keeps_time: bool,
    /// Designs an instance.
    pub make: Make,
    /// Whole families of instances, where they can be surveyed.
    pub surveys: Option<Surveys>,
}

/// Designs an instance within the request's limits, from its seed.
pub type Make =
    fn(&Wishes, &Request, &(dyn Fn(DesignProgress) + Sync)) -> Result<Design, DesignError>;

/// What there is to know of the surveys of a kind.
pub struct Surveys {
    /// Why nothing is surveyed for these wishes, if so: the end of a sentence that begins with a flag.
    pub not_for: fn(&Wishes) -> Option<String>,
    /// The family that a stored survey names.
    pub stored: fn(&Value) -> Result<Box<dyn Told>, String>,
    /// What is told when not even the family could be made in time.
    pub unbegun: &'static str,
}

/// Something that can be asked for.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name, in words joined by hyphens.
    pub name: &'static str,
    /// What stands for its value in the help, such as `N`.
    pub placeholder: &'static str,
    /// What it says, in a line.
    pub help: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// Whether the command line insists on it.
    pub must: Must,
    /// What cannot be asked for beside it.
    pub conflicts: &'static [&'static str],
    /// What must be asked for beside it.
    pub requires: &'static [&'static str],
}

/// What a parameter takes.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// A whole number.
    Number {
        /// Where nothing is said.
        default: Option<u64>,
        /// The least and the greatest that the page may ask for; who has a command line may wait longer.
        served: (u64, u64),
    },
    /// One of some words.
    Word {
        /// Where nothing is said.
        default: Option<&'static str>,
        /// The words.
        words: &'static [&'static str],
    },
    /// Nothing: it is said or not.
    Switch,
    /// A puzzle: a file, or JSON.
    Puzzle,
}

/// Whether the command line insists on a parameter, so that its default is for the page alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Must {
    /// It may be left out.
    No,
    /// It must be there.
    Yes,
    /// It must be there unless another one is.
    Unless(&'static str),
    /// It must be there with those that require it.
    WithOthers,
}

impl Parameter {
    /// A number with a default.
    pub const fn number(
        name: &'static str,
        placeholder: &'static str,
        help: &'static str,
        default: u64,
        served: (u64, u64),
    ) -> Parameter {
        let takes = Takes::Number {
            default: Some(default),
            served,
        };
        Parameter::new(name, placeholder, help, takes)
    }

    /// A number that need not be there.
    pub const fn optional_number(
        name: &'static str,
        placeholder: &'static str,
        help: &'static str,
        served: (u64, u64),
    ) -> Parameter {
        let takes = Takes::Number {
            default: None,
            served,
        };
        Parameter::new(name, placeholder, help, takes)
    }

    /// One of some words.
    pub const fn word(
        name: &'static str,
        placeholder: &'static str,
        help: &'static str,
        default: Option<&'static str>,
        words: &'static [&'static str],
    ) -> Parameter {
        Parameter::new(name, placeholder, help, Takes::Word { default, words })
    }

    /// Yes, or nothing.
    pub const fn switch(name: &'static str, help: &'static str) -> Parameter {
        Parameter::new(name, "", help, Takes::Switch)
    }

    /// A parameter that goes with all others.
    pub const fn new(
        name: &'static str,
        placeholder: &'static str,
        help: &'static str,
        takes: Takes,
    ) -> Parameter {
        Parameter {
            name,
            placeholder,
            help,
            takes,
            must: Must::No,
            conflicts: &[],
            requires: &[],
        }
    }

    /// Its name as a key of JSON.
    pub fn key(&self) -> String {
        self.name.replace('-', "_")
    }

    /// The form of its value in JSON, as JSON Schema.
    pub fn schema(&self) -> Value {
        let mut schema = match self.takes {
            Takes::Number { default, served } => {
                let mut schema =
                    json!({ "type": "integer", "minimum": served.0, "maximum": served.1 });
                if let Some(default) = default {
                    schema["default"] = json!(default);
                }
                schema
            }
            Takes::Word { default, words } => {
                let mut schema = json!({ "enum": words });
                if let Some(default) = default {
                    schema["default"] = json!(default);
                }
                schema
            }
            Takes::Switch => json!({ "type": "boolean" }),
            Takes::Puzzle => json!({ "$ref": "#/components/schemas/Puzzle" }),
        };
        schema["description"] = json!(self.help);
        schema
    }
}

/// What comes of wishes.
pub enum Design {
    /// An instance, or what is known of there being one.
    Made(Box<Made>),
    /// An instance by chance, of which nothing is claimed.
    Chance(Box<dyn Puzzle>),
    /// A family whose best instances are found by a survey.
    Family(Arc<dyn Told + Send + Sync>),
}

/// An instance that was designed, and what is known of it.
#[derive(Default)]
pub struct Made {
    /// The JSON object, without the time it took.
    pub json: Value,
    /// What people are shown, in order.
    pub shown: Vec<Shown>,
    /// The instance as a picture.
    pub drawing: Option<Drawing>,
    /// The instance as a puzzle file in JSON; null if there is none.
    pub witness: Value,
    /// The same as TOML, where that form is the usual one of the kind.
    pub toml: Option<String>,
    /// The instance as a certificate states it, if not as the witness.
    pub statement: Option<String>,
    /// Why the answer is not complete, if so.
    pub unproved: Option<String>,
    /// What a certificate can be made of.
    pub evidence: Option<Evidence>,
}

/// A part of what people are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The picture.
    Drawing,
    /// A text.
    Text(String),
    /// A text that is left out where quiet is wanted.
    Closing(String),
    /// The instance in writing, left out where quiet is wanted or a file is written.
    File(String),
}

/// What a certificate can be made of.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// That fewer clues are not enough.
    Fewest(Box<Fewest>),
    /// The certificate itself, which the kind of puzzle counts again ([`Kind::recount`](crate::Kind)).
    Recounted(Value),
}

/// What shows that a puzzle has one solution and that it would have more with fewer clues.
#[derive(Clone, Debug)]
pub struct Fewest {
    /// The puzzle file.
    pub statement: String,
    /// The puzzle's model.
    pub model: Model,
    /// Its solution.
    pub solution: Solution,
    /// How many clues it has.
    pub clues: usize,
    /// The variables that may be clues.
    pub among: Vec<Var>,
    /// Solutions without the clues, whose differences show that fewer are not enough.
    pub alternatives: Vec<Solution>,
}

/// How far a design is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DesignProgress {
    /// Fewer clues are not enough.
    AtLeast(usize),
    /// Part of the states are found, up to a distance.
    Levels {
        /// Between 0 and 1.
        fraction: f64,
        /// The distance.
        distance: u32,
    },
}

impl DesignProgress {
    /// As JSON.
    pub fn to_json(self) -> Value {
        match self {
            DesignProgress::AtLeast(bound) => json!({ "lower_bound": bound }),
            DesignProgress::Levels { fraction, distance } => {
                json!({ "fraction": fraction, "distance": distance })
            }
        }
    }
}

/// Why there is no design.
#[derive(Debug, Error)]
pub enum DesignError {
    /// The wishes are not right.
    #[error("{0}")]
    Bad(String),
    /// There is no such instance, which is proved.
    #[error("{0}")]
    None(String),
    /// None was found; there may be some.
    #[error("{0}")]
    NotFound(String),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The puzzle gives no answer.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}
