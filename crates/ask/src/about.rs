//! Asking in a line: for programs that use Tantalizer as a library.
//!
//! [`about`] a model, perhaps with an engine, threads or limits, and then the
//! question. What comes back is the plain thing that was asked for, or the
//! reason why it is not known: a limit that was hit is an error here, so that
//! it cannot be mistaken for "no solution".

use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::time::Duration;
use tantalizer_model::{
    Answer, Cancel, Collect, EngineId, Limit, MemoryWatch, Model, Observer, Question, Request,
    Silent, Solution, Strategy, Var,
};
use thiserror::Error;

use crate::{AskError, Inquiry, Solutions, ask};

/// Starts a question about a model.
///
/// ```
/// use tantalizer_ask::about;
/// use tantalizer_model::Model;
///
/// // Two different digits that add up to 5.
/// let mut model = Model::new("digits");
/// let digits = model.array("digit", 2, 0..=9);
/// model.all_different(&digits)?;
/// model.linear([(1, digits[0]), (1, digits[1])], tantalizer_model::Rel::Equal, 5)?;
///
/// assert_eq!(about(&model).count()?, 6u32.into());
/// let found = about(&model).threads(2).seconds(10.0).first()?;
/// assert!(found.is_some());
/// for solution in about(&model).solutions()?.take(3) {
///     println!("{:?}", solution?.project(&digits));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn about(model: &Model) -> About<'_> {
    About {
        model,
        request: Request::new(Question::One),
        time: None,
        most: None,
    }
}

/// A question in the making; see [`about`].
#[derive(Clone, Debug)]
pub struct About<'m> {
    model: &'m Model,
    request: Request,
    /// In seconds.
    time: Option<f64>,
    /// So many solutions are enough.
    most: Option<u64>,
}

/// What holds in every solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forced {
    /// A solution, if there is one.
    pub solution: Option<Solution>,
    /// The answer variables with one value in all solutions, and that value.
    pub values: Vec<(Var, i32)>,
}

/// Why what was asked for is not known.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// A limit was hit.
    #[error("not answered: {0}")]
    Stopped(Limit),
    /// A number of seconds that no clock can count.
    #[error("{0} seconds: expected a positive number")]
    Seconds(f64),
    /// No engine gave an answer.
    #[error(transparent)]
    Ask(#[from] AskError),
}

impl<'m> About<'m> {
    /// By this engine instead of whichever suits.
    pub fn engine(mut self, engine: EngineId) -> Self {
        self.request = self.request.by(engine);
        self
    }

