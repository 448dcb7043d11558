//! Symmetries of a model's solutions, and counting solutions up to them.
//!
//! A symmetry moves the answer variables around and renames their values. Under a group of them
//! the solutions fall into orbits. The number of orbits is found either by canonical forms
//! (count the solutions that are the smallest of their orbit) or by Burnside's lemma (the mean, over
//! the group, of how many solutions each element leaves as they are), never by dividing
//! the count by the size of the group: the action need not be free.

use crate::constraints::Table;
use std::collections::{BTreeSet, HashSet};

use crate::{Constraint, Domain, Model, ModelError, Tuples};

/// Groups are listed element by element, so they must stay small.
const LARGEST_GROUP: usize = 1_000_000;

/// A permutation of the answer positions with a renaming of the values.
///
/// It maps the tuple `a` to the tuple `b` with `b[positions[i]] = rename(a[i])`; a value without an entry
/// in the renaming keeps its name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symmetry {
    positions: Vec<usize>,
    /// Old and new names, in the order of the old ones.
    renaming: Vec<(i32, i32)>,
}

impl Symmetry {
    /// Moves position `i` of the answer to `positions[i]` and keeps values.
    pub fn of_positions(positions: Vec<usize>) -> Self {
        Symmetry {
            positions,
            renaming: Vec::new(),
        }
    }

    /// Renames values everywhere, on `length` answer variables.
    pub fn of_values(length: usize, renaming: impl IntoIterator<Item = (i32, i32)>) -> Self {
        let mut renaming: Vec<(i32, i32)> = renaming.into_iter().filter(|(a, b)| a != b).collect();
        renaming.sort_unstable();
        Symmetry {
            positions: (0..length).collect(),
            renaming,
        }
    }

    /// The symmetry that changes nothing.
    pub fn identity(length: usize) -> Self {
        Symmetry::of_positions((0..length).collect())
    }

    /// Where a tuple of answer values goes.
    pub fn apply(&self, tuple: &[i32]) -> Vec<i32> {
        let mut image = vec![0; tuple.len()];
        for (i, &value) in tuple.iter().enumerate() {
            image[self.positions[i]] = self.rename(value);
        }
        image
    }

    /// Where a position of the answer goes, and what becomes of a value there.
    pub fn image(&self, position: usize, value: i32) -> (usize, i32) {
        (self.positions[position], self.rename(value))
    }

    /// Whether it leaves a tuple of answer values as it is.
    pub fn keeps(&self, tuple: &[i32]) -> bool {
        let mut places = self.positions.iter().zip(tuple);
        places.all(|(&to, &value)| tuple[to] == self.rename(value))
    }

    /// Whether it may leave a solution of the model as it is: false where it renames every value that a variable can have and stays
    /// with the variable.
    pub fn may_keep_some(&self, model: &Model) -> bool {
        let vars = model.answer().into_iter().zip(&self.positions).enumerate();
        let mut staying = vars.filter(|(position, (_, to))| position == *to);
        staying.all(|(_, (var, _))| {
            let mut values = model.domain(var).iter();
            values.any(|value| self.rename(value) == value)
        })
    }

    /// Whether it keeps the names of all values.
    pub fn moves_only(&self) -> bool {
        self.renaming.is_empty()
    }

    /// The values that it renames, if it moves no position.
    pub fn renames_only(&self) -> Option<BTreeSet<i32>> {
        let stays = self.positions.iter().enumerate().all(|(at, &to)| at == to);
        stays.then(|| self.renaming.iter().map(|entry| entry.0).collect())
    }

    /// First this symmetry, then `next`.
    pub fn then(&self, next: &Symmetry) -> Symmetry {
        let both = self.renaming.iter().chain(&next.renaming);
        let mut named: Vec<i32> = both.map(|&(from, _)| from).collect();
        named.sort_unstable();
        named.dedup();
        let renaming = named
            .into_iter()
            .map(|value| (value, next.rename(self.rename(value))));
        Symmetry {
            positions: self.positions.iter().map(|&i| next.positions[i]).collect(),
            renaming: renaming.filter(|(a, b)| a != b).collect(),
        }
    }

    /// The symmetry that takes this one back.
    pub fn inverse(&self) -> Symmetry {
        let mut positions = vec![0; self.positions.len()];
        for (from, &to) in self.positions.iter().enumerate() {
            positions[to] = from;
        }
        let mut renaming: Vec<_> = self.renaming.iter().map(|&(a, b)| (b, a)).collect();
        renaming.sort_unstable();
        Symmetry {
            positions,
            renaming,
        }
    }

    fn rename(&self, value: i32) -> i32 {
        let entry = self
            .renaming
            .binary_search_by_key(&value, |&(from, _)| from);
        entry.map_or(value, |at| self.renaming[at].1)
    }

    fn validate(&self, name: &str, length: usize) -> Result<(), ModelError> {
        let fail = |message: &str| {
            Err(ModelError::Symmetry {
                name: name.to_string(),
                message: message.to_string(),
            })
        };
        let mut seen = vec![false; length];
        if self.positions.len() != length {
            return fail("it does not move as many positions as there are answer variables");
        }
        for &position in &self.positions {
            if position >= length || std::mem::replace(&mut seen[position], true) {
                return fail("its positions are no permutation");
            }
        }
        let from: BTreeSet<i32> = self.renaming.iter().map(|entry| entry.0).collect();
        let to: BTreeSet<i32> = self.renaming.iter().map(|entry| entry.1).collect();
        let is_function = from.len() == self.renaming.len();
        if from != to || !is_function {
            return fail("its renaming of values is no permutation");
        }
        Ok(())
    }
}

