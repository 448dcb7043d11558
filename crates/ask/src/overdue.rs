//! Engines that keep time even where they do not look at the clock.
//!
//! Preparing a large model inside CaDiCaL or Huub cannot be interrupted. So an
//! engine that learns works on a large model on a thread of its own. When the
//! limit has passed and it has not come back, the question is answered with
//! what is known, and the thread is left behind: it notices that nobody
//! listens as soon as it looks up.

use std::ops::Deref;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use tantalizer_model::{Answer, Flow, Model, ModelEngine, Observer, Progress, Request, Solution};

/// Models smaller than this, in variables and constraints together, are taken in at once.
const LARGE: usize = 3000;

/// How often the clock is looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// What the engine says.
enum Word {
    Solution(Solution),
    Progress(Progress),
    Answer(Box<Answer>),
}

/// Answers with the engine, and hardly later than the limits allow.
pub(crate) fn answer(
    engine: impl Deref<Target = dyn ModelEngine> + Send + 'static,
    model: &Model,
    request: &Request,
    observer: &mut dyn Observer,
) -> Answer {
    let learns = matches!(engine.name(), "learn" | "sat");
    if !learns || model.var_count() + model.constraints().len() < LARGE {
        return engine.answer(model, request, observer);
    }
    let name = engine.name();
    let watch = request.limits.start();
    let (speak, words) = channel();
    let (reply, replies) = channel();
    let (model, request) = (model.clone(), request.clone());
    std::thread::spawn(move || {
        let mut voice = Voice {
            speak: speak.clone(),
            replies,
        };
        let answer = engine.answer(&model, &request, &mut voice);
        // Nobody listens any more if time ran out.
        let _ = speak.send(Word::Answer(Box::new(answer)));
    });
    let mut found = 0u64;
    // One glance more than the limit: an engine that keeps time itself gives the better answer.
    let mut overdue = false;
    loop {
        match words.recv_timeout(GLANCE) {
            Ok(Word::Answer(answer)) => return *answer,
            Ok(Word::Progress(progress)) => observer.progress(&progress),
            Ok(Word::Solution(solution)) => {
                found += 1;
                let _ = reply.send(observer.solution(&solution));
            }
            Err(RecvTimeoutError::Timeout) => match watch.expired() {
                Some(limit) if overdue => {
                    let mut answer = Answer::unknown(name, limit);
                    answer.count = found.into();
                    if found > 0 {
                        answer.status = tantalizer_model::Status::Satisfiable;
                    }
                    let reason = "time ran out while the engine took the model in";
                    answer.statistics.engine_reason = Some(reason.into());
                    return answer;
                }
                expired => overdue = expired.is_some(),
            },
            Err(RecvTimeoutError::Disconnected) => {
                let reason = "the engine failed".to_string();
                return Answer::unknown(name, tantalizer_model::Limit::Unsupported(reason));
            }
        }
    }
}

/// What the engine speaks through.
struct Voice {
    speak: Sender<Word>,
    replies: Receiver<Flow>,
}

impl Observer for Voice {
    fn solution(&mut self, solution: &Solution) -> Flow {
        match self.speak.send(Word::Solution(solution.clone())) {
            Ok(()) => self.replies.recv().unwrap_or(Flow::Stop),
            Err(_) => Flow::Stop,
        }
    }

    fn progress(&mut self, progress: &Progress) {
        let _ = self.speak.send(Word::Progress(*progress));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_model::{
        Collect, ConstraintKind, Limit, Limits, Question, Rel, Status, Support,
    };

    /// An engine that never looks at the clock.
    struct Deaf;

    impl ModelEngine for Deaf {
        fn id(&self) -> EngineId {
            EngineId::Sat
        }

        fn support(&self, _: ConstraintKind) -> Support {
            Support::Rewritten
        }

        fn answer_model(
            &self,
            _: &Model,
            request: &Request,
            observer: &mut dyn Observer,
        ) -> Answer {
            while observer.solution(&Solution(vec![0])) == Flow::Continue {
                if request.question == Question::Count {
                    std::thread::park();
                }
            }
            Answer::from_search("sat", request.question, 1, None)
        }
    }

    fn large() -> Model {
        let mut model = Model::new("large");
        let x = model.array("x", LARGE, 0..=1);
        for pair in x.windows(2) {
            model
                .compare(pair[0], Rel::LessEqual, pair[1])
                .expect("valid");
        }
        model
    }

    #[test]
    fn an_engine_that_does_not_come_back_is_left_behind() {
        let request = Request {
            limits: Limits::seconds(0.05),
            ..Request::new(Question::Count)
        };
        let mut found = Collect::default();
        let answer = answer(
            Box::new(Deaf) as Box<dyn ModelEngine>,
            &large(),
            &request,
            &mut found,
        );
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
            fn solution(&mut self, _: &Solution) -> Flow {
                Flow::Stop
            }
        }
        let request = Request::new(Question::All { limit: None });
        let answer = answer(
            Box::new(Deaf) as Box<dyn ModelEngine>,
            &large(),
            &request,
            &mut Once,
        );
        assert!(answer.complete);
    }

    #[test]
    fn a_large_model_is_answered_as_by_the_engine_itself() {
        let request = Request::new(Question::All { limit: Some(5) });
        let mut found = Collect::default();
        let sat: Box<dyn ModelEngine> = Box::new(tantalizer_sat::Sat::new());
        let answer = answer(sat, &large(), &request, &mut found);
        assert_eq!((answer.count, found.solutions.len()), (5u32.into(), 5));
    }
}
