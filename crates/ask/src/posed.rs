//! A problem as somebody puts it.

use std::fmt;
use std::sync::Arc;

use tantalizer_model::{Engine, EngineId, Model, Problem};

/// A problem, and the ways that whoever poses it brings along.
#[derive(Clone)]
pub struct Posed {
    /// What is asked about.
    pub problem: Problem,
    /// Engines made for this problem, the one to try first in front.
    pub ways: Vec<Arc<dyn Engine>>,
    /// The way that was asked for while posing, if one was.
    pub chosen: Option<EngineId>,
}

impl Posed {
    /// A problem for the engines that everybody has.
    pub fn new(problem: impl Into<Problem>) -> Posed {
        Posed {
            problem: problem.into(),
            ways: Vec::new(),
            chosen: None,
        }
    }

    /// The same with one more way.
    pub fn with_way(mut self, way: impl Engine + 'static) -> Posed {
        self.ways.push(Arc::new(way));
        self
    }

    /// Which ways there are.
    pub fn way_ids(&self) -> Vec<EngineId> {
        self.ways.iter().map(|way| way.id()).collect()
    }
}

impl From<Problem> for Posed {
    fn from(problem: Problem) -> Posed {
        Posed::new(problem)
    }
}

impl From<Model> for Posed {
    fn from(model: Model) -> Posed {
        Posed::new(model)
    }
}

impl From<&Model> for Posed {
    fn from(model: &Model) -> Posed {
        Posed::new(model)
    }
}

impl fmt::Debug for Posed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Posed")
            .field("problem", &self.problem)
            .field("ways", &self.way_ids())
            .field("chosen", &self.chosen)
            .finish()
    }
}