    /// Branching like this.
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.request.strategy = Some(strategy);
        self
    }

    /// With so many threads.
    pub fn threads(mut self, threads: usize) -> Self {
        self.request.threads = threads;
        self
    }

    /// With randomness from this number.
    pub fn seed(mut self, seed: u64) -> Self {
        self.request.seed = seed;
        self
    }

    /// For at most so many seconds.
    pub fn seconds(mut self, seconds: f64) -> Self {
        self.time = Some(seconds);
        self
    }

    /// With at most so many bytes of memory beyond what the program holds now, as far as the system tells.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.request.limits.memory = Some(bytes);
        self
    }

    /// Only so many solutions, where all are asked for.
    pub fn at_most(mut self, solutions: u64) -> Self {
        self.most = Some(solutions);
        self
    }

    /// Until somebody calls [`Cancel::cancel`] on a clone of this.
    pub fn cancelled_by(mut self, cancel: &Cancel) -> Self {
        self.request.limits.cancel = cancel.clone();
        self
    }

    /// A solution, if there is one.
    pub fn first(&self) -> Result<Option<Solution>, NoAnswer> {
        let mut found = Collect::default();
        let answer = self.ask(Question::One, &mut found)?;
        match found.solutions.into_iter().next() {
            Some(solution) => Ok(Some(solution)),
            None => complete(answer).map(|_| None),
        }
    }

    /// All solutions, or as many as are enough.
    pub fn all(&self) -> Result<Vec<Solution>, NoAnswer> {
        let mut found = Collect::default();
        let answer = self.ask(self.listing(), &mut found)?;
        if answer.stopped_by != Some(Limit::Solutions) {
            complete(answer)?;
        }
        Ok(found.solutions)
    }

    /// The solutions one after the other, found on a thread of its own that stops when the iterator is dropped.
    pub fn solutions(&self) -> Result<Solutions, NoAnswer> {
        Ok(Inquiry::new(self.model).solutions(&self.request(self.listing())?))
    }

    /// Hands over each solution as it is found, until the visitor breaks off. The answer tells whether these were all.
    pub fn each(
        &self,
        visitor: impl FnMut(&Solution) -> ControlFlow<()> + Send,
    ) -> Result<Answer, NoAnswer> {
        self.ask(self.listing(), &mut Visitor(visitor))
    }

    /// How many solutions there are.
    pub fn count(&self) -> Result<BigUint, NoAnswer> {
        let answer = complete(self.ask(Question::Count, &mut Silent)?)?;
        Ok(answer.count)
    }

    /// Whether there is exactly one solution; stops at the second.
    pub fn is_unique(&self) -> Result<bool, NoAnswer> {
        let answer = self.ask(Question::Unique, &mut Silent)?;
        match answer.unique(Question::Unique) {
            Some(unique) => Ok(unique),
            None => complete(answer).map(|_| false),
        }
    }

    /// The best solution and its value, proved to be the best, if there is a solution.
    pub fn best(&self) -> Result<Option<(i64, Solution)>, NoAnswer> {
        let mut found = Collect::default();
        let answer = complete(self.ask(Question::Best, &mut found)?)?;
        let last = answer.solutions.last().or(found.solutions.last());
        Ok(answer.best.zip(last.cloned()))
    }

    /// What holds in every solution.
    pub fn forced(&self) -> Result<Forced, NoAnswer> {
        let answer = complete(self.ask(Question::Forced, &mut Silent)?)?;
        Ok(Forced {
            solution: answer.solutions.into_iter().next(),
            values: answer.forced,
        })
    }

    fn listing(&self) -> Question {
        Question::All { limit: self.most }
    }

    fn ask(&self, question: Question, observer: &mut dyn Observer) -> Result<Answer, NoAnswer> {
        let request = self.request(question)?;
        let memory = request.limits.memory;
        let _watch = memory.map(|_| MemoryWatch::start(&request.limits, 1.0));
        Ok(ask(self.model, &request, observer)?)
    }

    fn request(&self, question: Question) -> Result<Request, NoAnswer> {
        let time = match self.time.map(Duration::try_from_secs_f64) {
            None => None,
            Some(Ok(time)) => Some(time),
            Some(Err(_)) => return Err(NoAnswer::Seconds(self.time.unwrap_or_default())),
        };
        Ok(Request {
            limits: self.request.limits.within(time).child(),
            ..self.request.with_question(question)
        })
    }
}

/// The answer, if it says all that was asked for.
pub(crate) fn complete(answer: Answer) -> Result<Answer, NoAnswer> {
    match (answer.complete, &answer.stopped_by) {
        (true, _) => Ok(answer),
        (false, Some(limit)) => Err(NoAnswer::Stopped(limit.clone())),
        (false, None) => Err(NoAnswer::Stopped(Limit::Cancelled)),
    }
}

/// A closure that hears of solutions.
struct Visitor<F>(F);

