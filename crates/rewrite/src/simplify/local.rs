//! A sentence with variables of its own, over few others, is a table of these.
//!
//! What a language writes for one sentence may need places to write things down: the run that a cell belongs to, a partial sum, a state. Nobody else
//! speaks of these, so the constraints that they hang together by say something of the others alone. Where that is few rows, the rows are found by going
//! through everything, each constraint being asked as soon as its variables are known, and the places are remembered for each row.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use tantalizer_model::constraints::Table;
use tantalizer_model::{Constraint, Model, Posted, Tuples, Var, Watch};

use super::tables::worth_a_table;
use super::work::{Undo, Work};
use crate::presolve::tighten;
use crate::{Pace, RewriteError, decompose};

/// A table has no more columns.
const MOST_COLUMNS: usize = 16;

/// A table has no more rows.
const MOST_ROWS: usize = 1024;

/// A sentence has no more variables of its own.
const MOST_OWN: usize = 256;

/// So many values are tried for one sentence.
const MOST_TRIED: usize = 1 << 15;

/// So many for all of them together.
const MOST_TRIED_IN_ALL: usize = 1 << 21;

/// What trying a value takes, in steps of some nanoseconds.
const STEPS_A_VALUE: usize = 30;

/// Turns such sentences into tables.
pub(super) fn tabulate(
    work: &mut Work,
    watch: &Watch,
    pace: &mut Pace,
) -> Result<(), RewriteError> {
    let sentences = sentences(work).into_iter();
    let mut left = MOST_TRIED_IN_ALL;
    let found = sentences.map(|sentence| sentence.found(work, &mut left, watch, pace));
    let found: Vec<Option<Found>> = found.collect::<Result<_, _>>()?;
    let mut said = vec![false; work.constraints.len()];
    for Found { sentence, rows } in found.into_iter().flatten() {
        for at in sentence.constraints {
            said[at] = true;
        }
        for by in &sentence.definitions {
            work.definitions.remove(by);
        }
        let vars = sentence.others.clone();
        let tuples = Arc::new(Tuples::new(vars.len(), rows.keys())?);
        let table = Constraint::Table(Table {
            vars,
            tuples,
            allowed: true,
        });
        work.constraints.push(Posted {
            constraint: table,
            name: sentence.name,
            sentence: sentence.told,
            defines: None,
        });
        said.push(false);
        work.leave(Undo::Written {
            vars: sentence.own,
            scope: sentence.others,
            values: Arc::new(rows),
        });
    }
    let mut said = said.into_iter();
    work.constraints
        .retain(|_| !said.next().unwrap_or_default());
    Ok(())
}

/// Constraints and definitions that hang together by variables that nobody else speaks of.
struct Sentence {
    constraints: Vec<usize>,
    definitions: Vec<Var>,
    /// The variables that nobody else speaks of.
    own: Vec<Var>,
    /// The others that have several values.
    others: Vec<Var>,
    /// How its first constraint is called, and what it says.
    name: String,
    told: String,
    /// How many variables its constraints speak of, one by one.
    length: usize,
}

/// A sentence and, for each row that it leaves of the others, values of its own.
struct Found {
    sentence: Sentence,
    rows: BTreeMap<Vec<i32>, Vec<i32>>,
}

/// A constraint, by number, or a definition.
#[derive(Clone, Copy)]
enum Part {
    Constraint(usize),
    Definition(Var),
}