/// A named group of symmetries, given by generators.
///
/// ```
/// use tantalizer_model::Model;
/// use tantalizer_model::symmetry::{Symmetry, SymmetryGroup};
///
/// let mut model = Model::new("four cells in a square");
/// model.array("cell", 4, 0..=1);
/// // A quarter turn: what was at each of these places comes to the places 0 to 3.
/// let turn = Symmetry::of_positions(vec![2, 0, 3, 1]);
/// let rotation = SymmetryGroup::new("rotation", vec![turn]);
/// assert_eq!(rotation.elements(4)?.len(), 4);
/// model.declare_symmetry(rotation)?;
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymmetryGroup {
    /// What the group is called in the output, such as `rotation`.
    pub name: String,
    /// Symmetries whose products make up the group.
    pub generators: Vec<Symmetry>,
}

impl SymmetryGroup {
    /// The group made by the generators.
    pub fn new(name: impl Into<String>, generators: Vec<Symmetry>) -> Self {
        SymmetryGroup {
            name: name.into(),
            generators,
        }
    }

    /// Whether the generators act on answers of `length` variables.
    pub fn validate(&self, length: usize) -> Result<(), ModelError> {
        self.generators
            .iter()
            .try_for_each(|generator| generator.validate(&self.name, length))
    }

    /// All elements of the group on answers of `length` variables, the identity first.
    pub fn elements(&self, length: usize) -> Result<Vec<Symmetry>, ModelError> {
        let elements = self.elements_within(length, LARGEST_GROUP)?;
        elements.ok_or_else(|| ModelError::Symmetry {
            name: self.name.clone(),
            message: format!("the group has more than {LARGEST_GROUP} elements"),
        })
    }

    /// All elements in classes, the identity's first. Those of one class leave equally many solutions as they are: what is conjugate
    /// does the same seen from elsewhere, and an inverse leaves the same.
    pub fn classes(&self, length: usize) -> Result<Vec<Vec<Symmetry>>, ModelError> {
        let ways: Vec<_> = (self.generators.iter())
            .map(|generator| (generator.inverse(), generator))
            .collect();
        let mut classes: Vec<Vec<Symmetry>> = Vec::new();
        let mut known = HashSet::new();
        for element in self.elements(length)? {
            if !known.insert(element.clone()) {
                continue;
            }
            let mut class = vec![element];
            let mut next = 0;
            while next < class.len() {
                let element = class[next].clone();
                let conjugates = ways
                    .iter()
                    .map(|(there, back)| there.then(&element).then(back));
                let alike = conjugates.chain([element.inverse()]);
                class.extend(alike.filter(|other| known.insert(other.clone())));
                next += 1;
            }
            classes.push(class);
        }
        Ok(classes)
    }

    /// The same as `elements`, or nothing if there are more than `most`.
    pub fn elements_within(
        &self,
        length: usize,
        most: usize,
    ) -> Result<Option<Vec<Symmetry>>, ModelError> {
        self.validate(length)?;
        let identity = Symmetry::identity(length);
        let mut known = HashSet::from([identity.clone()]);
        let mut elements = vec![identity];
        let mut next = 0;
        while next < elements.len() {
            for generator in &self.generators {
                let product = elements[next].then(generator);
                if known.insert(product.clone()) {
                    elements.push(product);
                }
            }
            if elements.len() > most {
                return Ok(None);
            }
            next += 1;
        }
        Ok(Some(elements))
    }
}

/// All tuples that products of the generators map a tuple of answer values to, itself among them; none if there are more than `most`.
pub fn orbit(tuple: &[i32], generators: &[Symmetry], most: usize) -> Option<HashSet<Vec<i32>>> {
    let mut known = HashSet::from([tuple.to_vec()]);
    let mut open = vec![tuple.to_vec()];
    while let Some(next) = open.pop() {
        for generator in generators {
            let image = generator.apply(&next);
            if known.insert(image.clone()) {
                open.push(image);
            }
        }
        if known.len() > most {
            return None;
        }
    }
    Some(known)
}

/// The number of orbits of the given solutions (tuples of answer values) under the group, by
/// canonical forms: each orbit is counted at its smallest tuple.
pub fn orbits_by_canonical_form<'a>(
    solutions: impl IntoIterator<Item = &'a [i32]>,
    elements: &[Symmetry],
) -> u64 {
    let smallest = |tuple: &&[i32]| elements.iter().all(|g| *tuple <= &g.apply(tuple)[..]);
    solutions.into_iter().filter(smallest).count() as u64
}

/// The model whose solutions are those that the symmetry maps to themselves.
pub fn fixed_by(model: &Model, symmetry: &Symmetry) -> Result<Model, ModelError> {
    let answer = model.answer();
    let mut fixed = model.clone();
    fixed.set_answer(answer.clone());
    for (i, &to) in symmetry.positions.iter().enumerate() {
        let (from, to) = (answer[i], answer[to]);
        if symmetry.renaming.is_empty() {
            if from != to {
                fixed.compare(from, crate::Rel::Equal, to)?;
            }
            continue;
        }
        let values = model.domain(from).iter();
        if from == to {
            let kept: Vec<i32> = values.filter(|&v| symmetry.rename(v) == v).collect();
            fixed.set_domain(from, Domain::from_values(kept));
        } else {
            let pairs: Vec<[i32; 2]> = values.map(|v| [v, symmetry.rename(v)]).collect();
            fixed.post(Constraint::Table(Table {
                vars: vec![from, to],
                tuples: Tuples::new(2, pairs)?.into(),
                allowed: true,
            }))?;
        }
    }
    Ok(fixed)
}
