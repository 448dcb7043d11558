//! One step: what enforcing one constraint makes of a subproblem.

use tantalizer_model::{Constraint, ConstraintId, Var};

use super::relation::{Relation, supported_by_all_different};
use super::{Dimension, Meaning, MultiDimensional};

/// A subproblem: the records each choice still has, and what is still to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subproblem {
    /// The records of each choice.
    pub domains: Vec<Vec<usize>>,
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

/// What became of a constraint in a child.
enum Fate {
    /// It holds for all that is left.
    Holds,
    /// It remains.
    Remains,
    /// Another takes its place.
    Instead(Constraint),
}

impl Subproblem {
    /// The problem as it stands.
    pub fn initial(problem: &MultiDimensional) -> Self {
        let domain = |&var: &Var| {
            problem
                .model
                .domain(var)
                .iter()
                .map(|record| record as usize)
                .collect()
        };
        Self {
            domains: problem.choices.iter().map(domain).collect(),
            remaining: (0..problem.model.constraints().len()).collect(),
            instead: Vec::new(),
            decided: Vec::new(),
            considered: Vec::new(),
            shared: !problem.orders.is_empty(),
        }
    }

    /// The number of assignments of records, as a logarithm.
    pub fn size(&self) -> f64 {
        self.domains
            .iter()
            .map(|records| (records.len() as f64).ln())
            .sum()
    }

    /// The subproblems that enforcing the constraint leads to: together they
    /// have all solutions of this one, and no two have one in common.
    pub fn enforce(
        &self,
        problem: &MultiDimensional,
        id: ConstraintId,
        most: usize,
    ) -> Vec<Subproblem> {
        let (Some(scope), Some(dimension)) = (problem.scope(id), problem.dimension(id)) else {
            return vec![self.considering(id)];
        };
        let step = One {
            problem,
            before: self,
            id,
            places: problem.places(&scope),
            dimension,
            most,
        };
        let constraint = &problem.model.constraint(id).constraint;
        // With a choice twice, or a constant among them, what equal and
        // different choices do is not all there is to say.
        let repeated = (1..scope.len()).any(|place| scope[..place].contains(&scope[place]));
        let constants = constraint.vars().len() > scope.len();
        match constraint {
            Constraint::AllEqual { .. } | Constraint::AllDifferent { .. }
                if repeated || constants =>
            {
                step.relation(constraint, &scope)
            }
            Constraint::AllEqual { .. } => step.equal(None),
            Constraint::AllDifferent { .. } => step.different(None),
            Constraint::NValue { vars, count } if problem.is_equal_or_different(vars, *count) => {
                if scope.len() <= 2 || repeated {
                    // Of two choices one of the two always holds; of a choice
                    // twice, only "equal" can, and the engine will see it.
                    return vec![self.considering(id)];
                }
                let mut children = step.equal(Some(*count));
                children.extend(step.different(Some((*count, scope))));
                children
            }
            _ => step.relation(constraint, &scope),
        }
    }

