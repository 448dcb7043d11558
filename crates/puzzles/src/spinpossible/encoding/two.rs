//! Encoding 2: rows and columns apart (Eq. 8-20).
//!
//! `s[d,i,v,c]`: before step `i`, number `v` is in line `c` of direction `d`
//! (rows or columns). `m[d,i,c]`: line `c` of direction `d` is part of the
//! rectangle of step `i`. `p[i,v]`: number `v` is upside down. A number lies in
//! the rectangle if and only if its orientation changes; that replaces the
//! equality variables.
//!
//! As printed it is for 3x3 only and its lines are numbered from 0 in some
//! formulas and from 1 in others; we number them from 0. Eq. 11 lacks "for all
//! v", Eq. 16 the literals of the orientation that the text after it mentions.
//! Eq. 15 and 16 are the cases of three and two lines of one rule, written here
//! for any number; Eq. 17 and 18 are the cases of another: a number whose two
//! neighbouring lines are not in the rectangle stays in its line.

use super::super::rules::Rules;
use super::cnf::{Cnf, Literal};
use super::lines::{Lines, Rectangle, break_symmetry, no_single_spins};
use super::order::intervals;
use super::{Encoded, Formula, Length, SpinVariables, Start};

/// The variables of one direction: `s[i][v][c]`.
type Places = Vec<Vec<Vec<Literal>>>;

pub(super) fn encode(rules: Rules, formula: &Formula) -> Encoded {
    let tiles = rules.tiles();
    let steps = formula.length.steps();
    let mut cnf = Cnf::default();
    let in_rows = places(&mut cnf, "row", rules.rows(), tiles, steps);
    let in_cols = places(&mut cnf, "col", rules.cols(), tiles, steps);
    let p: Vec<Vec<Literal>> = (1..=steps + 1)
        .map(|i| {
            (1..=tiles)
                .map(|v| cnf.variable(format!("p[{i},{v}]")))
                .collect()
        })
        .collect();
    let m: Vec<Rectangle> = (1..=steps)
        .map(|i| {
            let mut lines = |name: &str, lines| {
                let variable = |c| cnf.variable(format!("m[{name},{i},{c}]"));
                Lines((0..lines).map(variable).collect())
            };
            Rectangle {
                rows: lines("row", rules.rows()),
                cols: lines("col", rules.cols()),
            }
        })
        .collect();
    let idle: Vec<Literal> = match formula.length {
        Length::AtMost(_) => (1..=steps)
            .map(|i| cnf.variable(format!("idle[{i}]")))
            .collect(),
        Length::Exactly(_) => Vec::new(),
    };

    // Eq. 10.
    fix_solved(&mut cnf, &in_rows[steps], &in_cols[steps], &p[steps]);

    for i in 0..steps {
        let idle = idle.get(i).copied();
        m[i].rows.form_an_interval(&mut cnf, idle);
        m[i].cols.form_an_interval(&mut cnf, idle);
        if !rules.single_spins() {
            no_single_spins(&mut cnf, &m[i]);
        }
        for v in 0..tiles {
            let turned = [p[i][v], p[i + 1][v]];
            let rows = [&in_rows[i][v], &in_rows[i + 1][v]];
            let cols = [&in_cols[i][v], &in_cols[i + 1][v]];
            step_in_one_direction(&mut cnf, rows, &m[i].rows, turned);
            step_in_one_direction(&mut cnf, cols, &m[i].cols, turned);
            // Eq. 14: a number in the rectangle turns.
            for (&row, &row_in) in rows[0].iter().zip(&m[i].rows.0) {
                for (&col, &col_in) in cols[0].iter().zip(&m[i].cols.0) {
                    for sign in [1, -1] {
                        let [now, next] = turned.map(|p| sign * p);
                        cnf.add([now, next, -row, -col, -row_in, -col_in]);
                    }
                }
            }
        }
        if formula.cardinality {
            for (state, per_line) in [
                (&in_rows[i + 1], rules.cols()),
                (&in_cols[i + 1], rules.rows()),
            ] {
                for c in 0..state[0].len() {
                    let numbers: Vec<Literal> = state.iter().map(|lines| lines[c]).collect();
                    exactly(&mut cnf, &numbers, per_line);
                }
            }
        }
    }
    for pair in idle.windows(2) {
        cnf.add([-pair[0], pair[1]]);
    }
    for pair in m.windows(2) {
        break_symmetry(&mut cnf, &pair[0], &pair[1], formula);
    }

    let steps = m
        .into_iter()
        .map(|rectangle| SpinVariables::Lines {
            rows: rectangle.rows.0,
            cols: rectangle.cols.0,
        })
        .collect();
    Encoded {
        cnf,
        start: start(&in_rows[0], &in_cols[0], &p[0]),
        steps,
        rules,
    }
}

