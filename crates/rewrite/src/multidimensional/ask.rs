//! Asking an engine about a disjunction of models.

use num_bigint::BigUint;
use tantalizer_model::{
    Answer, Flow, Limit, ModelEngine, Observer, Progress, Question, Request, Solution, Statistics,
    Status,
};

use super::Reformulated;

impl Reformulated {
    /// The engine's answer about the whole disjunction: it is asked about one
    /// model after the other. As the models have no solution in common,
    /// counts add up. A limit of time is one for all together.
    pub fn answer(
        &self,
        engine: &dyn ModelEngine,
        request: &Request,
        observer: &mut dyn Observer,
    ) -> Answer {
        let watch = request.limits.start();
        let mut all = Gathered {
            observer,
            found: 0,
            stop: false,
            best: None,
            statistics: Statistics::default(),
        };
        let mut stopped_by = None;
        let mut counted = BigUint::default();
        for model in &self.models {
            if let Some(limit) = watch.expired() {
                stopped_by = Some(limit);
                break;
            }
            let question = match request.question {
                Question::All { limit: Some(limit) } => Question::All {
                    limit: Some(limit - all.found.min(limit)),
                },
                other => other,
            };
            let objective = model
                .objective()
                .filter(|_| request.question == Question::Best);
            let part = Request {
                question,
                ..request.clone()
            };
            let answer = engine.answer_model(
                model,
                &part,
                &mut Part {
                    all: &mut all,
                    objective,
                },
            );
            counted += &answer.count;
            all.add(&answer.statistics);
            if answer.stopped_by.is_some()
                && !(question == Question::One && answer.status == Status::Satisfiable)
            {
                stopped_by = answer.stopped_by;
                break;
            }
            if question == Question::One && answer.status == Status::Satisfiable {
                break;
            }
            let wanted = match request.question {
                Question::All { limit } => limit.is_some_and(|limit| all.found >= limit),
                _ => false,
            };
            if wanted || all.stop {
                stopped_by = Some(Limit::Solutions);
                break;
            }
        }
        let found = u64::from(counted != BigUint::default());
        let mut answer = Answer::from_search(engine.id(), request.question, found, stopped_by);
        answer.count = counted;
        answer.best = all.best;
        answer.statistics = all.statistics;
        answer.statistics.engine_reason = Some(format!("{} subproblems", self.models.len()));
        answer
    }
}

/// What is known so far about all models together.
struct Gathered<'a> {
    observer: &'a mut dyn Observer,
    found: u64,
    stop: bool,
    best: Option<i64>,
    statistics: Statistics,
}

impl Gathered<'_> {
    fn add(&mut self, part: &Statistics) {
        let sum = |all: &mut Option<u64>, part: Option<u64>| {
            if let Some(part) = part {
                *all = Some(all.unwrap_or(0) + part);
            }
        };
        sum(&mut self.statistics.nodes, part.nodes);
        sum(&mut self.statistics.failures, part.failures);
        sum(&mut self.statistics.propagations, part.propagations);
        self.statistics.peak_depth = self.statistics.peak_depth.max(part.peak_depth);
    }
}

/// The observer of one model: passes on what counts for the whole.
struct Part<'a, 'b> {
    all: &'a mut Gathered<'b>,
    objective: Option<tantalizer_model::Objective>,
}

impl Observer for Part<'_, '_> {
    fn solution(&mut self, solution: &Solution) -> Flow {
        if let Some(objective) = self.objective {
            let value = i64::from(solution[objective.var()]);
            let improves = self
                .all
                .best
                .is_none_or(|best| objective.improves(value as i32, best as i32));
            if !improves {
                return Flow::Continue;
            }
            self.all.best = Some(value);
        }
        self.all.found += 1;
        let flow = self.all.observer.solution(solution);
        self.all.stop |= flow == Flow::Stop;
        flow
    }

    fn progress(&mut self, progress: &Progress) {
        self.all.observer.progress(progress);
    }
}
