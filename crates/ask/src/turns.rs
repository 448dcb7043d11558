//! Several engines on one question, in turns.
//!
//! Each works on a thread of its own, and waits until it is its turn. Turns are measured in work, by what an engine says it has
//! done, and never in seconds: on one thread the same question is answered in the same way every time. They grow, so that
//! little is lost by changing over, and who goes first gets more. With several threads as many have their turn at a time.
//! What one finds all know: a solution is told once, and a better one is a bound for all. The first complete answer is taken.
//! So the answer takes at most a few times as long as the best engine alone, whatever the problem is.
//!
//! Without threads nobody can wait in the middle of their work: an engine whose turn is over is stopped, and begins again, with more time, at its next.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use num_bigint::BigUint;
use tantalizer_model::clock::{Instant, THREADS};
use tantalizer_model::{
    Answer, BestSoFar, Cancel, EngineId, Limit, Model, Objective, Observer, Problem, Progress,
    Question, Request, Silent, Solution, Status, Var,
};

use crate::auto::alone;
use crate::engines;
use crate::run::Run;

/// After so many solutions it is decided for whoever found them: enumerating is what is left to do.
const DECIDED: usize = 20_000;

/// Each turn is so much longer than the one before; more where an engine has to begin again at each.
const GROWTH: f64 = if THREADS { 1.3 } else { 3.0 };

/// The parts of the work that each gets in the order of their turns, unless there is a better reason than a guess. So whoever goes first is
/// waited for twice as long as it would take alone, the next three times, and the last six times; where a learning engine is last, another one
/// is before it that is rarely much slower.
pub(crate) const SHARES: [f64; 3] = [3.0, 2.0, 1.0];

/// Who comes last lets so many turns of its own pass: it takes time to begin, and most questions are answered by then.
const LATE: u32 = if THREADS { 3 } else { 0 };

/// So long the others are waited for when one has answered, so that they end with the question.
const PATIENCE: Duration = Duration::from_millis(50);

/// Units of work in a first turn: about ten milliseconds.
pub(crate) const LEAST: u32 = 10_000;

/// The same for this model: more for one so large that any engine needs longer for the smallest step.
pub(crate) fn moment(model: &Model) -> u32 {
    let size = model.var_count() + model.constraints().len();
    u32::try_from(3 * size).unwrap_or(u32::MAX).max(LEAST)
}

/// Lets engines answer the same question, the likeliest first; of the work they get these parts.
pub(crate) fn in_turns(
    ids: &[EngineId],
    shares: [f64; 3],
    model: &Arc<Model>,
    request: &Request,
    observer: &mut dyn Observer,
) -> Answer {
    let problem = Problem::Model(Arc::clone(model));
    // For one that was left out of the build the next best takes part, unless it does already.
    let mut there: Vec<EngineId> = Vec::new();
    let mut parts: Vec<f64> = Vec::new();
    for (id, share) in ids.iter().map(|&id| engines::or_next(id)).zip(shares) {
        if engines::is_there(id) && !there.contains(&id) {
            there.push(id);
            parts.push(share);
        }
    }
    let ids = there;
    if let [] | [_] = ids[..] {
        let id = ids.first().copied().unwrap_or(EngineId::Search);
        return alone(id, "", &problem, request, observer);
    }
    let objective = match request.question {
        Question::Best => model.objective(),
        _ => None,
    };
    let at_a_time = request.threads.min(ids.len());
    let request = Request {
        best: objective.map(BestSoFar::new),
        threads: (request.threads + 1).saturating_sub(ids.len()).max(1),
        ..request.clone()
    };
    let round = Round {
        problem,
        objective,
        request: &request,
        answer: model.answer(),
        desk: Mutex::new(Desk {
            waiting: (ids.iter().zip(parts).enumerate())
                .map(|(number, (&id, part))| Lane::new(number, id, part * f64::from(moment(model))))
                .collect(),
            cancels: Vec::new(),
            finishes: Vec::new(),
            over: false,
        }),
        line: Mutex::new(Line {
            observer,
            seen: HashSet::new(),
            found: vec![0; ids.len()],
            best: None,
            enough: false,
        }),
    };
    std::thread::scope(|scope| {
        for _ in 1..at_a_time {
            scope.spawn(|| round.conduct());
        }
        round.conduct();
    });
    round.close(&ids)
}

