//! Which engines there are.

use std::sync::Arc;
use tantalizer_model::{Engine, EngineChoice, EngineId, ModelEngine};
use thiserror::Error;

/// All engines for models, in the order in which they are listed to people. One line each.
static ENGINES: &[&dyn ModelEngine] = &[
    #[cfg(feature = "search")]
    &tantalizer_search::SearchEngine { tabulate: true },
    #[cfg(feature = "learn")]
    &tantalizer_learn::Learn,
    #[cfg(feature = "sat")]
    &tantalizer_sat::Sat {
        encoding: tantalizer_sat::Encoding::Auto,
    },
    #[cfg(feature = "diagram")]
    &tantalizer_diagram::Diagram,
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
        #[cfg(feature = "search")]
        EngineId::Search => Some(Arc::new(tantalizer_search::SearchEngine::default())),
        #[cfg(feature = "learn")]
        EngineId::Learn => Some(Arc::new(tantalizer_learn::Learn)),
        #[cfg(feature = "sat")]
        EngineId::Sat => Some(Arc::new(tantalizer_sat::Sat::new())),
        #[cfg(feature = "diagram")]
        EngineId::Diagram => Some(Arc::new(tantalizer_diagram::Diagram)),
        // A way of a puzzle's own, or an engine that was left out of the build.
        _ => None,
    }
}

/// Whether the engine is there for every model.
pub(crate) fn is_there(id: EngineId) -> bool {
    ENGINES.iter().any(|engine| engine.id() == id)
}

/// The engine, or the next best one that is there.
pub(crate) fn or_next(id: EngineId) -> EngineId {
    let learners = matches!(id, EngineId::Learn | EngineId::Sat);
    let mut order = [
        id,
        EngineId::Search,
        EngineId::Sat,
        EngineId::Learn,
        EngineId::Diagram,
    ];
    if learners {
        order[1..4].rotate_left(1);
    }
    order.into_iter().find(|&id| is_there(id)).unwrap_or(id)
}
