//! A region puzzle: Yin-Yang. Colour every cell black or white such that all
//! black cells hang together, all white cells hang together, and no 2x2 square is of one colour.
//!
//!     cargo run --release --example yin_yang
//!
//! Each colour is a `connected` set of cells: chosen vertices of the grid's graph.

use std::error::Error;
use std::sync::Arc;
use tantalizer::ask::about;
use tantalizer::model::Model;
use tantalizer::model::expression::sum;

const BOARD: [&str; 6] = [
    "o . . . . .",
    "# . . o o .",
    ". . . . o .",
    ". . o . o .",
    ". . . . . .",
    ". . . . . .",
];

fn main() -> Result<(), Box<dyn Error>> {
    let cells: Vec<Vec<&str>> = BOARD.iter().map(|row| row.split(' ').collect()).collect();
    let (rows, cols) = (cells.len(), cells[0].len());
    let at = |row: usize, col: usize| row * cols + col;

    let mut model = Model::new("yin-yang");
    let black = model.array("black", rows * cols, 0..=1);
    let white = model.array("white", rows * cols, 0..=1);
    model.set_answer(black.clone());
    for (&b, &w) in black.iter().zip(&white) {
        model.require(b.ne(w))?;
    }

    let across = (0..rows).flat_map(|r| (1..cols).map(move |c| (at(r, c - 1), at(r, c))));
    let down = (1..rows).flat_map(|r| (0..cols).map(move |c| (at(r - 1, c), at(r, c))));
    let neighbours = Arc::new(across.chain(down).collect::<Vec<_>>());
    model.connected(&black, neighbours.clone())?;
    model.connected(&white, neighbours)?;

    for row in 1..rows {
        for col in 1..cols {
            let square = [
                (row - 1, col - 1),
                (row - 1, col),
                (row, col - 1),
                (row, col),
            ];
            let square = sum(square.map(|(r, c)| black[at(r, c)]));
            model.require(square.is_in(1..=3))?;
        }
    }
    for (row, line) in cells.iter().enumerate() {
        for (col, &cell) in line.iter().enumerate() {
            let black = black[at(row, col)];
            match cell {
                "#" => drop(model.require(black)?),
                "o" => drop(model.require(!black)?),
                _ => {}
            }
        }
    }

    let question = about(&model).threads(2);
    if let Some(solution) = question.first()? {
        for row in 0..rows {
            let line: Vec<&str> = (0..cols)
                .map(|col| {
                    if solution[black[at(row, col)]] == 1 {
                        "#"
                    } else {
                        "o"
                    }
                })
                .collect();
            println!("{}", line.join(" "));
        }
    }
    println!("{} in all.", question.count()?);
    let forced = question.forced()?;
    println!(
        "{} of {} cells are the same in all of them.",
        forced.values.len(),
        rows * cols
    );
    Ok(())
}
