//! Variables that must be equal are one variable.
//!
//! Equality is said plainly (`x = y`, all equal), or by two truth values that stand for the same condition. One of
//! the variables stays, an answer variable if there is one; the others follow it.

use std::collections::HashMap;
use tantalizer_model::constraints::{AllEqual, Compare, Member, Reified};

use tantalizer_model::{Constraint, Domain, Limit, Objective, Phase, Posted, Rel, Var};

use super::work::{Undo, Work};
use crate::Pace;

/// Merges equal variables until none are left.
pub(super) fn merge(work: &mut Work, pace: &mut Pace) -> Result<(), Limit> {
    loop {
        // What says that variables are equal goes, so whatever is found is carried out.
        pace.look()?;
        let pairs = equal_pairs(work);
        if pairs.is_empty() {
            return Ok(());
        }
        let mut classes = Classes::new(work.model.var_count());
        for (x, y) in pairs {
            classes.unite(x, y, &work.stays);
        }
        rename(work, &classes.representatives());
    }
}

/// Pairs that must be equal; the constraints that say no more than this are dropped.
fn equal_pairs(work: &mut Work) -> Vec<(Var, Var)> {
    let mut pairs = Vec::new();
    let mut standing_for: HashMap<(Var, Domain), Var> = HashMap::new();
    let constraints = std::mem::take(&mut work.constraints);
    let mut left: Vec<Posted> = Vec::with_capacity(constraints.len());
    for posted in constraints {
        match &posted.constraint {
            &Constraint::Compare(Compare {
                x,
                rel: Rel::Equal,
                y,
            }) => pairs.push((x, y)),
            Constraint::AllEqual(AllEqual { vars }) => {
                pairs.extend(vars.windows(2).map(|pair| (pair[0], pair[1])));
            }
            Constraint::Reified(Reified { constraint, by }) => match &**constraint {
                Constraint::Member(Member { x, values }) => {
                    let values = values.intersection(work.model.domain(*x));
                    match standing_for.insert((*x, values), *by) {
                        Some(other) => pairs.push((other, *by)),
                        None => left.push(posted),
                    }
                }
                _ => left.push(posted),
            },
            _ => left.push(posted),
        }
    }
    work.constraints = left;
    pairs.retain(|(x, y)| x != y);
    pairs
}

/// Puts the variable that stays in the place of those that are equal to it.
fn rename(work: &mut Work, representatives: &[Var]) {
    let to = |var: Var| representatives[var.index()];
    for var in work.model.vars() {
        let of = to(var);
        if of != var && !work.gone[var.index()] {
            let domain = work.domain(var).clone();
            work.keep(of, &domain);
            work.stays[of.index()] |= work.stays[var.index()];
            work.leave(Undo::Same { var, of });
        }
    }
    for posted in &mut work.constraints {
        if posted.constraint.vars().iter().any(|&var| to(var) != var) {
            posted.constraint = posted.constraint.with_vars(&to);
        }
    }
    let mut answer: Vec<Var> = Vec::new();
    let mut listed = vec![false; work.model.var_count()];
    for var in work.model.answer().into_iter().map(to) {
        if !std::mem::replace(&mut listed[var.index()], true) {
            answer.push(var);
        }
    }
    work.model.set_answer(answer);
    let objective = work.model.objective().map(|objective| match objective {
        Objective::Minimise(var) => Objective::Minimise(to(var)),
        Objective::Maximise(var) => Objective::Maximise(to(var)),
    });
    if let Some(objective) = objective {
        work.model.set_objective(objective);
    }
    let phases: Vec<Phase> = work.model.branching().to_vec();
    let phases = phases.into_iter().map(|phase| Phase {
        vars: phase.vars.into_iter().map(to).collect(),
        strategy: phase.strategy,
    });
    work.model.set_branching(phases.collect());
}

/// Classes of equal variables.
pub(super) struct Classes {
    up: Vec<Var>,
}

impl Classes {
    pub fn new(count: usize) -> Classes {
        Classes {
            up: (0..count).map(Var::from_index).collect(),
        }
    }

    /// The variable that stands for this one; the way there is shortened.
    pub fn find(&mut self, mut var: Var) -> Var {
        while self.up[var.index()] != var {
            let above = self.up[self.up[var.index()].index()];
            self.up[var.index()] = above;
            var = above;
        }
        var
    }

    /// One that must stay is the one that stays; otherwise the one that was there first.
    pub fn unite(&mut self, x: Var, y: Var, stays: &[bool]) {
        let (x, y) = (self.find(x), self.find(y));
        let rank = |var: Var| (!stays[var.index()], var);
        let (top, below) = if rank(x) <= rank(y) { (x, y) } else { (y, x) };
        self.up[below.index()] = top;
    }

    /// For each variable, the one that stands for it.
    fn representatives(mut self) -> Vec<Var> {
        let count = self.up.len();
        (0..count)
            .map(|index| self.find(Var::from_index(index)))
            .collect()
    }
}
