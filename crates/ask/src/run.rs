//! An engine at work on a thread of its own: it can be listened to, suspended, resumed, and left behind.
//!
//! What happens inside CaDiCaL or Huub while they take a large model in cannot be interrupted. When the limit has passed and
//! such an engine has not come back, the question is answered with what is known, and the thread is
//! left behind: it notices that nobody listens as soon as it looks up. Suspending works the same way for every engine:
//! it waits where it looks at the clock.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use tantalizer_model::clock::{Instant, THREADS};
use tantalizer_model::{
    Answer, Cancel, Engine, EngineId, Limit, Limits, Observer, Problem, Progress, Request,
    Solution, Status,
};

/// Models smaller than this, in variables and constraints together, are taken in at once.
const LARGE: usize = 3000;

/// How often the clock is looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// The most engines that may be left behind at a time; no further one is started then.
const MOST_LEFT_BEHIND: usize = 4;

/// How many engines nobody listens to any more are still at work.
static LEFT_BEHIND: AtomicUsize = AtomicUsize::new(0);

/// What the engine says.
enum Word {
    Solution(Solution),
    Bound(i64),
    Progress(Progress),
    /// Its turn is over.
    Waits,
    Answer(Box<Answer>),
}

/// Whether an engine still works, and whether somebody still listens.
const AT_WORK: u8 = 0;
const DONE: u8 = 1;
const ALONE: u8 = 2;

/// An engine at work on one question.
pub struct Run {
    engine: EngineId,
    problem: Problem,
    words: Receiver<Word>,
    replies: Sender<ControlFlow<()>>,
    /// Those of the question; the engine's own can be paused.
    limits: Limits,
    cancel: Cancel,
    state: Arc<AtomicU8>,
    found: u64,
    best: Option<i64>,
}

impl Run {
    /// Sets an engine to work.
    pub fn start(engine: Arc<dyn Engine>, problem: &Problem, request: &Request) -> Run {
        let (speak, words) = channel();
        let cancel = request.limits.cancel.child();
        Run::with(engine, problem, request, cancel, speak, words)
    }

    /// Sets an engine to work in turns; this is the first, of so many units of work.
    pub(crate) fn in_turns(
        engine: Arc<dyn Engine>,
        problem: &Problem,
        request: &Request,
        work: u32,
    ) -> Run {
        let (speak, words) = channel();
        let waits = speak.clone();
        let cancel = request.limits.cancel.in_turns(move || {
            // Nobody listens any more if the run was left behind.
            let _ = waits.send(Word::Waits);
        });
        cancel.allow(work);
        Run::with(engine, problem, request, cancel, speak, words)
    }

    fn with(
        engine: Arc<dyn Engine>,
        problem: &Problem,
        request: &Request,
        cancel: Cancel,
        speak: Sender<Word>,
        words: Receiver<Word>,
    ) -> Run {
        let (replies, heard) = channel();
        let limits = request.limits.clone();
        let request = Request {
            limits: Limits {
                cancel,
                ..limits.clone()
            },
            ..request.clone()
        };
        let run = Run {
            engine: engine.id(),
            problem: problem.clone(),
            words,
            replies,
            limits,
            cancel: request.limits.cancel.clone(),
            state: Arc::new(AtomicU8::new(AT_WORK)),
            found: 0,
            best: None,
        };
        let (problem, work) = (problem.clone(), Work(Arc::clone(&run.state)));
        let named = std::thread::Builder::new().name(engine.id().to_string());
        let started = named.spawn(move || {
            let mut voice = Voice {
                speak,
                replies: heard,
            };
            let answer = engine.answer(&problem, &request, &mut voice);
            // Before anybody hears the answer: who has it need not wait for the thread to end.
            drop(work);
            // Nobody listens any more if the run was left behind.
            let _ = voice.speak.send(Word::Answer(Box::new(answer)));
        });
        started.expect("a thread can be started");
        run
    }

    /// Lets the engine wait where it looks at the clock next.
    pub fn suspend(&self) {
        self.cancel.pause();
    }

    /// Lets it go on.
    pub fn resume(&self) {
        self.cancel.resume();
    }

