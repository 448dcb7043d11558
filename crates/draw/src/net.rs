//! Unfolded cubes and prisms.

use crate::{Cell, Grid};

/// A prism cut open: its sides in a row, its caps above and below the second
/// side (the first, if there is only one). With four sides it is the familiar
/// cross of an unfolded cube.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// The side faces, in the order they follow each other around.
    pub sides: Vec<Cell>,
    /// The upper and the lower cap.
    pub caps: [Cell; 2],
}

impl Net {
    /// The column the caps hang on.
    pub(crate) fn cap_column(&self) -> usize {
        usize::from(self.sides.len() > 1)
    }

    /// The net as a board: how it is drawn in text.
    pub(crate) fn to_grid(&self) -> Grid {
        let cols = self.sides.len().max(1);
        let mut grid = Grid::from_cells(3, cols, vec![Cell::absent(); 3 * cols]);
        for (col, side) in self.sides.iter().enumerate() {
            grid[(1, col)] = side.clone();
        }
        grid[(0, self.cap_column())] = self.caps[0].clone();
        grid[(2, self.cap_column())] = self.caps[1].clone();
        grid
    }
}
