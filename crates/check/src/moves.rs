//! Symmetries of a model, and that they are some.
//!
//! A symmetry moves variables to variables and turns the values of each into those of the other. That it maps solutions to solutions is shown
//! constraint by constraint: each must become one that the model has, as a relation, whatever the two are called. Then every solution comes from a
//! solution: what it came from satisfies a constraint because the solution satisfies what that constraint becomes. A map that takes back and never takes two
//! solutions to one is, of finitely many solutions, a permutation.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::BufRead;

use tantalizer_model::{ConstraintId, Model, Var};

use crate::Refusal;
use crate::diagram::MOST_MOVES;
use crate::futures::Futures;
use crate::lines::Lines;

/// Where variables go, and what becomes of their values from the smallest on: none stands for values that stay. Variables that are not
/// named stay as they are.
pub type Moves = BTreeMap<Var, (Var, Vec<i32>)>;

/// Where every variable of a model goes, and what becomes of each value of its domain.
pub(crate) struct Map {
    to: Vec<Var>,
    values: Vec<Vec<i32>>,
}

impl Map {
    /// Reads the number of lines after this word, and `X Y VALUES` from each.
    pub(crate) fn read<R: BufRead>(
        lines: &mut Lines<R>,
        word: &str,
        model: &Model,
    ) -> Result<(Moves, Map), Refusal> {
        let count: usize = lines.header(word)?;
        let mut moves = Moves::new();
        for _ in 0..count {
            let numbers: Vec<i32> = lines.numbers("")?;
            let known = |&number: &i32| {
                let index = usize::try_from(number).ok()?;
                (index < model.var_count()).then(|| Var::from_index(index))
            };
            let vars: Option<Vec<Var>> = numbers.iter().take(2).map(known).collect();
            let Some([x, y]) = vars.as_deref() else {
                return Err(lines.wrong("expected two variables, and values".to_string()));
            };
            if moves.insert(*x, (*y, numbers[2..].to_vec())).is_some() {
                return Err(lines.wrong(format!("`{}` is moved before", model.var_name(*x))));
            }
        }
        let map = Map::new(model, &moves).map_err(|reason| lines.wrong(reason))?;
        Ok((moves, map))
    }

    fn new(model: &Model, moves: &Moves) -> Result<Map, String> {
        let mut map = Map {
            to: model.vars().collect(),
            values: model
                .vars()
                .map(|var| model.domain(var).iter().collect())
                .collect(),
        };
        for (&x, (y, values)) in moves {
            map.to[x.index()] = *y;
            if !values.is_empty() {
                map.values[x.index()] = values.clone();
            }
        }
        let mut seen = HashSet::new();
        for var in model.vars() {
            let (image, values) = (map.to[var.index()], &map.values[var.index()]);
            if !seen.insert(image) {
                return Err(format!("two variables go to `{}`", model.var_name(image)));
            }
            let different: HashSet<&i32> = values.iter().collect();
            let there = model.domain(image);
            let fits = values.iter().all(|&value| there.contains(value))
                && different.len() == values.len()
                && there.len() == values.len() as u64
                && model.domain(var).len() == there.len();
            if !fits {
                let (x, y) = (model.var_name(var), model.var_name(image));
                return Err(format!("the values of `{x}` do not become those of `{y}`"));
            }
        }
        Ok(map)
    }

    /// Whether the answer stays the answer; what is left of the map for it.
    pub(crate) fn on_answer(&self, model: &Model) -> Result<Answers, String> {
        Answers::new(model, self)
    }

