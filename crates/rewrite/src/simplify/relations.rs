//! The assignments of a few variables for which a truth value is true.
//!
//! A membership is a list of values; a conjunction joins the lists of its parts, a disjunction unites them, and opposites are
//! pushed down to the memberships. Numbers that follow from others are followed to these. Lists stay short: whatever needs more variables or rows than allowed has none.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use tantalizer_model::{Constraint, Literal, Var};

use super::work::{Meaning, Work};

/// A list speaks of no more variables.
pub(super) const MOST_VARIABLES: usize = 6;

/// A list has no more rows.
pub(super) const MOST_ROWS: usize = 1024;

/// So many cells are written at most, in lists that are kept and in those that come to nothing.
const MOST_CELLS: usize = 1_000_000;

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

/// Some variables, in order, and the number that follows from each row of their values; there is none for rows that cannot be.
struct Graph {
    scope: Vec<Var>,
    values: BTreeMap<Vec<i32>, i32>,
}

/// Where the value of a variable comes from.
enum Origin {
    /// It is one of those that are tried.
    Itself,
    Truth(Rc<Relation>),
    Number(Rc<Graph>),
}

/// All that some variables can be, together with what they follow from.
struct Expansion {
    /// What they follow from, in order.
    scope: Vec<Var>,
    /// Its values, and theirs.
    rows: Vec<(Vec<i32>, Vec<i32>)>,
    /// Whether several of them follow from the same variable.
    shared: bool,
}

/// Finds relations, each once.
pub(super) struct Relations<'a> {
    work: &'a Work,
    known: HashMap<Literal, Option<Rc<Relation>>>,
    numbers: HashMap<Var, Option<Rc<Graph>>>,
    cells: usize,
    depth: u32,
}

impl<'a> Relations<'a> {
    /// Nothing is known yet.
    pub fn new(work: &'a Work) -> Self {
        Relations {
            work,
            known: HashMap::new(),
            numbers: HashMap::new(),
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
            None | Some(Meaning::Number { .. }) => {
                self.of_values(literal.var, |value| value == literal.value())
            }
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

    fn of_values(&mut self, x: Var, fits: impl Fn(i32) -> bool) -> Option<Relation> {
        if let Some(Meaning::Number { .. }) = self.work.definitions.get(&x) {
            let graph = self.number(x)?;
            let rows = graph.values.iter().filter(|&(_, &value)| fits(value));
            return Some(Relation {
                scope: graph.scope.clone(),
                rows: rows.map(|(row, _)| row.clone()).collect(),
            });
        }
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

    /// What a number follows from, if that can be said shortly.
    fn number(&mut self, number: Var) -> Option<Rc<Graph>> {
        if let Some(known) = self.numbers.get(&number) {
            return known.clone();
        }
        let Some(Meaning::Number { scope, values, .. }) = self.work.definitions.get(&number) else {
            return None;
        };
        if self.depth == DEEPEST || self.cells > MOST_CELLS {
            return None;
        }
        // Whatever follows from itself in the end has no list.
        self.numbers.insert(number, None);
        self.depth += 1;
        let expansion = self.expanded(scope);
        self.depth -= 1;
        let graph = expansion.map(|Expansion { scope, rows, .. }| {
            let domain = self.work.domain(number);
            let value = |(row, others): (Vec<i32>, Vec<i32>)| {
                let value = values.get(&others).copied();
                Some((row, value.filter(|&value| domain.contains(value))?))
            };
            let values: BTreeMap<_, _> = rows.into_iter().filter_map(value).collect();
            Rc::new(Graph { scope, values })
        });
        if let Some(graph) = &graph {
            self.cells += graph.values.len() * graph.scope.len();
        }
        self.numbers.insert(number, graph.clone());
        graph
    }

    /// When a constraint holds, or does not, in terms of the variables that those it speaks of follow from; and whether several of these
    /// follow from the same variable.
    pub fn below(&mut self, constraint: &Constraint, wanted: bool) -> Option<(Relation, bool)> {
        let vars: BTreeSet<Var> = constraint.vars().into_iter().collect();
        let vars: Vec<Var> = vars.into_iter().collect();
        let Expansion {
            scope,
            rows,
            shared,
        } = self.expanded(&vars)?;
        let place = |var: Var| vars.binary_search(&var).unwrap_or(0);
        let local = constraint.with_vars(&|var| Var::from_index(place(var)));
        let rows = rows.into_iter();
        let rows = rows.filter(|(_, values)| local.holds(values) == wanted);
        let rows = rows.map(|(row, _)| row).collect();
        Some((Relation { scope, rows }, shared))
    }

    fn expanded(&mut self, vars: &[Var]) -> Option<Expansion> {
        let mut scope: BTreeSet<Var> = BTreeSet::new();
        let mut origins = Vec::new();
        let mut spoken_of = 0;
        for &var in vars {
            let origin = match self.work.definitions.get(&var) {
                None => Origin::Itself,
                Some(Meaning::Number { .. }) => Origin::Number(self.number(var)?),
                Some(_) => Origin::Truth(self.of(Literal::yes(var))?),
            };
            let own = match &origin {
                Origin::Itself => std::slice::from_ref(&var),
                Origin::Truth(relation) => &relation.scope,
                Origin::Number(graph) => &graph.scope,
            };
            scope.extend(own);
            spoken_of += own.len();
            origins.push((own.to_vec(), origin));
        }
        let shared = spoken_of > scope.len();
        // What is known has its one value everywhere.
        let known = |var: &Var| self.work.domain(*var).len() == 1;
        let (fixed, scope): (Vec<Var>, Vec<Var>) = scope.into_iter().partition(known);
        let of_scope = scope.iter().map(|&var| self.work.domain(var).len());
        let assignments = of_scope.fold(1u64, u64::saturating_mul);
        if scope.is_empty() || scope.len() > MOST_VARIABLES || assignments > MOST_ROWS as u64 {
            return None;
        }
        self.cells += assignments as usize * (scope.len() + vars.len());
        let everything: Vec<Var> = scope.iter().chain(&fixed).copied().collect();
        let column = |var: &Var| everything.iter().position(|own| own == var).unwrap_or(0);
        let origins: Vec<(Vec<usize>, Origin)> = (origins.into_iter())
            .map(|(own, origin)| (own.iter().map(column).collect(), origin))
            .collect();
        let mut rows = Vec::new();
        for mut row in self.work.assignments(&everything) {
            let values = origins.iter().map(|(columns, origin)| {
                let part: Vec<i32> = columns.iter().map(|&column| row[column]).collect();
                match origin {
                    Origin::Itself => Some(part[0]),
                    Origin::Truth(relation) => Some(relation.rows.contains(&part).into()),
                    Origin::Number(graph) => graph.values.get(&part).copied(),
                }
            });
            if let Some(values) = values.collect::<Option<Vec<i32>>>() {
                row.truncate(scope.len());
                rows.push((row, values));
            }
        }
        Some(Expansion {
            scope,
            rows,
            shared,
        })
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
