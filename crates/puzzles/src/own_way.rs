//! Answers by a puzzle's own algorithm: its solutions are judged, told and counted as if an engine had found them.

use crate::{PuzzleError, Request};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use tantalizer_ask::{AskError, EngineChoice, Judge};
use tantalizer_model::{
    Answer, Flow, Limit, Model, Observer, Question, Solution, Statistics, Watch,
};

/// How many solutions lie between two looks at the clock.
const SOLUTIONS_BETWEEN_LOOKS: u64 = 1 << 10;

/// Whether a puzzle may answer in its own way: nobody asked for an engine or a strategy, and nothing is to be made best.
pub(crate) fn is_free(request: &Request) -> bool {
    let options = &request.options;
    let by_engine = options.engine != EngineChoice::Auto || options.strategy.is_some();
    !by_engine && request.question != Question::Best
}

/// How an algorithm ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ended {
    /// Steps taken.
    pub nodes: u64,
    /// Dead ends.
    pub failures: u64,
    /// Why not all possibilities were gone through, if so.
    pub stopped_by: Option<Limit>,
}

/// Judges, tells and counts solutions.
pub(crate) struct Teller<'a> {
    engine: &'static str,
    model: &'a Model,
    judge: Judge<'a>,
    question: Question,
    /// How many are wanted, or may be seen.
    most: Option<u64>,
    watch: Watch,
    seen: u64,
    count: BigUint,
    first: Option<f64>,
    last: Option<f64>,
    violation: Option<String>,
    /// A limit that was reached while solutions were told.
    stopped_by: Option<Limit>,
}

impl<'a> Teller<'a> {
    /// A teller of solutions of the model, found by the way called `engine`.
    pub(crate) fn new(engine: &'static str, model: &'a Model, request: &Request) -> Self {
        let question = request.question;
        Teller {
            engine,
            model,
            judge: Judge::new(model),
            question,
            most: match question {
                Question::One => Some(1),
                Question::All { limit } => limit,
                Question::Count | Question::Best => None,
            },
            watch: request.limits.start(),
            seen: 0,
            count: BigUint::default(),
            first: None,
            last: None,
            violation: None,
            stopped_by: None,
        }
    }

    /// Ends a count, too, after so many solutions seen one by one.
    pub(crate) fn count_at_most(&mut self, most: u64) {
        if self.only_counts() {
            self.most = Some(most);
        }
    }

    /// Whether only the number of solutions is asked.
    pub(crate) fn only_counts(&self) -> bool {
        self.question == Question::Count
    }

    /// A solution.
    pub(crate) fn tell(
        &mut self,
        solution: &Solution,
        observer: &mut dyn Observer,
    ) -> ControlFlow<()> {
        self.tell_for(solution, &BigUint::from(1u8), observer)
    }

    /// A solution that speaks for so many, itself included.
    pub(crate) fn tell_for(
        &mut self,
        solution: &Solution,
        size: &BigUint,
        observer: &mut dyn Observer,
    ) -> ControlFlow<()> {
        if let Some(broken) = self.judge.violated(&solution.0) {
            self.violation = Some(self.model.describe_violation(broken));
            return ControlFlow::Break(());
        }
        let now = self.watch.seconds();
        self.first.get_or_insert(now);
        self.last = Some(now);
        self.seen += 1;
        self.count += size;
        let flow = match self.only_counts() {
            false => observer.solution(solution),
            true => Flow::Continue,
        };
        if self.seen.is_multiple_of(SOLUTIONS_BETWEEN_LOOKS) {
            self.stopped_by = self.watch.expired();
        }
        let enough = flow == Flow::Stop || self.most == Some(self.seen);
        match enough || self.stopped_by.is_some() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Lets the algorithm tell its solutions, and makes an answer of them; `reason` says what it does.
    pub(crate) fn answer(
        mut self,
        reason: &str,
        algorithm: impl FnOnce(&mut Self) -> Ended,
    ) -> Result<Answer, PuzzleError> {
        let ended = match self.most {
            Some(0) => Ended {
                stopped_by: Some(Limit::Solutions),
                ..Ended::default()
            },
            _ => algorithm(&mut self),
        };
        let engine = self.engine;
        if let Some(violation) = self.violation {
            return Err(AskError::WrongSolution { engine, violation }.into());
        }
        let stopped_by = self.stopped_by.or(ended.stopped_by);
        let answer = Answer::from_search(engine, self.question, self.seen, stopped_by);
        Ok(Answer {
            count: self.count,
            statistics: Statistics {
                nodes: Some(ended.nodes),
                failures: Some(ended.failures),
                first_solution_seconds: self.first,
                last_solution_seconds: self.last,
                engine_reason: Some(reason.into()),
                ..Statistics::default()
            },
            ..answer
        })
    }
}
