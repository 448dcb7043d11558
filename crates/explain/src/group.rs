//! Groups: cells of which at most one has any of some values.
//!
//! People see more in them than in other rules: what is taken is nowhere else, and what must be somewhere is in the only place that is left.

use tantalizer_model::constraints::{AllDifferent, Linear, Rel};
use tantalizer_model::{Constraint, Domain, Model, Var};

/// What a rule says of its cells, if that is all it says.
pub(crate) struct Group {
    pub vars: Vec<Var>,
    /// The values that at most one of them has.
    pub values: Domain,
    /// Whether each of the values must be in one of them.
    pub full: bool,
    /// Whether all values of the cells are among these.
    pub differs: bool,
}

impl Group {
    /// The group that a constraint makes.
    pub fn of(model: &Model, constraint: &Constraint) -> Option<Group> {
        match constraint {
            Constraint::AllDifferent(all) => Some(Group::differing(model, all)),
            Constraint::Linear(linear) => Group::choice(model, linear),
            _ => None,
        }
    }

    fn differing(model: &Model, all: &AllDifferent) -> Group {
        let domains = all.vars.iter().map(|&var| model.domain(var));
        let values = domains.fold(Domain::empty(), |all, domain| all.union(domain));
        Group {
            full: values.len() == all.vars.len() as u64,
            vars: all.vars.clone(),
            values,
            differs: true,
        }
    }

    /// Exactly or at most one of some 0/1 variables is 1, if that is what a sum says.
    fn choice(model: &Model, linear: &Linear) -> Option<Group> {
        let is_choice = |&(weight, var): &(i64, Var)| {
            weight == 1 && model.domain(var).is_subset(&Domain::boolean())
        };
        let plain = linear.constant == 1 && linear.terms.iter().all(is_choice);
        let compares = matches!(linear.rel, Rel::Equal | Rel::LessEqual);
        (plain && compares).then(|| Group {
            vars: linear.terms.iter().map(|term| term.1).collect(),
            values: Domain::single(1),
            full: linear.rel == Rel::Equal,
            differs: false,
        })
    }

    /// What is left of cells that must differ, at a glance: values that are taken are nowhere else, and a value that every
    /// cell but one cannot have is in that one.
    pub fn glance(&self, left: &[Domain]) -> Vec<Domain> {
        let fixed = left.iter().filter_map(Domain::fixed);
        let taken = Domain::from_values(fixed);
        let free = |domain: &Domain| match domain.fixed() {
            Some(_) => domain.clone(),
            None => domain.difference(&taken),
        };
        let mut after: Vec<Domain> = left.iter().map(free).collect();
        if self.full {
            for value in self.values.difference(&taken).iter() {
                let mut places = (0..left.len()).filter(|&place| left[place].contains(value));
                if let (Some(place), None) = (places.next(), places.next()) {
                    after[place] = Domain::single(value);
                }
            }
        }
        after
    }
}
