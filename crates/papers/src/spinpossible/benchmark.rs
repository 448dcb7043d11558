//! The experiments that the paper announces: a benchmark set, the encodings on it, and branching on spins alone.
//!
//! The set is boards of 3x3 at each distance, drawn from a seed. For a board at distance d the formula "at most d - 1" is refuted
//! and "at most d" solved, by each encoding with each symmetry breaking; the paper's section 5 asks what becomes of the
//! learned clauses when the solver may only branch on the variables that say which spin is done. Beside them the
//! solver without SAT: many random boards to proven optimality, and what is known of boards too large for that.

use std::time::Instant;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use tantalizer_model::{Limits, Watch};

use crate::{Row, Verdict};
use tantalizer_puzzles::spinpossible::encoding::{Breaking, Encoding, Formula, Length, encode};
use tantalizer_puzzles::spinpossible::{
    AtDistance, Board, Branching, Found, KIND, Rules, Solver, boards_at_distance, solve_formula,
};

/// Boards of each distance.
const BOARDS: usize = 3;

/// What an encoding cost on the boards of one distance, in the mean.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Cost {
    /// Boards on which it was tried.
    pub boards: usize,
    /// Variables of a formula.
    pub variables: usize,
    /// Clauses of a formula.
    pub clauses: usize,
    /// Seconds for a formula, made and solved.
    pub seconds: f64,
    /// Clauses learned: dead ends.
    pub learned: f64,
    /// Boards of which something false was said.
    pub wrong: usize,
}

/// Solves or refutes a formula for each of these boards, which are all `distance` away; nothing if the watch expires
/// first.
pub fn measure(
    boards: &[Board],
    distance: usize,
    formula: &Formula,
    branching: Branching,
    watch: &Watch,
) -> Option<Cost> {
    let solvable = formula.length.steps() >= distance;
    let mut cost = Cost::default();
    for board in boards {
        let start = Instant::now();
        let encoded = encode(board, true, formula);
        let (found, statistics) = solve_formula(&encoded, branching, watch).ok()?;
        cost.seconds += start.elapsed().as_secs_f64();
        cost.boards += 1;
        cost.learned += statistics.learned as f64;
        (cost.variables, cost.clauses) = (statistics.variables, statistics.clauses);
        let right = match found {
            Found::Solution(spins) => solvable && board.is_solved_by(&spins),
            Found::None => !solvable,
            Found::Unknown(_) => return None,
        };
        cost.wrong += usize::from(!right);
    }
    let boards = cost.boards.max(1) as f64;
    cost.seconds /= boards;
    cost.learned /= boards;
    Some(cost)
}

/// The rows of sections 5 and 6 about boards at one distance.
pub(super) fn rows(distance: usize, seed: u64, watch: &Watch) -> Vec<Row> {
    let Ok(rules) = Rules::new(3, 3, true) else {
        return Vec::new();
    };
    let how = AtDistance {
        seed,
        watch: Some(watch),
        ..Default::default()
    };
    let Ok(boards) = boards_at_distance(&rules, distance, BOARDS, &how) else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    for (number, encoding) in (1..).zip(Encoding::ALL) {
        for breaking in Breaking::ALL {
            for (length, asked) in [(distance - 1, "refuted"), (distance, "solved")] {
                let formula = Formula {
                    encoding,
                    breaking,
                    length: Length::AtMost(length),
                    cardinality: false,
                };
                let name = breaking.name();
                let what = format!("distance {distance}, {asked}, encoding {number}, break {name}");
                let Some(cost) = measure(&boards, distance, &formula, Branching::Free, watch)
                else {
                    return rows;
                };
                if asked == "solved" {
                    let size = format!(
                        "section 6: formula of at most {length}, encoding {number}, break {name}"
                    );
                    rows.push(row(&size, json!(cost.variables), "variables", &cost));
                    rows.push(row(&size, json!(cost.clauses), "clauses", &cost));
                }
                let what = format!("section 6: {what}");
                rows.push(row(&what, rounded(cost.seconds, 4), "s", &cost));
                rows.push(row(&what, rounded(cost.learned, 1), "learned", &cost));
                if breaking == Breaking::new(true, true) {
                    let Some(cost) = measure(&boards, distance, &formula, Branching::Moves, watch)
                    else {
                        return rows;
                    };
                    let what = what.replace("section 6:", "section 5: branching on spins,");
                    rows.push(row(&what, rounded(cost.seconds, 4), "s", &cost));
                    rows.push(row(&what, rounded(cost.learned, 1), "learned", &cost));
                }
            }
        }
    }
    rows
}

