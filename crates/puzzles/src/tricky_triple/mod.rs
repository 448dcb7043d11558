//! Tricky Triple, a puzzle by Erich Friedman.
//!
//! Fill each white cell with a triangle, a square or a circle such that any
//! three adjacent white cells in a line (row, column or diagonal) hold exactly
//! two different symbols. Solved with SICStus Prolog by António Dantas and João
//! Cunha, *Tricky Triple* (2021); the plain-text drawing is theirs.

mod design;
mod draw;
mod formulation;
pub mod library;
mod model;
mod symmetry;
#[cfg(test)]
mod tests;

pub use formulation::Formulation;

use serde_json::{Value, json};
use tantalizer_ask::Posed;
use tantalizer_draw::{Drawing, TextStyle};
use tantalizer_model::{Model, ModelError, Solution};
use tantalizer_puzzle::{
    Document, ENCODING, FileError, Flags, Kind, Printer, Puzzle, PuzzleEncoding, PuzzleError, View,
};

/// How Tricky Triple is registered.
pub static KIND: Kind = Kind {
    design: Some(&design::DESIGNER),
    library: Some(&library::LIBRARY),
    ..Kind::new(
        "tricky-triple",
        "any three adjacent white cells in a line hold exactly two different symbols",
        include_str!("../../../../examples/tricky-triple.toml"),
        |document| Ok(Box::new(TrickyTriple::read(document)?)),
    )
};

/// No board has more cells.
const MOST_CELLS: usize = 250_000;

/// The symbols 1, 2, 3: triangle, square, circle.
pub const SYMBOLS: [i32; 3] = [1, 2, 3];

/// What a symbol is called.
fn symbol_name(symbol: i32) -> &'static str {
    match symbol {
        1 => "triangle",
        2 => "square",
        _ => "circle",
    }
}

/// What is given of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// Off limits: no symbol, and no part of a line.
    Black,
    /// To be filled.
    Empty,
    /// Filled already, with symbol 1, 2 or 3.
    Clue(i32),
}

impl Given {
    /// What a cell means as it is written in a file.
    fn written(token: &str) -> Option<Given> {
        Some(match token.to_lowercase().as_str() {
            "." | "_" => Given::Empty,
            "#" | "0" => Given::Black,
            "1" | "t" | "triangle" | "▲" => Given::Clue(1),
            "2" | "s" | "square" | "■" => Given::Clue(2),
            "3" | "c" | "circle" | "●" => Given::Clue(3),
            _ => return None,
        })
    }
}

/// A board of Tricky Triple.
///
/// ```
/// use tantalizer_ask::ask;
/// use tantalizer_model::{Question, Request, Silent};
/// use tantalizer_puzzles::tricky_triple::TrickyTriple;
///
/// let board = TrickyTriple::empty(4, 4);
/// let answer = ask(board.model()?, &Request::new(Question::Count), &mut Silent).unwrap();
/// assert_eq!(answer.count, 2592u32.into());
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrickyTriple {
    rows: usize,
    cols: usize,
    cells: Vec<Given>,
    /// The white cells in reading order: position `i` of a solution is `white[i]`.
    white: Vec<usize>,
    /// For each cell its position in a solution.
    position: Vec<Option<usize>>,
}

impl TrickyTriple {
    /// A board from its cells, row by row.
    ///
    /// # Panics
    /// If there are not exactly `rows * cols` cells.
    pub fn new(rows: usize, cols: usize, cells: Vec<Given>) -> TrickyTriple {
        assert_eq!(cells.len(), rows * cols, "cells of a {rows} x {cols} board");
        let is_white = |&cell: &usize| cells[cell] != Given::Black;
        let white: Vec<usize> = (0..cells.len()).filter(is_white).collect();
        let mut position = vec![None; cells.len()];
        for (index, &cell) in white.iter().enumerate() {
            position[cell] = Some(index);
        }
        TrickyTriple {
            rows,
            cols,
            cells,
            white,
            position,
        }
    }

    /// An empty board.
    pub fn empty(rows: usize, cols: usize) -> TrickyTriple {
        TrickyTriple::new(rows, cols, vec![Given::Empty; rows * cols])
    }

