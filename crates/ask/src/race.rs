//! Two engines on two threads; the first complete answer is taken, and the other is stopped.

use std::collections::HashSet;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use num_bigint::BigUint;
use tantalizer_model::{
    Answer, Cancel, Flow, Limit, Limits, Model, Observer, Progress, Question, Request, Solution,
    Var,
};

use crate::engines::by_name;
use crate::overdue;

/// How often the race looks whether somebody cancelled it.
const GLANCE: Duration = Duration::from_millis(10);

/// After so many solutions the race is decided for whoever found more of them: enumerating is what is left to do.
const DECIDED: usize = 20_000;

/// Lets two engines answer the same question. What both find is reported once, as it comes.
pub(crate) fn race(
    names: [&'static str; 2],
    model: &Model,
    request: &Request,
    observer: &mut dyn Observer,
) -> Answer {
    let cancels = [Cancel::new(), Cancel::new()];
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
        for (lane, name) in names.into_iter().enumerate() {
            let (send, line, cancels) = (send.clone(), &line, &cancels);
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
                let answer = overdue::answer(by_name(name), model, &request, &mut runner);
                // The receiver lives until both lanes have finished.
                let _ = send.send((lane, answer));
            });
        }
        while finishes.len() < 2 {
            match receive.recv_timeout(GLANCE) {
                Ok(finish) => {
                    if finish.1.complete {
                        cancels.iter().for_each(Cancel::cancel);
                    }
                    finishes.push(finish);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if request.limits.cancel.is_cancelled() {
                        cancels.iter().for_each(Cancel::cancel);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
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
    if matches!(request.question, Question::All { .. }) {
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
        names[lane],
        names[1 - lane]
    ));
    answer
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
        let wanted = match self.question {
            Question::One => Some(1),
            Question::All { limit } => limit,
            Question::Count | Question::Best => None,
        };
        let flow = self.observer.solution(solution);
        self.enough = flow == Flow::Stop || wanted == Some(self.seen.len() as u64);
        match self.enough {
            true => Flow::Stop,
            false => Flow::Continue,
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
        let enumerating = matches!(line.question, Question::All { .. });
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
