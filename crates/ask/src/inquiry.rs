//! An inquiry: a problem prepared once, and any number of questions about it.
//!
//! Whatever is asked, the way is the same: the question is put together from those that engines answer themselves
//! (`focus`, `forced`, `orbits`), an engine is chosen (`auto`, or the one that was asked for), it works on the problem as the
//! inquiry has prepared it, and the judge stands between it and whoever listens.

use std::ops::ControlFlow;
use std::sync::Arc;

use num_bigint::BigUint;
use tantalizer_model::{
    Answer, DiagramLayer, Engine, EngineChoice, EngineId, Fact, Learnt, Limit, Node, Observer,
    Problem, Progress, Question, Request, Solution, Symmetry,
};

use crate::focus::Best;
use crate::simplified::Prepared;
use crate::{AskError, Judge, Posed, auto, engines, forced, orbits, run, simplified};

/// When so many solutions were seen one by one, a count is better made without seeing them.
const PLENTY: u64 = 100_000;

/// So many solutions are listed by a way that came along with the problem, where something is to be known about all of them.
pub(crate) const FEW: u64 = 10_000;

/// A problem about which questions are asked; what is prepared for one of them serves the others.
///
/// ```
/// use tantalizer_ask::Inquiry;
/// use tantalizer_model::{Collect, Model, Question, Request, Silent};
///
/// let mut model = Model::new("three different");
/// let x = model.array("x", 3, 1..=3);
/// model.all_different(&x)?;
///
/// let mut inquiry = Inquiry::new(model);
/// let mut found = Collect::default();
/// let all = Request::new(Question::All { limit: None });
/// assert!(inquiry.ask(&all, &mut found).unwrap().complete);
/// assert_eq!(found.solutions.len(), 6);
/// let unique = inquiry.ask(&all.with_question(Question::Unique), &mut Silent).unwrap();
/// assert_eq!(unique.unique(Question::Unique), Some(false));
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
pub struct Inquiry {
    posed: Posed,
    judge: Option<Arc<Judge>>,
    simplified: Option<Option<Arc<Prepared>>>,
    /// How many solutions there are, once that is known.
    pub(crate) count: Option<BigUint>,
    /// All answers, once they were listed because they are few.
    pub(crate) answers: Option<Vec<Vec<i32>>>,
    /// How many solutions symmetries leave as they are, for those that were asked about.
    pub(crate) kept: Vec<(Symmetry, BigUint)>,
    /// The best solutions, once they are known.
    pub(crate) best: Option<Box<Best>>,
    /// The same problem with the facts that were given last.
    assumed: Option<(Vec<Fact>, Box<Inquiry>)>,
    /// How many models were made ready for an engine.
    pub(crate) preparations: u64,
}

impl Inquiry {
    /// An inquiry into a problem.
    pub fn new(posed: impl Into<Posed>) -> Inquiry {
        Inquiry {
            posed: posed.into(),
            judge: None,
            simplified: None,
            count: None,
            answers: None,
            kept: Vec::new(),
            best: None,
            assumed: None,
            preparations: 0,
        }
    }

    /// The problem, with the ways that came along with it.
    pub fn posed(&self) -> &Posed {
        &self.posed
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.posed.problem
    }

    pub(crate) fn problem_mut(&mut self) -> &mut Problem {
        &mut self.posed.problem
    }

