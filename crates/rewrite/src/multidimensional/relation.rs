//! One constraint alone: which values of its dimension it lets its variables
//! have, and which of them it cannot tell apart.

use std::collections::BTreeMap;

use tantalizer_model::{Constraint, Var};

/// The most combinations of values that are listed for a constraint.
const MOST_COMBINATIONS: usize = 20_000;

/// The combinations of values that a constraint allows.
pub(super) struct Relation {
    /// How many variables it has.
    width: usize,
    allowed: Vec<Vec<i32>>,
}

impl Relation {
    /// Lists the combinations of these values, one list a variable, that the
    /// constraint allows; nothing if there are too many combinations.
    /// `assignment` gives all other variables their values.
    pub fn new(
        constraint: &Constraint,
        scope: &[Var],
        values: &[Vec<i32>],
        assignment: &[i32],
    ) -> Option<Self> {
        let combinations = values
            .iter()
            .try_fold(1usize, |product, values| product.checked_mul(values.len()));
        if combinations.is_none_or(|combinations| combinations > MOST_COMBINATIONS) {
            return None;
        }
        let mut relation = Self {
            width: scope.len(),
            allowed: Vec::new(),
        };
        let mut assignment = assignment.to_vec();
        relation.list(constraint, scope, values, &mut assignment, &mut Vec::new());
        Some(relation)
    }

    fn list(
        &mut self,
        constraint: &Constraint,
        scope: &[Var],
        values: &[Vec<i32>],
        assignment: &mut [i32],
        chosen: &mut Vec<i32>,
    ) {
        let place = chosen.len();
        let Some(choices) = values.get(place) else {
            if constraint.holds(assignment) {
                self.allowed.push(chosen.clone());
            }
            return;
        };
        for &value in choices {
            assignment[scope[place].index()] = value;
            chosen.push(value);
            self.list(constraint, scope, values, assignment, chosen);
            chosen.pop();
        }
    }

    /// The values of each variable that are in an allowed combination.
    pub fn supported(&self) -> Vec<Vec<i32>> {
        (0..self.width)
            .map(|place| {
                let mut values: Vec<i32> = self
                    .allowed
                    .iter()
                    .map(|combination| combination[place])
                    .collect();
                values.sort_unstable();
                values.dedup();
                values
            })
            .collect()
    }

    /// The allowed combinations as a union of disjoint boxes, each a class of
    /// interchangeable values for every variable. Two values of a variable are
    /// interchangeable when one can stand for the other in every allowed
    /// combination; by exchanging one variable after the other a box is
    /// allowed as a whole.
    pub fn boxes(&self) -> Vec<Vec<Vec<i32>>> {
        let class_of: Vec<BTreeMap<i32, usize>> =
            (0..self.width).map(|place| self.classes(place)).collect();
        let mut boxes: BTreeMap<Vec<usize>, Vec<Vec<i32>>> = BTreeMap::new();
        for combination in &self.allowed {
            let classes: Vec<usize> = combination
                .iter()
                .zip(&class_of)
                .map(|(value, classes)| classes[value])
                .collect();
            let members = boxes
                .entry(classes)
                .or_insert_with(|| vec![Vec::new(); self.width]);
            for (members, &value) in members.iter_mut().zip(combination) {
                if !members.contains(&value) {
                    members.push(value);
                }
            }
        }
        boxes.into_values().collect()
    }

    /// For each supported value of a variable the number of its class: values
    /// with the same rests of allowed combinations.
    fn classes(&self, place: usize) -> BTreeMap<i32, usize> {
        let mut rests: BTreeMap<i32, Vec<Vec<i32>>> = BTreeMap::new();
        for combination in &self.allowed {
            let mut rest = combination.clone();
            let value = rest.remove(place);
            rests.entry(value).or_default().push(rest);
        }
        let mut numbers: BTreeMap<Vec<Vec<i32>>, usize> = BTreeMap::new();
        rests
            .into_iter()
            .map(|(value, mut rest)| {
                rest.sort_unstable();
                let next = numbers.len();
                (value, *numbers.entry(rest).or_insert(next))
            })
            .collect()
    }
}

/// The values of each variable that are in some way of giving all variables
/// different values; nothing if there is no way.
///
/// J.-C. Régin, "A Filtering Algorithm for Constraints of Difference in CSPs"
/// (1994): given one way, a matching, another value of a variable is in some
/// way exactly if it can be freed, from an unused value on or around a cycle.
pub(super) fn supported_by_all_different(values: &[Vec<i32>]) -> Option<Vec<Vec<i32>>> {
    let mut names: Vec<i32> = values.concat();
    names.sort_unstable();
    names.dedup();
    let numbered: Vec<Vec<usize>> = values
        .iter()
        .map(|values| {
            values
                .iter()
                .map(|&value| names.partition_point(|&name| name < value))
                .collect()
        })
        .collect();
    let (given, taken_by) = matching(&numbered, names.len())?;
    // Moving from a value to a variable that could have it instead, and from
    // there to the value that this variable has now.
    let mut wants: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
    for (place, values) in numbered.iter().enumerate() {
        for &value in values.iter().filter(|&&value| value != given[place]) {
            wants[value].push(given[place]);
        }
    }
    let unused = (0..names.len()).filter(|&value| taken_by[value].is_none());
    let freed = reachable(&wants, unused);
    let component = components(&wants);
    let keeps = |place: usize, value: usize| {
        value == given[place] || freed[value] || component[value] == component[given[place]]
    };
    let supported = |(place, values): (usize, &Vec<usize>)| {
        values
            .iter()
            .filter(|&&value| keeps(place, value))
            .map(|&value| names[value])
            .collect()
    };
    Some(numbered.iter().enumerate().map(supported).collect())
}

