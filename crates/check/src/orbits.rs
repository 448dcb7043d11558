//! How many solutions there are up to a symmetry.
//!
//! The certificate gives generators of a group. Where the solutions are listed, each generator must take each to one of the list, and
//! the orbits are put together here. Where they are counted by a diagram, each generator must be a symmetry of the constraints (`moves.rs`); the elements of the
//! group, and which of them are alike, are worked out here: what is conjugate leaves equally many solutions as they are, and so does what
//! is inverse. Of each class one element has a diagram of its own, that of the solutions that it leaves as they are, and Burnside's lemma says the rest: the
//! orbits are the mean of these numbers over the group.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::BufRead;

use num_bigint::BigUint;
use tantalizer_model::constraints::Table;
use tantalizer_model::{Domain, Model, ModelError, Tuples, Var};

use crate::Refusal;
use crate::diagram::{self, Counted};
use crate::lines::Lines;
use crate::moves::{Answers, Map, Moves, Pairs};

/// The elements of a group are listed in memory: so many numbers together.
const MOST_NUMBERS: usize = 1 << 25;

/// The number of solutions up to a symmetry, as a certificate shows it.
#[derive(Debug, Clone)]
pub struct UpTo {
    /// What the symmetry is called.
    pub name: String,
    /// Symmetries whose products are the group.
    pub generators: Vec<Moves>,
    /// How many orbits there are.
    pub orbits: BigUint,
}

