//! What is taken grows only when a task starts, so it is enough to look then: of all tasks, those that run take no more
//! than there is.

use tantalizer_model::constraints::{Cumulative, Linear, Member};

use super::at_most;
use super::prelude::*;

impl Rewrite for Cumulative {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let parts = parts(&self, work)?;
        work.post_all(parts)
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let parts = parts(&self, work)?;
        work.reify_all(parts, by)
    }

    /// Nothing is negative, and nothing that runs takes more than there is.
    fn tighten(self, work: &mut Presolve) -> Option<Constraint> {
        let natural = Domain::range(0, i32::MAX);
        let sizes = self.durations.iter().chain(&self.demands);
        for &var in sizes.chain([&self.capacity]) {
            work.keep(var, &natural);
        }
        let most = work.domain(self.capacity).max();
        for (&duration, &demand) in self.durations.iter().zip(&self.demands) {
            if work.domain(duration).min().is_some_and(|least| least > 0) {
                work.keep(demand, &Domain::range(0, most.unwrap_or(0)));
            }
        }
        Some(self.into())
    }

    fn cost(&self) -> usize {
        8 * self.starts.len()
    }
}

/// Nothing is negative; and for each task the sum of what is taken when it starts.
fn parts(shared: &Cumulative, work: &mut Rewriter<'_>) -> Result<Vec<Constraint>, RewriteError> {
    let natural = Domain::range(0, i32::MAX);
    let sizes = shared.durations.iter().chain(&shared.demands);
    let member = |&x: &Var| {
        let values = natural.clone();
        Constraint::from(Member { x, values })
    };
    let mut parts: Vec<Constraint> = sizes.chain([&shared.capacity]).map(member).collect();
    // A task that takes no time or nothing plays no role, and one that cannot overlap another adds nothing to it.
    let matters = |&task: &usize| {
        let (duration, demand) = (shared.durations[task], shared.demands[task]);
        work.hull(duration).1 > 0 && work.hull(demand).1 > 0
    };
    let tasks: Vec<usize> = (0..shared.starts.len()).filter(matters).collect();
    for &at in &tasks {
        let mut terms = vec![(-1, shared.capacity)];
        for &task in &tasks {
            let runs = runs(shared, task, shared.starts[at], work)?;
            let taken = match work.value_of(runs) {
                Some(false) => continue,
                Some(true) => vec![(1, shared.demands[task])],
                None => work.product(runs.var, shared.demands[task])?,
            };
            terms.extend(taken);
        }
        parts.push(Constraint::from(Linear {
            terms,
            rel: Rel::LessEqual,
            constant: 0,
        }));
    }
    Ok(parts)
}

/// A positive literal that is true exactly when the task runs at the time that the variable tells.
fn runs(
    shared: &Cumulative,
    task: usize,
    time: Var,
    work: &mut Rewriter<'_>,
) -> Result<Literal, RewriteError> {
    let (start, duration) = (shared.starts[task], shared.durations[task]);
    let begun = work.relation(start, Rel::LessEqual, time)?;
    let open = if start == time {
        work.among(duration, Domain::range(1, i32::MAX))?
    } else {
        let terms = vec![(1, time), (-1, start), (-1, duration)];
        work.literal(at_most(terms, -1))?
    };
    match (work.value_of(begun), work.value_of(open)) {
        (Some(false), _) | (_, Some(false)) => Ok(work.truth(false)),
        (Some(true), Some(true)) => Ok(work.truth(true)),
        _ => work.conjunction(vec![begun, open]),
    }
}
