//! Two engines on two threads; the first complete answer is taken, and the other is stopped.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use tantalizer_model::{
    Answer, Cancel, Collect, Flow, Limits, Model, Observer, Progress, Question, Solution, Task,
};

use crate::engines::by_name;

/// How often the race looks whether somebody cancelled it.
const GLANCE: Duration = Duration::from_millis(10);

/// Lets two engines answer the same question. What both would find twice is reported once: improvements of the best as they
/// come, other solutions from the winner when it is known; if nobody wins, from the one that found more.
pub(crate) fn race(
    names: [&'static str; 2],
    model: &Model,
    task: &Task,
    observer: &mut dyn Observer,
) -> Answer {
    let line = Mutex::new(Line {
        observer,
        best: None,
    });
    let cancels = [Cancel::new(), Cancel::new()];
    let (send, receive) = channel();
    let mut finishes: Vec<(usize, Answer, Vec<Solution>)> = Vec::new();
    std::thread::scope(|scope| {
        for (lane, name) in names.into_iter().enumerate() {
            let (send, line) = (send.clone(), &line);
            let task = Task {
                limits: Limits {
                    cancel: cancels[lane].clone(),
                    ..task.limits.clone()
                },
                threads: (task.threads - 1).max(1),
                ..task.clone()
            };
            scope.spawn(move || {
                let mut runner = Runner {
                    line,
                    model,
                    best: task.question == Question::Best,
                    kept: Collect::default(),
                };
                let answer = by_name(name).answer(model, &task, &mut runner);
                // The receiver lives until both lanes have finished.
                let _ = send.send((lane, answer, runner.kept.solutions));
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
                    if task.limits.cancel.is_cancelled() {
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
    let (lane, mut answer, kept) = finishes.swap_remove(complete.unwrap_or_else(most));
    let observer = line
        .into_inner()
        .map_or_else(|e| e.into_inner().observer, |l| l.observer);
    for solution in &kept {
        if observer.solution(solution) == Flow::Stop {
            break;
        }
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
    best: Option<i32>,
}

/// What one engine reports to.
struct Runner<'l, 'a> {
    line: &'l Mutex<Line<'a>>,
    model: &'l Model,
    best: bool,
    kept: Collect,
}

impl Observer for Runner<'_, '_> {
    fn solution(&mut self, solution: &Solution) -> Flow {
        let (true, Some(objective)) = (self.best, self.model.objective()) else {
            return self.kept.solution(solution);
        };
        let mut line = self.line.lock().unwrap_or_else(|error| error.into_inner());
        let value = solution[objective.var()];
        if line
            .best
            .is_some_and(|best| !objective.improves(value, best))
        {
            return Flow::Continue;
        }
        line.best = Some(value);
        line.observer.solution(solution)
    }

    fn progress(&mut self, progress: &Progress) {
        let mut line = self.line.lock().unwrap_or_else(|error| error.into_inner());
        line.observer.progress(progress);
    }
}
