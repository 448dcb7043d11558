//! Encoding 3, ours: encoding 2 with names for what its long clauses spell out.
//!
//! Three auxiliary variables make the clauses short and let facts travel in both
//! directions, from the initial state and from the goal alike:
//!
//! - `f[i,v]`: step `i` turns number `v`. It stands for the comparison of two
//!   orientations that nearly every clause of encoding 2 repeats.
//! - `u[d,i,a,b]`: in direction `d` the rectangle of step `i` is the lines `a` to
//!   `b`; one of them is true.
//! - `g[d,i,a+b]`: the sum of the two ends, which alone decides the mirror image:
//!   line `c` goes to line `a + b - c`.
//!
//! A spin undoes itself, so every clause of a step is also given with the states
//! before and after it exchanged.

use super::super::rules::Rules;
use super::cnf::{Cnf, Literal};
use super::lines::{Lines, Rectangle, no_single_spins};
use super::order::{Interval, around, before, intervals};
use super::two::{fix_solved, start};
use super::{Encoded, Formula, Length, SpinVariables};

/// The rectangle of one step in one direction.
struct Side {
    intervals: Vec<(Interval, Literal)>,
    sums: Vec<Literal>,
    lines: Lines,
}

pub(super) fn encode(rules: Rules, formula: &Formula) -> Encoded {
    let tiles = rules.tiles();
    let steps = formula.length.steps();
    let mut cnf = Cnf::default();

    let mut places = |name: &str, lines: usize| -> Vec<Vec<Vec<Literal>>> {
        (1..=steps + 1)
            .map(|i| {
                (1..=tiles)
                    .map(|v| one_of(&mut cnf, lines, |c| format!("s[{name},{i},{v},{c}]")))
                    .collect()
            })
            .collect()
    };
    let in_rows = places("row", rules.rows());
    let in_cols = places("col", rules.cols());
    let mut per_tile = |name: &str, count| -> Vec<Vec<Literal>> {
        (1..=count)
            .map(|i| {
                (1..=tiles)
                    .map(|v| cnf.variable(format!("{name}[{i},{v}]")))
                    .collect()
            })
            .collect()
    };
    let down = per_tile("p", steps + 1);
    let turned = per_tile("f", steps);
    let idle: Vec<Literal> = match formula.length {
        Length::AtMost(_) => (1..=steps)
            .map(|i| cnf.variable(format!("idle[{i}]")))
            .collect(),
        Length::Exactly(_) => Vec::new(),
    };
    let sides: Vec<[Side; 2]> = (0..steps)
        .map(|i| {
            let idle = idle.get(i).copied();
            [("row", rules.rows()), ("col", rules.cols())]
                .map(|(name, lines)| side(&mut cnf, name, i + 1, lines, idle))
        })
        .collect();

    fix_solved(&mut cnf, &in_rows[steps], &in_cols[steps], &down[steps]);

    for i in 0..steps {
        let [rows, cols] = &sides[i];
        for v in 0..tiles {
            let f = turned[i][v];
            // f = p xor p'.
            let (p, q) = (down[i][v], down[i + 1][v]);
            for (p, q, f) in [(p, q, -f), (-p, -q, -f), (p, -q, f), (-p, q, f)] {
                cnf.add([p, q, f]);
            }
            let states = [
                (&in_rows[i][v], &in_rows[i + 1][v], rows),
                (&in_cols[i][v], &in_cols[i + 1][v], cols),
            ];
            for (now, next, side) in states {
                move_in_one_direction(&mut cnf, now, next, side, f);
                move_in_one_direction(&mut cnf, next, now, side, f);
            }
            // What is in the rectangle turns.
            for k in [i, i + 1] {
                for (&row, &row_in) in in_rows[k][v].iter().zip(&rows.lines.0) {
                    for (&col, &col_in) in in_cols[k][v].iter().zip(&cols.lines.0) {
                        cnf.add([-row, -col, -row_in, -col_in, f]);
                    }
                }
            }
        }
    }
    for pair in idle.windows(2) {
        cnf.add([-pair[0], pair[1]]);
    }
    for pair in sides.windows(2) {
        break_symmetry(&mut cnf, &pair[0], &pair[1], formula);
    }

    let mut read = Vec::new();
    for [rows, cols] in sides {
        let rectangle = Rectangle {
            rows: rows.lines,
            cols: cols.lines,
        };
        if !rules.single_spins() {
            no_single_spins(&mut cnf, &rectangle);
        }
        read.push(SpinVariables::Lines {
            rows: rectangle.rows.0,
            cols: rectangle.cols.0,
        });
    }
    Encoded {
        cnf,
        start: start(&in_rows[0], &in_cols[0], &down[0]),
        steps: read,
        rules,
    }
}

