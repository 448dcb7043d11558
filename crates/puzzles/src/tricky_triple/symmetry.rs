//! The symmetries of a board: turns, mirrors and renamings that keep it as it is.

use super::{Given, SYMBOLS, TrickyTriple};
use tantalizer_model::{Symmetry, SymmetryGroup};

/// The groups `board`, `symbols` and `all` of this instance.
///
/// A symmetry of the rules is one of the instance if it maps black cells to
/// black cells and each clue to the same clue, renamed.
pub(super) fn groups(puzzle: &TrickyTriple) -> Vec<SymmetryGroup> {
    let moves = moves(puzzle);
    let renamings = renamings();
    let mut groups = [("board", vec![]), ("symbols", vec![]), ("all", vec![])];
    for (move_number, to) in moves.iter().enumerate() {
        for (renaming_number, renaming) in renamings.iter().enumerate() {
            if !keeps(puzzle, to, renaming) {
                continue;
            }
            let element = symmetry(puzzle, to, renaming);
            // The first move and the first renaming change nothing.
            if renaming_number == 0 {
                groups[0].1.push(element.clone());
            }
            if move_number == 0 {
                groups[1].1.push(element.clone());
            }
            groups[2].1.push(element);
        }
    }
    groups
        .into_iter()
        .map(|(name, elements)| SymmetryGroup::new(name, elements))
        .collect()
}

/// The turns and mirrors of the rectangle: where each cell goes.
fn moves(puzzle: &TrickyTriple) -> Vec<Vec<usize>> {
    let (rows, cols) = (puzzle.rows, puzzle.cols);
    let mut moves = Vec::new();
    for transposed in [false, true] {
        if transposed && rows != cols {
            continue;
        }
        for (flip_rows, flip_cols) in [(false, false), (false, true), (true, false), (true, true)] {
            let to = |cell: usize| {
                let (mut row, mut col) = (cell / cols, cell % cols);
                if flip_rows {
                    row = rows - 1 - row;
                }
                if flip_cols {
                    col = cols - 1 - col;
                }
                if transposed {
                    (row, col) = (col, row);
                }
                row * cols + col
            };
            let to = (0..rows * cols).map(to).collect();
            // On a single row or column some of them are the same.
            if !moves.contains(&to) {
                moves.push(to);
            }
        }
    }
    moves
}

/// The six renamings of the symbols, the identity first: symbol `i + 1` becomes `renaming[i]`.
fn renamings() -> Vec<[i32; 3]> {
    let mut renamings = Vec::new();
    for a in SYMBOLS {
        for b in SYMBOLS {
            for c in SYMBOLS {
                if a != b && b != c && a != c {
                    renamings.push([a, b, c]);
                }
            }
        }
    }
    renamings
}

fn keeps(puzzle: &TrickyTriple, to: &[usize], renaming: &[i32; 3]) -> bool {
    let image = |given: Given| match given {
        Given::Clue(symbol) => Given::Clue(renaming[symbol as usize - 1]),
        other => other,
    };
    let cells = puzzle.cells.iter().enumerate();
    cells
        .into_iter()
        .all(|(cell, &given)| puzzle.cells[to[cell]] == image(given))
}

fn symmetry(puzzle: &TrickyTriple, to: &[usize], renaming: &[i32; 3]) -> Symmetry {
    let position = |&cell: &usize| puzzle.position[to[cell]];
    let moved = Symmetry::of_positions(puzzle.white.iter().filter_map(position).collect());
    let renamed = SYMBOLS.into_iter().zip(*renaming);
    moved.then(&Symmetry::of_values(puzzle.white.len(), renamed))
}