    /// Whether each constraint becomes one that the model has; if not, which does not.
    pub(crate) fn keeps_constraints(&self, model: &Model) -> Result<(), String> {
        let constraints = model.constraints();
        let scope = |id: usize| {
            let mut known = HashSet::new();
            let mut vars = constraints[id].constraint.vars();
            vars.retain(|&var| known.insert(var));
            vars
        };
        let sorted = |mut vars: Vec<Var>| {
            vars.sort_unstable();
            vars
        };
        let mut by_scope: HashMap<Vec<Var>, Vec<usize>> = HashMap::new();
        for id in 0..constraints.len() {
            by_scope.entry(sorted(scope(id))).or_default().push(id);
        }
        let mut left = MOST_MOVES;
        for id in 0..constraints.len() {
            let from = scope(id);
            let to: Vec<Var> = from.iter().map(|var| self.to[var.index()]).collect();
            if from.iter().all(|&var| self.stays(model, var)) {
                continue;
            }
            let name = || model.constraint_name(ConstraintId(id));
            let too_many = || format!("{}: more futures than this checker looks at", name());
            let before: Vec<Vec<i32>> = from
                .iter()
                .map(|&var| model.domain(var).iter().collect())
                .collect();
            let after: Vec<Vec<i32>> = from
                .iter()
                .map(|var| self.values[var.index()].clone())
                .collect();
            let here = Futures::new(&constraints[id].constraint, &from, &before, &mut left);
            let here = here.ok_or_else(too_many)?;
            let mut found = false;
            for &other in by_scope.get(&sorted(to.clone())).into_iter().flatten() {
                let there = Futures::new(&constraints[other].constraint, &to, &after, &mut left);
                found |= here.same_as(&there.ok_or_else(too_many)?);
                if found {
                    break;
                }
            }
            if !found {
                return Err(format!(
                    "{} becomes none of the model's constraints",
                    name()
                ));
            }
        }
        Ok(())
    }

    fn stays(&self, model: &Model, var: Var) -> bool {
        let values = &self.values[var.index()];
        self.to[var.index()] == var && model.domain(var).iter().eq(values.iter().copied())
    }
}

/// Whether this is a symmetry of the model that its constraints show; if not, why.
pub fn is_symmetry(model: &Model, moves: &Moves) -> Result<(), String> {
    let map = Map::new(model, moves)?;
    map.on_answer(model)?;
    map.keeps_constraints(model)
}

/// A symmetry as a permutation of the pairs of an answer variable and a value, which are numbered through.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Answers(pub(crate) Box<[u32]>);

impl Answers {
    fn new(model: &Model, map: &Map) -> Result<Answers, String> {
        let pairs = Pairs::new(model);
        let mut image = Vec::with_capacity(pairs.pairs.len());
        for &(var, value) in &pairs.pairs {
            let at = model.domain(var).iter().position(|other| other == value);
            let to = at.map(|at| (map.to[var.index()], map.values[var.index()][at]));
            match to.and_then(|pair| pairs.numbers.get(&pair)) {
                Some(&number) => image.push(number),
                None => {
                    let name = model.var_name(var);
                    return Err(format!("the answer `{name}` goes to none of the answer"));
                }
            }
        }
        Ok(Answers(image.into()))
    }

    pub(crate) fn identity(model: &Model) -> Answers {
        Answers((0..Pairs::new(model).pairs.len() as u32).collect())
    }

    /// First this, then `next`.
    pub(crate) fn then(&self, next: &Answers) -> Answers {
        Answers(self.0.iter().map(|&to| next.0[to as usize]).collect())
    }

    pub(crate) fn inverse(&self) -> Answers {
        let mut back = vec![0; self.0.len()];
        for (from, &to) in self.0.iter().enumerate() {
            back[to as usize] = from as u32;
        }
        Answers(back.into())
    }
}

/// The pairs of an answer variable and a value.
pub(crate) struct Pairs {
    pub(crate) pairs: Vec<(Var, i32)>,
    pub(crate) numbers: HashMap<(Var, i32), u32>,
}

impl Pairs {
    pub(crate) fn new(model: &Model) -> Pairs {
        let mut answer = model.answer();
        answer.sort_unstable();
        answer.dedup();
        let values = |var: Var| model.domain(var).iter().map(move |value| (var, value));
        let pairs: Vec<(Var, i32)> = answer.into_iter().flat_map(values).collect();
        let numbers = pairs.iter().copied().zip(0..).collect();
        Pairs { pairs, numbers }
    }
}
