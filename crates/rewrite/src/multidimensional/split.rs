//! One step: what enforcing one constraint makes of a subproblem.
//!
//! A step is planned first, as the values that each child leaves to the
//! choices of the constraint, and carried out only if it is the one to take.

use std::rc::Rc;
use tantalizer_model::constraints::{AllDifferent, NValue};

use tantalizer_model::{Constraint, ConstraintId, Var};

use super::relation::{Relation, supported_by_all_different};
use super::{Dimension, Meaning, MultiDimensional};

/// A subproblem: the records each choice still has, and what is still to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subproblem {
    /// The records of each choice; what a step leaves alone is shared.
    pub domains: Vec<Rc<Vec<usize>>>,
    /// The constraints that remain.
    pub remaining: Vec<usize>,
    /// Constraints that take the place of others: "different" where "equal or
    /// different" was.
    pub instead: Vec<Constraint>,
    /// Values of auxiliary variables that the branch decides.
    pub decided: Vec<(Var, i32)>,
    /// Constraints already considered.
    pub considered: Vec<usize>,
    /// Whether the choices are still exchangeable, with one domain.
    pub shared: bool,
}

/// A step: the constraint, and the children that it leads to. Together they
/// have all solutions of the subproblem, and no two have one in common.
pub(super) struct Step {
    pub id: ConstraintId,
    /// The choices that the constraint speaks of.
    places: Vec<usize>,
    dimension: Option<Dimension>,
    pub children: Vec<Child>,
}

/// A child in the making.
pub(super) struct Child {
    /// The values that the choices of the constraint are left with; none if
    /// they keep all.
    values: Vec<Vec<i32>>,
    fate: Fate,
    /// The value of the auxiliary variable, if it decides one.
    decides: Option<(Var, i32)>,
    /// Whether it gives exchangeable choices different values in order, which
    /// puts them in order for good.
    orders: bool,
}

/// What becomes of the constraint in a child.
enum Fate {
    /// It holds for all that is left.
    Holds,
    /// It remains.
    Remains,
    /// Another takes its place.
    Instead(Constraint),
}

impl Child {
    fn new(values: Vec<Vec<i32>>, fate: Fate) -> Self {
        Self {
            values,
            fate,
            decides: None,
            orders: false,
        }
    }
}

impl Step {
    /// The part of the combinations of records that a child is left with, as
    /// a logarithm and in the mean.
    pub fn left(&self, problem: &MultiDimensional, before: &Subproblem) -> f64 {
        let Some(dimension) = self.dimension else {
            return 0.0;
        };
        let child = |child: &Child| -> f64 {
            let left = |(&place, values): (&usize, &Vec<i32>)| {
                let kept = |&&record: &&usize| values.contains(&problem.value(record, dimension));
                let records = &before.domains[place];
                (records.iter().filter(kept).count() as f64 / records.len() as f64).ln()
            };
            self.places.iter().zip(&child.values).map(left).sum()
        };
        self.children.iter().map(child).sum::<f64>() / self.children.len().max(1) as f64
    }

    /// Carries the step out.
    pub fn take(self, problem: &MultiDimensional, before: &Subproblem) -> Vec<Subproblem> {
        let (id, places, dimension) = (self.id, self.places, self.dimension);
        let make = |child: Child| {
            let mut made = before.clone();
            made.considered.push(id.0);
            for (&place, values) in places.iter().zip(&child.values) {
                let kept = |record: &&usize| {
                    dimension.is_none_or(|dimension| {
                        values.contains(&problem.value(**record, dimension))
                    })
                };
                let records: Vec<usize> =
                    made.domains[place].iter().filter(kept).copied().collect();
                if records.len() < made.domains[place].len() {
                    made.domains[place] = Rc::new(records);
                }
            }
            made.shared &= !child.orders && made.domains.windows(2).all(|pair| pair[0] == pair[1]);
            if child.orders {
                made.remaining
                    .retain(|other| !problem.orders.contains(other));
            }
            if !matches!(child.fate, Fate::Remains) {
                made.remaining.retain(|&other| other != id.0);
            }
            if let Fate::Instead(constraint) = child.fate {
                made.instead.push(constraint);
                // It tells the choices it speaks of from the others.
                made.shared &= places.len() == problem.choices.len();
            }
            made.decided.extend(child.decides);
            made
        };
        self.children.into_iter().map(make).collect()
    }
}

