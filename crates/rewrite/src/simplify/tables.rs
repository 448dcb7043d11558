//! Conditions over the same few variables are one table.
//!
//! A disjunction of conjunctions of equalities, said by truth values, is a list of rows. Where it must hold, it becomes a
//! table. Where truth values over the same variables are used elsewhere (piece 5 lies here, piece 6 lies here, ...), they become
//! one new variable with a value for each combination of them that occurs, tied to the variables by one table;
//! each truth value is then a membership of the new variable, and engines see at a glance which of them exclude each other.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;
use tantalizer_model::constraints::{Clause, Member, Table};

use tantalizer_model::{Constraint, Domain, Limit, Literal, Tuples, Var};

use super::relations::{DEEPEST, Relation, Relations};
use super::unused;
use super::work::{Meaning, Work};
use crate::{Pace, RewriteError};

/// No table lists more assignments.
const MOST_ASSIGNMENTS: u64 = 20_000;

/// A table may have so many rows for each literal that it replaces, and a few more.
const ROWS_FOR_A_LITERAL: u64 = 4;
const ROWS_TO_SPARE: u64 = 64;

/// What a list of rows takes to find, in steps of some nanoseconds.
const STEPS_A_LITERAL: usize = 1000;

/// Replaces conditions over the same variables by tables wherever that is not longer.
pub(super) fn collect(work: &mut Work, pace: &mut Pace) -> Result<(), RewriteError> {
    unused::drop(work);
    tables_for_clauses(work, pace)?;
    unused::drop(work);
    tables_for_choices(work, pace)
}

/// Replaces what is still said by conditions that share their few variables.
pub(super) fn gather(work: &mut Work, pace: &mut Pace) -> Result<(), RewriteError> {
    tables_for_constraints(work, pace)?;
    join_tables(work)
}

/// How many literals a truth value stands for, all in all, and how deeply they are nested.
struct Sizes<'a> {
    work: &'a Work,
    known: HashMap<Var, (u64, u32)>,
    /// How deep we are.
    depth: u32,
}

impl<'a> Sizes<'a> {
    fn new(work: &'a Work) -> Self {
        Sizes {
            work,
            known: HashMap::new(),
            depth: 0,
        }
    }

    fn of(&mut self, var: Var) -> (u64, u32) {
        if let Some(&known) = self.known.get(&var) {
            return known;
        }
        if self.depth == DEEPEST {
            return (1, 0);
        }
        // Whoever stands for itself in the end is taken for a plain variable there.
        self.known.insert(var, (1, 0));
        self.depth += 1;
        let size = match self.work.definitions.get(&var) {
            Some(Meaning::Any { literals, .. }) => {
                let (size, depth) = self.of_all(literals);
                (size, depth + 1)
            }
            // A relation between variables is as deep as a disjunction of their values.
            Some(Meaning::Holds(constraint)) => (constraint.vars().len() as u64, 1),
            Some(Meaning::Member { .. }) | None => (1, 0),
        };
        self.depth -= 1;
        self.known.insert(var, size);
        size
    }

    fn of_all(&mut self, literals: &[Literal]) -> (u64, u32) {
        let mut all = (literals.len() as u64, 0);
        for literal in literals {
            let (size, depth) = self.of(literal.var);
            all = (all.0.saturating_add(size), all.1.max(depth));
        }
        all
    }
}

impl Relation {
    /// That one of the rows is there.
    fn into_constraint(self) -> Result<Constraint, RewriteError> {
        Ok(match self.scope[..] {
            [x] => Constraint::Member(Member {
                x,
                values: Domain::from_values(self.rows.iter().map(|row| row[0])),
            }),
            _ => Constraint::Table(Table {
                tuples: Arc::new(Tuples::new(self.scope.len(), &self.rows)?),
                vars: self.scope,
                allowed: true,
            }),
        })
    }
}

fn worth_a_table(rows: u64, literals: u64) -> bool {
    let fair = literals.saturating_mul(ROWS_FOR_A_LITERAL) + ROWS_TO_SPARE;
    rows <= MOST_ASSIGNMENTS.min(fair)
}

/// Clauses of conditions over few variables.
fn tables_for_clauses(work: &mut Work, pace: &mut Pace) -> Result<(), RewriteError> {
    let mut found: Vec<(usize, Relation)> = Vec::new();
    let mut relations = Relations::new(work);
    let mut sizes = Sizes::new(work);
    for (at, posted) in work.constraints.iter().enumerate() {
        let Constraint::Clause(Clause { literals }) = &posted.constraint else {
            continue;
        };
        let (size, depth) = sizes.of_all(literals);
        if literals.len() < 2 || depth == 0 {
            continue;
        }
        // A list of rows for each literal, in the worst case.
        if pace.step(STEPS_A_LITERAL * literals.len()).is_err() {
            break;
        }
        // Conditions over different variables would only be multiplied out.
        if let Some(relation) = relations.any(literals)
            && literals.iter().all(|&literal| {
                let alone = relations.of(literal);
                sizes.of(literal.var).1 == 0
                    || alone.is_some_and(|alone| alone.scope == relation.scope)
            })
            && worth_a_table(relation.rows.len() as u64, size)
        {
            found.push((at, relation));
        }
    }
    for (at, relation) in found {
        work.constraints[at].constraint = relation.into_constraint()?;
    }
    Ok(pace.look()?)
}

