//! One solution after another.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use huub::actions::{
    BrancherInitActions, ConstructionActions, IntDecisionActions, IntInspectionActions,
};
use huub::solver::{
    Decision, IntLitMeaning, SearchStrategy, Solver, Status, SwitchTrigger, TerminationSignal,
    Valuation, View,
};
use tantalizer_model::{
    Answer, BestSoFar, Learnt, Limit, Model, Objective, Observer, Progress, Question, Request,
    Restriction, Solution, Strategy, Var, VariableChoice, WATCHED_CLAUSES, Watch,
};

use crate::ID;
use crate::branch::StrategyBrancher;
use crate::post::HuubBuilder;
use crate::probe::Probe;

/// Answers the question about `model`, of which `poster` holds the rewritten form.
pub(crate) fn run(
    model: &Model,
    poster: HuubBuilder,
    request: &Request,
    watch: &Watch,
    observer: &mut dyn Observer,
) -> Answer {
    let HuubBuilder {
        mut huub,
        views,
        later,
        ..
    } = poster;
    // Restarts help to find one solution or the best, and only repeat work when all are wanted.
    let restart =
        matches!(request.question, Question::One | Question::Best) && request.strategy.is_none();
    // Reasons are asked for eagerly, before a conflict is analysed: asked for one by one during the analysis, several may turn out to
    // hold from the start, and CaDiCaL then looks for a literal of its level where there is none.
    // Lowering has been seen to panic where it should report a contradiction. Nothing of it is kept then, and
    // a panic proves nothing: the answer is that this engine cannot tell.
    let lowered = catch_unwind(AssertUnwindSafe(|| {
        huub.lower().restart(restart).reason_eager(true).to_solver()
    }));
    let (mut solver, map): (Solver, _) = match lowered {
        Ok(Ok(lowered)) => lowered,
        Ok(Err(_)) => return Answer::from_search(ID, request.question, 0, None),
        Err(_) => {
            let reason = "Huub failed while it prepared the model".to_string();
            return Answer::unknown(ID, Limit::Unsupported(reason));
        }
    };
    let views: Vec<View<i64>> = views
        .into_iter()
        .take(model.var_count())
        .map(|view| map.get(&mut solver, view))
        .collect();
    for say in later {
        say(&mut solver, &map);
    }
    match request.strategy {
        Some(strategy) => {
            let answer = model.answer();
            let order = [(&answer[..], strategy)];
            branch(&mut solver, model, &views, &order, request.seed);
        }
        // What the model says of branching is as good a guess as Huub's own; they are followed by turns, and what is learnt serves both.
        None if restart => {
            let phases = model.branching().iter();
            let order: Vec<_> = phases
                .map(|phase| (&phase.vars[..], phase.strategy))
                .collect();
            if branch(&mut solver, model, &views, &order, request.seed) {
                let trigger = SwitchTrigger::Conflicts(CONFLICTS_BY_TURNS);
                solver.set_search_strategy(SearchStrategy::Interleaved(trigger));
            }
        }
        None => {}
    }
    let bound = Rc::new(Cell::new(None));
    let meter = Rc::new(Meter::new(model, watch));
    let (known, counted) = (Rc::clone(&bound), Rc::clone(&meter));
    let others = request.best.clone();
    solver.set_terminate_callback(Some(move || {
        let stretch_is_over = counted.look();
        // Somebody else found something better: it becomes the bound before the search goes on.
        let news = || others.as_ref().and_then(BestSoFar::get) != known.get();
        if counted.watch.expired().is_some() || stretch_is_over || others.is_some() && news() {
            TerminationSignal::Terminate
        } else {
            TerminationSignal::Continue
        }
    }));
    let lessons = observer.watches().then(|| Lessons::new(&mut solver));
    let mut run = Run {
        model,
        lessons,
        solver,
        views,
        found: 0,
        rejected: 0,
        first: None,
        last: None,
        best: None,
        bound,
        meter,
    };
    let stopped = run.ask(request, watch, observer);
    run.finish(request, stopped)
}

/// After so many conflicts Huub's own branching and that of the model change over.
const CONFLICTS_BY_TURNS: u64 = 100;

