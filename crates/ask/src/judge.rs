//! The judge, prepared for one problem and very many solutions.
//!
//! What a constraint means is said by [`Constraint::holds`] alone. Asking it of
//! every constraint for each of a hundred thousand boards would cost more than
//! finding them, so the small tables, of which puzzles are full, are turned
//! into bit sets first: one look-up each. Everything else is asked as it is.

use std::collections::HashMap;
use std::sync::Arc;
use tantalizer_model::constraints::Table;
use tantalizer_model::{
    Constraint, ConstraintId, Domain, Model, Problem, Solution, Space, Tuples, Var, Violation,
    space,
};

/// The largest table, counted in possible rows, that becomes a bit set.
const MOST_ROWS: u64 = 1 << 16;

/// Holds solutions against a problem.
pub enum Judge {
    /// Every constraint must hold.
    Model(Box<ModelJudge>),
    /// The moves must lead to the goal.
    Space(Arc<dyn Space>),
}

impl Judge {
    /// The judge of a problem.
    pub fn new(problem: &Problem) -> Judge {
        match problem {
            Problem::Model(model) => Judge::Model(Box::new(ModelJudge::new(Arc::clone(model)))),
            Problem::Space(space) => Judge::Space(Arc::clone(space)),
        }
    }

    /// What is wrong with a solution, in words.
    pub fn refuses(&self, solution: &Solution) -> Option<String> {
        match self {
            Judge::Model(judge) => {
                let violation = judge.violated(&solution.0)?;
                Some(judge.model.describe_violation(violation))
            }
            Judge::Space(space) => space::refuses(&**space, solution),
        }
    }
}

/// Holds assignments against a model.
pub struct ModelJudge {
    model: Arc<Model>,
    /// For each variable its bounds, and its domain if that has holes.
    domains: Vec<(i32, i32, Option<Domain>)>,
    tiny: Vec<TinyTable>,
    tables: Vec<SmallTable>,
    columns: Vec<Column>,
    others: Vec<ConstraintId>,
}

/// A table of at most three columns and 64 possible rows that covers the
/// domains of its variables: the rows are the bits of one word.
struct TinyTable {
    id: ConstraintId,
    vars: [usize; 3],
    strides: [i32; 3],
    base: i32,
    holds: u64,
}

impl TinyTable {
    fn holds(&self, assignment: &[i32]) -> bool {
        let [x, y, z] = self.vars.map(|var| assignment[var]);
        let [a, b, c] = self.strides;
        let row = x * a + y * b + z * c - self.base;
        self.holds >> row & 1 == 1
    }
}

/// A table as a set of numbered rows.
struct SmallTable {
    id: ConstraintId,
    /// Its columns: a range of `ModelJudge::columns`.
    columns: std::ops::Range<usize>,
    rows: Arc<Vec<u64>>,
    allowed: bool,
}

/// A column of a table: the value `low + i` of `var` adds `i * stride` to the row's number.
#[derive(Clone, Copy)]
struct Column {
    var: usize,
    low: i32,
    size: u32,
    stride: u32,
}

/// The columns of a table (without their variables) and its rows.
type BitSet = (Vec<Column>, Arc<Vec<u64>>);

impl ModelJudge {
    /// Prepares the judge of a model.
    pub fn new(model: Arc<Model>) -> ModelJudge {
        let domain = |var| {
            let domain = model.domain(var);
            match domain.ranges() {
                [(low, high)] => (*low, *high, None),
                _ => (i32::MIN, i32::MAX, Some(domain.clone())),
            }
        };
        let mut judge = ModelJudge {
            domains: model.vars().map(domain).collect(),
            model: Arc::clone(&model),
            tiny: Vec::new(),
            tables: Vec::new(),
            columns: Vec::new(),
            others: Vec::new(),
        };
        let mut known = HashMap::new();
        for (index, posted) in model.constraints().iter().enumerate() {
            let id = ConstraintId(index);
            if !judge.add_small_table(id, &posted.constraint, &mut known) {
                judge.others.push(id);
            }
        }
        judge
    }

