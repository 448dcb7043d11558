//! The engine `sat`: questions answered by solving, blocking and tightening.

use std::cell::Cell;
use std::rc::Rc;

use tantalizer_model::{
    Answer, BestSoFar, ConstraintKind, EngineId, Limit, Model, ModelEngine, Objective, Observer,
    Progress, Question, Request, Solution, Statistics, Support, Var, Watch,
};

use crate::constraints;
use crate::encode::{EncodeOptions, Encoded, Encoding, Refused, encode};
use crate::harvest::Harvest;
use crate::learnt::Lessons;
use crate::solver::{Solver, Verdict};

/// The SAT engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sat {
    /// How integer variables become literals.
    pub encoding: Encoding,
}

impl Sat {
    /// The engine with the encoding chosen variable by variable.
    pub fn new() -> Self {
        Sat::default()
    }

    /// The engine with one encoding for all variables.
    pub fn with_encoding(encoding: Encoding) -> Self {
        Sat { encoding }
    }
}

/// So many solutions are gathered before the observer hears of them.
const MOST_AT_ONCE: usize = 256;

/// A call of the solver takes so many microseconds, whatever it does.
const A_CALL: u32 = 20;

/// This engine.
const ID: EngineId = EngineId::Sat;

impl ModelEngine for Sat {
    fn id(&self) -> EngineId {
        ID
    }

    fn support(&self, kind: ConstraintKind) -> Support {
        constraints::support(kind)
    }

    fn answer_for(&self, model: &Model, request: &Request, observer: &mut dyn Observer) -> Answer {
        let watch = request.limits.start();
        let options = EncodeOptions {
            encoding: self.encoding,
            memory: request.limits.memory,
            watch: Some(watch.clone()),
            selectors: false,
        };
        match encode(model, &options) {
            Ok(encoded) => match Run::new(model, encoded, request, watch) {
                Ok(run) => run.answer(observer),
                Err(limit) => Answer::unknown(ID, limit),
            },
            Err(refused) => unanswered(&refused),
        }
    }
}

fn unanswered(refused: &Refused) -> Answer {
    let mut answer = Answer::unknown(ID, refused.limit());
    answer.statistics.engine_reason = Some(refused.to_string());
    answer
}

/// What the solver asks at work: it tells what it has done since it asked before, and why to stop.
fn at_work(encoded: &Encoded, watch: &Watch) -> impl FnMut(u64) -> Option<Limit> + 'static {
    let a_look = A_LOOK + (encoded.cnf.len() / CLAUSES_A_MICROSECOND) as u64;
    let watch = watch.clone();
    let mut before = 0;
    move |learned| {
        let conflicts = learned - std::mem::replace(&mut before, learned);
        watch.spend(u32::try_from(a_look + A_CONFLICT * conflicts).unwrap_or(u32::MAX));
        watch.expired()
    }
}

/// So much work are the few decisions between two looks, more in a large formula.
const A_LOOK: u64 = 5;
const CLAUSES_A_MICROSECOND: usize = 5000;

/// So much work is a conflict: what led to it, its analysis, and learning from it.
const A_CONFLICT: u64 = 100;

/// One question on its way to an answer.
struct Run<'a> {
    model: &'a Model,
    request: &'a Request,
    encoded: Encoded,
    solver: Solver,
    watch: Watch,
    answer_vars: Vec<Var>,
    found: u64,
    /// What is learnt, where somebody watches.
    lessons: Option<Lessons>,
    statistics: Statistics,
}

impl<'a> Run<'a> {
    fn new(
        model: &'a Model,
        encoded: Encoded,
        request: &'a Request,
        watch: Watch,
    ) -> Result<Self, Limit> {
        let mut solver = Solver::new();
        solver.set_seed(request.seed);
        solver.set_limits(&watch, request.limits.nodes);
        solver.stop_when(at_work(&encoded, &watch));
        solver.add_formula_within(&encoded.cnf, &watch)?;
        let mut statistics = Statistics::default();
        let mut tell = |name: &str, figure: usize| {
            statistics.more.insert(name.to_string(), figure.to_string());
        };
        tell("cnf_variables", encoded.cnf.variables());
        tell("cnf_clauses", encoded.cnf.len());
        Ok(Run {
            model,
            request,
            encoded,
            solver,
            watch,
            answer_vars: model.answer(),
            found: 0,
            lessons: None,
            statistics,
        })
    }

    fn answer(mut self, observer: &mut dyn Observer) -> Answer {
        let question = self.request.question;
        if observer.watches() {
            self.lessons = Some(Lessons::new(
                &mut self.solver,
                self.model,
                &self.encoded.map,
            ));
        }
        let (best, stopped_by) = match question {
            Question::One => (None, self.one(observer)),
            Question::Best => self.improve(observer),
            Question::Count => (None, self.enumerate(None, false, observer)),
            question => (None, self.enumerate(question.enough(), true, observer)),
        };
        let mut answer = Answer::from_search(ID, question, self.found, stopped_by);
        if let (Some((solution, objective)), Question::Best) = (best, question) {
            answer.best = objective;
            answer.solutions = vec![solution];
        }
        self.statistics.failures = Some(self.solver.learned());
        answer.statistics = self.statistics;
        answer
    }

    /// The first solution.
    fn one(&mut self, observer: &mut dyn Observer) -> Option<Limit> {
        match self.next(observer) {
            Ok(None) => None,
            Err(limit) => Some(limit),
            Ok(Some(solution)) => {
                let _ = observer.solution(&solution);
                Some(Limit::Solutions)
            }
        }
    }

