//! An optimisation puzzle: armies of white and black queens, equally large, such that no queen attacks one of the other colour.
//! How large can they be?
//!
//!     cargo run --release --example peaceful_queens
//!
//! What comes back is proved to be the best; an hour of search that ended at a limit would be an error instead.

use std::error::Error;
use tantalizer::ask::about;
use tantalizer::model::expression::sum;
use tantalizer::model::{Model, Objective};

const SIDE: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut model = Model::new("peaceful queens");
    let white = model.array("white", SIDE * SIDE, 0..=1);
    let black = model.array("black", SIDE * SIDE, 0..=1);

    for (a, &white) in white.iter().enumerate() {
        for (b, &black) in black.iter().enumerate() {
            let (rows, cols) = ((a / SIDE).abs_diff(b / SIDE), (a % SIDE).abs_diff(b % SIDE));
            if rows == 0 || cols == 0 || rows == cols {
                model.require(!white.and(black))?;
            }
        }
    }
    model.require(sum(&white).eq(sum(&black)))?;
    let size = model.value_of(sum(&white))?;
    model.set_objective(Objective::Maximise(size));

    let Some((best, solution)) = about(&model).best()? else {
        return Ok(());
    };
    for row in 0..SIDE {
        let letter = |col: usize| {
            let at = row * SIDE + col;
            match (solution[white[at]], solution[black[at]]) {
                (1, _) => "W",
                (_, 1) => "B",
                _ => ".",
            }
        };
        println!("{}", (0..SIDE).map(letter).collect::<Vec<_>>().join(" "));
    }
    println!("{best} queens each, and no more.");
    Ok(())
}