/// All sentences that are small enough to look at.
fn sentences(work: &Work) -> Vec<Sentence> {
    let is_open = |var: &Var| work.domain(*var).len() > 1;
    let constraints = work.constraints.iter().enumerate();
    let constraints =
        constraints.map(|(at, posted)| (Part::Constraint(at), posted.constraint.vars()));
    let definitions = work.definitions.iter().map(|(&by, meaning)| {
        let vars = meaning.vars().into_iter().chain([by]).collect();
        (Part::Definition(by), vars)
    });
    let parts: Vec<(Part, BTreeSet<Var>)> = constraints
        .chain(definitions)
        .map(|(part, vars): (Part, Vec<Var>)| (part, vars.into_iter().filter(is_open).collect()))
        .collect();
    let mut speaking: HashMap<Var, Vec<usize>> = HashMap::new();
    for (number, (_, vars)) in parts.iter().enumerate() {
        for &var in vars.iter().filter(|var| !work.stays[var.index()]) {
            speaking.entry(var).or_default().push(number);
        }
    }
    let open = work.model.vars().filter(is_open);
    let asked = open.filter(|var| work.stays[var.index()]).count();
    let mut seen = vec![false; parts.len()];
    let mut sentences = Vec::new();
    for first in 0..parts.len() {
        let mut members = Vec::new();
        let mut vars: BTreeSet<Var> = BTreeSet::new();
        let mut open = vec![first];
        while let Some(number) = open.pop() {
            if std::mem::replace(&mut seen[number], true) {
                continue;
            }
            members.push(number);
            let fresh = parts[number].1.iter().filter(|&&var| vars.insert(var));
            open.extend(fresh.filter_map(|var| speaking.get(var)).flatten());
        }
        let (others, own): (Vec<Var>, Vec<Var>) =
            vars.into_iter().partition(|var| work.stays[var.index()]);
        // What speaks of more than half of everything is no part of the model, but the question itself.
        let is_part = 2 * others.len() <= asked;
        let fits = is_part && own.len() <= MOST_OWN && (2..=MOST_COLUMNS).contains(&others.len());
        // What follows from the others alone is followed elsewhere.
        let free = own.iter().any(|var| !work.definitions.contains_key(var));
        if members.len() > 1 && fits && free {
            sentences.push(Sentence::new(work, &parts, members, own, others));
        }
    }
    sentences
}

impl Sentence {
    fn new(
        work: &Work,
        parts: &[(Part, BTreeSet<Var>)],
        members: Vec<usize>,
        own: Vec<Var>,
        others: Vec<Var>,
    ) -> Sentence {
        let (mut constraints, mut definitions) = (Vec::new(), Vec::new());
        for &number in &members {
            match parts[number].0 {
                Part::Constraint(at) => constraints.push(at),
                Part::Definition(by) => definitions.push(by),
            }
        }
        constraints.sort_unstable();
        let first = constraints.first().map(|&at| &work.constraints[at]);
        Sentence {
            name: first.map_or_else(String::new, |posted| posted.name.clone()),
            told: first.map_or_else(String::new, |posted| posted.sentence.clone()),
            length: members.iter().map(|&number| parts[number].1.len()).sum(),
            constraints,
            definitions,
            own,
            others,
        }
    }

    /// The rows that it leaves, if it is worth a table.
    fn found(
        self,
        work: &Work,
        left: &mut usize,
        watch: &Watch,
        pace: &mut Pace,
    ) -> Result<Option<Found>, RewriteError> {
        let (model, vars) = self.model(work)?;
        let at_once = |constraint: &Constraint| !matches!(constraint, Constraint::Regular(_));
        let simpler = match decompose(&model, &at_once, watch) {
            // Numbers that do not fit: it stays as it is.
            Err(RewriteError::Model(_)) => return Ok(None),
            simpler => simpler?,
        };
        let (model, _) = tighten(&simpler.model, watch)?;
        let place = |var: &Var| vars[var];
        let others: Vec<Var> = self.others.iter().map(place).collect();
        let own: Vec<Var> = self.own.iter().map(place).collect();
        let mut trying = Trying::new(&model, others, own, MOST_TRIED.min(*left));
        let done = trying.go_on(0);
        *left = left.saturating_sub(trying.tried);
        pace.step(STEPS_A_VALUE * trying.tried)?;
        let rows = trying.rows;
        let lengths = self.others.iter().map(|&var| work.domain(var).len());
        let assignments = lengths.fold(1, u64::saturating_mul);
        let many = rows.len() as u64;
        let is_tight = 2 * many <= assignments && worth_a_table(many, self.length as u64);
        // Without any row there is no solution, which engines say better.
        let found = done.is_some() && many > 0 && is_tight;
        Ok(found.then_some(Found {
            sentence: self,
            rows,
        }))
    }

