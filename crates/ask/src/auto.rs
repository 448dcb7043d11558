//! `auto`: the engines that suit the question and the model.
//!
//! Search starts fastest, so it always goes first, for a moment: most puzzles are answered by then. What it saw
//! decides who is likely to be best from there on: where solutions are plenty, search enumerates best, and a decision diagram
//! counts best; where they are rare, learning from dead ends pays, by the SAT engine, or by lazy clause generation where sums and
//! large domains make a formula clumsy. The others have their turns as well (`turns`), so that a wrong guess costs little. A moment is
//! measured in work, not in seconds. The measurements behind the rules are in `docs/engines.md`.

use std::ops::ControlFlow;
use std::sync::Arc;

use tantalizer_model::{
    Answer, Collect, ConstraintKind, EngineId, Fact, Limit, Limits, Model, Objective, Observer,
    Problem, Progress, Question, Request, Solution, Status,
};

use crate::turns::{SHARES, in_turns};
use crate::{engines, run, turns};

/// With fewer nodes than this to each solution, solutions are plenty.
const PLENTY: u64 = 20;

/// Domains larger than this make long formulas.
const LARGE_DOMAIN: u64 = 256;

/// Answers with the engines that suit.
pub(crate) fn answer(model: &Arc<Model>, request: &Request, observer: &mut dyn Observer) -> Answer {
    answer_after(
        first_look(model, request.question),
        model,
        request,
        observer,
    )
}

/// So much work search gets before the engines take turns. Where one answer is wanted it has the first of these and goes on where it stopped; so it begins here
/// only with what is small enough that most answers are there before another thread would be, and else it is not begun twice.
fn first_look(model: &Model, question: Question) -> u32 {
    let moment = turns::moment(model);
    match question {
        Question::One | Question::Best if moment > turns::LEAST => 0,
        Question::One | Question::Best => moment / 10,
        _ => moment,
    }
}

/// Answers; search goes first for a moment.
fn answer_after(
    moment: u32,
    model: &Arc<Model>,
    request: &Request,
    observer: &mut dyn Observer,
) -> Answer {
    let search = engines::general(EngineId::Search).filter(|_| moment > 0);
    let Some(search) = search else {
        return go_on(model, request, false, observer);
    };
    let short = Request {
        limits: Limits {
            cancel: request.limits.cancel.after_work(moment),
            ..request.limits.clone()
        },
        ..request.clone()
    };
    let mut held = Held {
        solutions: Collect::default(),
        observer,
    };
    let problem = Problem::Model(Arc::clone(model));
    let mut first = search.answer(&problem, &short, &mut held);
    let kept = std::mem::take(&mut held.solutions.solutions);
    let moment_is_over = first.stopped_by == Some(Limit::Cancelled);
    first.stopped_by = reached(first.stopped_by, &request.limits);
    if !moment_is_over || first.stopped_by.is_some() {
        hand_over(&kept, &mut first, observer);
        first.statistics.engine_reason =
            Some("search answered within the moment it gets first".into());
        return first;
    }
    let nodes = first.statistics.nodes.unwrap_or(0);
    let found = u64::try_from(&first.count).unwrap_or(u64::MAX);
    let plenty = found > 0 && nodes / PLENTY <= found;
    if let (Question::Best, Some(objective), Some(last)) =
        (request.question, model.objective(), kept.last())
    {
        let best = last[objective.var()];
        hand_over(&kept, &mut first, observer);
        return improve(model, request, objective, best, first, observer);
    }
    let answer = go_on(model, request, plenty, observer);
    if answer.status == Status::Unknown && found > 0 {
        // Whoever went on found nothing in time; what was found before is not lost.
        first.stopped_by = answer.stopped_by;
        hand_over(&kept, &mut first, observer);
        return first;
    }
    answer
}

/// The limit that stops everything, if one does: that search has had its moment is none, but another one may have been reached by then.
fn reached(stopped_by: Option<Limit>, limits: &Limits) -> Option<Limit> {
    match stopped_by {
        Some(Limit::Cancelled) => limits.expired(),
        other => other,
    }
}

