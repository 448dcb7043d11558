//! Conditions over the same few variables are one table.
//!
//! A disjunction of conjunctions of equalities, said by truth values, is a list of rows. Where it must hold, it becomes a
//! table.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use tantalizer_model::constraints::{Clause, Member, Table};

use tantalizer_model::{Constraint, Domain, Literal, Tuples, Var};

use super::relations::{DEEPEST, MOST_VARIABLES, Relation, Relations};
use super::unused;
use super::work::{Meaning, Work};
use super::{choices, differences};
use crate::{Pace, RewriteError};

/// No table lists more assignments.
const MOST_ASSIGNMENTS: u64 = 20_000;

/// A table may have so many rows for each literal that it replaces, and a few more.
const ROWS_FOR_A_LITERAL: u64 = 4;
const ROWS_TO_SPARE: u64 = 64;

/// A table may have so many rows where it leaves out as many and says what several constraints do, or one over three variables or more.
const MOST_TIGHT_ROWS: u64 = 512;

/// What a list of rows takes to find, in steps of some nanoseconds.
pub(super) const STEPS_A_LITERAL: usize = 1000;

/// Replaces conditions over the same variables by tables wherever that is not longer.
pub(super) fn collect(work: &mut Work, pace: &mut Pace) -> Result<(), RewriteError> {
    unused::drop(work)?;
    tables_for_clauses(work, pace)?;
    unused::drop(work)?;
    choices::collect(work, pace)
}

/// Replaces what is still said by conditions that share their few variables.
pub(super) fn gather(work: &mut Work, pace: &mut Pace) -> Result<(), RewriteError> {
    tables_for_constraints(work, pace)?;
    // What numbers leave to others may be about the same variables.
    unused::drop(work)?;
    join_tables(work)?;
    shorten_tables(work, pace)
}

/// How many literals a truth value stands for, all in all, and how deeply they are nested.
pub(super) struct Sizes<'a> {
    work: &'a Work,
    known: HashMap<Var, (u64, u32)>,
    /// How deep we are.
    depth: u32,
}

impl<'a> Sizes<'a> {
    pub fn new(work: &'a Work) -> Self {
        Sizes {
            work,
            known: HashMap::new(),
            depth: 0,
        }
    }

