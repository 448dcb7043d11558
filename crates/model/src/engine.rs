//! Requests, and what every engine offers.

use std::fmt;

use crate::{
    Answer, BestSoFar, ConstraintKind, Fact, Limit, Limits, Model, Observer, Problem, Question,
    Strategy, space,
};

/// A question with everything that bears on how it is answered: the same from the command line, the page and the
/// library down to the engine.
///
/// ```
/// use tantalizer_model::{Limits, Question, Request};
///
/// let mut request = Request::new(Question::All { limit: Some(10) });
/// request.limits = Limits::seconds(1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    /// What is asked.
    pub question: Question,
    /// What is taken for granted beside the problem, such as clues or a player's position.
    pub facts: Vec<Fact>,
    /// What may be used.
    pub limits: Limits,
    /// Who is to answer.
    pub engine: EngineChoice,
    /// How to branch; `None` leaves it to the engine.
    pub strategy: Option<Strategy>,
    /// How many threads to use, at least 1.
    pub threads: usize,
    /// Where all randomness comes from.
    pub seed: u64,
    /// The best value that others who answer the same question have found: only what is better is wanted.
    pub best: Option<BestSoFar>,
    /// Whether a model is simplified first; without that, engines get it as it was written.
    pub presolve: bool,
}

impl Request {
    /// A question without limits, to whichever engine suits, on one thread, with seed 0.
    pub fn new(question: Question) -> Self {
        Request {
            question,
            facts: Vec::new(),
            limits: Limits::none(),
            engine: EngineChoice::Auto,
            strategy: None,
            threads: 1,
            seed: 0,
            best: None,
            presolve: true,
        }
    }

    /// The same with these limits.
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The same about another question.
    pub fn with_question(&self, question: Question) -> Self {
        Request {
            question,
            ..self.clone()
        }
    }

    /// The same to this engine alone.
    pub fn by(mut self, engine: EngineId) -> Self {
        self.engine = EngineChoice::Only(engine);
        self
    }
}

/// Which engine is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum EngineId {
    /// Propagation and backtracking.
    Search,
    /// Lazy clause generation.
    Learn,
    /// A formula in the hands of a SAT solver.
    Sat,
    /// Decision diagrams.
    Diagram,
    /// A way that a puzzle brings along.
    Own(&'static str),
}

impl EngineId {
    /// The name used on the command line and in every output.
    pub fn name(self) -> &'static str {
        match self {
            EngineId::Search => "search",
            EngineId::Learn => "learn",
            EngineId::Sat => "sat",
            EngineId::Diagram => "diagram",
            EngineId::Own(name) => name,
        }
    }
}

impl fmt::Display for EngineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// As its name.
#[cfg(feature = "serde")]
impl serde::Serialize for EngineId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// By its name.
impl PartialEq<&str> for EngineId {
    fn eq(&self, name: &&str) -> bool {
        self.name() == *name
    }
}

/// Who is to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineChoice {
    /// Whichever suits.
    #[default]
    Auto,
    /// This one.
    Only(EngineId),
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

/// A way to answer questions about a problem. A puzzle may bring engines of its own, made for its problem.
///
/// An engine answers [`Question::One`], [`Question::All`], [`Question::Count`], [`Question::Best`] and [`Question::Unique`];
/// the other questions are put together from these, for all engines alike. It looks at
/// [`Request::limits`] and tells each solution to the observer, where the judge stands. [`Request::facts`] are part of the
/// model by the time that an engine sees it.
pub trait Engine: Send + Sync {
    /// Which engine this is.
    fn id(&self) -> EngineId;

    /// Answers, reporting each solution to the observer as it is found.
    fn answer(&self, problem: &Problem, request: &Request, observer: &mut dyn Observer) -> Answer;

    /// Why it does not answer such a question at all, if it does not.
    fn refuses(&self, question: Question) -> Option<&'static str> {
        let _ = question;
        None
    }

    /// Whether it looks at the clock; an engine that does not works on a thread of its own, which is left behind when time is over.
    fn keeps_time(&self) -> bool {
        true
    }

    /// Whether it counts without finding the solutions one by one; otherwise, where there are too many of them, another engine
    /// is tried.
    fn counts_unseen(&self) -> bool {
        false
    }
}

/// An engine for every model. It answers about a space as well, through the models of ever longer ways.
pub trait ModelEngine: Send + Sync {
    /// Which engine this is.
    fn id(&self) -> EngineId;

    /// Whether it answers the question itself.
    fn answers(&self, question: Question) -> bool {
        question.is_plain()
    }

    /// How it takes each kind of constraint; the support matrix is made from this.
    fn support(&self, kind: ConstraintKind) -> Support;

    /// Answers, reporting each solution to the observer as it is found.
    fn answer_for(&self, model: &Model, request: &Request, observer: &mut dyn Observer) -> Answer;
}

impl<E: ModelEngine> Engine for E {
    fn id(&self) -> EngineId {
        ModelEngine::id(self)
    }

    fn answer(&self, problem: &Problem, request: &Request, observer: &mut dyn Observer) -> Answer {
        if !self.answers(request.question) {
            let reason = "the question is put together from others".to_string();
            return Answer::unknown(self.id(), Limit::Unsupported(reason));
        }
        match problem {
            Problem::Model(model) => self.answer_for(model, request, observer),
            Problem::Space(space) => space::answer_by_models(self, &**space, request, observer),
        }
    }
}