/// Variables of which exactly one is true.
fn one_of(cnf: &mut Cnf, count: usize, name: impl Fn(usize) -> String) -> Vec<Literal> {
    let variables: Vec<Literal> = (0..count).map(|i| cnf.variable(name(i))).collect();
    cnf.add(variables.iter().copied());
    at_most_one(cnf, &variables);
    variables
}

fn at_most_one(cnf: &mut Cnf, variables: &[Literal]) {
    for (i, &one) in variables.iter().enumerate() {
        for &other in &variables[..i] {
            cnf.add([-one, -other]);
        }
    }
}

/// One direction of the rectangle of a step: an interval, unless idle.
fn side(cnf: &mut Cnf, name: &str, i: usize, lines: usize, idle: Option<Literal>) -> Side {
    let intervals: Vec<(Interval, Literal)> = intervals(lines)
        .map(|(a, b)| ((a, b), cnf.variable(format!("u[{name},{i},{a},{b}]"))))
        .collect();
    let sums: Vec<Literal> = (0..2 * lines - 1)
        .map(|sum| cnf.variable(format!("g[{name},{i},{sum}]")))
        .collect();
    let covered: Vec<Literal> = (0..lines)
        .map(|c| cnf.variable(format!("m[{name},{i},{c}]")))
        .collect();
    let choices: Vec<Literal> = intervals.iter().map(|&(_, u)| u).chain(idle).collect();
    cnf.add(choices.iter().copied());
    at_most_one(cnf, &choices);
    for &((a, b), u) in &intervals {
        cnf.add([-u, sums[a + b]]);
        for (c, &line) in covered.iter().enumerate() {
            let inside = (a..=b).contains(&c);
            cnf.add([-u, if inside { line } else { -line }]);
        }
    }
    if let Some(idle) = idle {
        for &line in &covered {
            cnf.add([-idle, -line]);
        }
    }
    at_most_one(cnf, &sums);
    Side {
        intervals,
        sums,
        lines: Lines(covered),
    }
}

/// What one step does to a number in one direction.
fn move_in_one_direction(
    cnf: &mut Cnf,
    now: &[Literal],
    next: &[Literal],
    side: &Side,
    turned: Literal,
) {
    for (c, &here) in now.iter().enumerate() {
        // Outside the lines nothing turns, and what does not turn stays.
        cnf.add([-here, side.lines.0[c], -turned]);
        cnf.add([-here, turned, next[c]]);
        // What turns is mirrored.
        for (sum, &g) in side.sums.iter().enumerate() {
            match sum.checked_sub(c) {
                Some(mirrored) if mirrored < next.len() => {
                    cnf.add([-here, -turned, -g, next[mirrored]]);
                }
                _ => cnf.add([-here, -turned, -g]),
            }
        }
    }
}

/// The order of [`super::lines::break_symmetry`], on whole intervals.
fn break_symmetry(cnf: &mut Cnf, a: &[Side; 2], b: &[Side; 2], formula: &Formula) {
    let twice = matches!(formula.length, Length::AtMost(_));
    let [a_rows, a_cols] = a;
    let [b_rows, b_cols] = b;
    for &(rows, u_rows) in &a_rows.intervals {
        for &(next_rows, v_rows) in &b_rows.intervals {
            if formula.breaking.disjoint && before(rows, next_rows) {
                cnf.add([-u_rows, -v_rows]);
                continue;
            }
            for &(cols, u_cols) in &a_cols.intervals {
                for &(next_cols, v_cols) in &b_cols.intervals {
                    let overlap = !before(rows, next_rows) && !before(next_rows, rows);
                    let apart = before(cols, next_cols) || before(next_cols, cols);
                    let higher =
                        rows.0 < next_rows.0 || rows.0 == next_rows.0 && before(cols, next_cols);
                    let disjoint = overlap && apart && higher;
                    let same = rows == next_rows && cols == next_cols;
                    let contain =
                        around(rows, next_rows) && around(cols, next_cols) && (twice || !same);
                    if formula.breaking.disjoint && disjoint || formula.breaking.contain && contain
                    {
                        cnf.add([-u_rows, -v_rows, -u_cols, -v_cols]);
                    }
                }
            }
        }
    }
}