    pub fn of(&mut self, var: Var) -> (u64, u32) {
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
            Some(Meaning::Holds(constraint) | Meaning::Number { constraint, .. }) => {
                (constraint.vars().len() as u64, 1)
            }
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
    pub fn into_constraint(self, work: &Work) -> Result<Constraint, RewriteError> {
        if let Some((x, y, by)) = differences::missing(work, &self.scope, &self.rows) {
            return Ok(differences::never(x, y, by));
        }
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

/// Whether a table leaves out at least as many rows as it has: its parts, one by one, leave out much less.
fn is_tight(work: &Work, relation: &Relation) -> bool {
    let lengths = relation.scope.iter().map(|&var| work.domain(var).len());
    let assignments = lengths.fold(1, u64::saturating_mul);
    let rows = relation.rows.len() as u64;
    rows <= MOST_TIGHT_ROWS && 2 * rows <= assignments
}

/// Whether a table is no longer than what it replaces, or not much.
pub(super) fn worth_a_table(rows: u64, literals: u64) -> bool {
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
            && (worth_a_table(relation.rows.len() as u64, size)
                || relation.scope.len() > 2 && is_tight(work, &relation))
        {
            found.push((at, relation));
        }
    }
    for (at, relation) in found {
        work.constraints[at].constraint = relation.into_constraint(work)?;
    }
    Ok(pace.look()?)
}

/// A constraint that may become a table.
struct Candidate {
    at: usize,
    /// What it leaves.
    relation: Relation,
    /// Whether a table sees more.
    gains: bool,
    /// Whether it is worth a table by itself.
    alone: bool,
}

/// "Exactly one of these is true", said by a sum, a count, several clauses or whatever. Only where the conditions share
/// variables does the table see more than the constraint, or where it makes a number needless.
fn tables_for_constraints(work: &mut Work, pace: &mut Pace) -> Result<(), RewriteError> {
    let mut groups: BTreeMap<Vec<Var>, Vec<Candidate>> = BTreeMap::new();
    let uses = work.uses();
    let mut relations = Relations::new(work);
    let mut sizes = Sizes::new(work);
    for (at, posted) in work.constraints.iter().enumerate() {
        let vars = posted.constraint.vars();
        let defined = || vars.iter().filter_map(|var| work.definitions.get(var));
        let is_number = |var: &Var| work.definitions.get(var).is_some_and(|one| !one.is_truth());
        let is_table = matches!(posted.constraint, Constraint::Table(_));
        if defined().next().is_none() || is_table && !vars.iter().any(is_number) {
            continue;
        }
        let only_here = |var: &Var| uses[var.index()] == 1 && is_number(var);
        if pace.step(STEPS_A_LITERAL * vars.len()).is_err() {
            break;
        }
        let size = vars.iter().map(|&var| 1 + sizes.of(var).0).sum();
        let most = match posted.constraint {
            Constraint::Clause(_) => ROWS_TO_SPARE,
            _ => MOST_ASSIGNMENTS,
        };
        if let Some((relation, shared)) = relations.below(&posted.constraint, true) {
            let rows = relation.rows.len() as u64;
            let gains = shared || vars.iter().any(only_here);
            let alone = gains && rows <= most && worth_a_table(rows, size);
            let group = groups.entry(relation.scope.clone()).or_default();
            group.push(Candidate {
                at,
                relation,
                gains,
                alone,
            });
        }
    }
    for group in groups.into_values() {
        let together = group.iter().map(|one| one.relation.clone());
        let together = together.reduce(|all, one| Relation {
            rows: all.rows.intersection(&one.rows).cloned().collect(),
            ..one
        });
        let is_wide = |one: &Candidate| one.gains && one.relation.scope.len() > 2;
        let tight = (group.len() > 1 || group.iter().any(is_wide))
            && together.is_some_and(|together| is_tight(work, &together));
        for one in group.into_iter().filter(|one| tight || one.alone) {
            work.constraints[one.at].constraint = one.relation.into_constraint(work)?;
        }
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

/// A row that breaks another constraint on some of the variables goes.
fn shorten_tables(work: &mut Work, pace: &mut Pace) -> Result<(), RewriteError> {
    let mut speaking: HashMap<Var, Vec<usize>> = HashMap::new();
    for (at, posted) in work.constraints.iter().enumerate() {
        let vars: BTreeSet<Var> = posted.constraint.vars().into_iter().collect();
        if vars.len() <= MOST_VARIABLES
            && let Some(&first) = vars.first()
        {
            speaking.entry(first).or_default().push(at);
        }
    }
    for at in 0..work.constraints.len() {
        let Constraint::Table(table) = &work.constraints[at].constraint else {
            continue;
        };
        if table.vars.len() < 3 || table.vars.len() > MOST_VARIABLES || !table.allowed {
            continue;
        }
        let place = |var: Var| table.vars.iter().position(|&own| own == var);
        let others = table.vars.iter().filter_map(|var| speaking.get(var));
        let mut inner = Vec::new();
        for &other in others.flatten().filter(|&&other| other != at) {
            let constraint = &work.constraints[other].constraint;
            let vars = constraint.vars();
            if vars.len() < table.vars.len() && vars.iter().all(|&var| place(var).is_some()) {
                let to = |var| Var::from_index(place(var).unwrap_or(0));
                inner.push(constraint.with_vars(&to));
            }
        }
        pace.step(STEPS_A_LITERAL + table.tuples.rows().len() * inner.len())?;
        let rows = table.tuples.rows();
        let rows = rows.filter(|row| inner.iter().all(|constraint| constraint.holds(row)));
        let rows: Vec<Vec<i32>> = rows.map(<[i32]>::to_vec).collect();
        if rows.len() < table.tuples.rows().len() {
            let tuples = Arc::new(Tuples::new(table.vars.len(), &rows)?);
            if let Constraint::Table(table) = &mut work.constraints[at].constraint {
                table.tuples = tuples;
            }
        }
    }
    Ok(())
}

fn rows_of(work: &Work, at: usize) -> BTreeSet<Vec<i32>> {
    match &work.constraints[at].constraint {
        Constraint::Table(table) => table.tuples.rows().map(<[i32]>::to_vec).collect(),
        _ => BTreeSet::new(),
    }
}
