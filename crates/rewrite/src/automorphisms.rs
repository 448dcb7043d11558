//! Symmetries that nobody declared: permutations of the variables under which a model stays the same.
//!
//! Variables are coloured by what they are, and told apart round after round by the constraints that they stand in and by the colours of the
//! others there (colour refinement). Where some stay alike, one of them is singled out and the refinement goes on; a permutation maps one
//! such singling out to another that leads to the same colours (McKay, *Practical graph isomorphism*, 1981). Whatever is found is verified: every
//! constraint is mapped to one that the model has, which is all that a symmetry is.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{Hash, Hasher};

use tantalizer_model::constraints::{
    AllDifferent, AllEqual, Clause, Compare, Count, GlobalCardinality, Linear, Maximum, Minimum,
    NValue, Reified, Table, Xor,
};
use tantalizer_model::{
    Constraint, Model, Objective, Rel, Symmetry, SymmetryGroup, Tuples, Var, Watch,
};

/// What the group is called.
pub const FOUND: &str = "found";

/// How often variables are told apart anew before no more is looked for: a number and no time, so that the same is found everywhere.
const MOST_REFINEMENTS: usize = 20_000;

/// The group of all permutations of the answer that were found; none if there are none but the identity.
///
/// ```
/// use tantalizer_model::{Limits, Model, Rel};
/// use tantalizer_rewrite::automorphisms::find;
///
/// let mut model = Model::new("two pairs");
/// let x = model.array("x", 4, 1..=3);
/// model.compare(x[0], Rel::Less, x[1])?;
/// model.compare(x[2], Rel::Less, x[3])?;
/// // The pairs can be swapped, and nothing else.
/// let group = find(&model, &Limits::none().start()).unwrap();
/// assert_eq!(group.elements(4)?.len(), 2);
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
pub fn find(model: &Model, watch: &Watch) -> Option<SymmetryGroup> {
    let mut finder = Finder::new(model, watch);
    let permutations = finder.generators();
    let answer = model.answer();
    let place: HashMap<Var, usize> = answer.iter().enumerate().map(|(i, &v)| (v, i)).collect();
    let mut generators = BTreeSet::new();
    for permutation in permutations {
        let moved = answer
            .iter()
            .map(|var| place.get(&permutation[var.index()]));
        let Some(positions) = moved
            .map(Option::<&usize>::copied)
            .collect::<Option<Vec<_>>>()
        else {
            continue;
        };
        generators.insert(Symmetry::of_positions(positions));
    }
    generators.remove(&Symmetry::identity(answer.len()));
    (!generators.is_empty()).then(|| SymmetryGroup::new(FOUND, generators.into_iter().collect()))
}

/// Where all variables go if the answer goes where the symmetry says; none if no variable beside the answer fits. The values of the answer may be renamed, which
/// is not looked at: what is found is a proposal, to be held against the constraints.
pub fn extended(model: &Model, symmetry: &Symmetry, watch: &Watch) -> Option<Vec<Var>> {
    let answer = model.answer();
    let mut finder = Finder::new(model, watch);
    let start = finder.start();
    let (mut left, mut right) = (start.clone(), start);
    for (position, &var) in answer.iter().enumerate() {
        let image = answer[symmetry.image(position, 0).0];
        (left[var.index()], right[image.index()]) = (hash(&position), hash(&position));
    }
    (left, right) = (finder.refined(left), finder.refined(right));
    while let Some(cell) = first_cell(&left) {
        let colour = left[cell[0].index()];
        let image = model.vars().find(|var| right[var.index()] == colour)?;
        left = finder.singled_out(&left, cell[0]);
        right = finder.singled_out(&right, image);
        if finder.is_over() {
            return None;
        }
    }
    let of: HashMap<u64, Var> = model.vars().map(|var| (right[var.index()], var)).collect();
    left.iter().map(|colour| of.get(colour).copied()).collect()
}

/// A permutation of all variables: where each goes.
type Permutation = Vec<Var>;

/// A colour of each variable. Colours are made alike everywhere, so that those of two singlings out can be compared.
type Colours = Vec<u64>;

/// A constraint as variables in roles: those in one role can change places.
struct Part {
    /// What it is beside its variables.
    body: u64,
    slots: Vec<(u64, Var)>,
}