/// A different value for each variable, and the variable that has each value.
fn matching(values: &[Vec<usize>], count: usize) -> Option<(Vec<usize>, Vec<Option<usize>>)> {
    fn augment(
        values: &[Vec<usize>],
        place: usize,
        taken_by: &mut [Option<usize>],
        seen: &mut [bool],
    ) -> bool {
        for &value in &values[place] {
            if std::mem::replace(&mut seen[value], true) {
                continue;
            }
            let free = taken_by[value].is_none_or(|other| augment(values, other, taken_by, seen));
            if free {
                taken_by[value] = Some(place);
                return true;
            }
        }
        false
    }
    let mut taken_by = vec![None; count];
    for place in 0..values.len() {
        if !augment(values, place, &mut taken_by, &mut vec![false; count]) {
            return None;
        }
    }
    let mut given = vec![0; values.len()];
    for (value, place) in taken_by.iter().enumerate() {
        if let Some(place) = place {
            given[*place] = value;
        }
    }
    Some((given, taken_by))
}

fn reachable(arcs: &[Vec<usize>], from: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut reached = vec![false; arcs.len()];
    let mut open: Vec<usize> = from.collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            open.extend(&arcs[node]);
        }
    }
    reached
}

/// The number of the strongly connected component of each node: search the
/// graph for an order of leaving, then the reversed graph in that order.
fn components(arcs: &[Vec<usize>]) -> Vec<usize> {
    let mut reversed = vec![Vec::new(); arcs.len()];
    for (from, targets) in arcs.iter().enumerate() {
        targets.iter().for_each(|&to| reversed[to].push(from));
    }
    let mut left = Vec::with_capacity(arcs.len());
    let mut seen = vec![false; arcs.len()];
    for root in 0..arcs.len() {
        let mut path = vec![(root, 0)];
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        while let Some((node, next)) = path.last_mut() {
            match arcs[*node].get(*next) {
                Some(&to) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[to], true) {
                        path.push((to, 0));
                    }
                }
                None => {
                    left.push(*node);
                    path.pop();
                }
            }
        }
    }
    let mut component = vec![usize::MAX; arcs.len()];
    for &root in left.iter().rev() {
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if component[node] == usize::MAX {
                component[node] = root;
                open.extend(&reversed[node]);
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use tantalizer_model::Model;
    use tantalizer_model::constraints::{AllDifferent, Linear};

    use super::*;

    #[test]
    fn all_different_keeps_what_is_in_some_combination() {
        for seed in 0..2000 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let width = rng.random_range(1..=5);
            let most = rng.random_range(1..=6);
            let values: Vec<Vec<i32>> = (0..width)
                .map(|_| (0..most).filter(|_| rng.random_bool(0.5)).collect())
                .collect();
            let mut model = Model::new("");
            let vars = model.array("x", width, 0..=most);
            let constraint = Constraint::AllDifferent(AllDifferent { vars: vars.clone() });
            let relation = Relation::new(&constraint, &vars, &values, &vec![0; width]).unwrap();
            let expected = (!relation.allowed.is_empty()).then(|| relation.supported());
            assert_eq!(
                supported_by_all_different(&values),
                expected,
                "seed {seed}: {values:?}"
            );
        }
    }

    #[test]
    fn boxes_hold_each_allowed_combination_once_and_no_other() {
        for seed in 0..500 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let width = rng.random_range(1..=3);
            let mut model = Model::new("");
            let vars = model.array("x", width, 0..=4);
            let values: Vec<Vec<i32>> = vec![(0..=4).collect(); width];
            let constraint = Constraint::Linear(Linear {
                terms: vars
                    .iter()
                    .map(|&var| (rng.random_range(-1..=1), var))
                    .collect(),
                rel: tantalizer_model::Rel::ALL[rng.random_range(0..6)],
                constant: rng.random_range(-3..=6),
            });
            let relation = Relation::new(&constraint, &vars, &values, &vec![0; width]).unwrap();
            let boxes = relation.boxes();
            let mut product = vec![];
            for values in &boxes {
                let mut combinations: Vec<Vec<i32>> = vec![vec![]];
                for values in values {
                    combinations = combinations
                        .iter()
                        .flat_map(|start| {
                            values
                                .iter()
                                .map(move |&value| [&start[..], &[value]].concat())
                        })
                        .collect();
                }
                product.extend(combinations);
            }
            product.sort_unstable();
            assert_eq!(product, relation.allowed, "seed {seed}");
        }
    }
}