    /// Asks a question. Solutions go to the observer as they are found, each of them judged before.
    pub fn ask(
        &mut self,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, AskError> {
        let mut answer = self.answer(request, observer)?;
        let preparations = self.all_preparations().to_string();
        let more = &mut answer.statistics.more;
        more.insert("preparations".into(), preparations);
        Ok(answer)
    }

    fn answer(
        &mut self,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, AskError> {
        if request.question == Question::Best && !self.problem().has_objective() {
            return Err(AskError::NoObjective);
        }
        // Engines improve a solution step by step, and every step is told.
        if request.question == Question::Best && request.facts.is_empty() {
            return self.plain(request, observer);
        }
        if !request.facts.is_empty() {
            return self.assuming(request, observer);
        }
        if request.question == Question::Forced
            && let Some(answer) = forced::by_listing(self, request, observer)?
        {
            return Ok(answer);
        }
        let is_space = self.problem().model().is_none();
        if self.problem().has_objective() && !(is_space && request.question.is_plain()) {
            return self.among_the_best(request, observer);
        }
        match request.question {
            Question::Forced => forced::forced(self, request, observer),
            Question::UpTo { symmetry } => orbits::count(self, symmetry, request, observer),
            Question::Sample { .. } => match request.engine {
                EngineChoice::Auto | EngineChoice::Only(EngineId::Diagram) => {
                    self.by(EngineId::Diagram, "it samples uniformly", request, observer)
                }
                EngineChoice::Only(engine) => Err(AskError::Refuses {
                    engine,
                    reason: "only the diagram knows how likely each solution is",
                }),
            },
            _ => self.plain(request, observer),
        }
    }

    /// Answers a question that engines answer themselves.
    pub(crate) fn plain(
        &mut self,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, AskError> {
        let answer = match (request.engine, self.posed.chosen) {
            (EngineChoice::Only(id), Some(chosen)) if id != chosen => {
                return Err(AskError::TwoEngines(id, chosen));
            }
            (EngineChoice::Only(id), _) | (EngineChoice::Auto, Some(id)) => {
                self.by(id, "", request, observer)
            }
            (EngineChoice::Auto, None) if request.strategy.is_some() => {
                self.by(EngineId::Search, "a strategy was given", request, observer)
            }
            (EngineChoice::Auto, None) => match self.first_way(request.question) {
                Some(way) => self.by_way(&way, request, observer),
                None => self.by_whoever_suits(request, observer),
            },
        }?;
        if request.question == Question::Count && answer.complete {
            self.count = Some(answer.count.clone());
        }
        // Whatever was asked of a space, its shortest length is known from then on.
        let is_space = self.problem().model().is_none();
        if let (true, None, Some(length)) = (is_space, &self.best, answer.best)
            && answer.bound == Some(length)
        {
            self.best = Some(Box::new(self.all_as_good_as(length)?));
        }
        Ok(answer)
    }

    /// The way that is tried first.
    fn first_way(&self, question: Question) -> Option<Arc<dyn Engine>> {
        let mut ways = self.posed.ways.iter();
        ways.find(|way| way.refuses(question).is_none()).cloned()
    }

    /// Answers with this engine alone.
    pub(crate) fn by(
        &mut self,
        id: EngineId,
        reason: &str,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, AskError> {
        let own = self.posed.ways.iter().find(|way| way.id() == id).cloned();
        if let Some(reason) = own.as_ref().and_then(|way| way.refuses(request.question)) {
            return Err(AskError::Refuses { engine: id, reason });
        }
        let mut answer = match (own, engines::general(id)) {
            (Some(way), _) => self.judged(request, observer, |problem, observer| {
                run::answer(way, problem, request, observer)
            }),
            (None, Some(engine)) => self.by_engine(engine, request, observer),
            (None, None) => {
                return Err(match id {
                    EngineId::Own(_) => AskError::NotForThis(id),
                    _ => AskError::NotBuilt(id),
                });
            }
        }?;
        if !reason.is_empty() {
            answer.statistics.engine_reason = Some(reason.to_string());
        }
        Ok(answer)
    }

    /// Answers with an engine that need not be registered.
    pub fn by_engine(
        &mut self,
        engine: Arc<dyn Engine>,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, AskError> {
        self.prepared(request, observer, |problem, observer| {
            run::answer(engine, problem, request, observer)
        })
    }

    /// Answers with the engines for models that suit.
    fn by_whoever_suits(
        &mut self,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, AskError> {
        self.prepared(request, observer, |problem, observer| match problem {
            Problem::Model(model) => auto::answer(model, request, observer),
            // Each length is a formula that is mostly to be refuted.
            Problem::Space(_) => auto::alone(EngineId::Sat, "", problem, request, observer),
        })
    }

    /// Answers with a way that came along with the problem. Where it sees so many solutions that only counting
    /// without seeing them can end, the decision diagram is asked to count.
    fn by_way(
        &mut self,
        way: &Arc<dyn Engine>,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, AskError> {
        let lists = request.question == Question::Count && !way.counts_unseen();
        if lists && self.problem().model().is_some() && engines::is_there(EngineId::Diagram) {
            let some = request.with_question(Question::All {
                limit: Some(PLENTY),
            });
            let mut seen = self.judged(&some, &mut Unseen(observer), |problem, observer| {
                run::answer(Arc::clone(way), problem, &some, observer)
            })?;
            if seen.stopped_by != Some(Limit::Solutions) {
                seen.complete = seen.stopped_by.is_none();
                return Ok(seen);
            }
            let reason = "there are too many solutions to see them all";
            let answer = self.by(EngineId::Diagram, reason, request, observer)?;
            let is_too_large = matches!(
                answer.stopped_by,
                Some(Limit::Memory | Limit::Unsupported(_))
            );
            if !is_too_large || request.limits.expired().is_some() {
                return Ok(auto::at_least(seen, answer));
            }
        }
        self.judged(request, observer, |problem, observer| {
            run::answer(Arc::clone(way), problem, request, observer)
        })
    }

    /// Lets engines answer about the problem as it is prepared for them.
    fn prepared(
        &mut self,
        request: &Request,
        observer: &mut dyn Observer,
        answer: impl FnOnce(&Problem, &mut dyn Observer) -> Answer,
    ) -> Result<Answer, AskError> {
        // Whoever watches is shown the model as it is: of a simplified one, places would be missing.
        let simplified = if observer.watches() {
            None
        } else {
            self.simplified(request)
        };
        match simplified {
            None => self.judged(request, observer, answer),
            Some(simplified) => self.judged(request, observer, |_, observer| {
                simplified::answer(&simplified, observer, answer)
            }),
        }
    }

    /// The simplified model, made once, if there is anything to simplify.
    fn simplified(&mut self, request: &Request) -> Option<Arc<Prepared>> {
        let model = self.posed.problem.model().filter(|_| request.presolve)?;
        if self.simplified.is_none() {
            self.preparations += 1;
            let simplified = simplified::prepare(model, &request.limits);
            self.simplified = Some(simplified.map(Arc::new));
        }
        self.simplified.clone().flatten()
    }

    /// Lets only judged solutions through to the observer. Whoever asked for a number only is told none.
    pub(crate) fn judged(
        &mut self,
        request: &Request,
        observer: &mut dyn Observer,
        answer: impl FnOnce(&Problem, &mut dyn Observer) -> Answer,
    ) -> Result<Answer, AskError> {
        let judge = self.judge();
        let mut judged = Judged {
            judge: &judge,
            observer,
            shows: request.question != Question::Count,
            violation: None,
        };
        let answer = answer(&self.posed.problem, &mut judged);
        // The best solution is handed over in the answer as well.
        let kept = answer.solutions.iter();
        let mut refused = kept.filter_map(|solution| judge.refuses(solution));
        match judged.violation.or_else(|| refused.next()) {
            Some(violation) => Err(AskError::WrongSolution {
                engine: answer.engine,
                violation,
            }),
            None => Ok(answer),
        }
    }

    /// The judge of the problem, made once.
    pub(crate) fn judge(&mut self) -> Arc<Judge> {
        let problem = &self.posed.problem;
        let judge = self
            .judge
            .get_or_insert_with(|| Arc::new(Judge::new(problem)));
        Arc::clone(judge)
    }

    /// Asks about the problem with facts: engines get a model in which they are fixed, the same one as long as
    /// the facts stay the same.
    fn assuming(
        &mut self,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Result<Answer, AskError> {
        if let EngineChoice::Only(id @ EngineId::Own(_)) = request.engine {
            return Err(AskError::CannotAssume(id));
        }
        let Some(model) = self.problem().model() else {
            return self.among_the_best(request, observer);
        };
        let known = self.assumed.as_ref();
        if known.is_none_or(|(facts, _)| *facts != request.facts) {
            let assumed = Inquiry::new(model.with_facts(&request.facts));
            self.assumed = Some((request.facts.clone(), Box::new(assumed)));
        }
        let plain = Request {
            facts: Vec::new(),
            ..request.clone()
        };
        match &mut self.assumed {
            Some((_, assumed)) => assumed.answer(&plain, observer),
            None => self.plain(&plain, observer),
        }
    }

    /// How many models were made ready for an engine, all in all.
    fn all_preparations(&self) -> u64 {
        let assumed = self.assumed.iter().map(|(_, inquiry)| inquiry);
        let best = self.best.iter().map(|best| &best.inquiry);
        let parts = assumed.map(|inquiry| &**inquiry).chain(best);
        self.preparations + parts.map(Inquiry::all_preparations).sum::<u64>()
    }
}

/// An observer behind the judge.
struct Judged<'a> {
    judge: &'a Judge,
    observer: &'a mut dyn Observer,
    shows: bool,
    violation: Option<String>,
}

impl Observer for Judged<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        if self.violation.is_none() {
            self.violation = self.judge.refuses(solution);
        }
        match (&self.violation, self.shows) {
            (Some(_), _) => ControlFlow::Break(()),
            (None, true) => self.observer.solution(solution),
            (None, false) => ControlFlow::Continue(()),
        }
    }

    fn bound(&mut self, bound: i64) {
        self.observer.bound(bound);
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }

    fn watches(&self) -> bool {
        self.observer.watches()
    }

    fn node(&mut self, node: &Node<'_>) -> ControlFlow<()> {
        self.observer.node(node)
    }

    fn learnt(&mut self, clause: &Learnt<'_>) {
        self.observer.learnt(clause);
    }

    fn layer(&mut self, layer: &DiagramLayer<'_>) {
        self.observer.layer(layer);
    }
}

/// Keeps solutions from an observer that asked for something else.
pub(crate) struct Unseen<'a>(pub &'a mut dyn Observer);

impl Observer for Unseen<'_> {
    fn bound(&mut self, bound: i64) {
        self.0.bound(bound);
    }

    fn progress(&mut self, progress: &Progress) {
        self.0.progress(progress);
    }
}