/// An engine on its way.
struct Lane {
    number: usize,
    id: EngineId,
    /// How much work its next turn is.
    work: f64,
    /// So many turns it lets pass.
    late: u32,
    run: Option<Run>,
}

impl Lane {
    fn new(number: usize, id: EngineId, work: f64) -> Lane {
        Lane {
            number,
            id,
            work,
            late: if number + 1 == SHARES.len() { LATE } else { 0 },
            run: None,
        }
    }

    /// Its next turn. An answer ends it.
    fn turn(
        &mut self,
        round: &Round<'_>,
        start: impl FnOnce(Cancel),
        observer: &mut dyn Observer,
    ) -> Option<Answer> {
        let work = self.work as u32;
        self.work *= GROWTH;
        if self.late > 0 {
            self.late -= 1;
            return None;
        }
        if !THREADS {
            return self.turn_from_the_beginning(work, round, start, observer);
        }
        match &mut self.run {
            Some(run) => {
                run.allow(work);
                run.listen(None, observer)
            }
            none => {
                let engine = engines::general(self.id)?;
                let run = Run::in_turns(engine, &round.problem, round.request, work);
                start(run.cancel());
                none.insert(run).listen(None, observer)
            }
        }
    }

    /// The same for an engine that cannot wait.
    fn turn_from_the_beginning(
        &self,
        work: u32,
        round: &Round<'_>,
        start: impl FnOnce(Cancel),
        observer: &mut dyn Observer,
    ) -> Option<Answer> {
        let limits = &round.request.limits;
        let mut request = round.request.clone();
        request.limits.cancel = limits.cancel.after_work(work);
        start(request.limits.cancel.clone());
        let answer = engines::general(self.id)?.answer(&round.problem, &request, observer);
        let turn_is_over = answer.stopped_by == Some(Limit::Cancelled)
            && limits.expired().is_none()
            && !lock(&round.desk).over;
        (!turn_is_over).then_some(answer)
    }
}

/// Everything that those who conduct share.
struct Round<'a> {
    problem: Problem,
    objective: Option<Objective>,
    request: &'a Request,
    answer: Vec<Var>,
    desk: Mutex<Desk>,
    line: Mutex<Line<'a>>,
}

/// Who is at work, and who has answered.
struct Desk {
    waiting: VecDeque<Lane>,
    cancels: Vec<(usize, Cancel)>,
    finishes: Vec<(usize, Answer)>,
    over: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Round<'_> {
    /// Gives turns to whoever waits, until somebody has answered.
    fn conduct(&self) {
        while let Some(mut lane) = self.next() {
            let number = lane.number;
            let started = |cancel: Cancel| {
                let mut desk = lock(&self.desk);
                if desk.over {
                    cancel.cancel();
                }
                desk.cancels.push((number, cancel));
            };
            let mut told = Told {
                number,
                round: self,
            };
            let answer = lane.turn(self, started, &mut told);
            let mut desk = lock(&self.desk);
            match answer {
                None => desk.waiting.push_back(lane),
                Some(answer) => {
                    let expired = self.request.limits.expired().is_some();
                    desk.over |= answer.complete || expired || lock(&self.line).enough;
                    desk.finishes.push((number, answer));
                }
            }
            if desk.over {
                desk.stop(None);
            }
        }
    }

    fn next(&self) -> Option<Lane> {
        let mut desk = lock(&self.desk);
        if desk.over {
            return None;
        }
        desk.waiting.pop_front()
    }

