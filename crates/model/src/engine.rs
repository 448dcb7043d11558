//! What every engine offers.

use crate::{Answer, ConstraintKind, Limits, Model, Observer, Question, Strategy};

/// A question with everything an engine may want to know besides the model.
///
/// ```
/// use tantalizer_model::{Limits, Question, Task};
///
/// let mut task = Task::new(Question::All { limit: Some(10) });
/// task.limits = Limits::seconds(1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Task {
    /// What is asked.
    pub question: Question,
    /// What may be used.
    pub limits: Limits,
    /// How to branch; `None` leaves it to the engine.
    pub strategy: Option<Strategy>,
    /// How many threads to use.
    pub threads: usize,
    /// Where all randomness comes from.
    pub seed: u64,
}

impl Task {
    /// A question without limits, on one thread, with seed 0.
    pub fn new(question: Question) -> Self {
        Task {
            question,
            limits: Limits::none(),
            strategy: None,
            threads: 1,
            seed: 0,
        }
    }

    /// The same with these limits.
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}

/// How much a propagator removes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Consistency {
    /// It never removes a value of a solution, and decides once all variables are fixed.
    Checking,
    /// Each bound of each variable has a support within the bounds of the others.
    Bounds,
    /// Each value of each variable has a support.
    Domain,
}

/// How an engine takes a kind of constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Support {
    /// As it is; an engine without propagators says `None`.
    Native(Option<Consistency>),
    /// Rewritten into other constraints by the shared transformations.
    Rewritten,
}

/// A way to answer questions about models.
pub trait Engine: Send + Sync {
    /// The name used on the command line.
    fn name(&self) -> &'static str;

    /// How it takes each kind of constraint; the support matrix is made from this.
    fn support(&self, kind: ConstraintKind) -> Support;

    /// Answers, reporting each solution to the observer as it is found.
    fn answer(&self, model: &Model, task: &Task, observer: &mut dyn Observer) -> Answer;
}