/// The state variables of one direction, each number in one line only (Eq. 9).
fn places(cnf: &mut Cnf, name: &str, lines: usize, tiles: usize, steps: usize) -> Places {
    let places: Places = (1..=steps + 1)
        .map(|i| {
            (1..=tiles)
                .map(|v| {
                    (0..lines)
                        .map(|c| cnf.variable(format!("s[{name},{i},{v},{c}]")))
                        .collect()
                })
                .collect()
        })
        .collect();
    for lines in places.iter().flatten() {
        for (c, &one) in lines.iter().enumerate() {
            for &other in &lines[..c] {
                cnf.add([-one, -other]);
            }
        }
    }
    places
}

/// Fixes a state to that of the solved board.
pub(super) fn fix_solved(
    cnf: &mut Cnf,
    in_rows: &[Vec<Literal>],
    in_cols: &[Vec<Literal>],
    down: &[Literal],
) {
    for (v, ((rows, cols), &down)) in in_rows.iter().zip(in_cols).zip(down).enumerate() {
        cnf.add([rows[v / cols.len()]]);
        cnf.add([cols[v % cols.len()]]);
        cnf.add([-down]);
    }
}

/// The variables of the initial board, number by number.
pub(super) fn start(in_rows: &[Vec<Literal>], in_cols: &[Vec<Literal>], down: &[Literal]) -> Start {
    let numbers = in_rows.iter().zip(in_cols).zip(down);
    Start::Numbers(
        numbers
            .map(|((rows, cols), &down)| (rows.clone(), cols.clone(), down))
            .collect(),
    )
}

/// What a step does to a number in one direction (Eq. 11-13 and 15-18).
fn step_in_one_direction(
    cnf: &mut Cnf,
    [now, next]: [&Vec<Literal>; 2],
    lines: &Lines,
    [turned, turned_next]: [Literal; 2],
) {
    let m = &lines.0;
    for c in 0..m.len() {
        // Eq. 11: a number outside the lines of the rectangle stays, ...
        cnf.add([-now[c], m[c], next[c]]);
        // Eq. 12: ... and keeps its orientation.
        cnf.add([-turned, -now[c], m[c], turned_next]);
        cnf.add([turned, -now[c], m[c], -turned_next]);
        // Eq. 13: one that keeps its orientation stays.
        cnf.add([-now[c], turned, turned_next, next[c]]);
        cnf.add([-now[c], -turned, -turned_next, next[c]]);
        // Eq. 17 and 18: so does one without a neighbouring line in it.
        let mut clause = vec![-now[c], next[c]];
        clause.extend(c.checked_sub(1).map(|above| m[above]));
        clause.extend(m.get(c + 1));
        cnf.add(clause);
    }
    // Eq. 15 and 16: one that turns is mirrored.
    for (first, last) in intervals(m.len()).filter(|(first, last)| first < last) {
        for c in first..=last {
            for sign in [1, -1] {
                let mut clause = lines.not((first, last));
                clause.extend([-now[c], sign * turned, -sign * turned_next]);
                clause.push(next[first + last - c]);
                cnf.add(clause);
            }
        }
    }
}

/// Exactly `count` of the literals, by a sequential counter in both directions
/// (after Sinz, "Towards an optimal CNF encoding of Boolean cardinality
/// constraints", 2005).
fn exactly(cnf: &mut Cnf, literals: &[Literal], count: usize) {
    // at_least[j]: of the literals so far, at least j + 1 are true.
    let mut at_least: Vec<Literal> = Vec::new();
    for (i, &literal) in literals.iter().enumerate() {
        let width = (i + 1).min(count + 1);
        let next: Vec<Literal> = (0..width)
            .map(|j| cnf.variable(format!("count[{i},{j}]")))
            .collect();
        for (j, &now) in next.iter().enumerate() {
            // Without a variable, "at least 0" is true and the rest is false.
            let same = at_least.get(j).copied();
            let fewer = j.checked_sub(1).map(|fewer| at_least[fewer]);
            if let Some(same) = same {
                cnf.add([-same, now]);
            }
            cnf.add([-literal, now].into_iter().chain(fewer.map(|f| -f)));
            cnf.add([-now, literal].into_iter().chain(same));
            if let Some(fewer) = fewer {
                cnf.add([-now, fewer].into_iter().chain(same));
            }
        }
        at_least = next;
    }
    if let Some(&enough) = count.checked_sub(1).and_then(|last| at_least.get(last)) {
        cnf.add([enough]);
    }
    if let Some(&too_many) = at_least.get(count) {
        cnf.add([-too_many]);
    }
}
