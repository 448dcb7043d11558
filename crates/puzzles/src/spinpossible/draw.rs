//! A solution as a strip of boards, the rectangle to be spun framed on each, as
//! in Heule and Mayer-Eichberger's paper.

use tantalizer_draw::{Cell, Colour, Drawing, Frame, Grid};

use super::board::Board;
use super::rules::Spin;

/// About so many columns of text (and of cells) fit beside each other.
const WIDTH: usize = 76;

/// The board before each spin, with the spin framed, and at the end.
pub(super) fn strip(board: &Board, spins: &[Spin]) -> Drawing {
    let mut board = board.clone();
    let mut parts = Vec::new();
    for spin in spins {
        parts.push(Drawing::from(grid(&board, Some(spin))).titled(spin.to_string()));
        board.spin(spin);
    }
    let last = Drawing::from(grid(&board, None));
    if parts.is_empty() {
        return last;
    } else {
        parts.push(last.titled("solved"))
    }
    let text_width = 5 * board.cols() + 4;
    let per_line = (WIDTH / text_width).max(1);
    if parts.len() <= per_line {
        return Drawing::across(parts);
    }
    let lines = parts.chunks(per_line);
    Drawing::down(lines.map(|line| Drawing::across(line.to_vec())).collect())
}

fn grid(board: &Board, spin: Option<&Spin>) -> Grid {
    let cells = board.tiles().iter().map(|&tile| {
        let number = tile.unsigned_abs().to_string();
        if tile < 0 {
            Cell::turned(number)
        } else {
            Cell::text(number)
        }
    });
    let mut grid = Grid::from_cells(board.rows(), board.cols(), cells.collect());
    grid.frames.extend(spin.map(|spin| Frame {
        top: spin.top.into(),
        left: spin.left.into(),
        bottom: spin.bottom.into(),
        right: spin.right.into(),
        colour: Colour::Red,
    }));
    grid
}