struct Finder<'a> {
    model: &'a Model,
    watch: &'a Watch,
    parts: Vec<Part>,
    /// How many constraints are the same up to the order of variables in one role.
    known: HashMap<Key, usize>,
    refinements: usize,
}

/// What a constraint is, with its variables in order.
type Key = (u64, Vec<(u64, Var)>);

impl Part {
    fn key(&self, to: impl Fn(Var) -> Var) -> Key {
        let mut slots: Vec<(u64, Var)> = self.slots.iter().map(|&(r, v)| (r, to(v))).collect();
        slots.sort_unstable();
        (self.body, slots)
    }
}

impl<'a> Finder<'a> {
    fn new(model: &'a Model, watch: &'a Watch) -> Self {
        let posted = model.constraints().iter();
        let parts: Vec<Part> = posted.map(|posted| part(&posted.constraint)).collect();
        let mut known = HashMap::new();
        for part in &parts {
            *known.entry(part.key(|var| var)).or_default() += 1;
        }
        Finder {
            model,
            watch,
            parts,
            known,
            refinements: 0,
        }
    }

    /// Generators of the group, as far as there was time.
    fn generators(&mut self) -> Vec<Permutation> {
        // One after another the variables that are alike are singled out, until none are.
        let mut levels = vec![self.start()];
        let mut base = Vec::new();
        while let Some(cell) = first_cell(&levels[base.len()]) {
            let next = self.singled_out(&levels[base.len()], cell[0]);
            base.push(cell[0]);
            levels.push(next);
        }
        // From the end: what fixes many of them is found first, and says which of the others need not be tried.
        let mut generators: Vec<Permutation> = Vec::new();
        for level in (0..base.len()).rev() {
            let cell = first_cell(&levels[level]).unwrap_or_default();
            for &image in &cell[1..] {
                if orbit(base[level], &generators).contains(&image) {
                    continue;
                }
                if self.is_over() {
                    return generators;
                }
                let right = self.singled_out(&levels[level], image);
                generators.extend(self.matched(&levels[level + 1], &right));
            }
        }
        generators
    }

    fn is_over(&self) -> bool {
        self.refinements > MOST_REFINEMENTS || self.watch.expired().is_some()
    }

    /// A verified permutation that maps the left colours to the right ones.
    fn matched(&mut self, left: &Colours, right: &Colours) -> Option<Permutation> {
        if sorted(left) != sorted(right) || self.is_over() {
            return None;
        }
        let Some(cell) = first_cell(left) else {
            let of: HashMap<u64, usize> = right.iter().enumerate().map(|(v, &c)| (c, v)).collect();
            let images = left.iter().map(|colour| Var::from_index(of[colour]));
            let permutation: Permutation = images.collect();
            return self.is_symmetry(&permutation).then_some(permutation);
        };
        let colour = left[cell[0].index()];
        let next = self.singled_out(left, cell[0]);
        for var in self.model.vars() {
            if right[var.index()] == colour {
                let other = self.singled_out(right, var);
                if let Some(permutation) = self.matched(&next, &other) {
                    return Some(permutation);
                }
            }
        }
        None
    }

