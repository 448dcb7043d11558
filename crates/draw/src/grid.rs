//! A board of cells.

use crate::{Cell, Colour, Mark};
use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

/// A board of `rows` x `cols` cells, indexed by `(row, column)` from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    rows: usize,
    cols: usize,
    cells: Vec<Cell>,
    /// How the lines between cells are drawn.
    pub lines: Lines,
    /// Rows and columns of a block: heavy lines run between blocks, and in
    /// text only those are drawn. `(1, 1)`: a line between any two cells.
    pub block: (usize, usize),
    /// Rectangles of cells that are framed.
    pub frames: Vec<Frame>,
    /// Labels before the rows; empty for none.
    pub row_labels: Vec<String>,
    /// Labels above the columns; empty for none. A label may have several lines.
    pub col_labels: Vec<String>,
    /// Labels behind the rows; empty for none.
    pub right_labels: Vec<String>,
    /// Labels below the columns, likewise.
    pub bottom_labels: Vec<String>,
    /// Which sides of cells are heavy lines, if that is told one by one; in text only those are drawn.
    pub sides: Option<Sides>,
    /// Small marks between neighbouring cells.
    pub between: Between,
}

/// Marks on the sides of the cells of a [`Grid`], each at the cell after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Between {
    /// On the side above a cell.
    pub above: BTreeMap<(usize, usize), String>,
    /// On the side before a cell.
    pub before: BTreeMap<(usize, usize), String>,
}

/// The sides of the cells of a [`Grid`], each a heavy line or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    cols: usize,
    above: Vec<bool>,
    before: Vec<bool>,
    /// Whether the board is a field of dots, with no other lines between the cells.
    pub dots: bool,
}

impl Sides {
    /// No heavy line on a board of this size.
    pub fn new(rows: usize, cols: usize) -> Sides {
        Sides {
            cols,
            above: vec![false; (rows + 1) * cols],
            before: vec![false; rows * (cols + 1)],
            dots: false,
        }
    }

    /// The side above a cell; below the last row for a row that is one too large.
    pub fn above(&self, row: usize, col: usize) -> bool {
        col < self.cols && self.above.get(row * self.cols + col) == Some(&true)
    }

    /// The side before a cell; behind the last column for a column that is one too large.
    pub fn before(&self, row: usize, col: usize) -> bool {
        col <= self.cols && self.before.get(row * (self.cols + 1) + col) == Some(&true)
    }

    /// Makes the side above a cell heavy.
    pub fn draw_above(&mut self, row: usize, col: usize) {
        self.above[row * self.cols + col] = true;
    }

    /// Makes the side before a cell heavy.
    pub fn draw_before(&mut self, row: usize, col: usize) {
        self.before[row * (self.cols + 1) + col] = true;
    }
}

/// How the lines between the cells of a [`Grid`] are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Lines {
    /// Cells are boxes.
    #[default]
    Boxed,
    /// In plain text cells are the knots of a lattice, as in `1---2---3`;
    /// boxed elsewhere.
    Lattice,
    /// No lines: cells are separated by blanks only.
    Bare,
}

/// A framed rectangle of cells; all bounds are inclusive and count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// First row.
    pub top: usize,
    /// First column.
    pub left: usize,
    /// Last row.
    pub bottom: usize,
    /// Last column.
    pub right: usize,
    /// Colour of the frame.
    pub colour: Colour,
}

impl Frame {
    /// Whether the cell lies inside.
    pub fn contains(&self, row: usize, col: usize) -> bool {
        (self.top..=self.bottom).contains(&row) && (self.left..=self.right).contains(&col)
    }
}

impl Grid {
    /// An empty board.
    pub fn new(rows: usize, cols: usize) -> Grid {
        Grid::from_cells(rows, cols, vec![Cell::default(); rows * cols])
    }

    /// A board from its cells, row by row.
    ///
    /// # Panics
    /// If there are not exactly `rows * cols` cells.
    pub fn from_cells(rows: usize, cols: usize, cells: Vec<Cell>) -> Grid {
        assert_eq!(cells.len(), rows * cols, "cells of a {rows} x {cols} grid");
        Grid {
            rows,
            cols,
            cells,
            lines: Lines::default(),
            block: (1, 1),
            frames: Vec::new(),
            row_labels: Vec::new(),
            col_labels: Vec::new(),
            right_labels: Vec::new(),
            bottom_labels: Vec::new(),
            sides: None,
            between: Between::default(),
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cells, row by row.
    pub fn cells_mut(&mut self) -> &mut [Cell] {
        &mut self.cells
    }

    /// For text, where a cell is one line high: cells whose four sides are coloured become blocks of three by three cells.
    pub(crate) fn spread(&self) -> Option<Grid> {
        let is_piece = |cell: &Cell| matches!(cell.mark, Mark::Sides(_));
        if !self.cells.iter().any(is_piece) {
            return None;
        }
        let mut grid = Grid::new(3 * self.rows, 3 * self.cols).with_blocks(3, 3);
        for (index, cell) in self.cells.iter().enumerate() {
            let (top, left) = (3 * (index / self.cols), 3 * (index % self.cols));
            for part in 0..9 {
                grid[(top + part / 3, left + part % 3)] = Cell::text(" ");
            }
            let middle = if is_piece(cell) {
                Cell::text(" ").with_label(cell.label.clone())
            } else {
                cell.clone()
            };
            grid[(top + 1, left + 1)] = middle.with_accent(cell.accent);
            if let Mark::Sides(sides) = cell.mark {
                for (side, (down, right)) in sides.into_iter().zip([(0, 1), (1, 2), (2, 1), (1, 0)])
                {
                    let shown =
                        side.map(|(colour, letter)| Cell::tinted(colour, letter.to_string()));
                    grid[(top + down, left + right)] = shown.unwrap_or_default();
                }
            }
        }
        let spread = |labels: &[String]| {
            let labels = labels.iter();
            labels
                .flat_map(|label| [String::new(), label.clone(), String::new()])
                .collect()
        };
        grid.row_labels = spread(&self.row_labels);
        grid.col_labels = spread(&self.col_labels);
        Some(grid)
    }

    /// This board with another kind of lines.
    pub fn with_lines(mut self, lines: Lines) -> Grid {
        self.lines = lines;
        self
    }

    /// This board with heavy lines between blocks of cells.
    pub fn with_blocks(mut self, rows: usize, cols: usize) -> Grid {
        self.block = (rows.max(1), cols.max(1));
        self
    }
}

impl Index<(usize, usize)> for Grid {
    type Output = Cell;

    fn index(&self, (row, col): (usize, usize)) -> &Cell {
        assert!(col < self.cols, "column {col} of {}", self.cols);
        &self.cells[row * self.cols + col]
    }
}

impl IndexMut<(usize, usize)> for Grid {
    fn index_mut(&mut self, (row, col): (usize, usize)) -> &mut Cell {
        assert!(col < self.cols, "column {col} of {}", self.cols);
        &mut self.cells[row * self.cols + col]
    }
}
