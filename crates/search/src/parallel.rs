//! One search tree on several threads, by giving away parts of it.
//!
//! Each thread has a kernel of its own. A thread without work says so; a busy one sees it at its next node and gives away the
//! other side of its topmost open decision, as the list of decisions that leads there. Every part of the tree is explored
//! by exactly one thread, so the set of solutions does not depend on their number.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use tantalizer_model::{
    BestSoFar, Limit, Node, Objective, Observer, Progress, Question, Request, Solution, Watch,
};

use crate::branch::Decision;
use crate::dfs::{Figures, Search, Surroundings};

/// How often progress is reported, in seconds.
const PROGRESS_SECONDS: f64 = 0.1;

/// So many propagators are called in a microsecond, about.
const CALLS_A_MICROSECOND: u64 = 3;

/// What all threads share.
pub struct Shared<'a> {
    watch: Watch,
    node_limit: Option<u64>,
    solution_limit: Option<u64>,
    /// Whether solutions are shown, or only counted.
    shown: bool,
    objective: Option<Objective>,
    best: Option<BestSoFar>,
    nodes: AtomicU64,
    counted: AtomicU64,
    hungry: AtomicUsize,
    stopped: AtomicBool,
    threads: usize,
    desk: Mutex<Desk<'a>>,
    work: Mutex<Work>,
    more_work: Condvar,
}

/// Where solutions and figures are handed in.
struct Desk<'a> {
    observer: &'a mut dyn Observer,
    outcome: Searched,
    last_progress: f64,
}

/// What came of the search.
#[derive(Clone, Default)]
pub struct Searched {
    /// How many solutions.
    pub found: u64,
    /// Why it stopped early.
    pub stopped_by: Option<Limit>,
    /// The sum over all threads.
    pub figures: Figures,
    /// Seconds to the first solution.
    pub first_solution: Option<f64>,
    /// Seconds to the last one.
    pub last_solution: Option<f64>,
}

struct Work {
    parts: Vec<Vec<Decision>>,
    /// Threads that are not waiting.
    busy: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panicked takes the whole search with it; its data are not used again.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Shared<'a> {
    /// The start: the whole tree is one part.
    pub fn new(
        request: &Request,
        objective: Option<Objective>,
        best: Option<BestSoFar>,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let threads = request.threads.max(1);
        Shared {
            watch: request.limits.start(),
            node_limit: request.limits.nodes,
            solution_limit: request.question.enough(),
            shown: request.question != Question::Count,
            objective,
            best,
            nodes: AtomicU64::new(0),
            counted: AtomicU64::new(0),
            hungry: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
            threads,
            desk: Mutex::new(Desk {
                observer,
                outcome: Searched::default(),
                last_progress: 0.0,
            }),
            work: Mutex::new(Work {
                parts: vec![Vec::new()],
                busy: threads,
            }),
            more_work: Condvar::new(),
        }
    }

    /// The model has no solution: nobody needs to search.
    pub fn refuted(&self) {
        let mut work = lock(&self.work);
        work.parts.clear();
        work.busy = work.busy.saturating_sub(1);
        self.more_work.notify_all();
    }

    /// What came of it, once all threads are done.
    pub fn finish(self) -> Searched {
        let desk = self
            .desk
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let mut outcome = desk.outcome;
        outcome.found += self.counted.into_inner();
        outcome
    }

    /// Stops all threads, for this reason.
    pub fn stop(&self, limit: &Limit) {
        let mut desk = lock(&self.desk);
        if !self.stopped.swap(true, Ordering::SeqCst) {
            desk.outcome.stopped_by = Some(limit.clone());
        }
        drop(desk);
        self.more_work.notify_all();
    }

    /// The next part of the tree, or none when everything is done.
    fn take(&self) -> Option<Vec<Decision>> {
        let mut work = lock(&self.work);
        loop {
            if self.stopped.load(Ordering::SeqCst) {
                return None;
            }
            if let Some(part) = work.parts.pop() {
                return Some(part);
            }
            work.busy -= 1;
            if work.busy == 0 {
                self.more_work.notify_all();
                return None;
            }
            self.hungry.fetch_add(1, Ordering::SeqCst);
            while work.parts.is_empty() && work.busy > 0 && !self.stopped.load(Ordering::SeqCst) {
                // The time-out covers a stop that was signalled between the test and the wait.
                let pause = std::time::Duration::from_millis(20);
                let (guard, _) = self
                    .more_work
                    .wait_timeout(work, pause)
                    .unwrap_or_else(PoisonError::into_inner);
                work = guard;
            }
            self.hungry.fetch_sub(1, Ordering::SeqCst);
            if work.parts.is_empty() {
                return None;
            }
            work.busy += 1;
        }
    }
}

