//! A solution found by deductions, each of which is checked.
//!
//! A deduction names constraints, facts known before it, and values that go. It is true if no values of the variables of these constraints satisfy them and the
//! facts and have one of the values that go. That is tried out, variable after variable: what is remembered of a beginning is the future of each constraint
//! (`futures.rs`), so that beginnings with the same futures are followed once. What is known at the start is what constraints on a single variable leave it.
//! Where in the end every answer variable has one value left, there is no other solution than the one that is listed.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::BufRead;

use tantalizer_model::{ConstraintId, Domain, Model, Var};

use crate::Refusal;
use crate::futures::{DEAD, Futures};
use crate::lines::Lines;

/// So many moves of constraints are looked at for a deduction, and so many beginnings followed at once.
const MOST_MOVES: usize = 1 << 22;
const MOST_BEGINNINGS: usize = 1 << 18;

/// A deduction as a certificate states it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deduction {
    /// The constraints that it rests on.
    pub because: Vec<ConstraintId>,
    /// Variables known to have one value left, with it.
    pub known: Vec<(Var, i32)>,
    /// Values known to be gone.
    pub excluded: Vec<(Var, i32)>,
    /// Values that go.
    pub gone: Vec<(Var, i32)>,
}

/// The values that are left of each variable.
#[derive(Debug, Clone)]
pub struct Known(Vec<Domain>);

impl Known {
    /// What constraints on a single variable leave it.
    pub fn new(model: &Model) -> Known {
        let domains = model.vars().map(|var| model.domain(var).clone());
        let mut known = Known(domains.collect());
        for posted in model.constraints() {
            let vars: BTreeSet<Var> = posted.constraint.vars().into_iter().collect();
            let mut open = vars.iter().filter(|var| model.domain(**var).len() > 1);
            let (Some(&var), None) = (open.next(), open.next()) else {
                continue;
            };
            // Constants keep their value; a variable without any leaves nothing to be known.
            let value = |var: &Var| model.domain(*var).min();
            let Some(mut values) = vars.iter().map(value).collect::<Option<Vec<i32>>>() else {
                continue;
            };
            let places: HashMap<Var, usize> = vars.iter().copied().zip(0..).collect();
            let short = posted
                .constraint
                .with_vars(&|var| Var::from_index(places[&var]));
            let left = known.0[var.index()].clone();
            let left = left.iter().filter(|&value| {
                values[places[&var]] = value;
                short.holds(&values)
            });
            known.0[var.index()] = Domain::from_values(left);
        }
        known
    }

    /// The values left of a variable.
    pub fn left(&self, var: Var) -> &Domain {
        &self.0[var.index()]
    }

    /// Takes away what a deduction takes away, if it is true; if not, says why.
    pub fn take(&mut self, model: &Model, deduction: &Deduction) -> Result<(), String> {
        let name = |var: Var| model.var_name(var);
        for &(var, value) in &deduction.known {
            if self.left(var).fixed() != Some(value) {
                return Err(format!("`{}` = {value} is not known", name(var)));
            }
        }
        for &(var, value) in &deduction.excluded {
            if self.left(var).contains(value) {
                return Err(format!("`{}` may still be {value}", name(var)));
            }
        }
        for &(var, value) in &deduction.gone {
            if deduction.allows(model, var, value)? {
                return Err(format!("`{}` may be {value}", name(var)));
            }
        }
        for &(var, value) in &deduction.gone {
            let left = &mut self.0[var.index()];
            *left = left.difference(&Domain::single(value));
        }
        Ok(())
    }
}

impl Deduction {
    /// Whether the constraints and the facts leave a variable a value.
    fn allows(&self, model: &Model, var: Var, value: i32) -> Result<bool, String> {
        let mut domains: BTreeMap<Var, Domain> = BTreeMap::new();
        let scopes = self
            .because
            .iter()
            .flat_map(|&id| model.constraint(id).constraint.vars());
        for var in scopes.chain([var]) {
            domains
                .entry(var)
                .or_insert_with(|| model.domain(var).clone());
        }
        let mut narrow = |var: Var, values: &dyn Fn(&Domain) -> Domain| {
            if let Some(domain) = domains.get_mut(&var) {
                *domain = values(domain);
            }
        };
        for &(var, value) in self.known.iter().chain([&(var, value)]) {
            narrow(var, &|domain| domain.intersection(&Domain::single(value)));
        }
        for &(var, value) in &self.excluded {
            narrow(var, &|domain| domain.difference(&Domain::single(value)));
        }
        // Few values first.
        let mut order: Vec<(Var, Vec<i32>)> = domains
            .into_iter()
            .map(|(var, domain)| (var, domain.iter().collect()))
            .collect();
        order.sort_by_key(|(var, values)| (values.len(), *var));
        self.has_solution(model, &order)
    }

