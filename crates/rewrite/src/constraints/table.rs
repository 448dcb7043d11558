//! Allowed rows: one is chosen, and it fixes all columns. Forbidden rows: each leaves a column that differs.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use tantalizer_model::Tuples;
use tantalizer_model::constraints::Table;

use super::prelude::*;

impl Rewrite for Table {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let mut chosen = Vec::new();
        for row in possible_rows(&self, work) {
            let cells = cells(&self.vars, &row, work)?;
            if self.allowed {
                let choice = work.fresh_literal();
                for cell in cells {
                    work.clause(vec![!choice, cell])?;
                }
                chosen.push(choice);
            } else {
                work.clause(cells.into_iter().map(|cell| !cell).collect())?;
            }
        }
        if self.allowed {
            work.clause(chosen)?;
        }
        Ok(())
    }

    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let mut matched = Vec::new();
        for row in possible_rows(&self, work) {
            let cells = cells(&self.vars, &row, work)?;
            matched.push(work.conjunction(cells)?);
        }
        work.any_of(&matched, if self.allowed { by } else { !by })
    }

    /// Rows outside the domains go; a value that is in no row goes.
    fn tighten(self, work: &mut Presolve) -> Option<Constraint> {
        if !self.allowed {
            return Some(self.into());
        }
        let fits = |row: &&[i32]| {
            let mut cells = row.iter().zip(&self.vars);
            cells.all(|(&value, &var)| work.domain(var).contains(value))
        };
        let rows: Vec<&[i32]> = self.tuples.rows().filter(fits).collect();
        let columns: Vec<Domain> = (0..self.vars.len())
            .map(|column| Domain::from_values(rows.iter().map(|row| row[column])))
            .collect();
        for (&var, column) in self.vars.iter().zip(&columns) {
            work.keep(var, column);
        }
        let mut seen = HashSet::with_capacity(self.vars.len());
        let repeated = !self.vars.iter().all(|var| seen.insert(var));
        // A column that is fixed says no more; one open column is its domain.
        let open = self.vars.iter().filter(|&&var| work.domain(var).len() > 1);
        if open.count() <= 1 && !repeated {
            return None;
        }
        let fewer = (rows.len() < self.tuples.len()).then(|| Tuples::new(self.vars.len(), &rows));
        let tuples = match fewer {
            Some(Ok(fewer)) => Arc::new(fewer),
            _ => Arc::clone(&self.tuples),
        };
        Some(Constraint::from(Table { tuples, ..self }))
    }

    fn cost(&self) -> usize {
        self.tuples.len() * self.vars.len()
    }
}

/// The rows within the domains, each once.
fn possible_rows(table: &Table, work: &Rewriter<'_>) -> BTreeSet<Vec<i32>> {
    let fits = |row: &&[i32]| {
        let mut columns = row.iter().zip(&table.vars);
        columns.all(|(&value, &var)| work.domain(var).contains(value))
    };
    let rows = table.tuples.rows().filter(fits);
    rows.map(<[i32]>::to_vec).collect()
}

/// The literals of the variables having the values of a row.
fn cells(vars: &[Var], row: &[i32], work: &mut Rewriter<'_>) -> Result<Vec<Literal>, RewriteError> {
    vars.iter()
        .zip(row)
        .map(|(&var, &value)| work.is(var, value))
        .collect()
}
