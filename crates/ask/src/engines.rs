//! Which engines there are.

use std::str::FromStr;
use tantalizer_diagram::Diagram;
use tantalizer_learn::Learn;
use tantalizer_model::Engine;
use tantalizer_sat::{Encoding, Sat};
use tantalizer_search::SearchEngine;
use thiserror::Error;

/// All engines, in the order in which they are listed to people. One line each.
static ENGINES: &[&dyn ModelEngine] = &[
    &SearchEngine { tabulate: true },
    &Learn,
    &Sat {
        encoding: Encoding::Auto,
    },
    &Diagram,
];

/// All engines.
pub fn engines() -> &'static [&'static dyn ModelEngine] {
    ENGINES
}

/// What `--engine` accepts.
pub fn engine_names() -> Vec<&'static str> {
    let names = ENGINES.iter().map(|engine| engine.name());
    std::iter::once("auto").chain(names).collect()
}

/// An engine by name, or whichever suits the question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineChoice {
    /// Whichever suits.
    #[default]
    Auto,
    /// This one.
    Named(&'static str),
}

/// A name that no engine has.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("unknown engine `{found}`, expected one of {}", engine_names().join(", "))]
pub struct UnknownEngine {
    found: String,
}

impl FromStr for EngineChoice {
    type Err = UnknownEngine;

    fn from_str(text: &str) -> Result<Self, UnknownEngine> {
        if text == "auto" {
            return Ok(EngineChoice::Auto);
        }
        let named = ENGINES.iter().find(|engine| engine.name() == text);
        named
            .map(|engine| EngineChoice::Named(engine.name()))
            .ok_or_else(|| UnknownEngine { found: text.into() })
    }
}

/// The engine of that name; search, if there is none.
pub(crate) fn by_name(name: &str) -> &'static dyn ModelEngine {
    let named = ENGINES.iter().copied().find(|engine| engine.name() == name);
    named.unwrap_or(ENGINES[0])
}