/// Makes Huub branch in this order, each part by its strategy; tells whether it has any of it to follow.
fn branch(
    solver: &mut Solver,
    model: &Model,
    views: &[View<i64>],
    order: &[(&[Var], Strategy)],
    seed: u64,
) -> bool {
    let mut degrees = vec![0; model.var_count()];
    for posted in model.constraints() {
        for var in posted.constraint.vars() {
            degrees[var.index()] += 1;
        }
    }
    let mut follows = false;
    for &(vars, strategy) in order {
        // Huub's own activities stand in for weights.
        if strategy.variable == VariableChoice::DomWdeg {
            continue;
        }
        let vars = vars.iter().map(|var| {
            let view = views[var.index()];
            solver.ensure_decidable(view);
            (view, degrees[var.index()])
        });
        let vars = vars.collect();
        let brancher = StrategyBrancher::new(vars, solver.new_trailed(0), strategy, seed);
        solver.push_brancher(Box::new(brancher));
        follows = true;
    }
    follows
}

/// Tells how much Huub has done. Its figures can be read only when it has stopped, and stopping loses its place; so it is stopped ever more
/// rarely, where somebody wants to know, and in between every look at the clock counts as much as it did on average before.
struct Meter {
    watch: Watch,
    size: f64,
    /// Looks in this stretch, and after how many it is over.
    looks: Cell<u32>,
    stretch: Cell<u32>,
    /// All looks, and after how many a probe is given up.
    all: Cell<u64>,
    patience: Cell<u64>,
    /// What a look counts.
    price: Cell<f64>,
    /// What Huub had done when it was last asked, and what was told in this stretch.
    done: Cell<f64>,
    told: Cell<f64>,
}

/// Looks in the first stretch.
const FIRST_STRETCH: u32 = 16;

/// So much work is a call of Huub, whatever it does.
const A_CALL: f64 = 20.0;

/// So much work is a conflict, its analysis and what is learnt from it, times the size of the model; as measured, with the next two, of 32 public models.
const A_CONFLICT: f64 = 0.75;

/// The same of a decision and what follows from it.
const A_DECISION: f64 = 0.5;

/// So much work is a run of a propagator, besides.
const A_RUN: f64 = 0.04;

/// No more values of a variable count for the size of the model.
const MOST_VALUES: u64 = 1000;

/// However small a model is, a conflict takes as long as in one of this size.
const LEAST_SIZE: f64 = 20.0;

/// What a conflict goes through grows as the root of the number of literals.
fn size(model: &Model) -> f64 {
    let values = |var| model.domain(var).len().min(MOST_VALUES);
    LEAST_SIZE + (model.vars().map(values).sum::<u64>() as f64).sqrt()
}

impl Meter {
    fn new(model: &Model, watch: &Watch) -> Meter {
        let stretch = if watch.is_metered() {
            FIRST_STRETCH
        } else {
            u32::MAX
        };
        Meter {
            watch: watch.clone(),
            looks: Cell::new(0),
            stretch: Cell::new(stretch),
            all: Cell::new(0),
            patience: Cell::new(u64::MAX),
            price: Cell::new(0.0),
            done: Cell::new(0.0),
            size: size(model),
            told: Cell::new(0.0),
        }
    }

    /// Huub looks at the clock; tells whether it should stop, so that its figures can be read.
    fn look(&self) -> bool {
        self.looks.set(self.looks.get().saturating_add(1));
        self.all.set(self.all.get() + 1);
        self.tell(self.told.get() + self.price.get());
        self.looks.get() >= self.stretch.get() || self.all.get() >= self.patience.get()
    }

    /// Huub has stopped.
    fn read(&self, solver: &Solver) {
        let figures = solver.solver_statistics();
        let decisions = figures.sat_search_directives + figures.user_search_directives;
        let (conflicts, runs) = (figures.conflicts as f64, figures.cp_propagator_calls as f64);
        let steps = A_CONFLICT * conflicts + A_DECISION * decisions as f64;
        let done = self.size * steps + A_RUN * runs;
        let units = done - self.done.replace(done) + A_CALL;
        self.tell(units.max(self.told.get()));
        let looks = self.looks.replace(0);
        if looks > 0 {
            self.price.set(units / f64::from(looks));
        }
        if looks >= self.stretch.get() {
            self.stretch.set(self.stretch.get().saturating_mul(2));
        }
        self.told.set(0.0);
    }

    /// Tells what makes so much together in this stretch.
    fn tell(&self, together: f64) {
        let before = self.told.replace(together);
        let units = together as u64 - before as u64;
        if units > 0 {
            self.watch.spend(u32::try_from(units).unwrap_or(u32::MAX));
        }
    }
}

/// The first clauses that Huub learns, until somebody is told.
struct Lessons {
    heard: Rc<RefCell<Vec<Vec<Decision<bool>>>>>,
    told: usize,
}

