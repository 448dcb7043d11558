//! A loop puzzle: Slitherlink. Join points of a grid into a single loop such
//! that each number says how many of its four sides belong to the loop.
//!
//!     cargo run --release --example slitherlink
//!
//! The loop is a *subcircuit*: every point names the point after it, or itself
//! if the loop does not pass there. A loop can be walked in two directions, so the answer is
//! the sides, not the successors: auxiliary variables never multiply a count.

use std::error::Error;
use tantalizer::ask::about;
use tantalizer::model::expression::sum;
use tantalizer::model::{Domain, Model, Solution, Var};

const CLUES: [&str; 4] = [
    ". . . .", //
    ". . 3 .", //
    "0 . . .", //
    "1 . . 1",
];

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle = Slitherlink::new(&CLUES)?;
    let found = about(&puzzle.model).seconds(60.0).first()?;
    match &found {
        Some(solution) => println!("{}", puzzle.drawn(solution)),
        None => println!("No loop."),
    }
    println!("{} in all.", about(&puzzle.model).count()?);
    Ok(())
}

/// The model, and where its sides are.
struct Slitherlink {
    model: Model,
    rows: usize,
    cols: usize,
    /// Is the side between two neighbouring points on the loop?
    sides: Vec<(usize, usize, Var)>,
    clues: Vec<Vec<Option<i64>>>,
}

impl Slitherlink {
    fn new(lines: &[&str]) -> Result<Self, Box<dyn Error>> {
        let clues: Vec<Vec<Option<i64>>> = lines
            .iter()
            .map(|line| {
                line.split_whitespace()
                    .map(|word| word.parse().ok())
                    .collect()
            })
            .collect();
        let (rows, cols) = (clues.len(), clues[0].len());
        let mut model = Model::new("slitherlink");

        // Points are numbered row by row; a successor is a neighbour or the point itself.
        let width = cols + 1;
        let points = (rows + 1) * width;
        let neighbours = |point: usize| {
            let (row, col) = (point / width, point % width);
            let up = (row > 0).then(|| point - width);
            let down = (row < rows).then(|| point + width);
            let left = (col > 0).then(|| point - 1);
            let right = (col < cols).then(|| point + 1);
            [up, down, left, right].into_iter().flatten()
        };
        let successors: Vec<Var> = (0..points)
            .map(|point| {
                let values = neighbours(point).chain([point]).map(|to| to as i32);
                model.int(format!("after {point}"), Domain::from_values(values))
            })
            .collect();
        model.subcircuit(&successors)?;

        // A side is used if one of its ends follows the other.
        let mut sides = Vec::new();
        for from in 0..points {
            for to in neighbours(from).filter(|&to| to > from) {
                let used = successors[from].eq(to).or(successors[to].eq(from));
                sides.push((from, to, model.truth_of(used)?));
            }
        }
        let side = |a: usize, b: usize| sides.iter().find(|s| (s.0, s.1) == (a, b)).map(|s| s.2);
        for (row, line) in clues.iter().enumerate() {
            for (col, clue) in line.iter().enumerate() {
                let corner = row * width + col;
                let around = [
                    side(corner, corner + 1),
                    side(corner, corner + width),
                    side(corner + 1, corner + width + 1),
                    side(corner + width, corner + width + 1),
                ];
                if let Some(clue) = *clue {
                    model.require(sum(around.into_iter().flatten()).eq(clue))?;
                }
            }
        }
        model.set_answer(sides.iter().map(|side| side.2).collect::<Vec<_>>());
        Ok(Slitherlink {
            model,
            rows,
            cols,
            sides,
            clues,
        })
    }

    fn drawn(&self, solution: &Solution) -> String {
        let width = self.cols + 1;
        let used = |a: usize, b: usize| {
            let side = self.sides.iter().find(|side| (side.0, side.1) == (a, b));
            side.is_some_and(|side| solution[side.2] == 1)
        };
        let mut text = String::new();
        for row in 0..=self.rows {
            for col in 0..self.cols {
                let point = row * width + col;
                text += if used(point, point + 1) {
                    "+---"
                } else {
                    "+   "
                };
            }
            text += "+\n";
            for col in (0..=self.cols).filter(|_| row < self.rows) {
                let point = row * width + col;
                text += if used(point, point + width) { "|" } else { " " };
                if let Some(clue) = self.clues[row].get(col) {
                    text += &clue.map_or("   ".into(), |clue| format!(" {clue} "));
                }
            }
            text += if row < self.rows { "\n" } else { "" };
        }
        text
    }
}