    /// The same with the constraint considered and still to hold.
    fn considering(&self, id: ConstraintId) -> Self {
        let mut same = self.clone();
        same.considered.push(id.0);
        same
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
    pub(super) fn value(&self, record: usize, dimension: Dimension) -> i32 {
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
    id: ConstraintId,
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
            let records = &self.before.domains[place];
            let mut values: Vec<i32> = records
                .iter()
                .map(|&record| self.problem.value(record, self.dimension))
                .collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        self.places.iter().map(values).collect()
    }

    /// The subproblem in which the choices of the constraint have these
    /// values; nothing if a domain is left empty.
    fn child(&self, values: &[Vec<i32>], fate: Fate) -> Option<Subproblem> {
        let mut child = self.before.considering(self.id);
        let mut changed = false;
        for (&place, values) in self.places.iter().zip(values) {
            let records = &mut child.domains[place];
            let before = records.len();
            records.retain(|&record| values.contains(&self.problem.value(record, self.dimension)));
            changed |= records.len() < before;
            if records.is_empty() {
                return None;
            }
        }
        if changed {
            child.shared &= child.domains.windows(2).all(|pair| pair[0] == pair[1]);
        }
        if !matches!(fate, Fate::Remains) {
            child.remaining.retain(|&other| other != self.id.0);
        }
        if let Fate::Instead(constraint) = fate {
            child.instead.push(constraint);
            // It tells the choices it speaks of from the others.
            child.shared &= self.places.len() == self.problem.choices.len();
        }
        Some(child)
    }

    /// One child for each value that all choices can have.
    fn equal(&self, count: Option<Var>) -> Vec<Subproblem> {
        let values = self.values();
        let Some((first, others)) = values.split_first() else {
            return vec![self.before.considering(self.id)];
        };
        let common: Vec<i32> = first
            .iter()
            .copied()
            .filter(|value| others.iter().all(|values| values.contains(value)))
            .collect();
        let child = |&value: &i32| {
            let mut child = self.child(&vec![vec![value]; values.len()], Fate::Holds)?;
            child.decided.extend(count.map(|count| (count, 1)));
            Some(child)
        };
        common.iter().filter_map(child).collect()
    }

    /// "All different". If all choices are exchangeable, one child for every
    /// choice of values, given to them in order: that breaks the symmetry.
    /// Otherwise one child, made arc-consistent; the constraint remains unless
    /// no two choices have a value in common.
    fn different(&self, count: Option<(Var, Vec<Var>)>) -> Vec<Subproblem> {
        let values = self.values();
        let decide = |mut child: Subproblem| {
            child.decided.extend(
                count
                    .as_ref()
                    .map(|(count, scope)| (*count, scope.len() as i32)),
            );
            child
        };
        // Given in order, values can go to exchangeable choices only if these
        // are all the choices there are. Records are told apart by identity
        // anyway: there is nothing to gain from splitting on it.
        let all = self.places.len() == self.problem.choices.len();
        if self.before.shared && all && self.dimension != Dimension::Identity {
            let ways = combinations(&values[0], values.len(), self.most);
            if let Some(ways) = ways {
                let child = |way: Vec<i32>| {
                    let each: Vec<Vec<i32>> = self.in_order_of_choices(way);
                    let mut child = self.child(&each, Fate::Holds)?;
                    child
                        .remaining
                        .retain(|other| !self.problem.orders.contains(other));
                    child.shared = false;
                    Some(decide(child))
                };
                return ways.into_iter().filter_map(child).collect();
            }
        }
        let Some(supported) = supported_by_all_different(&values) else {
            return Vec::new();
        };
        let total: usize = supported.iter().map(Vec::len).sum();
        let mut all_values: Vec<i32> = supported.concat();
        all_values.sort_unstable();
        all_values.dedup();
        let fate = match &count {
            _ if all_values.len() == total => Fate::Holds,
            Some((_, scope)) => Fate::Instead(Constraint::AllDifferent {
                vars: scope.clone(),
            }),
            None => Fate::Remains,
        };
        self.child(&supported, fate)
            .map(decide)
            .into_iter()
            .collect()
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
    /// that it allows; if that is too many, one, made arc-consistent.
    fn relation(&self, constraint: &Constraint, scope: &[Var]) -> Vec<Subproblem> {
        let model = &self.problem.model;
        let mut scope = scope.to_vec();
        scope.sort_unstable();
        scope.dedup();
        let once = One {
            places: self.problem.places(&scope),
            ..*self
        };
        let assignment: Vec<i32> = model
            .vars()
            .map(|var| model.domain(var).min().unwrap_or(0))
            .collect();
        let Some(relation) = Relation::new(constraint, &scope, &once.values(), &assignment) else {
            return vec![self.before.considering(self.id)];
        };
        let boxes = relation.boxes();
        if boxes.len() <= self.most {
            boxes
                .iter()
                .filter_map(|values| once.child(values, Fate::Holds))
                .collect()
        } else {
            once.child(&relation.supported(), Fate::Remains)
                .into_iter()
                .collect()
        }
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
