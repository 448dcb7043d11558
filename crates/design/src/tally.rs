//! How many instances have which counts.

use std::collections::HashMap;

/// The instances with the same counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// How many orbits of instances.
    pub orbits: u64,
    /// How many instances, symmetric ones counted each.
    pub instances: u128,
    /// The smallest of them.
    pub first: Vec<u32>,
}

/// Instances by their counts, one number a question.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    classes: HashMap<Vec<u64>, Class>,
}

impl Tally {
    /// Adds an orbit of `size` instances.
    pub fn add(&mut self, counts: &[u64], size: u64, smallest: &[u32]) {
        match self.classes.get_mut(counts) {
            Some(class) => {
                class.orbits += 1;
                class.instances += u128::from(size);
                if smallest < &class.first[..] {
                    class.first = smallest.to_vec();
                }
            }
            None => {
                let class = Class {
                    orbits: 1,
                    instances: u128::from(size),
                    first: smallest.to_vec(),
                };
                self.classes.insert(counts.to_vec(), class);
            }
        }
    }

    /// Adds a class of instances that are not yet counted here.
    pub fn merge_class(&mut self, counts: Vec<u64>, other: Class) {
        match self.classes.get_mut(&counts) {
            Some(class) => {
                class.orbits += other.orbits;
                class.instances += other.instances;
                if other.first < class.first {
                    class.first = other.first;
                }
            }
            None => {
                self.classes.insert(counts, other);
            }
        }
    }

    /// Adds all classes of a tally of other instances.
    pub fn merge(&mut self, other: Tally) {
        for (counts, class) in other.classes {
            self.merge_class(counts, class);
        }
    }

    /// All classes, ordered by their counts.
    pub fn classes(&self) -> Vec<(&[u64], &Class)> {
        let mut list: Vec<_> = self
            .classes
            .iter()
            .map(|(counts, class)| (&counts[..], class))
            .collect();
        list.sort_by_key(|(counts, _)| *counts);
        list
    }

    /// How many orbits were added.
    pub fn orbits(&self) -> u64 {
        self.classes.values().map(|class| class.orbits).sum()
    }

    /// How many instances they hold.
    pub fn instances(&self) -> u128 {
        self.classes.values().map(|class| class.instances).sum()
    }
}