    /// Solutions up to `limit`, each excluded where the search found it. They come in batches, small ones first, so that
    /// the first solutions are not kept waiting.
    fn enumerate(
        &mut self,
        limit: Option<u64>,
        show: bool,
        observer: &mut dyn Observer,
    ) -> Option<Limit> {
        // A count needs to know the answer variables alone.
        let read = if show {
            self.model.vars().collect()
        } else {
            Vec::new()
        };
        let harvest = Harvest::new(
            &mut self.solver,
            self.encoded.map.clone(),
            read,
            self.answer_vars.clone(),
            self.watch.clone(),
        );
        let mut batch = 1;
        loop {
            let left = limit.map_or(u64::MAX, |limit| limit - self.found);
            if left == 0 {
                return Some(Limit::Solutions);
            }
            self.watch.spend(A_CALL);
            if let Some(limit) = self.watch.expired() {
                return Some(limit);
            }
            harvest.want(usize::try_from(left).unwrap_or(usize::MAX).min(batch));
            batch = (2 * batch).min(MOST_AT_ONCE);
            let verdict = self.solver.solve(&[]);
            self.tell_lessons(observer);
            let found = harvest.take();
            let solutions = found.values.len();
            for values in found.values {
                self.count_one();
                if show && observer.solution(&Solution(values)).is_break() {
                    return Some(Limit::Solutions);
                }
            }
            self.report(observer);
            match verdict {
                Verdict::Unsatisfiable(_) => return None,
                Verdict::Unknown(limit) => return Some(limit),
                Verdict::Satisfiable(_) => {
                    assert!(solutions > 0, "the encoding gives each variable one value");
                    self.solver.add(&found.block.unwrap_or_default());
                }
            }
        }
    }

    /// Solutions each better than the one before, until there is none. What others find is a bound here, too.
    fn improve(
        &mut self,
        observer: &mut dyn Observer,
    ) -> (Option<(Solution, Option<i64>)>, Option<Limit>) {
        let bound = Rc::new(Cell::new(None));
        if let Some(others) = self.request.best.clone() {
            let (mut limits, known) = (at_work(&self.encoded, &self.watch), Rc::clone(&bound));
            let news = move || (others.get() != known.get()).then_some(Limit::Solutions);
            self.solver
                .stop_when(move |learned| limits(learned).or_else(&news));
        }
        let mut best = None;
        loop {
            let others = self.request.best.as_ref().and_then(BestSoFar::get);
            if let (Some(objective), Some(value)) = (self.model.objective(), others)
                && bound.replace(others) != others
            {
                self.demand_better(objective, value as i32);
            }
            let solution = match self.next(observer) {
                Ok(Some(solution)) => solution,
                Ok(None) => return (best, None),
                Err(Limit::Solutions) => continue,
                Err(limit) => return (best, Some(limit)),
            };
            let flow = observer.solution(&solution);
            self.report(observer);
            let Some(objective) = self.model.objective() else {
                // Without an objective one solution is as good as another.
                return (Some((solution, None)), None);
            };
            let value = solution[objective.var()];
            best = Some((solution, Some(i64::from(value))));
            bound.set(Some(value.into()));
            if let Some(others) = &self.request.best {
                others.improve(value);
            }
            if flow.is_break() {
                return (best, Some(Limit::Solutions));
            }
            self.demand_better(objective, value);
        }
    }

    fn demand_better(&mut self, objective: Objective, value: i32) {
        for clause in self.encoded.better_than(objective, value) {
            self.solver.add(&clause);
        }
    }

    fn next(&mut self, observer: &mut dyn Observer) -> Result<Option<Solution>, Limit> {
        // A solver at work asks the clock itself, but an easy formula may be solved without asking.
        self.watch.spend(A_CALL);
        if let Some(limit) = self.watch.expired() {
            return Err(limit);
        }
        let verdict = self.solver.solve(&[]);
        self.tell_lessons(observer);
        match verdict {
            Verdict::Unsatisfiable(_) => Ok(None),
            Verdict::Unknown(limit) => Err(limit),
            Verdict::Satisfiable(assignment) => {
                let values = self.encoded.map.read(|literal| assignment.holds(literal));
                let solution =
                    Solution(values.expect("the encoding gives each variable one value"));
                self.count_one();
                Ok(Some(solution))
            }
        }
    }

    fn tell_lessons(&mut self, observer: &mut dyn Observer) {
        if let Some(lessons) = &mut self.lessons {
            lessons.tell(observer);
        }
    }

    fn count_one(&mut self) {
        self.found += 1;
        let seconds = Some(self.watch.seconds());
        if self.found == 1 {
            self.statistics.first_solution_seconds = seconds;
        }
        self.statistics.last_solution_seconds = seconds;
    }

    fn report(&self, observer: &mut dyn Observer) {
        observer.progress(&Progress {
            failures: self.solver.learned(),
            solutions: self.found,
            ..Progress::default()
        });
    }
}

impl Encoded {
    /// Clauses that leave exactly the solutions whose objective is better than `value`.
    pub fn better_than(&self, objective: Objective, value: i32) -> Vec<Vec<crate::Lit>> {
        let worse = self
            .map
            .values(objective.var())
            .iter()
            .filter(|entry| !objective.improves(entry.0, value));
        worse
            .map(|entry| entry.1.iter().map(|&literal| -literal).collect())
            .collect()
    }
}