/// "Exactly one of these is true", said by a sum, a count, several clauses or whatever. Only where the conditions share
/// variables does the table see more than the constraint.
fn tables_for_constraints(work: &mut Work, pace: &mut Pace) -> Result<(), RewriteError> {
    let mut found: Vec<(usize, Relation)> = Vec::new();
    let mut relations = Relations::new(work);
    let mut sizes = Sizes::new(work);
    for (at, posted) in work.constraints.iter().enumerate() {
        let vars = posted.constraint.vars();
        let defined = vars.iter().any(|var| work.definitions.contains_key(var));
        if !defined || matches!(posted.constraint, Constraint::Table(_)) {
            continue;
        }
        if pace.step(STEPS_A_LITERAL * vars.len()).is_err() {
            break;
        }
        let size = vars.iter().map(|&var| 1 + sizes.of(var).0).sum();
        let most = match posted.constraint {
            Constraint::Clause(_) => ROWS_TO_SPARE,
            _ => MOST_ASSIGNMENTS,
        };
        if let Some((relation, shared)) = relations.below(&posted.constraint, true)
            && shared
            && relation.rows.len() as u64 <= most
            && worth_a_table(relation.rows.len() as u64, size)
        {
            found.push((at, relation));
        }
    }
    for (at, relation) in found {
        work.constraints[at].constraint = relation.into_constraint()?;
    }
    Ok(pace.look()?)
}

/// Tables of the same variables are one: the rows that are in all of them.
fn join_tables(work: &mut Work) -> Result<(), RewriteError> {
    let mut first: HashMap<Vec<Var>, usize> = HashMap::new();
    let mut joined: BTreeMap<usize, BTreeSet<Vec<i32>>> = BTreeMap::new();
    let mut gone = vec![false; work.constraints.len()];
    for (at, posted) in work.constraints.iter().enumerate() {
        let Constraint::Table(Table {
            vars,
            tuples,
            allowed: true,
        }) = &posted.constraint
        else {
            continue;
        };
        if let Some(&before) = first.get(vars) {
            let rows = joined
                .entry(before)
                .or_insert_with(|| rows_of(work, before));
            let own: HashSet<&[i32]> = tuples.rows().collect();
            rows.retain(|row| own.contains(&row[..]));
            gone[at] = true;
        } else {
            first.insert(vars.clone(), at);
        }
    }
    for (at, rows) in joined {
        if let Constraint::Table(table) = &mut work.constraints[at].constraint {
            table.tuples = Arc::new(Tuples::new(table.vars.len(), &rows)?);
        }
    }
    let mut gone = gone.into_iter();
    work.constraints
        .retain(|_| !gone.next().unwrap_or_default());
    Ok(())
}

fn rows_of(work: &Work, at: usize) -> BTreeSet<Vec<i32>> {
    match &work.constraints[at].constraint {
        Constraint::Table(table) => table.tuples.rows().map(<[i32]>::to_vec).collect(),
        _ => BTreeSet::new(),
    }
}

/// Truth values over the same variables.
struct Choice {
    scope: Vec<Var>,
    /// The truth values, and when each is true.
    truths: Vec<(Var, Rc<Relation>)>,
}

fn tables_for_choices(work: &mut Work, pace: &mut Pace) -> Result<(), RewriteError> {
    let labels = labels(work);
    let mut shared: HashMap<Vec<Vec<i32>>, Arc<Tuples>> = HashMap::new();
    let first = labels.values().max().map_or(1, |last| last + 1);
    for choice in choices(work, pace)? {
        pace.look()?;
        let (vars, rows) = work.post_choice(&choice, &labels, first);
        let tuples = match shared.get(&rows) {
            Some(tuples) => Arc::clone(tuples),
            None => {
                let tuples = Arc::new(Tuples::new(vars.len(), &rows)?);
                shared.insert(rows, Arc::clone(&tuples));
                tuples
            }
        };
        let allowed = true;
        work.post(
            Constraint::Table(Table {
                vars,
                tuples,
                allowed,
            }),
            "",
        );
    }
    Ok(())
}

