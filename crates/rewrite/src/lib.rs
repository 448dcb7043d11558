//! The rewrite room: transformations of models that all engines share.
//!
//! An engine declares which constraints it takes as they are; [`decompose`] replaces every other one
//! by simpler constraints until all are taken (transform, then post). Original variables
//! keep their places and new ones are only appended, so a solution of the rewritten model,
//! cut to the original length, is a solution of the original. The answer variables stay the same:
//! auxiliary variables never multiply a count.
//!
//! The one idea behind all decompositions: a *literal* for any constraint. [`decompose`] makes, where
//! needed, a 0/1 variable that tells whether a constraint holds, defined for every
//! assignment of the original variables. With such literals at hand a reified constraint is a formula over
//! smaller reified constraints, and the floor is reached with reified linear inequalities, which become two
//! plain inequalities with a large coefficient.
//!
//! [`presolve`] tightens domains and drops what always holds, before anything is posted. [`automorphisms`] finds symmetries of a model.

pub mod automorphisms;
mod constraints;
mod formulas;
mod loops;
mod pace;
mod presolve;
mod rewriter;
mod simplify;

use std::borrow::Cow;

use tantalizer_model::{Constraint, ConstraintId, Limit, Model, ModelError, Watch};
use thiserror::Error;

pub use pace::Pace;
pub use presolve::presolve;
pub use simplify::{Simplified, Stage, can_simplify, simplify};

use rewriter::Rewriter;

/// Why a model was not rewritten.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RewriteError {
    /// Numbers that a replacement needs would not fit.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(Limit),
}

impl From<Limit> for RewriteError {
    fn from(limit: Limit) -> Self {
        RewriteError::Stopped(limit)
    }
}

impl RewriteError {
    /// The limit that an engine reports.
    pub fn limit(&self) -> Limit {
        match self {
            RewriteError::Stopped(limit) => limit.clone(),
            RewriteError::Model(error) => Limit::Unsupported(error.to_string()),
        }
    }
}

/// A model in an engine's vocabulary, which knows where its constraints come from.
#[derive(Clone, Debug)]
pub struct Rewritten<'a> {
    /// The model itself if the engine takes all of it.
    pub model: Cow<'a, Model>,
    /// For each constraint of the rewritten model, the original constraint it stands for. `None` marks
    /// the definition of an auxiliary variable: it excludes no assignment of the original variables,
    /// and several constraints may share it, so it belongs to none of them.
    pub origins: Vec<Option<ConstraintId>>,
}

/// The model with every constraint that the engine does not take replaced by others that it takes.
///
/// Linear inequalities with `<=` are the floor: they are posted whatever `takes` says.
/// Names and sentences carry over to what replaces a constraint. Fails only where numbers
/// that a replacement needs would not fit, or when the watch expires.
pub fn decompose<'a>(
    model: &'a Model,
    takes: &dyn Fn(&Constraint) -> bool,
    watch: &Watch,
) -> Result<Rewritten<'a>, RewriteError> {
    let mut all = model.constraints().iter();
    if all.all(|posted| takes(&posted.constraint)) {
        let ids = (0..model.constraints().len()).map(ConstraintId);
        return Ok(Rewritten {
            model: Cow::Borrowed(model),
            origins: ids.map(Some).collect(),
        });
    }
    let mut start = model.without_constraints();
    start.set_answer(model.answer());
    let mut rewriter = Rewriter::new(start, takes, Pace::new(watch));
    // A variable without a value: there is no solution, and nothing to say about bounds.
    if model.vars().any(|var| model.domain(var).is_empty()) {
        return Ok(rewriter.finish());
    }
    for (id, posted) in model.constraints().iter().enumerate() {
        rewriter.begin(ConstraintId(id), posted);
        rewriter.post(posted.constraint.clone())?;
    }
    Ok(rewriter.finish())
}
