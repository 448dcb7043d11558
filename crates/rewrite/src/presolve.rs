//! Simple presolve: tighter domains, fewer constraints, the same solutions.
//!
//! Each constraint looks at the domains once, may remove values that no solution has, and may
//! find that it holds whatever happens or that something simpler says the same. Those with a variable that lost values look
//! again, until nothing changes. Every variable stays, so solutions need no translation.

use tantalizer_model::constraints::Clause;
use tantalizer_model::{Constraint, Domain, Limit, Model, Posted, Var, Watch};

use crate::constraints::Rewrite;
use crate::{Pace, RewriteError};

/// A round looks at every constraint at most once; a long chain of small steps is left to the engines.
const ROUNDS: usize = 20;

/// What a look at the shortest constraint takes, in steps of some nanoseconds.
const LEAST_STEPS: usize = 16;

/// The same model with tighter domains and without what always holds.
pub fn presolve(model: &Model, watch: &Watch) -> Result<Model, RewriteError> {
    let (tight, stopped) = tighten(model, watch)?;
    match stopped {
        Some(limit) => Err(limit.into()),
        None => Ok(tight),
    }
}

/// The same as far as it goes until the watch expires, and why it went no further. What comes of it has the same solutions,
/// however early it was stopped.
pub(crate) fn tighten(
    model: &Model,
    watch: &Watch,
) -> Result<(Model, Option<Limit>), RewriteError> {
    let mut tight = model.without_constraints();
    tight.set_answer(model.answer());
    let mut work = Presolve {
        is_changed: vec![false; tight.var_count()],
        changed: Vec::new(),
        again: false,
        model: tight,
        pace: Pace::new(watch),
    };
    let mut open: Vec<Option<Posted>> = model.constraints().iter().cloned().map(Some).collect();
    let stopped = work.rounds(&mut open).err();
    let mut result = work.model;
    if result.vars().any(|var| result.domain(var).is_empty()) {
        return Ok((result, stopped));
    }
    for posted in open.into_iter().flatten() {
        let id = result.post(posted.constraint)?;
        result.name_constraint(id, posted.name);
        result.explain_constraint(id, posted.sentence);
    }
    Ok((result, stopped))
}

/// Which constraints speak of each variable, in one list.
struct Touching {
    starts: Vec<usize>,
    ids: Vec<usize>,
}

impl Touching {
    fn new(variables: usize, constraints: &[Option<Posted>]) -> Touching {
        let each = || constraints.iter().flatten().map(|p| p.constraint.vars());
        let mut starts = vec![0; variables + 1];
        for var in each().flatten() {
            starts[var.index() + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut ids = vec![0; starts[variables]];
        for (id, posted) in constraints.iter().enumerate() {
            let vars = posted.as_ref().map(|posted| posted.constraint.vars());
            for var in vars.into_iter().flatten() {
                ids[next[var.index()]] = id;
                next[var.index()] += 1;
            }
        }
        Touching { starts, ids }
    }

    fn of(&self, var: Var) -> &[usize] {
        &self.ids[self.starts[var.index()]..self.starts[var.index() + 1]]
    }
}

pub(crate) struct Presolve {
    model: Model,
    /// Variables that lost values in this round, each once.
    changed: Vec<Var>,
    is_changed: Vec<bool>,
    /// Whether the constraint at hand became another one, which has not looked yet.
    again: bool,
    pace: Pace,
}

impl Presolve {
    /// Lets the constraints look at the domains, round by round; what is dropped leaves an empty place.
    fn rounds(&mut self, open: &mut [Option<Posted>]) -> Result<(), Limit> {
        let mut looks = vec![true; open.len()];
        let mut touching = None;
        for _ in 0..ROUNDS {
            let mut any = false;
            for (id, place) in open.iter_mut().enumerate() {
                if !std::mem::take(&mut looks[id]) {
                    continue;
                }
                let Some(mut posted) = place.take() else {
                    continue;
                };
                if let Err(limit) = self.pace.step(LEAST_STEPS + posted.constraint.cost()) {
                    *place = Some(posted);
                    return Err(limit);
                }
                self.again = false;
                if let Some(left) = self.simplify(posted.constraint) {
                    posted.constraint = left;
                    *place = Some(posted);
                }
                looks[id] = self.again;
                any |= self.again;
            }
            let dead = self.changed.iter().any(|&var| self.domain(var).is_empty());
            if dead || (self.changed.is_empty() && !any) {
                break;
            }
            let touching: &Touching =
                touching.get_or_insert_with(|| Touching::new(self.model.var_count(), open));
            for var in std::mem::take(&mut self.changed) {
                self.is_changed[var.index()] = false;
                self.pace.step(touching.of(var).len())?;
                touching.of(var).iter().for_each(|&id| looks[id] = true);
            }
        }
        Ok(())
    }

    /// What is left of a constraint once it has tightened the domains.
    fn simplify(&mut self, constraint: Constraint) -> Option<Constraint> {
        if constraint.vars().iter().any(|&v| self.domain(v).is_empty()) {
            return Some(constraint);
        }
        constraint.tighten(self)
    }

    /// Another constraint in its place, which has not looked yet.
    pub(crate) fn becomes(&mut self, constraint: impl Into<Constraint>) -> Option<Constraint> {
        self.again = true;
        Some(constraint.into())
    }

    /// The smallest and the largest value of a sum, term by term.
    pub(crate) fn reach(&self, terms: &[(i64, Var)]) -> (i128, i128) {
        let mut reach = (0, 0);
        for &(coefficient, var) in terms {
            let domain = self.domain(var);
            let end = |value: Option<i32>| i128::from(coefficient) * i128::from(value.unwrap_or(0));
            let (a, b) = (end(domain.min()), end(domain.max()));
            reach = (reach.0 + a.min(b), reach.1 + a.max(b));
        }
        reach
    }

    pub(crate) fn bound(&mut self, var: Var, from: Option<i128>, to: Option<i128>) {
        let clip = |value: i128| value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let beyond = |value: Option<i128>, end: i32, above: bool| match value {
            Some(value) if above => value > i128::from(end),
            Some(value) => value < i128::from(end),
            None => false,
        };
        if beyond(from, i32::MAX, true) || beyond(to, i32::MIN, false) {
            return self.keep(var, &Domain::empty());
        }
        let range = Domain::range(from.map_or(i32::MIN, clip), to.map_or(i32::MAX, clip));
        self.keep(var, &range);
    }

    /// Nothing, or what never holds.
    pub(crate) fn settled(&mut self, holds: bool) -> Option<Constraint> {
        (!holds).then(|| Clause { literals: vec![] }.into())
    }

    pub(crate) fn domain(&self, var: Var) -> &Domain {
        self.model.domain(var)
    }

    pub(crate) fn keep(&mut self, var: Var, values: &Domain) {
        let left = self.domain(var).intersection(values);
        if left.len() < self.domain(var).len() {
            self.narrow(var, left);
        }
    }

    fn narrow(&mut self, var: Var, left: Domain) {
        self.model.set_domain(var, left);
        if !std::mem::replace(&mut self.is_changed[var.index()], true) {
            self.changed.push(var);
        }
    }

    pub(crate) fn remove(&mut self, var: Var, values: &Domain) {
        let left = self.domain(var).difference(values);
        if left.len() < self.domain(var).len() {
            self.narrow(var, left);
        }
    }
}