/// Search found something in its moment, which was handed over: whoever goes on looks for something better only.
fn improve(
    model: &Arc<Model>,
    request: &Request,
    objective: Objective,
    best: i32,
    mut first: Answer,
    observer: &mut dyn Observer,
) -> Answer {
    let beyond = match objective {
        Objective::Minimise(var) => Fact::AtMost(var, i64::from(best) - 1),
        Objective::Maximise(var) => Fact::AtLeast(var, i64::from(best) + 1),
    };
    let better = Arc::new(model.with_facts(&[beyond]));
    let answer = go_on(&better, request, false, observer);
    match answer.status {
        Status::Unsatisfiable => {
            let reason = format!(
                "search found it in its first moment, and {} showed that nothing is better",
                answer.engine
            );
            first.status = Status::Optimal;
            first.complete = true;
            first.stopped_by = None;
            first.statistics.engine_reason = Some(reason);
            first
        }
        Status::Unknown => {
            first.stopped_by = answer.stopped_by;
            first
        }
        Status::Satisfiable | Status::Optimal => answer,
    }
}

/// Search was not done in its moment: who goes on?
fn go_on(
    model: &Arc<Model>,
    request: &Request,
    plenty: bool,
    observer: &mut dyn Observer,
) -> Answer {
    use EngineId::{Diagram, Learn, Sat, Search};
    let learners = if is_clumsy_as_formula(model) {
        [Learn, Sat]
    } else {
        [Sat, Learn]
    };
    match request.question {
        // Some are wanted: whoever finds them.
        Question::All { limit: Some(_) } if plenty => {
            let order = [Search, learners[0], learners[1]];
            in_turns(&order, SHARES, model, request, observer)
        }
        Question::All { .. } if plenty => {
            let problem = Problem::Model(Arc::clone(model));
            let reason = "solutions are plenty";
            alone(Search, reason, &problem, request, observer)
        }
        // The others would go through all of them, one by one.
        Question::Count if plenty => {
            let order = [Diagram, Search, learners[0]];
            in_turns(&order, [16.0, 1.0, 1.0], model, request, observer)
        }
        Question::Count => {
            let order = [learners[0], Diagram, Search];
            in_turns(&order, SHARES, model, request, observer)
        }
        Question::One | Question::Best => {
            let order = [Search, learners[0], learners[1]];
            in_turns(&order, [1.5, 3.0, 1.0], model, request, observer)
        }
        _ => {
            let order = [learners[0], Search, learners[1]];
            in_turns(&order, SHARES, model, request, observer)
        }
    }
}

/// The later count, unless it was stopped before it came as far as the one before.
pub(crate) fn at_least(before: Answer, later: Answer) -> Answer {
    if later.complete || later.count >= before.count {
        return later;
    }
    Answer {
        stopped_by: later.stopped_by,
        ..before
    }
}

/// Whether sums or large domains would make long formulas.
fn is_clumsy_as_formula(model: &Model) -> bool {
    let large = |var| model.domain(var).len() > LARGE_DOMAIN;
    let sums = model.constraints().iter().any(|posted| {
        matches!(
            posted.constraint.kind(),
            ConstraintKind::Linear | ConstraintKind::Arithm
        )
    });
    sums || model.vars().any(large)
}

/// Answers with one engine; the reason, if there is one, is told.
pub(crate) fn alone(
    id: EngineId,
    reason: &str,
    problem: &Problem,
    request: &Request,
    observer: &mut dyn Observer,
) -> Answer {
    let Some(engine) = engines::general(engines::or_next(id)) else {
        let reason = "it is made for another problem".to_string();
        return Answer::unknown(id, Limit::Unsupported(reason));
    };
    // The reason is one for the engine that was meant.
    let is_meant = engine.id() == id;
    let mut answer = run::answer(engine, problem, request, observer);
    if is_meant && !reason.is_empty() {
        answer.statistics.engine_reason = Some(reason.to_string());
    }
    answer
}

/// Keeps solutions back until it is known whether the engine will finish.
struct Held<'a> {
    solutions: Collect,
    observer: &'a mut dyn Observer,
}

impl Observer for Held<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.solutions.solution(solution)
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }
}