impl Lessons {
    /// Begins to listen.
    fn new(solver: &mut Solver) -> Self {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let hears = Rc::clone(&heard);
        solver.set_learn_callback(Some(
            move |clause: &mut dyn Iterator<Item = Decision<bool>>| {
                let mut heard = hears.borrow_mut();
                if heard.len() < WATCHED_CLAUSES {
                    heard.push(clause.collect());
                }
            },
        ));
        Lessons { heard, told: 0 }
    }

    /// Tells what is new, in the words of the model. What literals mean can be asked when Huub has stopped.
    fn tell(&mut self, solver: &Solver, views: &[View<i64>], observer: &mut dyn Observer) {
        let heard = self.heard.borrow();
        for clause in &heard[self.told..] {
            let known = clause.iter().filter_map(|&literal| {
                let said = views
                    .iter()
                    .enumerate()
                    .find_map(|(var, view)| Some((var, view.lit_meaning(solver, literal.into())?)));
                said.map(|(var, meaning)| stated(Var::from_index(var), meaning))
            });
            let literals: Vec<_> = known.collect();
            observer.learnt(&Learnt {
                literals: &literals,
                others: clause.len() - literals.len(),
            });
        }
        self.told = heard.len();
    }
}

/// A literal's meaning as the observer hears it.
fn stated(var: Var, meaning: IntLitMeaning) -> (Var, Restriction, i32) {
    let (restriction, value) = match meaning {
        IntLitMeaning::Eq(value) => (Restriction::Is, value),
        IntLitMeaning::NotEq(value) => (Restriction::IsNot, value),
        IntLitMeaning::GreaterEq(value) => (Restriction::Above, value - 1),
        IntLitMeaning::Less(value) => (Restriction::AtMost, value - 1),
    };
    (var, restriction, value as i32)
}

struct Run<'a> {
    model: &'a Model,
    /// What is learnt, where somebody watches.
    lessons: Option<Lessons>,
    solver: Solver,
    views: Vec<View<i64>>,
    found: u64,
    rejected: u64,
    first: Option<f64>,
    last: Option<f64>,
    best: Option<i32>,
    /// The value than which only better ones are looked for.
    bound: Rc<Cell<Option<i64>>>,
    meter: Rc<Meter>,
}