/// What was shown of the solutions before.
pub(crate) enum Shown<'a> {
    /// They are these, as values of the answer variables.
    Listed(&'a HashSet<Vec<i32>>),
    /// They are so many.
    Counted(&'a BigUint),
}

/// Reads the numbers up to symmetries, and the `end` after them. Tells also how many arcs their diagrams have.
pub(crate) fn read<R: BufRead>(
    lines: &mut Lines<R>,
    model: &Model,
    shown: &Shown,
) -> Result<(Vec<UpTo>, u64), Refusal> {
    let (mut all, mut arcs) = (Vec::new(), 0);
    // How many solutions elements leave as they are: what one group shows, another need not show again.
    let mut kept = Vec::new();
    if let Shown::Counted(count) = shown {
        kept.push((Answers::identity(model), (*count).clone()));
    }
    loop {
        let line = lines.next()?;
        if line == "end" {
            return Ok((all, arcs));
        }
        let Some(name) = line.strip_prefix("modulo ") else {
            return Err(lines.wrong("expected `end`, or `modulo` and a name".to_string()));
        };
        let (mut generators, mut maps) = (Vec::new(), Vec::new());
        for _ in 0..lines.header("generators")? {
            let (moves, map) = Map::read(lines, "generator", model)?;
            let on_answer = map.on_answer(model).map_err(|reason| lines.wrong(reason))?;
            if let Shown::Counted(_) = shown {
                let keeps = map.keeps_constraints(model);
                keeps.map_err(|reason| lines.wrong(format!("this is no symmetry: {reason}")))?;
            }
            generators.push(moves);
            maps.push(on_answer);
        }
        let found = match shown {
            Shown::Listed(answers) => united(model, answers, &maps),
            Shown::Counted(_) => {
                let group = Group::new(model, &maps).map_err(|reason| lines.wrong(reason))?;
                for _ in 0..lines.header("parts")? {
                    let (element, counted) = part(lines, model, &group)?;
                    arcs += counted.arcs;
                    kept.push((element, counted.solutions));
                }
                group.mean(model, &kept)
            }
        };
        let found = found.map_err(|reason| lines.wrong(reason))?;
        let orbits: BigUint = lines.header("orbits")?;
        if orbits != found {
            let reason = format!("up to {name} there are {found} solutions, {orbits} are claimed");
            return Err(lines.wrong(reason));
        }
        all.push(UpTo {
            name: name.to_string(),
            generators,
            orbits,
        });
    }
}

/// Reads an element of the group and the diagram of the solutions that it leaves as they are.
fn part<R: BufRead>(
    lines: &mut Lines<R>,
    model: &Model,
    group: &Group,
) -> Result<(Answers, Counted), Refusal> {
    let (_, map) = Map::read(lines, "part", model)?;
    let element = map.on_answer(model).map_err(|reason| lines.wrong(reason))?;
    if !group.classes.contains_key(&element) {
        return Err(lines.wrong("this is no element of the group".to_string()));
    }
    let fixed = kept_by(model, &element).map_err(|error| lines.wrong(error.to_string()))?;
    Ok((element, diagram::read(lines, &fixed)?))
}

/// The model of the solutions that an element leaves as they are. Where it leaves a variable its place, only values that it leaves too
/// are left; elsewhere the value of the one must have become that of the other.
fn kept_by(model: &Model, element: &Answers) -> Result<Model, ModelError> {
    let pairs = Pairs::new(model);
    let mut images: BTreeMap<(Var, Var), Vec<[i32; 2]>> = BTreeMap::new();
    for (&(var, value), &to) in pairs.pairs.iter().zip(&element.0) {
        let (image, becomes) = pairs.pairs[to as usize];
        images
            .entry((var, image))
            .or_default()
            .push([value, becomes]);
    }
    let mut fixed = model.clone();
    fixed.set_answer(model.answer());
    for ((var, image), values) in images {
        if var == image {
            let stay = values.iter().filter(|pair| pair[0] == pair[1]);
            fixed.set_domain(var, Domain::from_values(stay.map(|pair| pair[0])));
        } else {
            fixed.post(Table {
                vars: vec![var, image],
                tuples: Tuples::new(2, values)?.into(),
                allowed: true,
            })?;
        }
    }
    Ok(fixed)
}

/// All elements of a group, and which of them leave equally many solutions as they are.
struct Group {
    /// The number of the class of each element.
    classes: HashMap<Answers, usize>,
    /// An element of each class, and how many there are.
    sizes: Vec<(Answers, usize)>,
}

impl Group {
    fn new(model: &Model, generators: &[Answers]) -> Result<Group, String> {
        let identity = Answers::identity(model);
        let most = MOST_NUMBERS / identity.0.len().max(1);
        let mut elements = vec![identity.clone()];
        let mut known = HashSet::from([identity]);
        let mut next = 0;
        while next < elements.len() {
            for generator in generators {
                let product = elements[next].then(generator);
                if known.insert(product.clone()) {
                    elements.push(product);
                }
            }
            if elements.len() > most {
                return Err("the group has more elements than this checker lists".to_string());
            }
            next += 1;
        }
        let mut group = Group {
            classes: HashMap::new(),
            sizes: Vec::new(),
        };
        let ways: Vec<_> = generators.iter().map(|g| (g.inverse(), g)).collect();
        for element in elements {
            if group.classes.contains_key(&element) {
                continue;
            }
            let number = group.sizes.len();
            group.classes.insert(element.clone(), number);
            let (mut size, mut open) = (0, vec![element.clone()]);
            while let Some(one) = open.pop() {
                size += 1;
                let conjugates = ways.iter().map(|(back, there)| back.then(&one).then(there));
                for alike in conjugates.chain([one.inverse()]) {
                    if group.classes.insert(alike.clone(), number).is_none() {
                        open.push(alike);
                    }
                }
            }
            group.sizes.push((element, size));
        }
        Ok(group)
    }

    /// How many solutions an element leaves as they are, on average.
    fn mean(&self, model: &Model, kept: &[(Answers, BigUint)]) -> Result<BigUint, String> {
        let known = kept.iter().filter_map(|(element, count)| {
            let class = self.classes.get(element)?;
            Some((*class, count))
        });
        let known: HashMap<usize, &BigUint> = known.collect();
        let mut sum = BigUint::ZERO;
        for (class, (element, size)) in self.sizes.iter().enumerate() {
            match known.get(&class) {
                Some(&count) => sum += count * BigUint::from(*size),
                // Where a variable keeps its place and all of its values are renamed, there is nothing to count.
                None if moves_all_values(model, element)? => {}
                None => return Err("a class of elements has no part".to_string()),
            }
        }
        let elements = BigUint::from(self.classes.len());
        if &sum % &elements != BigUint::ZERO {
            return Err("the parts do not add up to a whole number of orbits".to_string());
        }
        Ok(sum / elements)
    }
}

/// Whether an element leaves a variable where it is and none of its values.
fn moves_all_values(model: &Model, element: &Answers) -> Result<bool, String> {
    let fixed = kept_by(model, element).map_err(|error| error.to_string())?;
    Ok(fixed.vars().any(|var| fixed.domain(var).is_empty()))
}

/// How many orbits the listed solutions fall into: each is followed wherever the generators take it.
fn united(
    model: &Model,
    answers: &HashSet<Vec<i32>>,
    generators: &[Answers],
) -> Result<BigUint, String> {
    let pairs = Pairs::new(model);
    let vars = model.answer();
    let image = |answer: &[i32], generator: &Answers| -> Vec<i32> {
        let moved = vars.iter().zip(answer).map(|(&var, &value)| {
            let number = pairs.numbers[&(var, value)];
            pairs.pairs[generator.0[number as usize] as usize]
        });
        let moved: HashMap<Var, i32> = moved.collect();
        vars.iter().map(|var| moved[var]).collect()
    };
    let mut seen: HashSet<Vec<i32>> = HashSet::new();
    let mut orbits = 0u64;
    for answer in answers {
        if !seen.insert(answer.clone()) {
            continue;
        }
        orbits += 1;
        let mut open = vec![answer.clone()];
        while let Some(one) = open.pop() {
            for generator in generators {
                let other = image(&one, generator);
                if !answers.contains(&other) {
                    let reason = "this is no symmetry: it takes a solution to none of the others";
                    return Err(reason.to_string());
                }
                if seen.insert(other.clone()) {
                    open.push(other);
                }
            }
        }
    }
    Ok(orbits.into())
}
