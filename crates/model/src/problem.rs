//! What can be asked about.

use std::fmt;
use std::sync::Arc;

use crate::{Model, Solution, Space};

/// A model, whose variables get values, or a space, in which moves lead to the goal. Clones are cheap.
///
/// A solution of a model is a value for each variable; a solution of a space is the numbers of the moves.
#[derive(Clone)]
pub enum Problem {
    /// Values for variables.
    Model(Arc<Model>),
    /// Moves to a goal.
    Space(Arc<dyn Space>),
}

impl Problem {
    /// The model, if it is one.
    pub fn model(&self) -> Option<&Arc<Model>> {
        match self {
            Problem::Model(model) => Some(model),
            Problem::Space(_) => None,
        }
    }

    /// Whether some solutions are better than others.
    pub fn has_objective(&self) -> bool {
        match self {
            Problem::Model(model) => model.objective().is_some(),
            Problem::Space(_) => true,
        }
    }

    /// How good a solution is: its objective, or the length of a way. None where nothing makes one better than another.
    pub fn value(&self, solution: &Solution) -> Option<i64> {
        match self {
            Problem::Model(model) => {
                let objective = model.objective()?;
                Some(solution[objective.var()].into())
            }
            Problem::Space(_) => Some(solution.0.len() as i64),
        }
    }

    /// What makes two solutions different: the values of the answer variables, or the moves.
    pub fn answer_of(&self, solution: &Solution) -> Vec<i32> {
        match self {
            Problem::Model(model) => solution.project(&model.answer()),
            Problem::Space(_) => solution.0.clone(),
        }
    }
}

impl From<Model> for Problem {
    fn from(model: Model) -> Problem {
        Problem::Model(Arc::new(model))
    }
}

impl From<&Model> for Problem {
    fn from(model: &Model) -> Problem {
        Problem::from(model.clone())
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Model(model) => write!(f, "Model({})", model.name()),
            Problem::Space(space) => write!(f, "Space({})", space.name()),
        }
    }
}
