//! The assignments of a few variables for which a truth value is true.
//!
//! A membership is a list of values; a conjunction joins the lists of its parts, a disjunction unites them, and opposites are
//! pushed down to the memberships. Lists stay short: whatever needs more variables or rows than allowed has none.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use tantalizer_model::{Constraint, Literal, Var};

use super::work::{Meaning, Work};

/// A list speaks of no more variables.
const MOST_VARIABLES: usize = 6;

/// A list has no more rows.
const MOST_ROWS: usize = 1024;

/// All lists together have no more cells.
const MOST_CELLS: usize = 4_000_000;

/// Truth values that stand for truth values are followed no deeper.
pub(super) const DEEPEST: u32 = 32;

/// Some variables, in order, and the rows of values that make something true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Relation {
    /// The variables, in the order of their numbers.
    pub scope: Vec<Var>,
    /// The rows, in order.
    pub rows: BTreeSet<Vec<i32>>,
}

/// Finds relations, each once.
pub(super) struct Relations<'a> {
    work: &'a Work,
    known: HashMap<Literal, Option<Rc<Relation>>>,
    cells: usize,
    depth: u32,
}

impl<'a> Relations<'a> {
    /// Nothing is known yet.
    pub fn new(work: &'a Work) -> Self {
        Relations {
            work,
            known: HashMap::new(),
            cells: 0,
            depth: 0,
        }
    }

    /// When the literal is true, if that can be said shortly.
    pub fn of(&mut self, literal: Literal) -> Option<Rc<Relation>> {
        if let Some(known) = self.known.get(&literal) {
            return known.clone();
        }
        if self.depth == DEEPEST || self.cells > MOST_CELLS {
            return None;
        }
        // Whoever stands for itself in the end has no list.
        self.known.insert(literal, None);
        self.depth += 1;
        let relation = match self.work.definitions.get(&literal.var) {
            None => self.of_values(literal.var, |value| value == literal.value()),
            Some(Meaning::Member { x, values }) => {
                self.of_values(*x, |value| values.contains(value) == literal.positive)
            }
            Some(Meaning::Holds(constraint)) => self
                .below(constraint, literal.positive)
                .map(|found| found.0),
            Some(Meaning::Any { head, literals }) => {
                if *head == literal.positive {
                    self.any(literals)
                } else {
                    let opposites: Vec<Literal> =
                        literals.iter().map(|&literal| !literal).collect();
                    self.all(&opposites)
                }
            }
        };
        self.depth -= 1;
        let relation = relation.map(Rc::new);
        if let Some(relation) = &relation {
            self.cells += relation.rows.len() * relation.scope.len();
        }
        self.known.insert(literal, relation.clone());
        relation
    }

    /// When at least one of the literals is true.
    pub fn any(&mut self, literals: &[Literal]) -> Option<Relation> {
        let parts = self.parts(literals)?;
        let scope: BTreeSet<Var> = parts.iter().flat_map(|part| &part.scope).copied().collect();
        let scope: Vec<Var> = scope.into_iter().collect();
        if scope.len() > MOST_VARIABLES {
            return None;
        }
        let mut rows = BTreeSet::new();
        for part in &parts {
            self.add_widened(part, &scope, &mut rows)?;
        }
        Some(Relation { scope, rows })
    }

    /// When all of the literals are true.
    fn all(&mut self, literals: &[Literal]) -> Option<Relation> {
        let parts = self.parts(literals)?;
        let mut parts = parts.iter();
        let mut joined: Relation = parts.next().map(|part| (**part).clone())?;
        for part in parts {
            joined = join(&joined, part)?;
        }
        Some(joined)
    }

    fn parts(&mut self, literals: &[Literal]) -> Option<Vec<Rc<Relation>>> {
        literals.iter().map(|&literal| self.of(literal)).collect()
    }

    fn of_values(&self, x: Var, fits: impl Fn(i32) -> bool) -> Option<Relation> {
        let domain = self.work.domain(x);
        if domain.len() > 4 * MOST_ROWS as u64 {
            return None;
        }
        let rows: BTreeSet<Vec<i32>> = domain
            .iter()
            .filter(|&value| fits(value))
            .map(|value| vec![value])
            .collect();
        (rows.len() <= MOST_ROWS).then(|| Relation {
            scope: vec![x],
            rows,
        })
    }