impl Subproblem {
    /// The problem as it stands.
    pub fn initial(problem: &MultiDimensional) -> Self {
        let records = |&var: &Var| {
            problem
                .model
                .domain(var)
                .iter()
                .map(|record| record as usize)
                .collect()
        };
        Self {
            domains: problem
                .choices
                .iter()
                .map(|var| Rc::new(records(var)))
                .collect(),
            remaining: (0..problem.model.constraints().len()).collect(),
            instead: Vec::new(),
            decided: Vec::new(),
            considered: Vec::new(),
            shared: !problem.orders.is_empty(),
        }
    }

    /// The step of enforcing this constraint. A constraint that would lead to
    /// more than `most` children may lead to one in which it remains.
    pub fn step(&self, problem: &MultiDimensional, id: ConstraintId, most: usize) -> Step {
        let keep = || vec![Child::new(Vec::new(), Fate::Remains)];
        let (Some(scope), Some(dimension)) = (problem.scope(id), problem.dimension(id)) else {
            return Step {
                id,
                places: Vec::new(),
                dimension: None,
                children: keep(),
            };
        };
        let constraint = &problem.model.constraint(id).constraint;
        let repeated = (1..scope.len()).any(|place| scope[..place].contains(&scope[place]));
        let constants = constraint.vars().len() > scope.len();
        let one = |scope: &[Var]| One {
            problem,
            before: self,
            places: problem.places(scope),
            dimension,
            most,
        };
        let all = one(&scope);
        let (places, children) = match constraint {
            Constraint::AllEqual(_) if !repeated && !constants => {
                (all.places.clone(), all.equal(None))
            }
            Constraint::AllDifferent(_) if !repeated && !constants => {
                (all.places.clone(), all.different(None))
            }
            Constraint::NValue(NValue { vars, count })
                if problem.is_equal_or_different(vars, *count) =>
            {
                // Of two choices one of the two always holds; of a choice
                // twice, only "equal" can, and the engine will see it.
                if scope.len() <= 2 || repeated {
                    (Vec::new(), keep())
                } else {
                    let mut children = all.equal(Some(*count));
                    children.extend(all.different(Some((*count, &scope))));
                    (all.places, children)
                }
            }
            // With a choice twice, or a constant among them, what equal and
            // different choices do is not all there is to say.
            _ => {
                let mut scope = scope;
                scope.sort_unstable();
                scope.dedup();
                let once = one(&scope);
                let children = once.relation(constraint, &scope);
                (once.places, children.unwrap_or_else(keep))
            }
        };
        Step {
            id,
            places,
            dimension: Some(dimension),
            children,
        }
    }
}

impl MultiDimensional {
    /// The choices that variables belong to.
    fn places(&self, scope: &[Var]) -> Vec<usize> {
        scope
            .iter()
            .map(|var| match self.meaning[var] {
                Meaning::Record(choice) | Meaning::Attribute(choice, _) => choice,
            })
            .collect()
    }

    /// The value of a record in a dimension.
    fn value(&self, record: usize, dimension: Dimension) -> i32 {
        match dimension {
            Dimension::Identity => record as i32,
            Dimension::Attribute(attribute) => self.records[record][attribute],
        }
    }
}

/// One constraint being enforced on one subproblem.
struct One<'a> {
    problem: &'a MultiDimensional,
    before: &'a Subproblem,
    /// The choices it speaks of.
    places: Vec<usize>,
    dimension: Dimension,
    /// The most children it may have.
    most: usize,
}

