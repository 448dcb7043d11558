//! A number that nobody asks for goes, where it is spoken of with the same few variables only.
//!
//! Where a term may be undefined, modelling languages look it up at a place that is always there, a number made for this alone, which several
//! conditions tie to the others. What all of them leave of the others is said without it, and the number is any that fits.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use tantalizer_model::constraints::Table;
use tantalizer_model::{Constraint, Domain, Tuples, Var};

use super::relations::{DEEPEST, MOST_ROWS, MOST_VARIABLES, Relation, Relations};
use super::unused;
use super::work::{Meaning, Work};
use crate::{Pace, RewriteError};

/// A number that more constraints speak of stays.
const MOST_CONSTRAINTS: usize = 16;

/// Numbers that follow numbers go in so many rounds.
const ROUNDS: usize = 4;

/// What trying an assignment takes, in steps of some nanoseconds.
const STEPS_AN_ASSIGNMENT: usize = 50;

/// Lets such numbers go.
pub(super) fn project(work: &mut Work, pace: &mut Pace) -> Result<(), RewriteError> {
    for _ in 0..ROUNDS {
        let found = found(work, pace)?;
        if found.is_empty() {
            break;
        }
        let mut gone = vec![false; work.constraints.len()];
        for hidden in found {
            for at in hidden.constraints {
                gone[at] = true;
            }
            let meaning = meaning(hidden.number, hidden.others, hidden.values)?;
            work.definitions.insert(hidden.number, meaning);
        }
        let mut gone = gone.into_iter();
        work.constraints
            .retain(|_| !gone.next().unwrap_or_default());
        unused::drop(work)?;
    }
    Ok(())
}

/// A number that may go.
struct Hidden {
    number: Var,
    /// All constraints that speak of it.
    constraints: Vec<usize>,
    /// Who else they speak of, and the number for each row of their values that is possible.
    others: Vec<Var>,
    values: BTreeMap<Vec<i32>, i32>,
}

/// The number as one that follows from the others.
fn meaning(
    number: Var,
    others: Vec<Var>,
    values: BTreeMap<Vec<i32>, i32>,
) -> Result<Meaning, RewriteError> {
    let rows = values.iter().map(|(row, &value)| {
        let mut row = row.clone();
        row.push(value);
        row
    });
    let rows: Vec<Vec<i32>> = rows.collect();
    let vars: Vec<Var> = others.iter().copied().chain([number]).collect();
    Ok(Meaning::Number {
        constraint: Constraint::Table(Table {
            tuples: Arc::new(Tuples::new(vars.len(), &rows)?),
            vars,
            allowed: true,
        }),
        scope: others,
        fixed: Vec::new(),
        values: Arc::new(values),
    })
}

/// Numbers that may go, no two of them by the same constraint.
fn found(work: &Work, pace: &mut Pace) -> Result<Vec<Hidden>, RewriteError> {
    let mut bases = Bases::new(work);
    let mut spoken_of: BTreeMap<Var, Vec<usize>> = BTreeMap::new();
    for (at, posted) in work.constraints.iter().enumerate() {
        pace.step(STEPS_AN_ASSIGNMENT)?;
        let vars = posted.constraint.vars();
        match bases.of_all(&vars) {
            Some(under) => {
                for var in under.into_iter().filter(|&var| may_go(work, var)) {
                    spoken_of.entry(var).or_default().push(at);
                }
            }
            None => bases.block(vars),
        }
    }
    // What is asked for says something of those that it follows from, and so does a number that there is not for all of their values.
    let saying = (work.definitions.iter())
        .filter(|&(&var, meaning)| work.stays[var.index()] || work.restricts(var, meaning));
    bases.block(saying.map(|(&var, _)| var).collect());
    spoken_of.retain(|var, constraints| {
        !bases.blocked[var.index()] && constraints.len() <= MOST_CONSTRAINTS
    });
    let mut relations = Relations::new(work);
    let mut taken = vec![false; work.constraints.len()];
    let mut found = Vec::new();
    for (number, constraints) in spoken_of {
        if constraints.iter().any(|&at| taken[at]) {
            continue;
        }
        let scopes = constraints
            .iter()
            .filter_map(|&at| bases.of_all(&work.constraints[at].constraint.vars()));
        let scopes: Vec<BTreeSet<Var>> = scopes.collect();
        let scope: BTreeSet<Var> = scopes.iter().flatten().copied().collect();
        let lengths = scope.iter().map(|&var| work.domain(var).len());
        let assignments = lengths.fold(1, u64::saturating_mul);
        // What is left speaks of two variables, or of fewer than one of them did.
        let is_narrow = scope.len() <= 3 || scopes.contains(&scope);
        let is_narrow = is_narrow && (2..=MOST_VARIABLES).contains(&scope.len());
        if !is_narrow || assignments > MOST_ROWS as u64 {
            continue;
        }
        let work_to_do = assignments as usize * constraints.len();
        pace.step(STEPS_AN_ASSIGNMENT * work_to_do)?;
        let parts = constraints.iter().map(|&at| {
            let below = relations.below(&work.constraints[at].constraint, true);
            below.map(|found| found.0)
        });
        let Some(parts) = parts.collect::<Option<Vec<Relation>>>() else {
            continue;
        };
        let scope: Vec<Var> = scope.into_iter().collect();
        let values = projected(work, number, &scope, &parts);
        if values.is_empty() {
            continue;
        }
        for &at in &constraints {
            taken[at] = true;
        }
        found.push(Hidden {
            number,
            constraints,
            others: scope.into_iter().filter(|&var| var != number).collect(),
            values,
        });
    }
    Ok(found)
}

