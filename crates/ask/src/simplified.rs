//! Asking about a simplified model: engines see that one, everybody else the solutions of the original.

use std::ops::ControlFlow;
use tantalizer_model::{
    Answer, DiagramLayer, Domain, Learnt, Limits, Model, Node, Observer, Problem, Progress,
    Solution, Var,
};
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
        originals: observer.watches().then(|| simplified.originals()),
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

/// Hands on solutions and nodes of the original.
struct Restoring<'a> {
    simplified: &'a Simplified,
    /// The variables of the original, if somebody watches.
    originals: Option<Vec<Vec<Var>>>,
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

    fn watches(&self) -> bool {
        self.originals.is_some()
    }

    /// What is known of variables that were simplified away is told with the solution.
    fn node(&mut self, node: &Node<'_>) -> ControlFlow<()> {
        let Some(originals) = &self.originals else {
            return ControlFlow::Continue(());
        };
        let of = |var: &Var| originals[var.index()].iter().copied();
        let decision = node.decision.and_then(|(var, restriction, value)| {
            let original = of(&var).next()?;
            Some((original, restriction, value))
        });
        let changed = node.changed.iter();
        let changed: Vec<(Var, Domain)> = changed
            .flat_map(|(var, domain)| of(var).map(|var| (var, domain.clone())))
            .collect();
        let failed = node
            .failed
            .map(|vars| vars.iter().flat_map(of).collect::<Vec<Var>>());
        self.observer.node(&Node {
            decision,
            changed: &changed,
            failed: failed.as_deref(),
            ..*node
        })
    }

    fn learnt(&mut self, clause: &Learnt<'_>) {
        let Some(originals) = &self.originals else {
            return;
        };
        let literals = clause.literals.iter();
        let literals: Vec<_> = literals
            .filter_map(|&(var, restriction, value)| {
                Some((*originals[var.index()].first()?, restriction, value))
            })
            .collect();
        self.observer.learnt(&Learnt {
            others: clause.others + clause.literals.len() - literals.len(),
            literals: &literals,
        });
    }

    fn layer(&mut self, layer: &DiagramLayer<'_>) {
        let Some(originals) = &self.originals else {
            return;
        };
        let original = |var: Var| originals[var.index()].first().copied();
        self.observer.layer(&DiagramLayer {
            var: layer.var.and_then(original),
            ..*layer
        });
    }
}