/// One thread's side of the shared search.
pub struct Worker<'s, 'a> {
    shared: &'s Shared<'a>,
    first: bool,
    /// What is known in common of the work so far.
    reported: Figures,
    watching: bool,
}

impl<'s, 'a> Worker<'s, 'a> {
    /// The worker of thread number `thread`.
    pub fn new(shared: &'s Shared<'a>, thread: usize) -> Self {
        Worker {
            shared,
            first: thread == 0,
            reported: Figures::default(),
            watching: shared.threads == 1 && lock(&shared.desk).observer.watches(),
        }
    }

    /// Explores parts of the tree until none is left.
    pub fn run(mut self, search: &mut Search) {
        if search.settle_root() {
            while let Some(part) = self.shared.take() {
                if let Some(limit) = search.explore(&part, &mut self) {
                    self.shared.stop(&limit);
                    break;
                }
            }
        } else if let Some(limit) = search.kernel.store.stopped() {
            self.shared.stop(&limit);
        } else {
            search.figures.failures += 1;
            self.shared.refuted();
        }
        let mut desk = lock(&self.shared.desk);
        let outcome = &mut desk.outcome;
        outcome.figures.nodes += search.figures.nodes;
        outcome.figures.failures += search.figures.failures;
        outcome.figures.peak_depth = outcome.figures.peak_depth.max(search.figures.peak_depth);
        outcome.figures.propagations += search.kernel.propagations;
    }
}

impl Surroundings for Worker<'_, '_> {
    fn solution(&mut self, solution: &Solution) -> Option<Limit> {
        let shared = self.shared;
        if !shared.shown {
            shared.counted.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        let mut desk = lock(&shared.desk);
        if shared.stopped.load(Ordering::SeqCst) {
            return Some(Limit::Cancelled);
        }
        if let (Some(best), Some(objective)) = (&shared.best, shared.objective)
            && !best.improve(solution[objective.var()])
        {
            return None; // another thread was faster
        }
        let now = shared.watch.seconds();
        let outcome = &mut desk.outcome;
        outcome.found += 1;
        outcome.first_solution.get_or_insert(now);
        outcome.last_solution = Some(now);
        let enough = shared.solution_limit == Some(outcome.found);
        let flow = desk.observer.solution(solution);
        (enough || flow.is_break()).then_some(Limit::Solutions)
    }

    fn tick(&mut self, figures: &Figures, path: &[(Decision, bool)]) -> Option<Limit> {
        let shared = self.shared;
        let calls = figures.propagations - self.reported.propagations;
        let news = figures.nodes - self.reported.nodes;
        shared
            .watch
            .spend((calls / CALLS_A_MICROSECOND + news) as u32);
        self.reported = *figures;
        let nodes = shared.nodes.fetch_add(news, Ordering::Relaxed) + news;
        if shared.stopped.load(Ordering::Relaxed) {
            return Some(Limit::Cancelled);
        }
        if shared.node_limit.is_some_and(|limit| nodes > limit) {
            return Some(Limit::Nodes);
        }
        if let Some(limit) = shared.watch.expired() {
            return Some(limit);
        }
        let now = shared.watch.seconds();
        if self.first {
            let mut desk = lock(&shared.desk);
            if now - desk.last_progress > PROGRESS_SECONDS {
                desk.last_progress = now;
                let progress = Progress {
                    nodes,
                    failures: figures.failures,
                    solutions: desk.outcome.found + shared.counted.load(Ordering::Relaxed),
                    fraction: (shared.threads == 1).then(|| fraction(path)),
                };
                desk.observer.progress(&progress);
            }
        }
        None
    }

    fn hungry(&self) -> bool {
        self.shared.hungry.load(Ordering::Relaxed) > 0
    }

    fn give(&mut self, path: Vec<Decision>) {
        lock(&self.shared.work).parts.push(path);
        self.shared.more_work.notify_one();
    }

    fn watching(&self) -> bool {
        self.watching
    }

    fn node(&mut self, node: &Node<'_>) -> Option<Limit> {
        let flow = lock(&self.shared.desk).observer.node(node);
        flow.is_break().then_some(Limit::Nodes)
    }
}

/// The part of the tree that is done, if both branches of every decision are equally large.
fn fraction(path: &[(Decision, bool)]) -> f64 {
    let mut weight = 1.0;
    let mut done = 0.0;
    for &(_, second) in path {
        weight /= 2.0;
        if second {
            done += weight;
        }
    }
    done
}
