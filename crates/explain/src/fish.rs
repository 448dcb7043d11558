//! Fish: groups that must have a value can have it only where as many others may, which then have it nowhere else.
//!
//! One group each is what people call pointing, two an X-wing, three a swordfish. They are seen from the places of one value, with no question
//! to a solver, so they are looked for before anything else that as many rules may exclude.

use std::collections::BTreeSet;

use tantalizer_model::{ConstraintId, Var};

use crate::steps::{Explainer, Goal};

/// A rule by which one value is in at most one place.
struct Group {
    rule: ConstraintId,
    /// Where the value can be.
    places: BTreeSet<Var>,
    /// Whether it must be in one of them.
    must: bool,
}

/// Some groups that must have the value, and some that may.
#[derive(Default)]
struct Fish<'g> {
    bases: Vec<&'g Group>,
    covers: Vec<&'g Group>,
}

impl Explainer<'_> {
    /// Twice `size` rules that exclude something in this way, where no rule does alone.
    pub fn fish(&self, size: usize) -> Option<(Vec<ConstraintId>, Goal)> {
        let values: BTreeSet<i32> = self.open.iter().map(|goal| goal.1).collect();
        values.into_iter().find_map(|value| {
            let groups = self.groups(value);
            let mut fish = Fish::default();
            let place = fish.grow(size, &groups)?;
            let groups = fish.bases.iter().chain(&fish.covers);
            let mut rules: Vec<ConstraintId> = groups.map(|group| group.rule).collect();
            rules.sort_unstable();
            Some((rules, (place, value)))
        })
    }

    /// The rules by which a value is in at most one of several places.
    fn groups(&self, value: i32) -> Vec<Group> {
        let group = |&rule: &ConstraintId| {
            let group = self.reasons.grouped.group(rule)?;
            let can = |var: &Var| self.state.left(*var).contains(value);
            let places: BTreeSet<Var> = group.vars.iter().copied().filter(can).collect();
            (group.values.contains(value) && places.len() > 1).then_some(Group {
                rule,
                places,
                must: group.full,
            })
        };
        self.reasons.rules.iter().filter_map(group).collect()
    }
}

impl<'g> Fish<'g> {
    /// Grows to the first fish of this size that excludes the value from a place, and gives that place; else it is as it was.
    fn grow(&mut self, size: usize, groups: &'g [Group]) -> Option<Var> {
        let taken: BTreeSet<Var> = self
            .bases
            .iter()
            .flat_map(|base| &base.places)
            .copied()
            .collect();
        let covered = |place: &Var| self.covers.iter().any(|cover| cover.places.contains(place));
        if let Some(open) = taken.iter().find(|&place| !covered(place)).copied() {
            if self.covers.len() == size {
                return None;
            }
            let chosen: BTreeSet<ConstraintId> = self.bases.iter().map(|base| base.rule).collect();
            let covering =
                |group: &&Group| group.places.contains(&open) && !chosen.contains(&group.rule);
            return groups.iter().filter(covering).find_map(|cover| {
                self.covers.push(cover);
                let excluded = self.grow(size, groups);
                if excluded.is_none() {
                    self.covers.pop();
                }
                excluded
            });
        }
        if self.bases.len() == size {
            let mut places = self.covers.iter().flat_map(|cover| &cover.places);
            return places.find(|place| !taken.contains(place)).copied();
        }
        // In any order it is the same fish.
        let last = self.bases.last().map(|base| base.rule);
        let next = |group: &&Group| {
            group.must && Some(group.rule) > last && group.places.is_disjoint(&taken)
        };
        groups.iter().filter(next).find_map(|base| {
            self.bases.push(base);
            let excluded = self.grow(size, groups);
            if excluded.is_none() {
                self.bases.pop();
            }
            excluded
        })
    }
}
