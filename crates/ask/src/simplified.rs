//! Asking about a simplified model: engines see that one, everybody else the solutions of the original.

use tantalizer_model::{Answer, Flow, Model, Observer, Progress, Solution};
use tantalizer_rewrite::{Simplified, can_simplify, simplify};

/// The simplified model, if there is anything to simplify.
pub(crate) fn simplified(model: &Model) -> Option<Simplified> {
    if !can_simplify(model) {
        return None;
    }
    // Where a step needs numbers that do not fit, the model is asked as it is.
    simplify(model).ok()
}

/// Lets `ask` answer about the simplified model.
pub(crate) fn answer(
    simplified: &Simplified,
    observer: &mut dyn Observer,
    ask: impl FnOnce(&Model, &mut dyn Observer) -> Answer,
) -> Answer {
    let mut restoring = Restoring {
        simplified,
        observer,
    };
    let mut answer = ask(&simplified.model, &mut restoring);
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
    fn solution(&mut self, solution: &Solution) -> Flow {
        self.observer.solution(&self.simplified.restore(solution))
    }

    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(progress);
    }
}
