//! Boards as drawings.

use super::{Given, SYMBOLS, TrickyTriple};
use tantalizer_draw::{Accent, Cell, Colour, Fill, Grid, Lines, Shape, Stencil, Symbol, TextStyle};
use tantalizer_puzzle::{Printer, View};

/// A symbol as it stands on the board.
fn symbol(value: i32) -> Cell {
    let (shape, colour) = match value {
        1 => (Shape::Triangle, Colour::Red),
        2 => (Shape::Square, Colour::Blue),
        _ => (Shape::Circle, Colour::Green),
    };
    Cell::symbol(Symbol::new(shape, colour, value.to_string()))
}

pub(super) fn board(puzzle: &TrickyTriple, view: &View) -> Grid {
    let cell = |cell: usize| match (puzzle.position[cell], puzzle.cells[cell]) {
        (None, _) | (_, Given::Black) => Cell::text("0").with_fill(Fill::Black),
        (Some(position), given) => {
            let (known, given) = match given {
                Given::Clue(clue) => (Some(clue), Accent::Given),
                _ => (view.value(position), Accent::None),
            };
            let accent = match view.accent(position) {
                Accent::None => given,
                accent => accent,
            };
            let note = view.note(position).unwrap_or_default();
            known
                .map(symbol)
                .unwrap_or_default()
                .with_accent(accent)
                .with_label(note)
        }
    };
    let cells = (0..puzzle.cells.len()).map(cell).collect();
    let mut grid = Grid::from_cells(puzzle.rows, puzzle.cols, cells).with_lines(Lines::Lattice);
    view.name_edges(&mut grid);
    grid
}

pub(super) fn printer(puzzle: &TrickyTriple, style: TextStyle) -> Printer<'static> {
    let symbols = SYMBOLS.map(symbol);
    let to_fill = |&(_, &cell): &(usize, &usize)| puzzle.cells[cell] == Given::Empty;
    let (positions, holes): (Vec<usize>, Vec<usize>) =
        puzzle.white.iter().enumerate().filter(to_fill).unzip();
    let stencil = Stencil::new(&board(puzzle, &View::blank()), &holes, &symbols, style);
    Box::new(move |solution, out| {
        let symbol = |&position: &usize| (solution.0[position] - SYMBOLS[0]) as usize;
        stencil.print(positions.iter().map(symbol), out);
    })
}