/// The truth values to bring together: nested conditions that are used by something other than such conditions.
fn choices(work: &Work, pace: &mut Pace) -> Result<Vec<Choice>, Limit> {
    let mut relations = Relations::new(work);
    let mut sizes = Sizes::new(work);
    let mut used = work.stays.clone();
    for posted in &work.constraints {
        for var in posted.constraint.vars() {
            used[var.index()] = true;
        }
    }
    for (&by, meaning) in &work.definitions {
        // A constraint speaks of its variables, whatever they stand for.
        let plain = !matches!(meaning, Meaning::Any { .. });
        pace.step(if plain { 16 } else { STEPS_A_LITERAL })?;
        if plain || relations.of(Literal::yes(by)).is_none() {
            for var in meaning.vars() {
                used[var.index()] = true;
            }
        }
    }
    let mut groups: BTreeMap<Vec<Var>, Choice> = BTreeMap::new();
    for (&by, meaning) in &work.definitions {
        if !used[by.index()] || !matches!(meaning, Meaning::Any { .. }) {
            continue;
        }
        let Some(relation) = relations.of(Literal::yes(by)) else {
            continue;
        };
        // A truth value cannot be in the table that defines it.
        if relation.scope.len() < 2 || relation.scope.contains(&by) {
            continue;
        }
        let scope = relation.scope.clone();
        let group = groups.entry(scope.clone()).or_insert(Choice {
            scope,
            truths: Vec::new(),
        });
        group.truths.push((by, relation));
    }
    let mut choices: Vec<Choice> = groups.into_values().collect();
    choices.retain(|choice| {
        let of_scope = choice.scope.iter().map(|&var| work.domain(var).len());
        let assignments = of_scope.fold(1u64, u64::saturating_mul);
        let of_truths = choice.truths.iter().map(|(by, _)| sizes.of(*by));
        let (size, depth) = of_truths.fold((0, 0), |all, one| (all.0 + one.0, all.1.max(one.1)));
        depth >= 2 && worth_a_table(assignments, size)
    });
    Ok(choices)
}

/// For a truth value that a clause asks for, the number of that clause: in all choices the same clause asks for the same value.
fn labels(work: &Work) -> HashMap<Var, i32> {
    let mut labels = HashMap::new();
    let mut next = 1;
    for posted in &work.constraints {
        if let Constraint::Clause(Clause { literals }) = &posted.constraint {
            for literal in literals.iter().filter(|literal| literal.positive) {
                labels.entry(literal.var).or_insert(next);
            }
            next += 1;
        }
    }
    labels
}

impl Work {
    /// Defines the truth values of a choice anew; gives the table that ties them to the variables. Values from `first` on
    /// are nobody's label.
    fn post_choice(
        &mut self,
        choice: &Choice,
        labels: &HashMap<Var, i32>,
        first: i32,
    ) -> (Vec<Var>, Vec<Vec<i32>>) {
        let mut true_at: HashMap<&[i32], Vec<usize>> = HashMap::new();
        for (number, (_, relation)) in choice.truths.iter().enumerate() {
            for row in &relation.rows {
                true_at.entry(row).or_default().push(number);
            }
        }
        let assignments = self.assignments(&choice.scope);
        let truths_at =
            |row: &Vec<i32>| true_at.get(&row[..]).map_or(&[][..], |truths| &truths[..]);
        let mut vars = choice.scope.clone();
        if let [(only, _)] = choice.truths[..] {
            self.definitions.remove(&only);
            vars.push(only);
            let rows = assignments.into_iter().map(|mut row| {
                let truth = i32::from(!truths_at(&row).is_empty());
                row.push(truth);
                row
            });
            return (vars, rows.collect());
        }
        let together: BTreeSet<&[usize]> = assignments.iter().map(truths_at).collect();
        let values = numbers(&together, choice, labels, first);
        let rows: Vec<Vec<i32>> = assignments
            .iter()
            .map(|row| {
                let mut longer = row.clone();
                longer.push(values[truths_at(row)]);
                longer
            })
            .collect();
        let name = choice.scope.iter().map(|&var| self.model.var_name(var));
        let name = format!("choice {}", name.collect::<Vec<_>>().join(" "));
        let domain = Domain::from_values(values.values().copied());
        let chosen = self.int(name, domain);
        for (number, (by, _)) in choice.truths.iter().enumerate() {
            let with = values.iter().filter(|(truths, _)| truths.contains(&number));
            let values = Domain::from_values(with.map(|(_, &value)| value));
            self.definitions
                .insert(*by, Meaning::Member { x: chosen, values });
        }
        vars.push(chosen);
        (vars, rows)
    }
}

/// A value for each combination of truth values: 0 for none, the label for one that has a label, others beyond all labels.
fn numbers<'t>(
    together: &BTreeSet<&'t [usize]>,
    choice: &Choice,
    labels: &HashMap<Var, i32>,
    first: i32,
) -> BTreeMap<&'t [usize], i32> {
    let mut next = first;
    let mut values: BTreeMap<&[usize], i32> = BTreeMap::new();
    let mut taken: BTreeSet<i32> = BTreeSet::new();
    for &truths in together {
        let label = match truths {
            [] => Some(0),
            [one] => labels.get(&choice.truths[*one].0).copied(),
            _ => None,
        };
        let value = label.filter(|label| !taken.contains(label)).unwrap_or(next);
        if value == next {
            next += 1;
        }
        taken.insert(value);
        values.insert(truths, value);
    }
    values
}