    /// Whether the model stays the same.
    fn is_symmetry(&self, permutation: &Permutation) -> bool {
        let model = self.model;
        let alike = |var: Var| model.domain(var) == model.domain(permutation[var.index()]);
        let answer: HashSet<Var> = model.answer().into_iter().collect();
        let stays = answer
            .iter()
            .all(|var| answer.contains(&permutation[var.index()]));
        let objective = model.objective().map(Objective::var);
        let mut left = self.known.clone();
        let mapped = |part: &Part| {
            let key = part.key(|var| permutation[var.index()]);
            match left.get_mut(&key) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    true
                }
                _ => false,
            }
        };
        stays
            && model.vars().all(alike)
            && objective.is_none_or(|var| permutation[var.index()] == var)
            && self.parts.iter().all(mapped)
    }

    /// What variables are before they are told apart by constraints.
    fn start(&mut self) -> Colours {
        let answer: HashSet<Var> = self.model.answer().into_iter().collect();
        let objective = self.model.objective().map(Objective::var);
        let colour = |var: Var| {
            let domain = self.model.domain(var).ranges();
            hash(&(domain, answer.contains(&var), objective == Some(var)))
        };
        let colours = self.model.vars().map(colour).collect();
        self.refined(colours)
    }

    /// The colours once one variable has a colour of its own.
    fn singled_out(&mut self, colours: &Colours, var: Var) -> Colours {
        let mut colours = colours.clone();
        colours[var.index()] = hash(&("singled out", colours[var.index()]));
        self.refined(colours)
    }

    /// Tells variables apart by the constraints that they stand in, as long as that tells more of them apart.
    fn refined(&mut self, mut colours: Colours) -> Colours {
        self.refinements += 1;
        let mut different = sorted(&colours).len();
        loop {
            let mut stands_in = vec![0u64; colours.len()];
            for part in &self.parts {
                let slots = part.slots.iter();
                let mut roles: Vec<(u64, u64)> = slots
                    .map(|&(role, var)| (role, colours[var.index()]))
                    .collect();
                roles.sort_unstable();
                let whole = hash(&(part.body, roles));
                for &(role, var) in &part.slots {
                    let stands = &mut stands_in[var.index()];
                    *stands = stands.wrapping_add(hash(&(whole, role)));
                }
            }
            for (colour, stands) in colours.iter_mut().zip(stands_in) {
                *colour = hash(&(*colour, stands));
            }
            let now = sorted(&colours).len();
            if now == different || self.watch.expired().is_some() {
                return colours;
            }
            different = now;
        }
    }
}

/// The colours, each with how many variables have it.
fn sorted(colours: &Colours) -> Vec<(u64, usize)> {
    let mut counted: HashMap<u64, usize> = HashMap::new();
    for &colour in colours {
        *counted.entry(colour).or_default() += 1;
    }
    let mut counted: Vec<(u64, usize)> = counted.into_iter().collect();
    counted.sort_unstable();
    counted
}

/// The variables of a colour that several have, as few as can be; of several such colours that of the first variable.
fn first_cell(colours: &Colours) -> Option<Vec<Var>> {
    let mut cells: HashMap<u64, Vec<Var>> = HashMap::new();
    for (at, &colour) in colours.iter().enumerate() {
        cells.entry(colour).or_default().push(Var::from_index(at));
    }
    let several = cells.into_values().filter(|cell| cell.len() > 1);
    several.min_by_key(|cell| (cell.len(), cell[0]))
}

/// Where products of the generators take a variable.
fn orbit(var: Var, generators: &[Permutation]) -> HashSet<Var> {
    let mut known = HashSet::from([var]);
    let mut open = vec![var];
    while let Some(next) = open.pop() {
        for generator in generators {
            let image = generator[next.index()];
            if known.insert(image) {
                open.push(image);
            }
        }
    }
    known
}

fn hash<T: Hash>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A constraint as its variables in roles.
fn part(constraint: &Constraint) -> Part {
    let alike = |name: &str, vars: &[Var], others: &[Var]| Part {
        body: hash(&name),
        slots: vars
            .iter()
            .map(|&var| (0, var))
            .chain((1..).zip(others.iter().copied()))
            .collect(),
    };
    match constraint {
        Constraint::AllDifferent(AllDifferent { vars }) => alike("all-different", vars, &[]),
        Constraint::AllEqual(AllEqual { vars }) => alike("all-equal", vars, &[]),
        Constraint::Xor(Xor { vars, parity }) => {
            alike(if *parity { "odd" } else { "even" }, vars, &[])
        }
        Constraint::NValue(NValue { vars, count }) => alike("nvalue", vars, &[*count]),
        Constraint::Count(Count { vars, value, count }) => alike("count", vars, &[*value, *count]),
        Constraint::Minimum(Minimum { result, vars }) => alike("minimum", vars, &[*result]),
        Constraint::Maximum(Maximum { result, vars }) => alike("maximum", vars, &[*result]),
        Constraint::GlobalCardinality(GlobalCardinality {
            vars,
            values,
            counts,
            closed,
        }) => Part {
            body: hash(&("global-cardinality", values, closed)),
            ..alike("", vars, counts)
        },
        Constraint::Compare(Compare { x, rel, y }) if matches!(rel, Rel::Equal | Rel::NotEqual) => {
            let name = if *rel == Rel::Equal {
                "equal"
            } else {
                "different"
            };
            alike(name, &[*x, *y], &[])
        }
        Constraint::Linear(Linear {
            terms,
            rel,
            constant,
        }) => Part {
            body: hash(&("linear", format!("{rel:?}"), constant)),
            slots: terms.iter().map(|&(w, var)| (hash(&w), var)).collect(),
        },
        Constraint::Clause(Clause { literals }) => Part {
            body: hash(&"clause"),
            slots: literals
                .iter()
                .map(|literal| (u64::from(literal.positive), literal.var))
                .collect(),
        },
        Constraint::Table(Table {
            vars,
            tuples,
            allowed,
        }) if is_symmetric(tuples) => Part {
            body: hash(&("table", allowed, tuples.rows().collect::<BTreeSet<_>>())),
            ..alike("", vars, &[])
        },
        Constraint::Reified(Reified { constraint, by }) => {
            let inner = part(constraint);
            let mut slots = inner.slots;
            slots.push((u64::MAX, *by));
            Part {
                body: hash(&("reified", inner.body)),
                slots,
            }
        }
        // Each place is a role of its own, and everything else is told by the constraint without its variables.
        other => {
            let nothing = other.with_vars(&|_| Var::from_index(0));
            Part {
                body: hash(&format!("{nothing:?}")),
                slots: (0..).zip(other.vars()).collect(),
            }
        }
    }
}