/// Hands over what was kept back. An observer that stops before the last solution has not got all there are.
fn hand_over(solutions: &[Solution], answer: &mut Answer, observer: &mut dyn Observer) {
    for (handed, solution) in (1usize..).zip(solutions) {
        if observer.solution(solution).is_break() {
            if handed < solutions.len() {
                answer.complete = false;
                answer.count = handed.into();
                answer.stopped_by = Some(Limit::Solutions);
            }
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_conformance::{conforms, whole_models};
    use tantalizer_model::{ModelEngine, Support};

    /// `auto` that gives search no moment at all, so that the others have to go on.
    struct Hurried {
        threads: usize,
    }

    impl ModelEngine for Hurried {
        fn id(&self) -> EngineId {
            EngineId::Own("auto")
        }

        fn support(&self, _: ConstraintKind) -> Support {
            Support::Native(None)
        }

        fn answer_for(
            &self,
            model: &Model,
            request: &Request,
            observer: &mut dyn Observer,
        ) -> Answer {
            let request = Request {
                threads: self.threads,
                ..request.clone()
            };
            answer_after(0, &Arc::new(model.clone()), &request, observer)
        }
    }

    #[test]
    fn a_limit_that_is_reached_when_the_moment_is_over_is_told() {
        let over = Some(Limit::Cancelled);
        assert_eq!(reached(over.clone(), &Limits::none()), None);
        assert_eq!(reached(over, &Limits::seconds(0.0)), Some(Limit::Time));
        let nodes = Some(Limit::Nodes);
        assert_eq!(reached(nodes.clone(), &Limits::seconds(0.0)), nodes);
    }

    #[test]
    fn whoever_goes_on_answers_rightly() {
        conforms(&Hurried { threads: 1 });
    }

    #[test]
    fn whoever_wins_the_race_answers_rightly() {
        whole_models::fuzz(&[&Hurried { threads: 2 }], 0..150);
    }

    /// Whatever search found first, only better solutions follow, and the best is known in the end.
    #[test]
    fn what_search_found_first_is_improved() {
        let mut model = Model::new("a sum");
        let x = model.array("x", 2, 0..=9);
        model
            .linear([(1, x[0]), (2, x[1])], tantalizer_model::Rel::LessEqual, 7)
            .unwrap();
        let objective = Objective::Maximise(x[0]);
        model.set_objective(objective);
        let model = Arc::new(model);
        for best in 0..=7 {
            let mut first =
                Answer::from_search(EngineId::Search, Question::Best, 1, Some(Limit::Time));
            first.best = Some(best.into());
            let request = Request::new(Question::Best);
            let mut found = Collect::default();
            let answer = improve(&model, &request, objective, best, first, &mut found);
            assert_eq!((answer.status, answer.best), (Status::Optimal, Some(7)));
            assert!(answer.complete);
            assert!(found.solutions.iter().all(|solution| solution[x[0]] > best));
            assert_eq!(found.solutions.is_empty(), best == 7);
        }
    }

    #[test]
    fn the_reason_is_told() {
        let mut model = Model::new("free");
        model.array("x", 8, 0..=2);
        let request = Request::new(Question::Count);
        let answer = answer_after(0, &Arc::new(model), &request, &mut tantalizer_model::Silent);
        assert_eq!(answer.count, 6561u32.into());
        let reason = answer.statistics.engine_reason.unwrap_or_default();
        assert!(reason.contains(" took turns with "), "{reason}");
    }

    /// Turns are measured in work: whatever else the machine does, the same engine finds the same solution.
    #[test]
    fn the_same_question_is_answered_in_the_same_way() {
        let mut model = Model::new("queens");
        let queens = model.array("q", 20, 0..=19);
        for (left, &a) in queens.iter().enumerate() {
            for (right, &b) in queens.iter().enumerate().skip(left + 1) {
                let apart = (right - left) as i64;
                for shift in [0, apart, -apart] {
                    let terms = [(1, a), (-1, b)];
                    let differ = tantalizer_model::Rel::NotEqual;
                    model.linear(terms, differ, shift).unwrap();
                }
            }
        }
        let model = Arc::new(model);
        let ask = || {
            let mut found = Collect::default();
            let request = Request::new(Question::One);
            let answer = answer_after(0, &model, &request, &mut found);
            (answer.engine, found.solutions)
        };
        let first = ask();
        assert_eq!(first.1.len(), 1);
        for _ in 0..5 {
            assert_eq!(ask(), first);
        }
    }
}
