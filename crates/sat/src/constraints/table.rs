//! Rows that are allowed, or forbidden.
//!
//! Enforced rows follow Bacchus, *GAC via unit propagation* (2007): a literal for each row, supported from all
//! sides, so that unit propagation alone removes every value without support.

use std::collections::BTreeMap;

use super::prelude::*;

impl Encode for Table {
    fn enforce(&self, encoder: &mut Encoder) -> Result<(), Refused> {
        let rows = live_rows(encoder, self)?;
        if self.allowed {
            return enforce_one(encoder, &self.vars, &rows);
        }
        for row in rows {
            encoder.clause(row.into_iter().map(|literal| -literal));
        }
        Ok(())
    }

    fn truth(&self, encoder: &mut Encoder) -> Result<Lit, Refused> {
        let rows = live_rows(encoder, self)?;
        let matches: Vec<Lit> = rows.iter().map(|row| encoder.and(row)).collect();
        let among = encoder.or(&matches);
        Ok(if self.allowed { among } else { -among })
    }

    fn needs(&self, needs: &mut Needs) {
        needs.direct(&self.vars);
    }
}

/// The variables form one of the rows.
fn enforce_one(encoder: &mut Encoder, vars: &[Var], rows: &[Vec<Lit>]) -> Result<(), Refused> {
    if vars.len() < 2 {
        encoder.clause(rows.iter().map(|row| row.first().copied().unwrap_or(TRUE)));
        return Ok(());
    }
    // Two columns need no row literals: each value of one side wants a partner.
    let literals: Vec<Lit> = match vars.len() {
        2 => rows.iter().map(|_| TRUE).collect(),
        _ => rows.iter().map(|_| encoder.fresh()).collect(),
    };
    if rows.is_empty() {
        encoder.clause([]);
    }
    for column in 0..vars.len() {
        let mut support: BTreeMap<Lit, Vec<Lit>> = BTreeMap::new();
        for value in encoder.values(vars[column].index()) {
            support.insert(encoder.is(vars[column].index(), value), Vec::new());
        }
        for (row, &literal) in rows.iter().zip(&literals) {
            encoder.step(4)?;
            let entry = support.entry(row[column]).or_default();
            if vars.len() == 2 {
                entry.push(row[1 - column]);
            } else {
                entry.push(literal);
                encoder.clause([-literal, row[column]]);
            }
        }
        for (value, supports) in support {
            encoder.clause(supports.into_iter().chain([-value]));
        }
    }
    Ok(())
}

/// The rows that the domains leave, as literals, each once.
fn live_rows(encoder: &mut Encoder, table: &Table) -> Result<Vec<Vec<Lit>>, Refused> {
    let Table { vars, tuples, .. } = table;
    encoder.reserve((tuples.len() * vars.len()) as u64)?;
    let mut rows: Vec<&[i32]> = tuples.rows().collect();
    rows.sort_unstable();
    rows.dedup();
    let mut live = Vec::new();
    for row in rows {
        encoder.step(4 * vars.len())?;
        let literals: Vec<Lit> = vars
            .iter()
            .zip(row)
            .map(|(var, &value)| encoder.is(var.index(), i64::from(value)))
            .collect();
        let contradicts = literals.iter().any(|&l| literals.contains(&-l));
        if !literals.contains(&FALSE) && !contradicts {
            live.push(literals);
        }
    }
    Ok(live)
}
