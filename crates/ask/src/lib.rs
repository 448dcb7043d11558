//! The one door to the engines.
//!
//! Whoever has a problem and a question asks an [`Inquiry`]: an engine is chosen, its
//! solutions are held against the plain definition of the problem before
//! anybody sees them, and what comes back says which engine answered. A
//! solution that the judge refuses is an error, never an answer. A model that says something in many small Boolean
//! steps is simplified first (`tantalizer_rewrite::simplify`); the judge sees the solutions of the model as it was given.
//!
//! Questions that engines do not answer themselves are put together here, each in one place: what is best, and all that
//! is as good (`focus`), what holds in every solution (`forced`), how many there are up to a symmetry (`orbits`).
//!
//! Each engine is a Cargo feature, all of them on by default; where one is missing, `auto` takes the next best.
//!
//! A [`Posed`] problem may bring engines of its own along. They are chosen, limited, judged and listed like all others.

#[cfg(not(any(
    feature = "search",
    feature = "sat",
    feature = "learn",
    feature = "diagram"
)))]
compile_error!("choose at least one engine: the features search, sat, learn, diagram");

mod about;
mod auto;
mod engines;
mod focus;
mod forced;
mod inquiry;
mod judge;
mod orbits;
mod posed;
mod run;
mod simplified;
mod solutions;
mod turns;
mod warm;

pub use about::{About, Forced, NoAnswer, about};
pub use engines::{UnknownEngine, choice, engine_names, engines};
pub use inquiry::Inquiry;
pub use judge::{Judge, ModelJudge};
pub use posed::Posed;
pub use run::Run;
pub use solutions::{Solutions, StillWorking};

use tantalizer_model::{Answer, EngineId, ModelError, Observer, Request};
use thiserror::Error;

/// Why there is no answer at all.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AskError {
    /// An engine reported something that is no solution. Never the user's fault.
    #[error("engine `{engine}` reported a wrong solution: {violation}")]
    WrongSolution {
        /// The engine.
        engine: EngineId,
        /// What the solution gets wrong.
        violation: String,
    },
    /// The model is malformed.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The best of what nothing makes better or worse.
    #[error("there is no best solution: nothing is to be made least or greatest")]
    NoObjective,
    /// A way that belongs to another problem.
    #[error("the engine {0} is not made for this puzzle")]
    NotForThis(EngineId),
    /// An engine that was left out when the program was built.
    #[error("the engine {0} is not part of this program: it was built without it")]
    NotBuilt(EngineId),
    /// An engine that does not answer such a question.
    #[error("{reason} (the engine {engine})")]
    Refuses {
        /// The engine.
        engine: EngineId,
        /// Why.
        reason: &'static str,
    },
    /// An engine that is made for a problem as it was posed.
    #[error("the engine {0} cannot take anything for granted beside the puzzle")]
    CannotAssume(EngineId),
    /// Flags and engine name two ways.
    #[error("the engine {0} and flags that mean {1} exclude each other")]
    TwoEngines(EngineId, EngineId),
    /// A symmetry that is not declared.
    #[error("there is no symmetry number {0}")]
    NoSymmetry(usize),
}

/// Asks one question about a problem: an [`Inquiry`] that is not kept.
///
/// ```
/// use tantalizer_ask::ask;
/// use tantalizer_model::{EngineId, Limits, Model, Question, Request, Silent};
///
/// let mut model = Model::new("three different");
/// let x = model.array("x", 3, 1..=3);
/// model.all_different(&x)?;
///
/// let request = Request::new(Question::Count).by(EngineId::Sat).with_limits(Limits::seconds(60.0));
/// let answer = ask(&model, &request, &mut Silent).unwrap();
/// assert!(answer.complete);
/// assert_eq!(answer.count, 6u32.into());
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
pub fn ask(
    posed: impl Into<Posed>,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, AskError> {
    Inquiry::new(posed).ask(request, observer)
}