    /// Whether values of these variables, fixed in this order, satisfy the constraints.
    fn has_solution(&self, model: &Model, order: &[(Var, Vec<i32>)]) -> Result<bool, String> {
        let too_large = || "this step is larger than the checker follows".to_string();
        let places: HashMap<Var, usize> = order.iter().map(|entry| entry.0).zip(0..).collect();
        // For each variable: the constraints on it, and which of theirs it is.
        let mut touching: Vec<Vec<(usize, usize)>> = vec![Vec::new(); order.len()];
        let mut futures = Vec::new();
        let mut left = MOST_MOVES;
        for (number, &id) in self.because.iter().enumerate() {
            let constraint = &model.constraint(id).constraint;
            let on: BTreeSet<usize> = constraint.vars().iter().map(|var| places[var]).collect();
            if on.is_empty() && !constraint.holds(&[]) {
                return Ok(false);
            }
            let scope: Vec<Var> = on.iter().map(|&place| order[place].0).collect();
            let values: Vec<Vec<i32>> = on.iter().map(|&place| order[place].1.clone()).collect();
            let of_one = Futures::new(constraint, &scope, &values, &mut left);
            futures.push(of_one.ok_or_else(too_large)?);
            for (position, &place) in on.iter().enumerate() {
                touching[place].push((number, position));
            }
        }
        let mut beginnings = HashSet::from([vec![0; futures.len()]]);
        for ((_, values), touching) in order.iter().zip(&touching) {
            let mut longer = HashSet::new();
            for beginning in &beginnings {
                for value in 0..values.len() {
                    let mut after = beginning.clone();
                    let lives = touching.iter().all(|&(number, position)| {
                        let next = futures[number].after(position, after[number], value);
                        after[number] = next;
                        next != DEAD
                    });
                    if lives {
                        longer.insert(after);
                    }
                }
            }
            if longer.len() > MOST_BEGINNINGS {
                return Err(too_large());
            }
            beginnings = longer;
        }
        Ok(!beginnings.is_empty())
    }
}

/// Reads so many deductions and checks them; tells how many answer variables have one value left in the end.
pub(crate) fn read<R: BufRead>(
    lines: &mut Lines<R>,
    model: &Model,
    count: u64,
) -> Result<u64, Refusal> {
    let mut known = Known::new(model);
    for _ in 0..count {
        let because: Vec<usize> = lines.numbers("step")?;
        if because.iter().any(|&id| id >= model.constraints().len()) {
            return Err(lines.wrong("there is no such constraint".to_string()));
        }
        let deduction = Deduction {
            because: because.into_iter().map(ConstraintId).collect(),
            known: pairs(lines, model, "known")?,
            excluded: pairs(lines, model, "excluded")?,
            gone: pairs(lines, model, "gone")?,
        };
        known
            .take(model, &deduction)
            .map_err(|reason| lines.wrong(reason))?;
    }
    let answer: BTreeSet<Var> = model.answer().into_iter().collect();
    let fixed = answer
        .iter()
        .filter(|&&var| known.left(var).fixed().is_some());
    Ok(fixed.count() as u64)
}

/// Variables and values in turn.
fn pairs<R: BufRead>(
    lines: &mut Lines<R>,
    model: &Model,
    word: &str,
) -> Result<Vec<(Var, i32)>, Refusal> {
    let numbers: Vec<i32> = lines.numbers(word)?;
    let pair = |pair: &[i32]| match *pair {
        [var, value] => {
            let index = usize::try_from(var).ok()?;
            (index < model.var_count()).then(|| (Var::from_index(index), value))
        }
        _ => None,
    };
    let pairs: Option<Vec<(Var, i32)>> = numbers.chunks(2).map(pair).collect();
    pairs.ok_or_else(|| lines.wrong("expected variables and values in turn".to_string()))
}
