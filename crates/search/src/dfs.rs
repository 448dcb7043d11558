//! Depth-first search over one kernel.
//!
//! A decision goes left with a mark on the trail; when that side is done, the search goes back to the mark and takes the
//! opposite decision in place, so that only left decisions take up depth. Variables are decided in stages. When solutions are
//! enumerated, the answer variables come first; once they are fixed, one completion of the auxiliary variables is enough: it is
//! reported, and all decisions on auxiliary variables are dropped unexplored, so that they never multiply a count.

use rand_chacha::ChaCha8Rng;
use tantalizer_model::{Limit, Node, Solution, Strategy};

use crate::branch::{Decision, choose_value, choose_variable};
use crate::kernel::Kernel;
use crate::store::{Mark, V};
use crate::watched::Watched;

/// How many nodes pass between two looks at the clock.
const CLOCK_NODES: u64 = 256;

/// With more variables than this a node takes longer, and the clock is looked at more often.
const SMALL: u64 = 100;

/// How many failures the first run of a search with restarts may have.
const FIRST_RUN: u64 = 100;

/// What the search tells to and asks of its surroundings.
pub trait Surroundings {
    /// A solution; a reason to stop may come back.
    fn solution(&mut self, solution: &Solution) -> Option<Limit>;

    /// Called every few hundred nodes.
    fn tick(&mut self, search: &Figures, path: &[(Decision, bool)]) -> Option<Limit>;

    /// Whether somebody waits for work.
    fn hungry(&self) -> bool;

    /// Takes a part of the tree: the decisions that lead to it.
    fn give(&mut self, path: Vec<Decision>);

    /// Whether every node is to be told.
    fn watching(&self) -> bool;

    /// A node, if somebody is watching; a reason to stop may come back.
    fn node(&mut self, node: &Node<'_>) -> Option<Limit>;
}

/// What a search has done.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    /// Decisions taken.
    pub nodes: u64,
    /// Dead ends.
    pub failures: u64,
    /// The largest number of open decisions.
    pub peak_depth: u64,
    /// Propagator calls.
    pub propagations: u64,
}

struct Frame {
    mark: Mark,
    decision: Decision,
    /// How long the path was before the decision.
    path: usize,
    /// Where the first open variable can be at the earliest: its stage, and its place there.
    from: (usize, usize),
    auxiliary: bool,
    /// Whether the other side was given away.
    given: bool,
}

/// Variables that are decided before those of later stages.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The variables.
    pub vars: Vec<V>,
    /// How the next one among them and its value are picked.
    pub strategy: Strategy,
    /// Whether one completion of these variables is enough. Only auxiliary stages may follow an auxiliary one.
    pub auxiliary: bool,
}

/// A depth-first search.
pub struct Search {
    /// The propagators; their root state is where the search starts.
    pub kernel: Kernel,
    stages: Vec<Stage>,
    rng: ChaCha8Rng,
    /// The propagator of the objective's bound, run anew after each step back.
    bound: Option<u32>,
    /// Whether to restart after too many failures. The order of branching is then nobody's wish, and follows what was seen: the variable of the
    /// last dead end comes next until it has a value (Lecoutre, Saïs, Tabary and Vidal, *Reasoning from Last Conflict(s) in Constraint
    /// Programming*, 2009), and values are those of the best solution (Demirović, Chu and Stuckey, *Solution-Based Phase Saving for CP*, 2018).
    restarts: bool,
    /// The variable of the last dead end.
    suspect: Option<V>,
    /// Whether there is a solution to follow.
    follows: bool,
    frames: Vec<Frame>,
    /// All decisions in force, and whether each is the second branch.
    path: Vec<(Decision, bool)>,
    from: (usize, usize),
    /// What was done so far.
    pub figures: Figures,
    solution: Solution,
    root: Mark,
    /// After so many nodes the clock is looked at.
    clock: u64,
}

impl Search {
    /// A search that goes through the stages in order; together they hold every variable, of which solutions tell the first
    /// ones.
    pub fn new(
        kernel: Kernel,
        told: usize,
        stages: Vec<Stage>,
        rng: ChaCha8Rng,
        bound: Option<u32>,
        restarts: bool,
    ) -> Self {
        let variables = kernel.store.var_count();
        let root = kernel.store.mark();
        Search {
            stages,
            rng,
            bound,
            restarts,
            suspect: None,
            follows: false,
            frames: Vec::new(),
            path: Vec::new(),
            from: (0, 0),
            figures: Figures::default(),
            solution: Solution(vec![0; told]),
            root,
            clock: (CLOCK_NODES * SMALL / variables.max(1) as u64).clamp(1, CLOCK_NODES),
            kernel,
        }
    }

    /// Propagates once at the root and makes the result the place where every part of the tree starts. Tells whether a
    /// solution is still possible.
    pub fn settle_root(&mut self) -> bool {
        let possible = self.kernel.propagate().is_ok();
        self.root = self.kernel.store.mark();
        possible
    }

    /// Explores the part of the tree under the given decisions. Gives the reason if it stopped early.
    pub fn explore(&mut self, start: &[Decision], around: &mut dyn Surroundings) -> Option<Limit> {
        let mut run = FIRST_RUN;
        loop {
            let allowed = if self.restarts { run } else { u64::MAX };
            match self.explore_once(start, allowed, around) {
                Ending::Exhausted => return None,
                Ending::Stopped(limit) => return Some(limit),
                Ending::TooManyFailures => run += run / 2,
            }
        }
    }

