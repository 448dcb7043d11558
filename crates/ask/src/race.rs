//! Two engines on two threads; the first complete answer is taken, and the other is stopped.

use std::collections::HashSet;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard};

use num_bigint::BigUint;
use tantalizer_model::{
    Answer, Cancel, EngineId, Flow, Limit, Limits, Model, Observer, Problem, Progress, Question,
    Request, Solution, Var,
};

use crate::auto::alone;
use crate::engines;

/// After so many solutions the race is decided for whoever found more of them: enumerating is what is left to do.
const DECIDED: usize = 20_000;

/// Lets two engines answer the same question. What both find is reported once, as it comes.
pub(crate) fn race(
    ids: [EngineId; 2],
    model: &Arc<Model>,
    request: &Request,
    observer: &mut dyn Observer,
) -> Answer {
    let problem = Problem::Model(Arc::clone(model));
    let ids = ids.map(engines::or_next);
    if ids[0] == ids[1] {
        return alone(ids[0], "", &problem, request, observer);
    }
    let cancels = [0, 1].map(|_| request.limits.cancel.child());
    let line = Mutex::new(Line {
        observer,
        question: request.question,
        answer: model.answer(),
        seen: HashSet::new(),
        found: [0, 0],
        best: None,
        enough: false,
        decided: false,
    });
    let (send, receive) = channel();
    let mut finishes: Vec<(usize, Answer)> = Vec::new();
    std::thread::scope(|scope| {
        for (lane, id) in ids.into_iter().enumerate() {
            let (send, line, cancels, problem) = (send.clone(), &line, &cancels, &problem);
            let request = Request {
                limits: Limits {
                    cancel: cancels[lane].clone(),
                    ..request.limits.clone()
                },
                threads: (request.threads - 1).max(1),
                ..request.clone()
            };
            scope.spawn(move || {
                let mut runner = Runner {
                    lane,
                    line,
                    model,
                    cancels,
                };
                let answer = alone(id, "", problem, &request, &mut runner);
                // The receiver lives until both lanes have finished.
                let _ = send.send((lane, answer));
            });
        }
        while finishes.len() < 2 {
            match receive.recv() {
                Ok(finish) => {
                    if finish.1.complete {
                        cancels.iter().for_each(Cancel::cancel);
                    }
                    finishes.push(finish);
                }
                Err(_) => break,
            }
        }
    });
    let complete = finishes.iter().position(|finish| finish.1.complete);
    let most = || {
        let count = |at: &usize| finishes[*at].1.count.clone();
        (0..finishes.len()).max_by_key(count).unwrap_or(0)
    };
    let (lane, mut answer) = finishes.swap_remove(complete.unwrap_or_else(most));
    let line = line.into_inner().unwrap_or_else(|error| error.into_inner());
    if lists(request.question) {
        answer.count = answer.count.max(BigUint::from(line.seen.len()));
        if line.enough && !answer.complete {
            answer.stopped_by = Some(Limit::Solutions);
        }
    }
    // A lane that was stopped for the sake of the other says so; what counts is who stopped the race.
    if !answer.complete
        && answer.stopped_by == Some(Limit::Cancelled)
        && !request.limits.cancel.is_cancelled()
    {
        answer.stopped_by = Some(Limit::Solutions);
    }
    let outcome = match complete {
        Some(_) => "was first",
        None => "found more before the limit",
    };
    answer.statistics.engine_reason = Some(format!(
        "{} raced {} and {outcome}",
        ids[lane],
        ids[1 - lane]
    ));
    answer
}

/// Whether solutions are listed, so that what both lanes found counts together.
fn lists(question: Question) -> bool {
    matches!(question, Question::All { .. } | Question::Unique)
}

/// Where both engines report.
struct Line<'a> {
    observer: &'a mut dyn Observer,
    question: Question,
    answer: Vec<Var>,
    /// The answers that were reported.
    seen: HashSet<Vec<i32>>,
    /// How many solutions each lane found.
    found: [usize; 2],
    best: Option<i32>,
    /// Whether no more solutions are wanted.
    enough: bool,
    /// Whether one lane goes on alone.
    decided: bool,
}

impl Line<'_> {
    /// Reports a solution unless it is known or no improvement.
    fn report(&mut self, model: &Model, lane: usize, solution: &Solution) -> Flow {
        if self.enough {
            return Flow::Stop;
        }
        self.found[lane] += 1;
        if let (Question::Best, Some(objective)) = (self.question, model.objective()) {
            let value = solution[objective.var()];
            if self
                .best
                .is_some_and(|best| !objective.improves(value, best))
            {
                return Flow::Continue;
            }
            self.best = Some(value);
        } else if !self.seen.insert(solution.project(&self.answer)) {
            return Flow::Continue;
        }
        let wanted = self.question.enough();
        let flow = self.observer.solution(solution);
        self.enough = flow == Flow::Stop || wanted == Some(self.seen.len() as u64);
        if self.enough {
            Flow::Stop
        } else {
            Flow::Continue
        }
    }
}

/// What one engine reports to.
struct Runner<'l, 'a> {
    lane: usize,
    line: &'l Mutex<Line<'a>>,
    model: &'l Model,
    cancels: &'l [Cancel; 2],
}

impl<'a> Runner<'_, 'a> {
    fn line(&self) -> MutexGuard<'_, Line<'a>> {
        self.line.lock().unwrap_or_else(|error| error.into_inner())
    }
}

impl Observer for Runner<'_, '_> {
    fn solution(&mut self, solution: &Solution) -> Flow {
        let mut line = self.line();
        let flow = line.report(self.model, self.lane, solution);
        if line.enough {
            self.cancels[1 - self.lane].cancel();
        }
        let enumerating = lists(line.question);
        if enumerating && !line.decided && line.found[self.lane] >= DECIDED {
            line.decided = true;
            self.cancels[1 - self.lane].cancel();
        }
        flow
    }

    fn progress(&mut self, progress: &Progress) {
        self.line().observer.progress(progress);
    }
}
