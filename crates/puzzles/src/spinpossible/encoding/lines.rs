//! What encodings 2 and 3 share: the lines of a rectangle, one direction at a
//! time, and the symmetry breaking on them (Eq. 19, 20).

use super::cnf::{Cnf, Literal};
use super::order::{Interval, around, before, intervals};
use super::{Formula, Length};

/// For one direction and one step, a variable for each row (or column): whether
/// it is part of the rectangle.
pub(super) struct Lines(pub(super) Vec<Literal>);

impl Lines {
    /// Literals that are all false exactly if the interval begins here, given
    /// that the lines form an interval.
    fn not_from(&self, first: usize) -> Vec<Literal> {
        let mut clause = vec![-self.0[first]];
        if first > 0 {
            clause.push(self.0[first - 1]);
        }
        clause
    }

    /// Likewise if the interval ends here.
    fn not_to(&self, last: usize) -> Vec<Literal> {
        let mut clause = vec![-self.0[last]];
        clause.extend(self.0.get(last + 1));
        clause
    }

    /// Literals that are all false exactly if the lines are this interval.
    pub(super) fn not(&self, (first, last): Interval) -> Vec<Literal> {
        let mut clause = self.not_from(first);
        clause.extend(self.not_to(last));
        clause.sort_unstable();
        clause.dedup();
        clause
    }

    /// Some line, and no gap between lines (Eq. 8). An idle step has none.
    pub(super) fn form_an_interval(&self, cnf: &mut Cnf, idle: Option<Literal>) {
        cnf.add(self.0.iter().copied().chain(idle));
        for (first, last) in intervals(self.0.len()) {
            for between in first + 1..last {
                cnf.add([-self.0[first], self.0[between], -self.0[last]]);
            }
        }
        if let Some(idle) = idle {
            for &line in &self.0 {
                cnf.add([-idle, -line]);
            }
        }
    }
}

/// The rectangle of one step.
pub(super) struct Rectangle {
    pub(super) rows: Lines,
    pub(super) cols: Lines,
}

/// Rules out that no more than a single tile is spun.
pub(super) fn no_single_spins(cnf: &mut Cnf, rectangle: &Rectangle) {
    for row in 0..rectangle.rows.0.len() {
        for col in 0..rectangle.cols.0.len() {
            let mut clause = rectangle.rows.not((row, row));
            clause.extend(rectangle.cols.not((col, col)));
            cnf.add(clause);
        }
    }
}

/// Orders two consecutive rectangles that are disjoint or one in the other.
pub(super) fn break_symmetry(cnf: &mut Cnf, a: &Rectangle, b: &Rectangle, formula: &Formula) {
    let (rows, cols) = (a.rows.0.len(), a.cols.0.len());
    if formula.breaking.disjoint {
        // Eq. 19, by rows: not first the upper, then the lower.
        for clause in not_before(&a.rows, &b.rows) {
            cnf.add(clause);
        }
        // Side by side, so that neither is above the other: not first the one
        // that begins higher (it covers the line above the other's first) ...
        for first in 1..rows {
            let mut higher = vec![-a.rows.0[first - 1]];
            higher.extend(b.rows.not_from(first));
            let apart = not_before(&a.cols, &b.cols).chain(not_before(&b.cols, &a.cols));
            for clause in apart {
                cnf.add([higher.as_slice(), &clause].concat());
            }
        }
        // ... and if they begin in the same row, not first the left one.
        for first in 0..rows {
            let mut level = a.rows.not_from(first);
            level.extend(b.rows.not_from(first));
            for clause in not_before(&a.cols, &b.cols) {
                cnf.add([level.as_slice(), &clause].concat());
            }
        }
    }
    if formula.breaking.contain {
        // Eq. 20: not first the outer, then the inner.
        let twice = matches!(formula.length, Length::AtMost(_));
        for outer_rows in intervals(rows) {
            for inner_rows in intervals(rows).filter(|&i| around(outer_rows, i)) {
                for outer_cols in intervals(cols) {
                    for inner_cols in intervals(cols).filter(|&i| around(outer_cols, i)) {
                        if !twice && (outer_rows, outer_cols) == (inner_rows, inner_cols) {
                            continue;
                        }
                        let mut clause = a.rows.not(outer_rows);
                        clause.extend(b.rows.not(inner_rows));
                        clause.extend(a.cols.not(outer_cols));
                        clause.extend(b.cols.not(inner_cols));
                        cnf.add(clause);
                    }
                }
            }
        }
    }
}

/// Clauses that the first interval does not end before the second begins: one
/// for each end and beginning.
fn not_before<'a>(a: &'a Lines, b: &'a Lines) -> impl Iterator<Item = Vec<Literal>> + 'a {
    let lines = a.0.len();
    (0..lines).flat_map(move |last| {
        (last + 1..lines).map(move |first| {
            debug_assert!(before((last, last), (first, first)));
            let mut clause = a.not_to(last);
            clause.extend(b.not_from(first));
            clause
        })
    })
}
