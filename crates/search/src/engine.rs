//! The engine: a model in, an answer out.

use num_bigint::BigUint;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tantalizer_model::{
    Answer, BestSoFar, Consistency, ConstraintKind, Domain, EngineId, Limit, Limits, Model,
    ModelEngine, Observer, Question, Request, Statistics, Strategy, Support, Var, VariableChoice,
};
use tantalizer_rewrite::decompose;

use crate::bound::Bound;
use crate::branch::default_strategy;
use crate::constraints;
use crate::dfs::{Search, Stage};
use crate::kernel::Kernel;
use crate::parallel::{Shared, Worker};
use crate::post::{self, Unposted};
use crate::store::Mark;

/// This engine.
const ID: EngineId = EngineId::Search;

/// Propagation and depth-first search.
#[derive(Clone, Copy, Debug)]
pub struct SearchEngine {
    /// Whether small constraints are turned into look-ups. On unless the propagators themselves are to be tested.
    pub tabulate: bool,
}

impl Default for SearchEngine {
    fn default() -> Self {
        SearchEngine { tabulate: true }
    }
}

impl ModelEngine for SearchEngine {
    fn id(&self) -> EngineId {
        ID
    }

    fn support(&self, kind: ConstraintKind) -> Support {
        constraints::support(kind)
    }

    fn answer_for(&self, model: &Model, request: &Request, observer: &mut dyn Observer) -> Answer {
        let objective = match request.question {
            Question::Best => model.objective(),
            _ => None,
        };
        let watch = request.limits.start();
        let rewritten = match decompose(model, &constraints::takes, &watch) {
            Ok(rewritten) => rewritten.model,
            Err(error) => return Answer::unknown(ID, error.limit()),
        };
        let known = || request.best.clone();
        let best = objective.map(|objective| known().unwrap_or_else(|| BestSoFar::new(objective)));
        let shared = Shared::new(request, objective, best.clone(), observer);
        let told = model.var_count();
        let build = |thread| self.search(&rewritten, told, request, best.as_ref(), thread);
        if request.threads <= 1 {
            match build(0) {
                Ok(mut search) => Worker::new(&shared, 0).run(&mut search),
                Err(Unposted::Stopped(limit)) => shared.stop(&limit),
                Err(Unposted::Refuted) => {}
            }
        } else {
            std::thread::scope(|scope| {
                for thread in 0..request.threads {
                    let (shared, build) = (&shared, &build);
                    scope.spawn(move || match build(thread) {
                        Ok(mut search) => Worker::new(shared, thread).run(&mut search),
                        Err(Unposted::Stopped(limit)) => shared.stop(&limit),
                        Err(Unposted::Refuted) => shared.refuted(),
                    });
                }
            });
        }
        let outcome = shared.finish();
        let mut answer =
            Answer::from_search(ID, request.question, outcome.found, outcome.stopped_by);
        answer.best = best.and_then(|best| best.get());
        if request.question == Question::Best {
            // The count of a search for the best is that of the improvements; what was asked for is one.
            answer.count = BigUint::from(u32::from(outcome.found > 0));
        }
        answer.statistics = Statistics {
            nodes: Some(outcome.figures.nodes),
            failures: Some(outcome.figures.failures),
            propagations: Some(outcome.figures.propagations),
            peak_depth: Some(outcome.figures.peak_depth),
            first_solution_seconds: outcome.first_solution,
            last_solution_seconds: outcome.last_solution,
            ..Statistics::default()
        };
        answer
    }
}

impl SearchEngine {
    /// The search of one thread, unless posting alone refutes the model or a limit is reached.
    fn search(
        &self,
        model: &Model,
        told: usize,
        request: &Request,
        best: Option<&BestSoFar>,
        thread: usize,
    ) -> Result<Search, Unposted> {
        let objective = model.objective();
        let bound = match (objective, best) {
            (Some(objective), Some(best)) => {
                Some(Bound::new(objective.var().index(), best.clone()))
            }
            _ => None,
        };
        let kernel = post::post(model, self.tabulate, bound, &request.limits)?;
        let bound = best.map(|_| kernel.last_propagator());
        let exhaustive = !matches!(request.question, Question::One | Question::Best);
        let stages = stages(model, request);
        let seed = request.seed.wrapping_add((thread as u64) << 32);
        let rng = ChaCha8Rng::seed_from_u64(seed);
        // A restart would see solutions again, other threads hold parts of the tree, and an order that was asked for is kept.
        let learns = |stage: &Stage| stage.strategy.variable == VariableChoice::DomWdeg;
        let restarts = !exhaustive && request.threads <= 1 && stages.iter().all(learns);
        Ok(Search::new(kernel, told, stages, rng, bound, restarts))
    }
}

