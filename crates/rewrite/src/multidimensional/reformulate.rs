//! The strategy: an agenda of subproblems, one constraint after the other.
//!
//! At each subproblem the one-dimensional constraints that were not considered
//! yet are tried. One that leads to a single subproblem, or to none, is
//! enforced at once. Of those that split, the one that leads to the fewest
//! subproblems is enforced; of equally good ones, the one that leaves the least. The agenda is worked through in the order of arrival until all
//! constraints are considered or splitting would exceed the allowed number of
//! subproblems; what is left then keeps its constraints for the engine.

use std::collections::VecDeque;
use tantalizer_model::constraints::Table;

use tantalizer_model::{Constraint, ConstraintId, ConstraintKind, Domain, Model, Tuples};

use super::split::{self, Subproblem};
use super::{Dimension, Meaning, MultiDimensional, MultiDimensionalError};

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The most subproblems in the end.
    pub subproblems: usize,
    /// The most subproblems that one constraint may lead to.
    pub children: usize,
}

impl Default for Options {
    /// Up to 64 subproblems, 16 from one step.
    fn default() -> Self {
        Self {
            subproblems: 64,
            children: 16,
        }
    }
}

/// One step of a reformulation, for a person to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Which subproblem was split: 0 is the whole problem, then in the order
    /// in which they were made.
    pub subproblem: usize,
    /// The constraint that was enforced, by name.
    pub constraint: String,
    /// The dimension it speaks of, by name.
    pub dimension: String,
    /// The subproblems made; none if there is no solution.
    pub children: Vec<usize>,
}

/// A disjunction of models with no solution in common.
#[derive(Clone, Debug)]
pub struct Reformulated {
    /// The models. Each has the variables of the plain model in the same
    /// places, and its solutions are solutions of the plain model; of an
    /// unordered problem, with their choices perhaps in another order.
    pub models: Vec<Model>,
    /// The steps, in the order they were taken.
    pub steps: Vec<Step>,
}

impl MultiDimensional {
    /// The problem as a disjunction of smaller ones.
    pub fn reformulate(&self, options: Options) -> Result<Reformulated, MultiDimensionalError> {
        let constraints = (0..self.model.constraints().len()).map(ConstraintId);
        let mut one_dimensional: Vec<ConstraintId> = constraints
            .filter(|&id| self.dimension(id).is_some())
            .collect();
        // What hardly ever splits is looked at first: it is enforced at once.
        one_dimensional.sort_by_key(|&id| {
            let kind = self.model.constraint(id).constraint.kind();
            kind != ConstraintKind::AllDifferent
        });
        let mut run = Run {
            problem: self,
            one_dimensional,
            steps: Vec::new(),
            made: 1,
        };
        let mut agenda = VecDeque::from([(0, Subproblem::initial(self))]);
        let mut leaves = Vec::new();
        while let Some((number, problem)) = agenda.pop_front() {
            let room = options
                .subproblems
                .saturating_sub(agenda.len() + leaves.len());
            let most = options.children.min(room.max(1));
            let Some((number, problem)) = run.refine(number, problem, most) else {
                continue;
            };
            match run.best_split(&problem, most) {
                Some(step) => agenda.extend(run.take(number, &problem, step)),
                None => leaves.push(problem),
            }
        }
        let steps = run.steps;
        let models = leaves
            .iter()
            .map(|leaf| self.model_of(leaf))
            .collect::<Result<_, _>>()?;
        Ok(Reformulated { models, steps })
    }

    fn dimension_name(&self, id: ConstraintId) -> String {
        match self.dimension(id) {
            Some(Dimension::Attribute(attribute)) => self.attributes[attribute].clone(),
            Some(Dimension::Identity) | None => "identity".to_owned(),
        }
    }

    /// The model of a subproblem.
    fn model_of(&self, problem: &Subproblem) -> Result<Model, MultiDimensionalError> {
        let mut model = self.model.without_constraints();
        for (&var, meaning) in &self.meaning {
            let domain: Vec<i32> = match *meaning {
                Meaning::Record(choice) => problem.domains[choice]
                    .iter()
                    .map(|&record| record as i32)
                    .collect(),
                Meaning::Attribute(choice, attribute) => problem.domains[choice]
                    .iter()
                    .map(|&record| self.records[record][attribute])
                    .collect(),
            };
            model.set_domain(var, domain);
        }
        for &(var, value) in &problem.decided {
            model.set_domain(var, Domain::single(value));
        }
        for &id in &problem.remaining {
            let posted = self.model.constraint(ConstraintId(id));
            let constraint = match &posted.constraint {
                Constraint::Table(Table {
                    vars,
                    tuples,
                    allowed,
                }) if self.ties.contains(&id) => {
                    let rows = tuples
                        .rows()
                        .filter(|row| model.domain(vars[0]).contains(row[0]));
                    let tuples = Tuples::new(2, rows)?.into();
                    Constraint::Table(Table {
                        vars: vars.clone(),
                        tuples,
                        allowed: *allowed,
                    })
                }
                other => other.clone(),
            };
            let new = model.post(constraint)?;
            model.name_constraint(new, posted.name.clone());
            model.explain_constraint(new, posted.sentence.clone());
        }
        for constraint in &problem.instead {
            model.post(constraint.clone())?;
        }
        Ok(model)
    }
}

/// A reformulation under way.
struct Run<'a> {
    problem: &'a MultiDimensional,
    /// The constraints to consider, in the order they are looked at.
    one_dimensional: Vec<ConstraintId>,
    steps: Vec<Step>,
    /// How many subproblems were made.
    made: usize,
}

impl Run<'_> {
    /// Takes all steps that do not split; nothing if one shows that there is
    /// no solution.
    fn refine(
        &mut self,
        mut number: usize,
        mut problem: Subproblem,
        most: usize,
    ) -> Option<(usize, Subproblem)> {
        for place in 0..self.one_dimensional.len() {
            let id = self.one_dimensional[place];
            if problem.considered.contains(&id.0) {
                continue;
            }
            let step = problem.step(self.problem, id, most);
            if step.children.len() <= 1 {
                (number, problem) = self.take(number, &problem, step).pop()?;
            }
        }
        Some((number, problem))
    }

    /// The constraint to split on, if there is one that leads to few enough
    /// subproblems.
    fn best_split(&self, problem: &Subproblem, most: usize) -> Option<split::Step> {
        if most <= 1 {
            return None;
        }
        let mut best: Option<(usize, f64, split::Step)> = None;
        for &id in &self.one_dimensional {
            if problem.considered.contains(&id.0) {
                continue;
            }
            let step = problem.step(self.problem, id, most);
            let count = step.children.len();
            if count > most || best.as_ref().is_some_and(|&(fewest, ..)| fewest < count) {
                continue;
            }
            let left = step.left(self.problem, problem);
            let better = |&(fewest, least, _): &(usize, f64, _)| (count, left) < (fewest, least);
            if best.as_ref().is_none_or(better) {
                best = Some((count, left, step));
            }
        }
        best.map(|(_, _, step)| step)
    }

    /// Takes a step and records it.
    fn take(
        &mut self,
        number: usize,
        problem: &Subproblem,
        step: split::Step,
    ) -> Vec<(usize, Subproblem)> {
        let children: Vec<usize> = (self.made..self.made + step.children.len()).collect();
        self.made += children.len();
        self.steps.push(Step {
            subproblem: number,
            constraint: self.problem.model.constraint_name(step.id),
            dimension: self.problem.dimension_name(step.id),
            children: children.clone(),
        });
        let made = step.take(self.problem, problem);
        children.into_iter().zip(made).collect()
    }
}
