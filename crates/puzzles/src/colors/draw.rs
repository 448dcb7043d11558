//! How pieces and boards look.

use super::Colors;
use super::board::Match;
use tantalizer_draw::{Accent, Cell, Colour, Drawing, Grid};
use tantalizer_puzzle::View;

impl Colors {
    /// The board with what is known; the pieces side by side if nothing is.
    pub(super) fn drawing(&self, view: &View) -> Drawing {
        let known = (0..self.board.points()).any(|point| view.value(point).is_some());
        if known {
            return self.board_with(view).into();
        }
        let rows = self.pieces.all().chunks(self.board.cols);
        let pieces = Drawing::down(
            rows.map(|row| Drawing::across(row.iter().map(|&p| self.piece(p)).collect()))
                .collect(),
        );
        if self.hints.is_empty() {
            return pieces;
        }
        let board: Drawing = self.board_with(view).into();
        Drawing::down(vec![
            board.titled("these pieces lie already"),
            pieces.titled("all pieces"),
        ])
    }

    fn piece(&self, fields: [i32; 4]) -> Drawing {
        match self.board.matched {
            Match::Corners => {
                let cells = fields.map(|colour| self.tinted(colour));
                let grid = Grid::from_cells(2, 2, cells.into());
                grid.with_blocks(2, 2).into()
            }
            Match::Sides => {
                let sides = fields.map(|colour| Some(self.tint(colour)));
                Grid::from_cells(1, 1, vec![Cell::sides(sides)]).into()
            }
        }
    }

    fn board_with(&self, view: &View) -> Grid {
        let given = self.given().unwrap_or_default();
        let value = |point: usize| {
            let value = view.value(point);
            value.or_else(|| given.get(point).copied().flatten())
        };
        let board = self.board;
        match board.matched {
            Match::Corners => {
                let mut grid = Grid::new(2 * board.rows, 2 * board.cols).with_blocks(2, 2);
                for row in 0..2 * board.rows {
                    for col in 0..2 * board.cols {
                        let point = self.point_of_field(row, col);
                        let cell = value(point).map(|colour| self.tinted(colour));
                        grid[(row, col)] = cell.unwrap_or_default().with_accent(view.accent(point));
                    }
                }
                grid
            }
            Match::Sides => {
                let mut grid = Grid::new(board.rows, board.cols);
                for row in 0..board.rows {
                    for col in 0..board.cols {
                        let points = board.points_of(row, col);
                        let sides = points.map(|point| value(point).map(|c| self.tint(c)));
                        let accents = points.map(|point| view.accent(point));
                        let accent = accents.into_iter().find(|&a| a != Accent::None);
                        let hinted = self.hints.iter().any(|h| (h.row, h.col) == (row, col));
                        let own = if hinted { Accent::Given } else { Accent::None };
                        grid[(row, col)] = Cell::sides(sides).with_accent(accent.unwrap_or(own));
                    }
                }
                view.name_edges(&mut grid);
                grid
            }
        }
    }

    fn tinted(&self, colour: i32) -> Cell {
        let (colour, letter) = self.tint(colour);
        Cell::tinted(colour, letter.to_string())
    }

    /// The frame is grey; other letters have the colour that they stand for.
    fn tint(&self, colour: i32) -> (Colour, char) {
        let letter = self.letter(colour);
        let tint = if self.frame == Some(colour) {
            Colour::Grey
        } else {
            Colour::of_letter(letter)
        };
        (tint, letter)
    }
}
