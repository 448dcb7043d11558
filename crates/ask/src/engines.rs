//! Which engines there are.

use std::sync::Arc;
use tantalizer_diagram::Diagram;
use tantalizer_learn::Learn;
use tantalizer_model::{Engine, EngineChoice, EngineId, ModelEngine};
use tantalizer_sat::{Encoding, Sat};
use tantalizer_search::SearchEngine;
use thiserror::Error;

/// All engines for models, in the order in which they are listed to people. One line each.
static ENGINES: &[&dyn ModelEngine] = &[
    &SearchEngine { tabulate: true },
    &Learn,
    &Sat {
        encoding: Encoding::Auto,
    },
    &Diagram,
];

/// All engines for models.
pub fn engines() -> &'static [&'static dyn ModelEngine] {
    ENGINES
}

/// What `--engine` accepts for every problem.
pub fn engine_names() -> Vec<&'static str> {
    let names = ENGINES.iter().map(|engine| engine.id().name());
    std::iter::once("auto").chain(names).collect()
}

/// A name that no engine has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown engine `{found}`, expected one of {}", expected.join(", "))]
pub struct UnknownEngine {
    found: String,
    expected: Vec<&'static str>,
}

/// The engine of that name: one for every problem, or one of these ways of a puzzle's own.
pub fn choice(name: &str, ways: &[EngineId]) -> Result<EngineChoice, UnknownEngine> {
    if name == "auto" {
        return Ok(EngineChoice::Auto);
    }
    let general = ENGINES.iter().map(|engine| engine.id());
    let named = general.chain(ways.iter().copied()).find(|id| *id == name);
    named.map(EngineChoice::Only).ok_or_else(|| {
        let own = ways.iter().map(|way| way.name());
        UnknownEngine {
            found: name.into(),
            expected: engine_names().into_iter().chain(own).collect(),
        }
    })
}

/// The engine, if it is one for every model.
pub(crate) fn general(id: EngineId) -> Option<Arc<dyn Engine>> {
    match id {
        EngineId::Search => Some(Arc::new(SearchEngine::default())),
        EngineId::Learn => Some(Arc::new(Learn)),
        EngineId::Sat => Some(Arc::new(Sat::new())),
        EngineId::Diagram => Some(Arc::new(Diagram)),
        EngineId::Own(_) => None,
    }
}
