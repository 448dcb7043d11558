//! Conditions and objectives on counts, answered from a tally.

use std::collections::BTreeMap;

use tantalizer_model::Rel;

use crate::Tally;

/// A condition on the count of one question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Which question.
    pub question: usize,
    /// How its count stands to `value`.
    pub rel: Rel,
    /// What it is compared with.
    pub value: u64,
}

/// What should be small or large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The sum of the counts, as small as possible.
    Minimise,
    /// The sum of the counts, as large as possible.
    Maximise,
    /// Any instance that keeps the conditions.
    Any,
}

/// What one wants of an instance. The objective is the sum of all counts that `weighed` names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// All of these must hold.
    pub conditions: Vec<Condition>,
    /// The questions whose counts are added up.
    pub weighed: Vec<usize>,
    /// What is done with the sum.
    pub goal: Goal,
}

/// What a tally says to a wish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The best sum.
    pub value: u64,
    /// The counts of the witness.
    pub counts: Vec<u64>,
    /// The smallest instance that attains it.
    pub witness: Vec<u32>,
    /// How many orbits attain it.
    pub orbits: u64,
    /// How many instances attain it.
    pub instances: u128,
}

impl Wish {
    /// At least one solution to each of the questions, and as few as possible together.
    pub fn fewest(questions: impl IntoIterator<Item = usize>) -> Self {
        let weighed: Vec<usize> = questions.into_iter().collect();
        Wish {
            conditions: weighed
                .iter()
                .map(|&question| Condition {
                    question,
                    rel: Rel::GreaterEqual,
                    value: 1,
                })
                .collect(),
            weighed,
            goal: Goal::Minimise,
        }
    }

    /// Whether the counts keep all conditions.
    pub fn keeps(&self, counts: &[u64]) -> bool {
        self.conditions.iter().all(|condition| {
            condition
                .rel
                .holds(counts[condition.question], condition.value)
        })
    }

    /// The sum that is made small or large.
    pub fn sum(&self, counts: &[u64]) -> u64 {
        self.weighed.iter().map(|&question| counts[question]).sum()
    }

    /// The best instances of a tally; none if no instance keeps the conditions.
    pub fn answer(&self, tally: &Tally) -> Option<Finding> {
        let mut best: Option<Finding> = None;
        for (counts, class) in tally.classes() {
            if !self.keeps(counts) {
                continue;
            }
            let value = match self.goal {
                Goal::Any => 0,
                Goal::Minimise | Goal::Maximise => self.sum(counts),
            };
            let better = best.as_ref().is_none_or(|best| match self.goal {
                Goal::Any => false,
                Goal::Minimise => value < best.value,
                Goal::Maximise => value > best.value,
            });
            match &mut best {
                Some(best) if !better => {
                    if value == best.value {
                        best.orbits += class.orbits;
                        best.instances += class.instances;
                        if class.first < best.witness {
                            best.witness.clone_from(&class.first);
                            best.counts = counts.to_vec();
                        }
                    }
                }
                _ => {
                    best = Some(Finding {
                        value,
                        counts: counts.to_vec(),
                        witness: class.first.clone(),
                        orbits: class.orbits,
                        instances: class.instances,
                    });
                }
            }
        }
        best
    }

    /// How many orbits and instances have which sum; those that miss a condition are under `None`.
    pub fn histogram(&self, tally: &Tally) -> BTreeMap<Option<u64>, (u64, u128)> {
        let mut bars = BTreeMap::new();
        for (counts, class) in tally.classes() {
            let bar = self.keeps(counts).then(|| self.sum(counts));
            let entry = bars.entry(bar).or_insert((0, 0));
            entry.0 += class.orbits;
            entry.1 += class.instances;
        }
        bars
    }
}