    /// The sentence alone, and which variables of this model its variables are.
    fn model(&self, work: &Work) -> Result<(Model, HashMap<Var, Var>), RewriteError> {
        let mut model = Model::new("a sentence");
        let mut vars: HashMap<Var, Var> = HashMap::new();
        let constraints = self.constraints.iter();
        let constraints = constraints.map(|&at| work.constraints[at].constraint.clone());
        let definitions = self.definitions.iter();
        let definitions = definitions.flat_map(|by| work.definitions[by].constraints(*by));
        for constraint in constraints.chain(definitions) {
            for var in constraint.vars() {
                vars.entry(var)
                    .or_insert_with(|| model.int("", work.domain(var)));
            }
            model.post(constraint.with_vars(&|var| vars[&var]))?;
        }
        Ok((model, vars))
    }
}

/// All values in turn, a constraint being asked as soon as all its variables are known.
struct Trying<'a> {
    model: &'a Model,
    others: Vec<Var>,
    own: Vec<Var>,
    order: Vec<Var>,
    /// For each number of known variables the constraints whose last one that is.
    asked: Vec<Vec<&'a Constraint>>,
    values: Vec<i32>,
    tried: usize,
    most: usize,
    rows: BTreeMap<Vec<i32>, Vec<i32>>,
}

impl<'a> Trying<'a> {
    fn new(model: &'a Model, others: Vec<Var>, own: Vec<Var>, most: usize) -> Self {
        let mut open: Vec<(&Constraint, BTreeSet<Var>)> = (model.constraints().iter())
            .map(|posted| {
                let vars = posted.constraint.vars().into_iter();
                let vars = vars.filter(|&var| model.domain(var).len() != 1);
                (&posted.constraint, vars.collect())
            })
            .collect();
        let mut left: BTreeSet<Var> = model.vars().collect();
        left.retain(|&var| model.domain(var).len() != 1);
        let (mut order, mut asked) = (Vec::new(), Vec::new());
        loop {
            let (known, unknown): (Vec<_>, Vec<_>) =
                open.into_iter().partition(|(_, vars)| vars.is_empty());
            asked.push(
                known
                    .into_iter()
                    .map(|(constraint, _)| constraint)
                    .collect(),
            );
            open = unknown;
            // What is nearly known goes on, so that it can be asked soon.
            let nearest = open.iter().min_by_key(|(_, vars)| vars.len());
            let next = nearest.and_then(|(_, vars)| vars.first()).or(left.first());
            let Some(&next) = next else { break };
            left.remove(&next);
            for (_, vars) in &mut open {
                vars.remove(&next);
            }
            order.push(next);
        }
        let values = model.vars().map(|var| model.domain(var).min().unwrap_or(0));
        Trying {
            values: values.collect(),
            model,
            others,
            own,
            order,
            asked,
            tried: 0,
            most,
            rows: BTreeMap::new(),
        }
    }

    /// Nothing if it takes too much.
    fn go_on(&mut self, known: usize) -> Option<()> {
        let mut asked = self.asked[known].iter();
        if !asked.all(|constraint| constraint.holds(&self.values)) {
            return Some(());
        }
        let Some(&next) = self.order.get(known) else {
            let values = |vars: &[Var]| vars.iter().map(|var| self.values[var.index()]).collect();
            let (row, own) = (values(&self.others), values(&self.own));
            self.rows.entry(row).or_insert(own);
            return (self.rows.len() <= MOST_ROWS).then_some(());
        };
        for value in self.model.domain(next).iter() {
            self.tried += 1;
            if self.tried > self.most {
                return None;
            }
            self.values[next.index()] = value;
            self.go_on(known + 1)?;
        }
        Some(())
    }
}