/// How long it takes to solve random boards of 3x3 to proven optimality, with no stored table.
pub(super) fn random_three_by_three(seed: u64, watch: &Watch) -> Option<Row> {
    const RANDOM: usize = 200;
    let rules = Rules::new(3, 3, true).ok()?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let boards: Vec<Board> = (0..RANDOM)
        .map(|_| Board::random(&rules, &mut random))
        .collect();
    let start = Instant::now();
    let mut solver = Solver::new(rules);
    let mut longest = 0;
    for board in &boards {
        let outcome = solver.solve(board, watch, |_| ()).ok()?;
        let spins = outcome.spins?;
        if spins.len() != outcome.lower_bound || !board.is_solved_by(&spins) {
            return None;
        }
        longest = longest.max(spins.len());
    }
    let seconds = start.elapsed().as_secs_f64();
    Some(Row {
        note: format!(
            "no figure published; all of them proved shortest, up to {longest} spins, no stored table"
        ),
        ..plain("200 random boards of 3x3 solved", rounded(seconds, 3), "s")
    })
}

/// What is known of random boards of 4x4 after so many seconds each.
pub(super) fn random_four_by_four(boards: usize, seed: u64, watch: &Watch) -> Vec<Row> {
    const SECONDS: f64 = 20.0;
    let Ok(rules) = Rules::new(4, 4, true) else {
        return Vec::new();
    };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut rows = Vec::new();
    for number in 1..=boards {
        let board = Board::random(&rules, &mut random);
        let limits = Limits {
            cancel: watch.cancel().clone(),
            ..Limits::seconds(SECONDS)
        };
        let solved = Solver::new(rules).solve(&board, &limits.start(), |_| ());
        let Some((spins, bound)) = solved
            .ok()
            .and_then(|outcome| Some((outcome.spins?, outcome.lower_bound)))
            .filter(|(spins, _)| board.is_solved_by(spins) && watch.expired().is_none())
        else {
            break;
        };
        let note = format!(
            "no figure published; within {SECONDS} s; the board {}",
            one_line(&board)
        );
        let name = format!("random board {number} of 4x4");
        rows.push(Row {
            note: note.clone(),
            ..plain(&format!("{name}: spins"), json!(spins.len()), "spins")
        });
        rows.push(Row {
            note,
            ..plain(
                &format!("{name}: proven lower bound"),
                json!(bound),
                "spins",
            )
        });
    }
    rows
}

fn one_line(board: &Board) -> String {
    board
        .to_string()
        .trim()
        .lines()
        .map(str::trim)
        .collect::<Vec<_>>()
        .join(" / ")
}

fn row(experiment: &str, measured: Value, unit: &'static str, cost: &Cost) -> Row {
    let mut row = plain(experiment, measured, unit);
    row.note = format!("no figure published; mean of {} boards", cost.boards);
    if cost.wrong > 0 {
        row.verdict = Verdict::Different;
        row.note += &format!(", {} of them answered wrongly", cost.wrong);
    }
    row
}

fn plain(experiment: &str, measured: Value, unit: &'static str) -> Row {
    Row {
        puzzle: KIND.name,
        experiment: experiment.to_string(),
        published: Value::Null,
        measured,
        unit,
        verdict: Verdict::NotComparable,
        note: String::from("no figure published"),
    }
}

fn rounded(value: f64, digits: i32) -> Value {
    let scale = 10f64.powi(digits);
    json!((value * scale).round() / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_encoding_says_anything_false_of_the_benchmark() {
        let watch = Limits::none().start();
        for distance in [2, 3] {
            let rows = rows(distance, 1, &watch);
            // Time and learned clauses for each formula, sizes for half of them, and branching on spins.
            assert_eq!(rows.len(), 24 * 2 + 12 * 2 + 6 * 2);
            for row in rows {
                assert_eq!(row.verdict, Verdict::NotComparable, "{row:?}");
            }
        }
    }
}