    /// What is wrong with the assignment, if anything: the same verdict as
    /// [`Model::violated`], though not always by the same constraint.
    pub fn violated(&self, assignment: &[i32]) -> Option<Violation> {
        if assignment.len() != self.domains.len() {
            return Some(Violation::Length);
        }
        for (index, (&value, (low, high, holes))) in
            assignment.iter().zip(&self.domains).enumerate()
        {
            if value < *low
                || value > *high
                || holes.as_ref().is_some_and(|domain| !domain.contains(value))
            {
                return Some(Violation::Domain(Var::from_index(index)));
            }
        }
        for table in &self.tiny {
            if !table.holds(assignment) {
                return Some(Violation::Constraint(table.id));
            }
        }
        for table in &self.tables {
            if self.contains(table, assignment) != table.allowed {
                return Some(Violation::Constraint(table.id));
            }
        }
        let holds = |id: &&ConstraintId| self.model.constraint(**id).constraint.holds(assignment);
        let broken = self.others.iter().find(|id| !holds(id));
        broken.map(|&id| Violation::Constraint(id))
    }

    fn contains(&self, table: &SmallTable, assignment: &[i32]) -> bool {
        let mut row = 0;
        for column in &self.columns[table.columns.clone()] {
            let step = assignment[column.var].wrapping_sub(column.low) as u32;
            if step >= column.size {
                return false;
            }
            row += step * column.stride;
        }
        table.rows[row as usize / 64] >> (row % 64) & 1 == 1
    }

    /// Takes the constraint as a bit set if it is a table of few possible rows.
    fn add_small_table(
        &mut self,
        id: ConstraintId,
        constraint: &Constraint,
        known: &mut HashMap<*const Tuples, Option<BitSet>>,
    ) -> bool {
        let Constraint::Table(Table {
            vars,
            tuples,
            allowed,
        }) = constraint
        else {
            return false;
        };
        let prepared = known
            .entry(Arc::as_ptr(tuples))
            .or_insert_with(|| bit_set(tuples));
        let Some((columns, rows)) = prepared else {
            return false;
        };
        if let Some(tiny) = self.tiny_table(id, vars, columns, rows, *allowed) {
            self.tiny.push(tiny);
            return true;
        }
        let start = self.columns.len();
        self.columns
            .extend(vars.iter().zip(columns.iter()).map(|(var, column)| Column {
                var: var.index(),
                ..*column
            }));
        self.tables.push(SmallTable {
            id,
            columns: start..self.columns.len(),
            rows: Arc::clone(rows),
            allowed: *allowed,
        });
        true
    }

    fn tiny_table(
        &self,
        id: ConstraintId,
        vars: &[Var],
        columns: &[Column],
        rows: &[u64],
        allowed: bool,
    ) -> Option<TinyTable> {
        let [word] = rows else {
            return None;
        };
        let mut table = TinyTable {
            id,
            vars: [0; 3],
            strides: [0; 3],
            base: 0,
            holds: if allowed { *word } else { !word },
        };
        if vars.len() > 3 {
            return None;
        }
        for (position, (var, column)) in vars.iter().zip(columns).enumerate() {
            // Domains are checked first, so every value then has its row.
            let domain = self.model.domain(*var);
            let high = i64::from(column.low) + i64::from(column.size) - 1;
            if domain.min()? < column.low || i64::from(domain.max()?) > high {
                return None;
            }
            let stride = column.stride as i32;
            table.vars[position] = var.index();
            table.strides[position] = stride;
            table.base = table.base.checked_add(stride.checked_mul(column.low)?)?;
            // Three such products add up without overflow.
            domain.max()?.checked_mul(stride)?.checked_mul(4)?;
            domain.min()?.checked_mul(stride)?.checked_mul(4)?;
        }
        Some(table)
    }
}

/// The rows of a table as a bit set, unless there are too many possible ones.
fn bit_set(tuples: &Tuples) -> Option<BitSet> {
    let mut columns = Vec::with_capacity(tuples.width());
    let mut possible = 1u64;
    for position in 0..tuples.width() {
        let values = || tuples.rows().map(|row| row[position]);
        let (low, high) = (values().min()?, values().max()?);
        let size = u64::from(high.abs_diff(low)) + 1;
        columns.push(Column {
            var: 0,
            low,
            size: u32::try_from(size).ok()?,
            stride: u32::try_from(possible).ok()?,
        });
        possible = possible.checked_mul(size).filter(|&all| all <= MOST_ROWS)?;
    }
    let mut rows = vec![0u64; possible.div_ceil(64) as usize];
    for tuple in tuples.rows() {
        let number: u32 = tuple
            .iter()
            .zip(&columns)
            .map(|(&value, column)| value.abs_diff(column.low) * column.stride)
            .sum();
        rows[number as usize / 64] |= 1 << (number % 64);
    }
    Some((columns, Arc::new(rows)))
}