    /// Gives it another turn, of so many units of work.
    pub(crate) fn allow(&self, work: u32) {
        self.cancel.allow(work);
    }

    /// What stops this run alone.
    pub(crate) fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Passes on what the engine says until it has answered, until its turn is over, or until that moment. An engine that does not keep its limits is
    /// left behind, and what it found so far is the answer.
    pub fn listen(
        &mut self,
        until: Option<Instant>,
        observer: &mut dyn Observer,
    ) -> Option<Answer> {
        // One glance more than the limit: an engine that keeps time itself gives the better answer.
        let mut overdue = false;
        loop {
            let wait = until.map_or(GLANCE, |until| {
                GLANCE.min(until.saturating_duration_since(Instant::now()))
            });
            match self.words.recv_timeout(wait) {
                Ok(Word::Answer(answer)) => return Some(*answer),
                Ok(Word::Waits) => return None,
                Ok(Word::Progress(progress)) => observer.progress(&progress),
                Ok(Word::Bound(bound)) => observer.bound(bound),
                Ok(Word::Solution(solution)) => {
                    self.found += 1;
                    self.best = self.problem.value(&solution);
                    let _ = self.replies.send(observer.solution(&solution));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if until.is_some_and(|until| Instant::now() >= until) {
                        return None;
                    }
                    match self.limits.expired() {
                        Some(limit) if overdue => return Some(self.unfinished(limit)),
                        expired => overdue = expired.is_some(),
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let reason = "the engine failed".to_string();
                    return Some(self.unfinished(Limit::Unsupported(reason)));
                }
            }
        }
    }

    fn unfinished(&self, limit: Limit) -> Answer {
        let mut answer = Answer::unknown(self.engine, limit);
        answer.count = self.found.into();
        answer.best = self.best;
        if self.found > 0 {
            answer.status = Status::Satisfiable;
        }
        let reason = "the limit was reached while the engine took the problem in";
        answer.statistics.engine_reason = Some(reason.into());
        answer
    }
}

/// Whoever stops listening stops the engine.
impl Drop for Run {
    fn drop(&mut self) {
        self.cancel.cancel();
        LEFT_BEHIND.fetch_add(1, Ordering::Relaxed);
        if self.state.swap(ALONE, Ordering::AcqRel) == DONE {
            LEFT_BEHIND.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// The work of an engine, done when this goes away, even by a panic.
struct Work(Arc<AtomicU8>);

impl Drop for Work {
    fn drop(&mut self) {
        if self.0.swap(DONE, Ordering::AcqRel) == ALONE {
            LEFT_BEHIND.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// Answers with the engine, and hardly later than the limits allow.
pub(crate) fn answer(
    engine: Arc<dyn Engine>,
    problem: &Problem,
    request: &Request,
    observer: &mut dyn Observer,
) -> Answer {
    let small = problem
        .model()
        .is_some_and(|model| model.var_count() + model.constraints().len() < LARGE);
    // What a solver does with a large model cannot be interrupted; other engines are only slow to look up.
    let solves_inside = matches!(engine.id(), EngineId::Learn | EngineId::Sat);
    let unlimited = request.limits.deadline.is_none();
    let at_once = engine.keeps_time() && (small || unlimited && !solves_inside);
    // A watched search tells every node, which a run on another thread does not.
    if at_once || observer.watches() || !THREADS {
        return engine.answer(problem, request, observer);
    }
    if LEFT_BEHIND.load(Ordering::Relaxed) >= MOST_LEFT_BEHIND {
        let reason = "too many engines are still at work on earlier questions".to_string();
        return Answer::unknown(engine.id(), Limit::Unsupported(reason));
    }
    let mut run = Run::start(engine, problem, request);
    loop {
        // Without a moment to stop at, it ends with an answer.
        if let Some(answer) = run.listen(None, observer) {
            return answer;
        }
    }
}

/// What the engine speaks through.
struct Voice {
    speak: Sender<Word>,
    replies: Receiver<ControlFlow<()>>,
}

impl Observer for Voice {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        match self.speak.send(Word::Solution(solution.clone())) {
            Ok(()) => self.replies.recv().unwrap_or(ControlFlow::Break(())),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn bound(&mut self, bound: i64) {
        let _ = self.speak.send(Word::Bound(bound));
    }

    fn progress(&mut self, progress: &Progress) {
        let _ = self.speak.send(Word::Progress(*progress));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_model::{Collect, Model, Question, Rel};

    /// An engine that never looks at the clock.
    struct Deaf;

    impl Engine for Deaf {
        fn id(&self) -> EngineId {
            EngineId::Own("deaf")
        }

        fn answer(&self, _: &Problem, request: &Request, observer: &mut dyn Observer) -> Answer {
            while observer.solution(&Solution(vec![0])).is_continue() {
                if request.question == Question::Count {
                    std::thread::park();
                }
            }
            Answer::from_search(self.id(), request.question, 1, None)
        }
    }

    fn large() -> Problem {
        let mut model = Model::new("large");
        let x = model.array("x", LARGE, 0..=1);
        for pair in x.windows(2) {
            model
                .compare(pair[0], Rel::LessEqual, pair[1])
                .expect("valid");
        }
        model.into()
    }

    #[test]
    fn an_engine_that_does_not_come_back_is_left_behind() {
        let request = Request::new(Question::Count).with_limits(Limits::seconds(0.05));
        let mut found = Collect::default();
        let answer = answer(Arc::new(Deaf), &large(), &request, &mut found);
        assert_eq!(answer.stopped_by, Some(Limit::Time));
        assert_eq!(
            (answer.status, answer.complete),
            (Status::Satisfiable, false)
        );
        assert_eq!(found.solutions.len(), 1);
    }

    #[test]
    fn an_observer_that_stops_is_heard() {
        struct Once;
        impl Observer for Once {
            fn solution(&mut self, _: &Solution) -> ControlFlow<()> {
                ControlFlow::Break(())
            }
        }
        let request =
            Request::new(Question::All { limit: None }).with_limits(Limits::seconds(60.0));
        let answer = answer(Arc::new(Deaf), &large(), &request, &mut Once);
        assert!(answer.complete);
    }

    #[test]
    fn a_large_model_is_answered_as_by_the_engine_itself() {
        let request = Request::new(Question::All { limit: Some(5) });
        let mut found = Collect::default();
        let sat = Arc::new(tantalizer_sat::Sat::new());
        let answer = answer(sat, &large(), &request, &mut found);
        assert_eq!((answer.count, found.solutions.len()), (5u32.into(), 5));
    }

    /// Every engine waits when it is told to, says nothing meanwhile, and then answers as if nothing had happened.
    #[test]
    fn a_run_can_be_suspended_and_resumed() {
        let mut model = Model::new("queens");
        let queens = model.array("q", 8, 0..=7);
        for (left, &a) in queens.iter().enumerate() {
            for (right, &b) in queens.iter().enumerate().skip(left + 1) {
                let apart = (right - left) as i64;
                for shift in [0, apart, -apart] {
                    let terms = [(1, a), (-1, b)];
                    model.linear(terms, Rel::NotEqual, shift).expect("valid");
                }
            }
        }
        let problem = Problem::from(model);
        let question = Question::All { limit: None };
        for engine in crate::engines() {
            let engine = crate::engines::general(engine.id()).expect("a general engine");
            let id = engine.id();
            let mut run = Run::start(engine, &problem, &Request::new(question));
            run.suspend();
            let mut heard = Collect::default();
            let moment = |millis| Some(Instant::now() + Duration::from_millis(millis));
            // What was said before it looked up is heard first.
            let _ = run.listen(moment(100), &mut heard);
            let before = heard.solutions.len();
            let early = run.listen(moment(100), &mut heard);
            if early.is_none() {
                assert_eq!(heard.solutions.len(), before, "{id} goes on");
            }
            run.resume();
            let answer = early.or_else(|| run.listen(None, &mut heard));
            let answer = answer.expect("it ends with an answer");
            assert!(answer.complete, "{id}: {:?}", answer.stopped_by);
            assert_eq!(heard.solutions.len(), 92, "{id}");
        }
    }
}
