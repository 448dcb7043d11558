//! The one door to the engines.
//!
//! Whoever has a model and a question calls [`ask`]: an engine is chosen, its
//! solutions are held against the plain definition of every constraint before
//! anybody sees them, and what comes back says which engine answered. A
//! solution that the judge refuses is an error, never an answer. A model that says something in many small Boolean
//! steps is simplified first (`tantalizer_rewrite::simplify`); the judge sees the solutions of the model as it was given.
//!
//! On top of single questions stand the ones that need several: how many
//! solutions there are up to a symmetry ([`count_orbits`]), and what holds in
//! all of them ([`forced`]).

mod auto;
mod engines;
mod forced;
mod inquiry;
mod judge;
mod orbits;
mod overdue;
mod race;
mod simplified;

pub use engines::{EngineChoice, UnknownEngine, engine_names, engines};
pub use forced::{Forced, forced};
pub use inquiry::{Inquiry, NoAnswer, about};
pub use judge::Judge;
pub use orbits::count_orbits;

use tantalizer_model::{
    Answer, Flow, Limits, Model, ModelEngine, ModelError, Node, Observer, Progress, Question,
    Request, Solution, Strategy,
};
use tantalizer_sat::{Encoding, Sat};
use thiserror::Error;

/// How a question is to be answered.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which engine.
    pub engine: EngineChoice,
    /// How to branch; `None` leaves it to the engine.
    pub strategy: Option<Strategy>,
    /// How many threads to use, at least 1.
    pub threads: usize,
    /// Where all randomness comes from.
    pub seed: u64,
    /// How the engine `sat` puts integer variables into literals.
    pub integers: Encoding,
    /// Whether the model is simplified first; without that, engines get it as it was written.
    pub presolve: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            engine: EngineChoice::Auto,
            strategy: None,
            threads: 1,
            seed: 0,
            integers: Encoding::Auto,
            presolve: true,
        }
    }
}

/// Why there is no answer at all.
#[derive(Debug, Error)]
pub enum AskError {
    /// An engine reported something that is no solution. Never the user's fault.
    #[error("engine `{engine}` reported a wrong solution: {violation}")]
    WrongSolution {
        /// The engine.
        engine: &'static str,
        /// What the solution gets wrong.
        violation: String,
    },
    /// The model cannot be meant.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// Asks the model a question. Solutions go to the observer as they are found,
/// each of them judged before.
///
/// ```
/// use tantalizer_ask::{EngineChoice, Options, ask};
/// use tantalizer_model::{Collect, Limits, Model, Question};
///
/// let mut model = Model::new("three different");
/// let x = model.array("x", 3, 1..=3);
/// model.all_different(&x)?;
///
/// let options = Options { engine: EngineChoice::Named("sat"), ..Options::default() };
/// let mut found = Collect::default();
/// let all = Question::All { limit: None };
/// let answer = ask(&model, all, &options, &Limits::seconds(60.0), &mut found).unwrap();
/// assert!(answer.complete);
/// assert_eq!(found.solutions.len(), 6);
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
pub fn ask(
    model: &Model,
    question: Question,
    options: &Options,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Answer, AskError> {
    let request = Request {
        question,
        limits: limits.clone(),
        strategy: options.strategy,
        threads: options.threads.max(1),
        seed: options.seed,
    };
    let simplified = match options.presolve {
        true => simplified::simplified(model),
        false => None,
    };
    judged(model, observer, |observer| match &simplified {
        None => choose(model, &request, options, observer),
        Some(simplified) => simplified::answer(simplified, observer, |model, observer| {
            choose(model, &request, options, observer)
        }),
    })
}

/// Answers with the engine that was asked for.
fn choose(
    model: &Model,
    request: &Request,
    options: &Options,
    observer: &mut dyn Observer,
) -> Answer {
    match options.engine {
        EngineChoice::Auto => auto::answer(model, request, observer),
        EngineChoice::Named("sat") => {
            let sat: Box<dyn ModelEngine> = Box::new(Sat::with_encoding(options.integers));
            overdue::answer(sat, model, request, observer)
        }
        EngineChoice::Named(name) => {
            overdue::answer(engines::by_name(name), model, request, observer)
        }
    }
}

/// Asks a particular engine, be it registered or not, and judges what it says.
pub fn ask_engine(
    engine: &dyn ModelEngine,
    model: &Model,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Answer, AskError> {
    judged(model, observer, |observer| {
        engine.answer(model, request, observer)
    })
}

/// Lets only judged solutions through to the observer.
fn judged(
    model: &Model,
    observer: &mut dyn Observer,
    answer: impl FnOnce(&mut dyn Observer) -> Answer,
) -> Result<Answer, AskError> {
    let mut judged = Judged {
        judge: Judge::new(model),
        observer,
        violation: None,
    };
    let answer = answer(&mut judged);
    // The best solution is handed over in the answer as well.
    let kept = answer.solutions.iter();
    let mut refused = kept.filter_map(|solution| judged.judge.refuses(solution));
    match judged.violation.clone().or_else(|| refused.next()) {
        Some(violation) => Err(AskError::WrongSolution {
            engine: answer.engine,
            violation,
        }),
        None => Ok(answer),
    }
}

/// An observer behind the judge.
struct Judged<'a> {
    judge: Judge<'a>,
    observer: &'a mut dyn Observer,
    violation: Option<String>,
}

impl Observer for Judged<'_> {
    fn solution(&mut self, solution: &Solution) -> Flow {
        if self.violation.is_some() {
            return Flow::Stop;
        }
        self.violation = self.judge.refuses(solution);
        match self.violation {
            Some(_) => Flow::Stop,
            None => self.observer.solution(solution),
        }
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }

    fn watches(&self) -> bool {
        self.observer.watches()
    }

    fn node(&mut self, node: &Node<'_>) -> Flow {
        self.observer.node(node)
    }
}