    fn explore_once(
        &mut self,
        start: &[Decision],
        failures: u64,
        around: &mut dyn Surroundings,
    ) -> Ending {
        self.kernel.undo(self.root);
        self.frames.clear();
        self.path.clear();
        self.from = (0, 0);
        self.path
            .extend(start.iter().map(|&decision| (decision, true)));
        self.run_bound();
        let started = start
            .iter()
            .all(|decision| decision.apply(&mut self.kernel.store).is_ok());
        let mut alive = started && self.kernel.propagate().is_ok();
        let last = self.figures.failures.saturating_add(failures);
        let told = self.solution.0.len();
        let mut watched = around.watching().then(|| Watched::new(told));
        loop {
            // What looks like a dead end may be the end of the time.
            if !alive && let Some(limit) = self.kernel.store.stopped() {
                return Ending::Stopped(limit);
            }
            if let Some(watched) = &mut watched
                && let Some(limit) = watched.tell(&mut self.kernel, &self.path, alive, around)
            {
                return Ending::Stopped(limit);
            }
            if alive {
                let before = self.from;
                match self.choose() {
                    Some((decision, auxiliary)) => {
                        if let Some(limit) = self.look_around(around) {
                            return Ending::Stopped(limit);
                        }
                        alive = self.descend(decision, auxiliary, before);
                        continue;
                    }
                    None => {
                        if let Some(limit) = self.report(around) {
                            return Ending::Stopped(limit);
                        }
                    }
                }
            } else {
                self.figures.failures += 1;
                if self.figures.failures > last {
                    return Ending::TooManyFailures;
                }
            }
            match self.ascend() {
                Some(outcome) => alive = outcome,
                None => {
                    // Whatever ran when the time was over may have removed too much.
                    let stopped = self.kernel.store.stopped();
                    return stopped.map_or(Ending::Exhausted, Ending::Stopped);
                }
            }
        }
    }

    /// The next decision, and whether it is about an auxiliary variable.
    fn choose(&mut self) -> Option<(Decision, bool)> {
        let (kernel, rng) = (&self.kernel, &mut self.rng);
        let suspect = self.suspect.filter(|&v| !kernel.store.is_fixed(v));
        while let Some(stage) = self.stages.get(self.from.0) {
            let Strategy { variable, value } = stage.strategy;
            let next = || choose_variable(kernel, &stage.vars, &mut self.from.1, variable, rng);
            if let Some(v) = suspect.or_else(next) {
                let seen = self.solution.0.get(v).filter(|_| self.follows);
                let seen = seen.filter(|&&value| kernel.store.contains(v, value));
                let decision = match seen {
                    Some(&value) => Decision::Is(v, value),
                    None => choose_value(&kernel.store, v, value, rng),
                };
                return Some((decision, stage.auxiliary));
            }
            self.from = (self.from.0 + 1, 0);
        }
        None
    }

    fn descend(&mut self, decision: Decision, auxiliary: bool, from: (usize, usize)) -> bool {
        self.figures.nodes += 1;
        self.frames.push(Frame {
            mark: self.kernel.store.mark(),
            decision,
            path: self.path.len(),
            from,
            auxiliary,
            given: false,
        });
        self.figures.peak_depth = self.figures.peak_depth.max(self.frames.len() as u64);
        self.path.push((decision, false));
        let alive =
            decision.apply(&mut self.kernel.store).is_ok() && self.kernel.propagate().is_ok();
        if self.restarts {
            let v = decision.variable();
            if !alive {
                self.suspect = Some(v);
            } else if self.suspect == Some(v) {
                self.suspect = None;
            }
        }
        alive
    }

    /// Goes back to the last decision whose other side is open and takes that side. Tells whether it survives
    /// propagation, or `None` if no decision is left.
    fn ascend(&mut self) -> Option<bool> {
        loop {
            let frame = self.frames.pop()?;
            if frame.given {
                continue;
            }
            self.kernel.undo(frame.mark);
            self.path.truncate(frame.path);
            self.from = frame.from;
            let opposite = frame.decision.opposite();
            self.path.push((opposite, true));
            self.run_bound();
            let alive =
                opposite.apply(&mut self.kernel.store).is_ok() && self.kernel.propagate().is_ok();
            return Some(alive);
        }
    }

    fn run_bound(&mut self) {
        if let Some(bound) = self.bound {
            self.kernel.enqueue(bound);
        }
    }

    fn report(&mut self, around: &mut dyn Surroundings) -> Option<Limit> {
        for (v, value) in self.solution.0.iter_mut().enumerate() {
            *value = self.kernel.store.min(v);
        }
        self.follows = self.restarts;
        let stop = around.solution(&self.solution);
        while self.frames.last().is_some_and(|frame| frame.auxiliary) {
            self.frames.pop();
        }
        stop
    }

    fn look_around(&mut self, around: &mut dyn Surroundings) -> Option<Limit> {
        self.figures.propagations = self.kernel.propagations;
        if self.figures.nodes.is_multiple_of(self.clock)
            && let Some(limit) = around.tick(&self.figures, &self.path)
        {
            return Some(limit);
        }
        if around.hungry() {
            let open = |frame: &&mut Frame| !frame.given && !frame.auxiliary;
            if let Some(frame) = self.frames.iter_mut().find(open) {
                frame.given = true;
                let decisions = self.path[..frame.path].iter().map(|step| step.0);
                around.give(decisions.chain([frame.decision.opposite()]).collect());
            }
        }
        None
    }
}

enum Ending {
    Exhausted,
    Stopped(Limit),
    TooManyFailures,
}