    /// When a constraint holds, or does not, in terms of the variables that the truth values it speaks of stand for; and
    /// whether several of these speak of the same variable.
    pub fn below(&mut self, constraint: &Constraint, wanted: bool) -> Option<(Relation, bool)> {
        let vars: BTreeSet<Var> = constraint.vars().into_iter().collect();
        let mut truths: Vec<(Var, Rc<Relation>)> = Vec::new();
        let mut scope: BTreeSet<Var> = BTreeSet::new();
        for &var in &vars {
            if self.work.definitions.contains_key(&var) {
                let relation = self.of(Literal::yes(var))?;
                scope.extend(&relation.scope);
                truths.push((var, relation));
            } else {
                scope.insert(var);
            }
        }
        let spoken_of: usize = truths.iter().map(|(_, part)| part.scope.len()).sum();
        let shared = spoken_of + vars.len() - truths.len() > scope.len();
        // What is known has its one value everywhere.
        let known = |var: &Var| self.work.domain(*var).len() == 1;
        let (fixed, scope): (Vec<Var>, Vec<Var>) = scope.into_iter().partition(known);
        let of_scope = scope.iter().map(|&var| self.work.domain(var).len());
        let assignments = of_scope.fold(1u64, u64::saturating_mul);
        if scope.is_empty() || scope.len() > MOST_VARIABLES || assignments > MOST_ROWS as u64 {
            return None;
        }
        // The variables of the scope first, then what is known, then the truth values.
        let everything: Vec<Var> = scope.iter().chain(&fixed).copied().collect();
        let column = |var: &Var| everything.iter().position(|own| own == var).unwrap_or(0);
        let place = |var: Var| {
            let truth = truths.iter().position(|(truth, _)| *truth == var);
            truth.map_or_else(|| column(&var), |at| everything.len() + at)
        };
        let local = constraint.with_vars(&|var| Var::from_index(place(var)));
        let columns: Vec<Vec<usize>> = (truths.iter())
            .map(|(_, relation)| relation.scope.iter().map(column).collect())
            .collect();
        let mut rows = BTreeSet::new();
        for mut row in self.work.assignments(&everything) {
            for (columns, (_, relation)) in columns.iter().zip(&truths) {
                let part: Vec<i32> = columns.iter().map(|&column| row[column]).collect();
                row.push(i32::from(relation.rows.contains(&part)));
            }
            if local.holds(&row) == wanted {
                row.truncate(scope.len());
                rows.insert(row);
            }
        }
        Some((Relation { scope, rows }, shared))
    }

    /// Adds the rows of a part, with all values for the variables that it does not speak of.
    fn add_widened(
        &self,
        part: &Relation,
        scope: &[Var],
        rows: &mut BTreeSet<Vec<i32>>,
    ) -> Option<()> {
        let mut widened: Vec<Vec<i32>> = vec![Vec::new(); part.rows.len()];
        let mut originals: Vec<&Vec<i32>> = part.rows.iter().collect();
        for &var in scope {
            match part.scope.iter().position(|&own| own == var) {
                Some(column) => {
                    for (row, original) in widened.iter_mut().zip(&originals) {
                        row.push(original[column]);
                    }
                }
                None => {
                    let domain = self.work.domain(var);
                    if domain.len().saturating_mul(widened.len() as u64) > MOST_ROWS as u64 {
                        return None;
                    }
                    let before = std::mem::take(&mut widened);
                    let sources = std::mem::take(&mut originals);
                    for (row, original) in before.into_iter().zip(sources) {
                        for value in domain.iter() {
                            let mut longer = row.clone();
                            longer.push(value);
                            widened.push(longer);
                            originals.push(original);
                        }
                    }
                }
            }
        }
        rows.extend(widened);
        (rows.len() <= MOST_ROWS).then_some(())
    }
}

/// The rows that two relations agree on.
fn join(left: &Relation, right: &Relation) -> Option<Relation> {
    let scope: BTreeSet<Var> = left.scope.iter().chain(&right.scope).copied().collect();
    let scope: Vec<Var> = scope.into_iter().collect();
    if scope.len() > MOST_VARIABLES || left.rows.len() * right.rows.len() > 16 * MOST_ROWS {
        return None;
    }
    let column = |vars: &[Var], var: &Var| vars.iter().position(|own| own == var);
    let columns: Vec<(Option<usize>, Option<usize>)> = scope
        .iter()
        .map(|var| (column(&left.scope, var), column(&right.scope, var)))
        .collect();
    let mut rows = BTreeSet::new();
    for one in &left.rows {
        for other in &right.rows {
            let cell = |&(l, r): &(Option<usize>, Option<usize>)| match (l, r) {
                (Some(l), Some(r)) => (one[l] == other[r]).then_some(one[l]),
                (Some(l), None) => Some(one[l]),
                (None, Some(r)) => Some(other[r]),
                (None, None) => None,
            };
            let row: Option<Vec<i32>> = columns.iter().map(cell).collect();
            rows.extend(row);
        }
    }
    (rows.len() <= MOST_ROWS).then_some(Relation { scope, rows })
}
