//! Asking about a simplified model: engines see that one, everybody else the solutions of the original.

use std::ops::ControlFlow;
use tantalizer_model::{Answer, Limits, Model, Observer, Problem, Progress, Solution};
use tantalizer_rewrite::{Simplified, can_simplify, simplify};

/// A simplified model as engines get it, and the way back.
pub(crate) struct Prepared {
    problem: Problem,
    simplified: Simplified,
}

/// The simplified model, if there is anything to simplify.
pub(crate) fn prepare(model: &Model, limits: &Limits) -> Option<Prepared> {
    if !can_simplify(model) || limits.expired().is_some() {
        return None;
    }
    // Where a step needs numbers that do not fit, or time runs out, the model is asked as it is.
    let simplified = simplify(model, limits).ok()?;
    Some(Prepared {
        problem: Problem::from(&simplified.model),
        simplified,
    })
}

/// Lets `ask` answer about the simplified model.
pub(crate) fn answer(
    prepared: &Prepared,
    observer: &mut dyn Observer,
    ask: impl FnOnce(&Problem, &mut dyn Observer) -> Answer,
) -> Answer {
    let simplified = &prepared.simplified;
    let mut restoring = Restoring {
        simplified,
        observer,
    };
    let mut answer = ask(&prepared.problem, &mut restoring);
    for solution in &mut answer.solutions {
        *solution = simplified.restore(solution);
    }
    if let [first, .., last] = &simplified.steps[..] {
        let sizes = format!(
            "{} variables and {} constraints became {} and {}",
            first.variables, first.constraints, last.variables, last.constraints
        );
        answer.statistics.more.insert("presolve".into(), sizes);
    }
    answer
}

/// Hands on solutions of the original.
struct Restoring<'a> {
    simplified: &'a Simplified,
    observer: &'a mut dyn Observer,
}

impl Observer for Restoring<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.observer.solution(&self.simplified.restore(solution))
    }

    fn bound(&mut self, bound: i64) {
        self.observer.bound(bound);
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }
}
