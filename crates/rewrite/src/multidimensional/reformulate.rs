//! The strategy: an agenda of subproblems, one constraint after the other.
//!
//! At each subproblem every one-dimensional constraint that was not considered
//! yet is tried, and the one that leads to the fewest subproblems is enforced;
//! of equally good ones, the one that leaves the least. A constraint that
//! leads to a single subproblem, or to none, is enforced at once. The agenda is worked through in the order of arrival until all
//! constraints are considered or splitting would exceed the allowed number of
//! subproblems; what is left then keeps its constraints for the engine.

use std::collections::VecDeque;

use tantalizer_model::{Constraint, ConstraintId, Domain, Model, Tuples};

use super::split::Subproblem;
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
        let mut agenda = VecDeque::from([(0, Subproblem::initial(self))]);
        let mut leaves = Vec::new();
        let mut steps = Vec::new();
        let mut made = 1;
        while let Some((number, problem)) = agenda.pop_front() {
            let room = options
                .subproblems
                .saturating_sub(agenda.len() + leaves.len());
            let Some((id, children)) = self.best_step(&problem, options.children.min(room.max(1)))
            else {
                leaves.push(problem);
                continue;
            };
            let numbers: Vec<usize> = (made..made + children.len()).collect();
            made += children.len();
            steps.push(Step {
                subproblem: number,
                constraint: self.model.constraint_name(id),
                dimension: self.dimension_name(id),
                children: numbers.clone(),
            });
            agenda.extend(numbers.into_iter().zip(children));
        }
        let models = leaves
            .iter()
            .map(|leaf| self.model_of(leaf))
            .collect::<Result<_, _>>()?;
        Ok(Reformulated { models, steps })
    }

    /// The constraint to enforce next and what it leads to; nothing if all
    /// are considered or would lead to too many subproblems.
    fn best_step(
        &self,
        problem: &Subproblem,
        most: usize,
    ) -> Option<(ConstraintId, Vec<Subproblem>)> {
        let open = problem
            .remaining
            .iter()
            .filter(|id| !problem.considered.contains(id));
        let steps = open
            .map(|&id| ConstraintId(id))
            .filter(|&id| self.dimension(id).is_some());
        let mut best: Option<(usize, f64, ConstraintId, Vec<Subproblem>)> = None;
        for id in steps {
            let children = problem.enforce(self, id, most);
            if children.len() <= 1 {
                return Some((id, children));
            }
            let left = children.iter().map(Subproblem::size).sum::<f64>() / children.len() as f64;
            let better = best
                .as_ref()
                .is_none_or(|&(count, size, ..)| (children.len(), left) < (count, size));
            if children.len() <= most && better {
                best = Some((children.len(), left, id, children));
            }
        }
        best.map(|(_, _, id, children)| (id, children))
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
                Constraint::Table {
                    vars,
                    tuples,
                    allowed,
                } if self.ties.contains(&id) => {
                    let rows = tuples
                        .rows()
                        .filter(|row| model.domain(vars[0]).contains(row[0]));
                    let tuples = Tuples::new(2, rows)?.into();
                    Constraint::Table {
                        vars: vars.clone(),
                        tuples,
                        allowed: *allowed,
                    }
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