    /// The answer, once nobody is at work any more.
    fn close(self, ids: &[EngineId]) -> Answer {
        let mut desk = self
            .desk
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        desk.stop(None);
        let until = Some(Instant::now() + PATIENCE);
        for lane in &mut desk.waiting {
            let last = lane.run.as_mut().map(|run| run.listen(until, &mut Silent));
            let last = last.flatten().map(|answer| (lane.number, answer));
            desk.finishes.extend(last);
        }
        let line = self
            .line
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let complete = desk.finishes.iter().position(|finish| finish.1.complete);
        let most = || {
            let count = |at: &usize| desk.finishes[*at].1.count.clone();
            (0..desk.finishes.len()).max_by_key(count).unwrap_or(0)
        };
        let chosen = complete.unwrap_or_else(most);
        let question = self.request.question;
        let (number, mut answer) = if desk.finishes.is_empty() {
            let found = line.seen.len() as u64;
            (
                0,
                Answer::from_search(ids[0], question, found, Some(Limit::Solutions)),
            )
        } else {
            desk.finishes.swap_remove(chosen)
        };
        if lists(question) {
            answer.count = answer.count.max(BigUint::from(line.seen.len()));
            if line.enough && !answer.complete {
                answer.stopped_by = Some(Limit::Solutions);
            }
        }
        if let Some((value, solution)) = line.best {
            answer.status = if answer.complete {
                Status::Optimal
            } else {
                Status::Satisfiable
            };
            answer.best = Some(value.into());
            answer.count = BigUint::from(1u8);
            answer.solutions = vec![solution];
        }
        // An engine that was stopped for the sake of another says so; what counts is what stopped all of them.
        if !answer.complete && answer.stopped_by == Some(Limit::Cancelled) {
            let limit = self.request.limits.expired();
            answer.stopped_by = Some(limit.unwrap_or(Limit::Solutions));
        }
        let others = ids.iter().filter(|&&id| id != ids[number]);
        let others: Vec<&str> = others.map(|id| id.name()).collect();
        let outcome = if complete.is_some() {
            "was first"
        } else {
            "came furthest"
        };
        let reason = format!(
            "{} took turns with {} and {outcome}",
            ids[number],
            others.join(" and ")
        );
        answer.statistics.engine_reason = Some(reason);
        answer
    }
}

impl Desk {
    /// Stops everybody but this one.
    fn stop(&self, but: Option<usize>) {
        let others = self.cancels.iter().filter(|lane| Some(lane.0) != but);
        others.for_each(|(_, cancel)| cancel.cancel());
    }
}

/// Whether solutions are listed, so that what all found counts together.
fn lists(question: Question) -> bool {
    matches!(question, Question::All { .. } | Question::Unique)
}

/// Where all engines report.
struct Line<'a> {
    observer: &'a mut dyn Observer,
    /// The answers that were reported.
    seen: HashSet<Vec<i32>>,
    /// How many solutions each found.
    found: Vec<usize>,
    best: Option<(i32, Solution)>,
    /// Whether no more solutions are wanted.
    enough: bool,
}

impl Line<'_> {
    /// Reports a solution unless it is known or no improvement.
    fn report(&mut self, round: &Round<'_>, solution: &Solution) -> ControlFlow<()> {
        if self.enough {
            return ControlFlow::Break(());
        }
        if let Some(objective) = round.objective {
            let value = solution[objective.var()];
            let known = self.best.as_ref();
            if known.is_some_and(|(best, _)| !objective.improves(value, *best)) {
                return ControlFlow::Continue(());
            }
            self.best = Some((value, solution.clone()));
        } else if !self.seen.insert(solution.project(&round.answer)) {
            return ControlFlow::Continue(());
        }
        let wanted = round.request.question.enough();
        let flow = self.observer.solution(solution);
        self.enough = flow.is_break() || wanted == Some(self.seen.len() as u64);
        if self.enough {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// What one engine reports to.
struct Told<'l, 'a> {
    number: usize,
    round: &'l Round<'a>,
}

impl Observer for Told<'_, '_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        let mut line = lock(&self.round.line);
        let flow = line.report(self.round, solution);
        line.found[self.number] += 1;
        let decided = lists(self.round.request.question) && line.found[self.number] == DECIDED;
        let enough = line.enough;
        drop(line);
        if decided || enough {
            let mut desk = lock(&self.round.desk);
            desk.over |= enough;
            desk.stop(Some(self.number));
            desk.waiting.clear();
        }
        flow
    }

    fn bound(&mut self, bound: i64) {
        lock(&self.round.line).observer.bound(bound);
    }

    fn progress(&mut self, progress: &Progress) {
        lock(&self.round.line).observer.progress(progress);
    }
}