/// Whether rows stay rows whichever columns change places.
fn is_symmetric(tuples: &Tuples) -> bool {
    let rows: HashSet<&[i32]> = tuples.rows().collect();
    let Some(width) = rows.iter().next().map(|row| row.len()) else {
        return true;
    };
    (1..width).all(|col| {
        rows.iter().all(|row| {
            let mut swapped = row.to_vec();
            swapped.swap(col - 1, col);
            rows.contains(&swapped[..])
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantalizer_conformance::brute;
    use tantalizer_model::{Limits, ModelError};

    fn found(model: &Model) -> Result<usize, ModelError> {
        let group = find(model, &Limits::none().start());
        let length = model.answer().len();
        let elements = group.map_or(Ok(1), |group| group.elements(length).map(|all| all.len()));
        let solutions: HashSet<Vec<i32>> = brute::answers(model).into_iter().collect();
        // Whatever is found maps solutions to solutions.
        if let Some(group) = find(model, &Limits::none().start()) {
            for element in group.elements(length)? {
                assert!(
                    solutions
                        .iter()
                        .all(|s| solutions.contains(&element.apply(s)))
                );
            }
        }
        elements
    }

    #[test]
    fn a_latin_square_can_be_turned_and_its_lines_exchanged() -> Result<(), ModelError> {
        let mut model = Model::new("latin");
        let x = model.array("x", 9, 1..=3);
        for i in 0..3 {
            model.all_different(&[x[3 * i], x[3 * i + 1], x[3 * i + 2]])?;
            model.all_different(&[x[i], x[3 + i], x[6 + i]])?;
        }
        // Rows in any order, columns in any order, and rows for columns.
        assert_eq!(found(&model)?, 6 * 6 * 2);
        // A clue fixes its row and its column.
        model.member(x[0], [2])?;
        assert_eq!(found(&model)?, 2 * 2 * 2);
        Ok(())
    }

    #[test]
    fn auxiliary_variables_go_along_and_weights_tell_apart() -> Result<(), ModelError> {
        let mut model = Model::new("sums");
        let x = model.array("x", 4, 0..=2);
        let sums: Vec<Var> = (0..2).map(|i| model.int(format!("s{i}"), 0..=4)).collect();
        model.set_answer(x.clone());
        for (i, &sum) in sums.iter().enumerate() {
            let terms = [(1, x[2 * i]), (1, x[2 * i + 1]), (-1, sum)];
            model.linear(terms, Rel::Equal, 0)?;
        }
        model.compare(sums[0], Rel::NotEqual, sums[1])?;
        assert_eq!(found(&model)?, 8);
        model.linear([(2, x[0]), (1, x[1])], Rel::LessEqual, 3)?;
        assert_eq!(found(&model)?, 2);
        Ok(())
    }
}