impl Run<'_> {
    /// Asks until everything is known; says what stopped it otherwise.
    fn ask(
        &mut self,
        request: &Request,
        watch: &Watch,
        observer: &mut dyn Observer,
    ) -> Option<Limit> {
        let answer = self.model.answer();
        let wanted = request.question.enough();
        let objective = match request.question {
            Question::Best => self.model.objective(),
            _ => None,
        };
        let mut told = 0.0;
        let mut probe =
            objective.map(|objective| Probe::new(objective, self.model.domain(objective.var())));
        loop {
            if wanted.is_some_and(|wanted| self.found >= wanted) {
                return Some(Limit::Solutions);
            }
            if let Some(limit) = watch.expired() {
                return Some(limit);
            }
            if let Some(objective) = objective
                && !self.take_bound(objective, request.best.as_ref())
            {
                return None;
            }
            let statistics = self.solver.solver_statistics();
            let nodes = statistics.sat_search_directives + statistics.user_search_directives;
            if request.limits.nodes.is_some_and(|limit| nodes >= limit) {
                return Some(Limit::Nodes);
            }
            if watch.seconds() > told + 0.25 {
                told = watch.seconds();
                observer.progress(&Progress {
                    nodes,
                    failures: statistics.conflicts,
                    solutions: self.found,
                    fraction: None,
                });
            }
            let target = probe.as_mut().and_then(|probe| {
                let target = probe.next(self.bound.get(), self.meter.all.get());
                self.meter.patience.set(probe.until());
                target
            });
            let assumed = objective
                .zip(target)
                .map(|(objective, target)| self.reaching(objective, target));
            let mut values = Vec::new();
            let views = &self.views;
            let status = self.solver.solve_assuming(
                assumed,
                |solution| {
                    values.extend(
                        views
                            .iter()
                            .map(|view| Valuation::val(view, solution) as i32),
                    )
                },
                |_| {},
            );
            self.meter.read(&self.solver);
            if let Some(lessons) = &mut self.lessons {
                lessons.tell(&self.solver, &self.views, observer);
            }
            match status {
                Status::Satisfied => {}
                Status::Unsatisfiable | Status::Complete => {
                    let (Some(assumed), Some(probe)) = (assumed, &mut probe) else {
                        return None;
                    };
                    probe.refuted();
                    if self.solver.add_clause([!assumed]).is_err() {
                        return None;
                    }
                    continue;
                }
                Status::Unknown => match watch.expired() {
                    // A stretch is over, a probe took too long, or there is a better bound.
                    None => continue,
                    expired => return expired,
                },
            }
            let solution = Solution(values);
            let block = if self.model.violated(&solution.0).is_some() {
                self.rejected += 1;
                // Whatever the auxiliary variables are, these values are no solution.
                self.differ((0..self.views.len()).collect(), &solution)
            } else {
                self.found += 1;
                self.first.get_or_insert(watch.seconds());
                self.last = Some(watch.seconds());
                let flow = observer.solution(&solution);
                let block = match objective {
                    Some(objective) => {
                        let value = solution[objective.var()];
                        self.best = Some(value);
                        if let Some(probe) = &mut probe {
                            probe.found();
                        }
                        self.bound.set(Some(value.into()));
                        if let Some(best) = &request.best {
                            best.improve(value);
                        }
                        vec![self.better(objective, value)]
                    }
                    None => self.differ(answer.iter().map(|var| var.index()).collect(), &solution),
                };
                if flow.is_break() {
                    return Some(Limit::Solutions);
                }
                block
            };
            if self.solver.add_clause(block).is_err() {
                return None;
            }
        }
    }

    /// The literals of which one must be true in a solution that differs on these variables.
    fn differ(&mut self, vars: Vec<usize>, solution: &Solution) -> Vec<View<bool>> {
        vars.into_iter()
            .map(|var| {
                let value = i64::from(solution.0[var]);
                self.views[var].lit(&mut self.solver, IntLitMeaning::NotEq(value))
            })
            .collect()
    }

    /// Takes what others found for the bound; tells whether something better is still possible.
    fn take_bound(&mut self, objective: Objective, best: Option<&BestSoFar>) -> bool {
        let Some(best) = best.and_then(BestSoFar::get) else {
            return true;
        };
        if self.bound.replace(Some(best)) == Some(best) {
            return true;
        }
        let better = self.better(objective, best as i32);
        self.solver.add_clause([better]).is_ok()
    }

    /// The literal of the objective being better than `value`.
    fn better(&mut self, objective: Objective, value: i32) -> View<bool> {
        let next = match objective {
            Objective::Minimise(_) => i64::from(value) - 1,
            Objective::Maximise(_) => i64::from(value) + 1,
        };
        self.reaching(objective, next)
    }

    /// The literal of the objective being at least as good as `value`.
    fn reaching(&mut self, objective: Objective, value: i64) -> View<bool> {
        let view = self.views[objective.var().index()];
        let meaning = match objective {
            Objective::Minimise(_) => IntLitMeaning::Less(value + 1),
            Objective::Maximise(_) => IntLitMeaning::GreaterEq(value),
        };
        view.lit(&mut self.solver, meaning)
    }

    fn finish(self, request: &Request, stopped: Option<Limit>) -> Answer {
        let mut answer = Answer::from_search(ID, request.question, self.found, stopped);
        answer.best = self.best.map(i64::from);
        let figures = self.solver.solver_statistics();
        let statistics = &mut answer.statistics;
        statistics.nodes = Some(figures.sat_search_directives + figures.user_search_directives);
        statistics.failures = Some(figures.conflicts);
        statistics.propagations = Some(figures.cp_propagator_calls);
        statistics.peak_depth = Some(u64::from(figures.peak_depth));
        statistics.first_solution_seconds = self.first;
        statistics.last_solution_seconds = self.last;
        let mut tell = |name: &str, value: u64| {
            statistics.more.insert(name.to_string(), value.to_string());
        };
        tell("restarts", figures.restarts.into());
        if self.rejected > 0 {
            tell("rejected_by_the_judge", self.rejected);
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_model::{Collect, Limits, Rel};

    /// Huub is given a model without its constraint: the judge must catch what it lets through.
    #[test]
    fn what_the_judge_rejects_is_blocked_and_not_counted() {
        let mut model = Model::new("different");
        let x = model.int("x", 1..=3);
        let y = model.int("y", 1..=3);
        let weaker = model.clone();
        model.compare(x, Rel::NotEqual, y).expect("valid");
        let request = Request::new(Question::All { limit: None });
        let mut found = Collect::default();
        let watch = Limits::none().start();
        let poster = HuubBuilder::new(&weaker, &watch);
        let answer = run(&model, poster, &request, &watch, &mut found);
        assert_eq!(answer.count, 6u32.into());
        assert!(answer.complete);
        assert_eq!(found.solutions.len(), 6);
        let rejected = answer.statistics.more.get("rejected_by_the_judge");
        assert_eq!(rejected.map(String::as_str), Some("3"));
    }
}