/// The order of branching: as the model says, unless the request has a strategy of its own; what the model does not speak of
/// comes last, answer variables before auxiliary ones.
fn stages(model: &Model, request: &Request) -> Vec<Stage> {
    let exhaustive = !matches!(request.question, Question::One | Question::Best);
    let strategy = request
        .strategy
        .unwrap_or_else(|| default_strategy(exhaustive));
    let mut is_answer = vec![false; model.var_count()];
    let answer: Vec<Var> = model.answer();
    answer.iter().for_each(|var| is_answer[var.index()] = true);
    let phases = match request.strategy {
        Some(_) => &[],
        None => model.branching(),
    };
    let phases = phases.iter().map(|phase| (&phase.vars[..], phase.strategy));
    let all: Vec<Var> = model.vars().collect();
    let rest = [(&answer[..], strategy), (&all[..], strategy)];
    let order: Vec<(&[Var], Strategy)> = phases.chain(rest).collect();
    let mut taken = vec![false; model.var_count()];
    let mut stages = Vec::new();
    // One completion of the answer is enough where solutions are enumerated; the best may need another one.
    let rounds: &[Option<bool>] = if exhaustive {
        &[Some(true), Some(false)]
    } else {
        &[None]
    };
    for &of_answer in rounds {
        for &(vars, strategy) in &order {
            let fits = |var: &Var| of_answer.is_none_or(|wanted| is_answer[var.index()] == wanted);
            let mut mine = Vec::new();
            for var in vars.iter().filter(|var| fits(var)) {
                if !std::mem::replace(&mut taken[var.index()], true) {
                    mine.push(var.index());
                }
            }
            if !mine.is_empty() {
                stages.push(Stage {
                    vars: mine,
                    strategy,
                    auxiliary: of_answer == Some(false),
                });
            }
        }
    }
    stages
}

/// Propagation alone, step by step: what the propagators leave of the domains after some decisions.
pub struct Propagation {
    kernel: Kernel,
    marks: Vec<Mark>,
}

impl Propagation {
    /// Propagates a model; none if that refutes it.
    pub fn new(model: &Model, tabulate: bool, limits: &Limits) -> Result<Option<Self>, Limit> {
        let rewritten = decompose(model, &constraints::takes, &limits.start());
        let rewritten = rewritten.map_err(|error| error.limit())?.model;
        let kernel = match post::post(&rewritten, tabulate, None, limits) {
            Ok(kernel) => kernel,
            Err(Unposted::Refuted) => return Ok(None),
            Err(Unposted::Stopped(limit)) => return Err(limit),
        };
        let mut propagation = Propagation {
            kernel,
            marks: Vec::new(),
        };
        let possible = propagation.propagate()?;
        Ok(possible.then_some(propagation))
    }

    fn propagate(&mut self) -> Result<bool, Limit> {
        let possible = self.kernel.propagate().is_ok();
        match self.kernel.store.stopped() {
            Some(limit) if !possible => Err(limit),
            _ => Ok(possible),
        }
    }

    /// The domains of all variables.
    pub fn domains(&self) -> Vec<Domain> {
        let store = &self.kernel.store;
        (0..store.var_count()).map(|v| store.domain(v)).collect()
    }

    /// Fixes a variable and propagates; tells whether a solution is still possible. [`Propagation::undo`] takes it back.
    pub fn assign(&mut self, var: Var, value: i32) -> Result<bool, Limit> {
        self.marks.push(self.kernel.store.mark());
        match self.kernel.store.assign(var.index(), value) {
            Ok(()) => self.propagate(),
            Err(_) => Ok(false),
        }
    }

    /// What is left of these variables when they have no other values than these; none if nothing is. Nothing of it is kept.
    pub fn narrowed(&mut self, domains: &[(Var, &Domain)]) -> Result<Option<Vec<Domain>>, Limit> {
        let mark = self.kernel.store.mark();
        let store = &mut self.kernel.store;
        let mut kept = domains.iter();
        let kept = kept.all(|(var, domain)| store.keep_within(var.index(), domain).is_ok());
        let possible = if kept { self.propagate() } else { Ok(false) };
        let store = &self.kernel.store;
        let left = domains.iter().map(|(var, _)| store.domain(var.index()));
        let left = possible.map(|possible| possible.then(|| left.collect()));
        self.kernel.undo(mark);
        left
    }

    /// Takes the last assignment back.
    pub fn undo(&mut self) {
        if let Some(mark) = self.marks.pop() {
            self.kernel.undo(mark);
        }
    }

    /// What the propagators of the first constraint promise when no variable is repeated.
    pub fn promise(&self, model: &Model) -> Consistency {
        match model.constraints().first() {
            Some(posted) if !self.kernel.only_lookups() => post::promise(model, &posted.constraint),
            _ => Consistency::Domain,
        }
    }
}