impl<F: FnMut(&Solution) -> ControlFlow<()> + Send> Observer for Visitor<F> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        (self.0)(solution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StillWorking;
    use tantalizer_model::{Objective, Rel};

    /// Three different numbers from 1 to 4, the first below the second.
    fn numbers() -> Model {
        let mut model = Model::new("numbers");
        let x = model.array("x", 3, 1..=4);
        model.all_different(&x).unwrap();
        model.compare(x[0], Rel::Less, x[1]).unwrap();
        model
    }

    #[test]
    fn every_question_has_its_plain_answer() {
        let mut model = numbers();
        assert!(about(&model).first().unwrap().is_some());
        assert_eq!(about(&model).all().unwrap().len(), 12);
        assert_eq!(about(&model).count().unwrap(), 12u32.into());
        assert!(!about(&model).is_unique().unwrap());
        assert!(about(&model).forced().unwrap().values.is_empty());
        let x = model.answer();
        let total = model.int("total", 0..=20);
        let sum = [(1, x[0]), (1, x[1]), (1, x[2]), (-1, total)];
        model.linear(sum, Rel::Equal, 0).unwrap();
        model.set_objective(Objective::Maximise(total));
        let (best, solution) = about(&model).best().unwrap().unwrap();
        assert_eq!((best, solution[total]), (9, 9));
    }

    #[test]
    fn a_visitor_may_stop() {
        let model = numbers();
        let mut seen = 0;
        let stopped = about(&model).each(|_| {
            seen += 1;
            if seen == 5 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!((stopped.unwrap().complete, seen), (false, 5));
        let all = about(&model).each(|_| {
            seen += 1;
            ControlFlow::Continue(())
        });
        assert_eq!((all.unwrap().complete, seen), (true, 17));
    }

    #[test]
    fn solutions_are_taken_one_by_one() {
        let model = numbers();
        let found = about(&model).solutions().unwrap();
        let found: Result<Vec<Solution>, NoAnswer> = found.collect();
        let key = |solution: &Solution| solution.0.clone();
        let mut found: Vec<_> = found.unwrap().iter().map(key).collect();
        let mut all: Vec<_> = about(&model).all().unwrap().iter().map(key).collect();
        found.sort();
        all.sort();
        assert_eq!(found, all);
        let five = about(&model).at_most(5);
        assert_eq!(five.solutions().unwrap().filter_map(Result::ok).count(), 5);
        assert!(five.solutions().unwrap().all(|solution| solution.is_ok()));
        assert_eq!(five.all().unwrap().len(), 5);
    }

    #[test]
    fn solutions_are_waited_for_for_a_while() {
        let model = numbers();
        let mut solutions = about(&model).at_most(5).solutions().unwrap();
        let mut found = 0;
        loop {
            match solutions.next_within(Duration::from_millis(10)) {
                Ok(Some(solution)) => found += usize::from(solution.is_ok()),
                Ok(None) => break,
                Err(StillWorking) => {}
            }
        }
        assert_eq!(found, 5);
        assert!(matches!(solutions.next_within(Duration::ZERO), Ok(None)));
    }

    /// More solutions than anybody can list.
    fn plenty() -> Model {
        let mut model = Model::new("plenty");
        model.array("x", 40, 0..=9);
        model
    }

    /// The engine stops when nobody takes its solutions any more: it would go on for ever.
    #[test]
    fn solutions_that_are_dropped_stop_the_engine() {
        let cancel = Cancel::new();
        let (model, engines) = (plenty(), [EngineId::Search, EngineId::Sat]);
        for engine in engines {
            let asked = about(&model).engine(engine).cancelled_by(&cancel);
            let mut solutions = asked.solutions().unwrap();
            assert!(solutions.next().unwrap().is_ok());
            let engine = solutions.dismiss();
            let answer = engine.join().expect("no panic").expect("an answer");
            assert!(!answer.complete);
        }
        assert!(!cancel.is_cancelled());
    }

    #[test]
    fn an_iterator_that_is_stopped_ends_with_the_reason() {
        let model = plenty();
        let asked = about(&model).engine(EngineId::Search).seconds(0.05);
        let mut solutions = asked.solutions().unwrap().skip_while(Result::is_ok);
        let last = solutions.next();
        assert!(matches!(last, Some(Err(NoAnswer::Stopped(Limit::Time)))));
        assert!(solutions.next().is_none());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_limited() {
        let model = plenty();
        let asked = about(&model).engine(EngineId::Search).memory(20 << 20);
        let stopped = asked.all().unwrap_err();
        assert!(matches!(stopped, NoAnswer::Stopped(Limit::Memory)));
    }

    #[test]
    fn a_limit_is_no_answer() {
        let mut model = numbers();
        let cancel = Cancel::new();
        cancel.cancel();
        let asked = about(&model).cancelled_by(&cancel);
        assert!(matches!(asked.count(), Err(NoAnswer::Stopped(_))));
        assert!(matches!(asked.all(), Err(NoAnswer::Stopped(_))));
        let x = model.answer();
        model.compare(x[1], Rel::Less, x[0]).unwrap();
        assert_eq!(about(&model).first().unwrap(), None);
        assert!(!about(&model).is_unique().unwrap());
    }
}