impl One<'_> {
    /// The values that each choice of the constraint still has, in order.
    fn values(&self) -> Vec<Vec<i32>> {
        let values = |&place: &usize| {
            let records = self.before.domains[place].iter();
            let mut values: Vec<i32> = records
                .map(|&record| self.problem.value(record, self.dimension))
                .collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        self.places.iter().map(values).collect()
    }

    /// One child for each value that all choices can have.
    fn equal(&self, count: Option<Var>) -> Vec<Child> {
        let values = self.values();
        let Some((first, others)) = values.split_first() else {
            return vec![Child::new(Vec::new(), Fate::Holds)];
        };
        let common = first
            .iter()
            .filter(|value| others.iter().all(|values| values.contains(value)));
        common
            .map(|&value| Child {
                decides: count.map(|count| (count, 1)),
                ..Child::new(vec![vec![value]; values.len()], Fate::Holds)
            })
            .collect()
    }

    /// "All different". If all choices are exchangeable, one child for every
    /// choice of values, given to them in order: that breaks the symmetry.
    /// Otherwise one child, made arc-consistent; the constraint remains unless
    /// no two choices have a value in common.
    fn different(&self, count: Option<(Var, &[Var])>) -> Vec<Child> {
        let values = self.values();
        let decides = count.map(|(count, scope)| (count, scope.len() as i32));
        // Values can be given in order only to all the choices there are.
        // Records are told apart by identity anyway: there is nothing to gain
        // from splitting on it.
        let all = self.places.len() == self.problem.choices.len();
        if self.before.shared
            && all
            && self.dimension != Dimension::Identity
            && let Some(ways) = combinations(&values[0], values.len(), self.most)
        {
            let child = |way: Vec<i32>| Child {
                decides,
                orders: true,
                ..Child::new(self.in_order_of_choices(way), Fate::Holds)
            };
            return ways.into_iter().map(child).collect();
        }
        let Some(supported) = supported_by_all_different(&values) else {
            return Vec::new();
        };
        let total: usize = supported.iter().map(Vec::len).sum();
        let mut all_values: Vec<i32> = supported.concat();
        all_values.sort_unstable();
        all_values.dedup();
        let fate = match count {
            _ if all_values.len() == total => Fate::Holds,
            Some((_, scope)) => Fate::Instead(Constraint::AllDifferent(AllDifferent {
                vars: scope.to_vec(),
            })),
            None => Fate::Remains,
        };
        vec![Child {
            decides,
            ..Child::new(supported, fate)
        }]
    }

    /// Values for the places of the constraint, so that the choices have them
    /// in ascending order.
    fn in_order_of_choices(&self, ascending: Vec<i32>) -> Vec<Vec<i32>> {
        let mut each = vec![Vec::new(); self.places.len()];
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        order.sort_unstable_by_key(|&place| self.places[place]);
        for (place, value) in order.into_iter().zip(ascending) {
            each[place] = vec![value];
        }
        each
    }

    /// Any other constraint: one child for each box of interchangeable values
    /// that it allows; if that is too many, one, made arc-consistent. Nothing
    /// if its combinations are too many to list.
    fn relation(&self, constraint: &Constraint, scope: &[Var]) -> Option<Vec<Child>> {
        let model = &self.problem.model;
        let assignment: Vec<i32> = model
            .vars()
            .map(|var| model.domain(var).min().unwrap_or(0))
            .collect();
        let relation = Relation::new(constraint, scope, &self.values(), &assignment)?;
        let boxes = relation.boxes();
        let supported = relation.supported();
        Some(if boxes.len() <= self.most {
            boxes
                .into_iter()
                .map(|values| Child::new(values, Fate::Holds))
                .collect()
        } else {
            vec![Child::new(supported, Fate::Remains)]
        })
    }
}

/// All ways to choose so many of the values, ascending; nothing if there are
/// more than `most`.
fn combinations(values: &[i32], wanted: usize, most: usize) -> Option<Vec<Vec<i32>>> {
    let mut ways: Vec<Vec<i32>> = vec![Vec::new()];
    for place in 0..wanted {
        let mut longer = Vec::new();
        for way in &ways {
            let from = way
                .last()
                .map_or(0, |last| values.partition_point(|value| value <= last));
            let until = (values.len() + 1).saturating_sub(wanted - place);
            for &value in values.get(from..until).unwrap_or_default() {
                longer.push([&way[..], &[value]].concat());
            }
            if longer.len() > most {
                return None;
            }
        }
        ways = longer;
    }
    Some(ways)
}
