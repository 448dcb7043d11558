//! Truth values over the same few variables are one choice.
//!
//! Where truth values over the same variables are used elsewhere (piece 5 lies here, piece 6 lies here, ...), they become
//! one new variable with a value for each combination of them that occurs, tied to the variables by one table;
//! each truth value is then a membership of the new variable, and engines see at a glance which of them exclude each other.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use tantalizer_model::constraints::{Clause, Table};
use tantalizer_model::{Constraint, Domain, Limit, Literal, Tuples, Var};

use super::relations::{Relation, Relations};
use super::tables::{STEPS_A_LITERAL, Sizes, worth_a_table};
use super::work::{Meaning, Work};
use crate::{Pace, RewriteError};

/// Truth values over the same variables.
struct Choice {
    scope: Vec<Var>,
    /// The truth values, and when each is true.
    truths: Vec<(Var, Rc<Relation>)>,
}

/// Brings such truth values together.
pub(super) fn collect(work: &mut Work, pace: &mut Pace) -> Result<(), RewriteError> {
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
