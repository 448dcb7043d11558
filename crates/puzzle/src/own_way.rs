//! What the engines that puzzles bring along share: solutions are told and counted, and the clock is looked at, in one place.

use num_bigint::BigUint;
use std::ops::ControlFlow;
use tantalizer_model::{
    Answer, EngineId, Limit, Observer, Question, Request, Solution, Statistics, Watch,
};

/// How many solutions lie between two looks at the clock.
const SOLUTIONS_BETWEEN_LOOKS: u64 = 1 << 10;

/// How an algorithm ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Steps taken.
    pub nodes: u64,
    /// Dead ends.
    pub failures: u64,
    /// Why not all possibilities were gone through, if so.
    pub stopped_by: Option<Limit>,
}

/// Tells and counts solutions.
pub struct Teller<'a> {
    engine: EngineId,
    question: Question,
    watch: Watch,
    seen: u64,
    count: BigUint,
    first: Option<f64>,
    last: Option<f64>,
    observer: &'a mut dyn Observer,
    /// A limit that was reached while solutions were told.
    stopped_by: Option<Limit>,
}

impl<'a> Teller<'a> {
    /// A teller of the solutions that an engine finds.
    pub fn new(engine: EngineId, request: &Request, observer: &'a mut dyn Observer) -> Self {
        Teller {
            engine,
            question: request.question,
            watch: request.limits.start(),
            seen: 0,
            count: BigUint::default(),
            first: None,
            last: None,
            observer,
            stopped_by: None,
        }
    }

    /// Whether only the number of solutions is asked.
    pub fn only_counts(&self) -> bool {
        self.question == Question::Count
    }

    /// Who hears of the work.
    pub fn observer(&mut self) -> &mut dyn Observer {
        self.observer
    }

    /// A solution.
    pub fn tell(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.tell_for(solution, &BigUint::from(1u8))
    }

    /// A solution that speaks for so many, itself included.
    pub fn tell_for(&mut self, solution: &Solution, size: &BigUint) -> ControlFlow<()> {
        let now = self.watch.seconds();
        self.first.get_or_insert(now);
        self.last = Some(now);
        self.seen += 1;
        self.count += size;
        let flow = self.observer.solution(solution);
        if self.seen.is_multiple_of(SOLUTIONS_BETWEEN_LOOKS) {
            self.stopped_by = self.watch.expired();
        }
        let enough = flow.is_break() || self.question.enough() == Some(self.seen);
        if enough || self.stopped_by.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Lets the algorithm tell its solutions, and makes an answer of them; `reason` says what it does.
    pub fn answer(mut self, reason: &str, algorithm: impl FnOnce(&mut Self) -> Ended) -> Answer {
        let ended = if self.question.enough() == Some(0) {
            Ended {
                stopped_by: Some(Limit::Solutions),
                ..Ended::default()
            }
        } else {
            algorithm(&mut self)
        };
        let stopped_by = self.stopped_by.or(ended.stopped_by);
        let answer = Answer::from_search(self.engine, self.question, self.seen, stopped_by);
        Answer {
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
        }
    }
}