    /// Reads a board from a puzzle file.
    pub fn read(document: &Document) -> Result<TrickyTriple, FileError> {
        document.only_keys(&["board"])?;
        let rows = document.board("board", true)?;
        let cols = rows[0].tokens.len();
        if rows.len() * cols > MOST_CELLS {
            let line = Some(rows[0].line);
            return Err(document.error(line, format!("more than {MOST_CELLS} cells")));
        }
        let mut cells = Vec::with_capacity(rows.len() * cols);
        for row in &rows {
            for (column, token) in row.tokens.iter().enumerate() {
                let given = Given::written(token).ok_or_else(|| {
                    let expected = "a symbol 1, 2 or 3 (triangle, square, circle, or t, s, c), `.` for empty or `#` for black";
                    document.bad_token(row, column, expected)
                })?;
                cells.push(given);
            }
        }
        Ok(TrickyTriple::new(rows.len(), cols, cells))
    }

    /// The board as a puzzle file.
    pub fn to_toml(&self) -> String {
        let board = self.written().join("\n");
        format!(
            "puzzle = \"{}\"\nboard = \"\"\"\n{board}\n\"\"\"\n",
            KIND.name
        )
    }

    /// The rows as they are written in files.
    fn written(&self) -> Vec<String> {
        let written = |given: &Given| match given {
            Given::Black => "#".to_string(),
            Given::Empty => ".".to_string(),
            Given::Clue(symbol) => symbol.to_string(),
        };
        let row = |cells: &[Given]| {
            let tokens: Vec<String> = cells.iter().map(written).collect();
            tokens.join(" ")
        };
        self.cells.chunks(self.cols).map(row).collect()
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// What is given, row by row.
    pub fn cells(&self) -> &[Given] {
        &self.cells
    }

    /// All lines of three adjacent white cells: indices of cells in reading order.
    pub fn lines(&self) -> Vec<[usize; 3]> {
        let mut lines = Vec::new();
        for row in 0..self.rows {
            for col in 0..self.cols {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    lines.extend(self.line((row, col), down, right));
                }
            }
        }
        lines
    }

    /// The line of three white cells from a cell in a direction, if there is one.
    fn line(&self, (row, col): (usize, usize), down: usize, right: isize) -> Option<[usize; 3]> {
        let mut line = [0; 3];
        for (step, cell) in line.iter_mut().enumerate() {
            let row = row + down * step;
            let col = col.checked_add_signed(right * step as isize)?;
            if row >= self.rows || col >= self.cols {
                return None;
            }
            *cell = row * self.cols + col;
            self.position[*cell]?;
        }
        Some(line)
    }

    /// The model of the board.
    pub fn model(&self) -> Result<Model, ModelError> {
        model::build(self)
    }

    /// What people call a cell: `r1c1` is the top left one.
    fn place(&self, cell: usize) -> String {
        format!("r{}c{}", cell / self.cols + 1, cell % self.cols + 1)
    }
}

impl Puzzle for TrickyTriple {
    fn name(&self) -> &str {
        KIND.name
    }

    fn to_json(&self) -> Value {
        json!({ "puzzle": KIND.name, "board": self.written() })
    }

    fn pose(&self, flags: &Flags) -> Result<Posed, PuzzleError> {
        let Some(encoding) = flags.get(ENCODING) else {
            return Ok(Posed::new(self.model()?));
        };
        let mut formulations = Formulation::ALL.into_iter();
        match formulations.find(|known| known.name() == encoding) {
            Some(formulation) => Ok(Posed::new(self.formulated(formulation)?)),
            None => Err(PuzzleError::Flag(format!(
                "tricky-triple has no encoding `{encoding}`"
            ))),
        }
    }

    fn solution_json(&self, solution: &Solution, _: Option<i64>) -> Value {
        let value = |cell: usize| self.position[cell].map_or(0, |position| solution.0[position]);
        let row = |row: usize| -> Value {
            let cells = row * self.cols..(row + 1) * self.cols;
            cells.map(value).collect()
        };
        let board: Value = (0..self.rows).map(row).collect();
        json!({ "board": board })
    }

    fn draw(&self, view: &View) -> Drawing {
        draw::board(self, view).into()
    }

    fn printer(&self, style: TextStyle) -> Printer<'_> {
        draw::printer(self, style)
    }

    fn value_word(&self, _: usize, value: i32) -> String {
        format!("a {}", symbol_name(value))
    }

    fn value_mark(&self, _: usize, value: i32) -> String {
        match value {
            1 => "▲",
            2 => "■",
            _ => "●",
        }
        .to_string()
    }

    fn encodings(&self) -> Vec<PuzzleEncoding> {
        let encoding = |formulation: Formulation| PuzzleEncoding {
            name: formulation.name().to_string(),
            engine: None,
            note: formulation.note(),
        };
        Formulation::ALL.map(encoding).to_vec()
    }
}