fn may_go(work: &Work, var: Var) -> bool {
    let domain = work.domain(var);
    !work.stays[var.index()] && domain.len() > 1 && *domain != Domain::boolean()
}

/// For each row of the others that some number fits, the first that does.
fn projected(
    work: &Work,
    number: Var,
    scope: &[Var],
    parts: &[Relation],
) -> BTreeMap<Vec<i32>, i32> {
    let column = |var: &Var| scope.iter().position(|own| own == var).unwrap_or(0);
    let columns: Vec<Vec<usize>> = (parts.iter())
        .map(|part| part.scope.iter().map(column).collect())
        .collect();
    let own = column(&number);
    let mut values = BTreeMap::new();
    for row in work.assignments(scope) {
        let mut fits = parts.iter().zip(&columns);
        let fits = fits.all(|(part, columns)| {
            let cells: Vec<i32> = columns.iter().map(|&column| row[column]).collect();
            part.rows.contains(&cells)
        });
        if fits {
            let mut others = row;
            let value = others.remove(own);
            values.entry(others).or_insert(value);
        }
    }
    values
}

/// What variables follow from in the end, as far as that is little.
struct Bases<'a> {
    work: &'a Work,
    known: HashMap<Var, Option<Rc<BTreeSet<Var>>>>,
    depth: u32,
    /// Variables of which too much follows.
    blocked: Vec<bool>,
}

impl<'a> Bases<'a> {
    fn new(work: &'a Work) -> Self {
        Bases {
            work,
            known: HashMap::new(),
            depth: 0,
            blocked: vec![false; work.model.var_count()],
        }
    }

    fn of(&mut self, var: Var) -> Option<Rc<BTreeSet<Var>>> {
        if let Some(known) = self.known.get(&var) {
            return known.clone();
        }
        let Some(meaning) = self.work.definitions.get(&var) else {
            let is_known = self.work.domain(var).len() == 1;
            let own = (!is_known).then_some(var);
            return Some(Rc::new(own.into_iter().collect()));
        };
        if self.depth == DEEPEST {
            return None;
        }
        // Whoever follows from itself in the end has none.
        self.known.insert(var, None);
        self.depth += 1;
        let bases = self.of_all(&meaning.vars()).map(Rc::new);
        self.depth -= 1;
        self.known.insert(var, bases.clone());
        bases
    }

    fn of_all(&mut self, vars: &[Var]) -> Option<BTreeSet<Var>> {
        let mut all = BTreeSet::new();
        for &var in vars {
            all.extend(self.of(var)?.iter());
            if all.len() > MOST_VARIABLES {
                return None;
            }
        }
        Some(all)
    }

    /// Whatever these follow from is not let go.
    fn block(&mut self, mut vars: Vec<Var>) {
        while let Some(var) = vars.pop() {
            if !std::mem::replace(&mut self.blocked[var.index()], true) {
                let meaning = self.work.definitions.get(&var);
                vars.extend(meaning.into_iter().flat_map(Meaning::vars));
            }
        }
    }
}
