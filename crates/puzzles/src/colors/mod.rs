//! Colors: square pieces of 2x2 coloured fields, to be laid edge to edge.
//!
//! Each piece is used exactly once, may be turned, and fields of neighbouring
//! pieces that touch must have the same colour. Patrick Wenger, *Colors
//! Revisited: ein Lösungsansatz* (2022), solves a set of 16 pieces with MiniZinc
//! and Chuffed.
//!
//! The one idea of the model: the fields that meet in a corner point all have
//! one colour, so a picture is nothing but a colour for each corner point.

mod design;
mod explanation;
mod fitting;
pub mod generate;
mod lay;
mod model;
mod pieces;
#[cfg(test)]
mod tests;
mod turns;
mod way;

use pieces::Pieces;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tantalizer_ask::Posed;
use tantalizer_draw::{Accent, Cell, Colour, Drawing, Grid};
use tantalizer_model::{Model, Request, Solution};
use tantalizer_puzzle::{
    Document, FileError, Flags, Kind, OwnExplanation, Puzzle, PuzzleError, View,
};
use way::{LAY, Lay};

/// How Colors is registered.
pub static KIND: Kind = Kind {
    ways: &[LAY],
    design: Some(&design::DESIGNER),
    ..Kind::new(
        "colors",
        "pieces of 2x2 coloured fields, laid edge to edge so that touching fields match",
        include_str!("../../../../examples/colors.toml"),
        |document| Ok(Box::new(Colors::read(document)?)),
    )
};

/// No board has more pieces.
const MOST_PIECES: usize = 10_000;

/// A set of pieces and the board they fill.
///
/// ```
/// use tantalizer_ask::ask;
/// use tantalizer_model::{Question, Request, Silent};
/// use tantalizer_puzzles::colors::Colors;
/// use tantalizer_puzzle::{Flags, Puzzle};
///
/// // Fields as they are read: top left, top right, bottom left, bottom right.
/// let two = Colors::new(1, 2, &["RGRB", "GYBY"].map(|piece| piece.chars().collect::<Vec<_>>().try_into().unwrap()));
/// let posed = two.pose(&Flags::new()).unwrap();
/// let answer = ask(posed, &Request::new(Question::Count), &mut Silent).unwrap();
/// assert_eq!(answer.count, 2u32.into(), "one picture, and upside down");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colors {
    rows: usize,
    cols: usize,
    /// The letters of the colours, in alphabetical order: colour `i` is `letters[i]`.
    letters: Vec<char>,
    pieces: Pieces,
}

impl Colors {
    /// Reads a set of pieces from a puzzle file.
    pub fn read(document: &Document) -> Result<Colors, FileError> {
        document.only_keys(&["pieces", "rows", "cols"])?;
        let written = document.texts("pieces")?;
        let line = document.get("pieces").map(|node| node.line());
        if written.is_empty() {
            return Err(document.error(line, "`pieces` is empty, expected texts such as \"ORGG\""));
        }
        if written.len() > MOST_PIECES {
            return Err(document.error(line, format!("more than {MOST_PIECES} pieces")));
        }
        let mut pieces = Vec::new();
        for (line, text) in written {
            pieces.push(read_piece(document, line, text)?);
        }
        let (rows, cols) = read_size(document, line, pieces.len())?;
        Ok(Colors::new(rows, cols, &pieces))
    }

    /// A board of pieces, each given by the letters of its fields: top left,
    /// top right, bottom left, bottom right.
    ///
    /// # Panics
    /// If there are not exactly `rows * cols` pieces.
    pub fn new(rows: usize, cols: usize, pieces: &[[char; 4]]) -> Colors {
        assert_eq!(
            pieces.len(),
            rows * cols,
            "pieces of a {rows} x {cols} board"
        );
        let letters: BTreeSet<char> = pieces.iter().flatten().copied().collect();
        let letters: Vec<char> = letters.into_iter().collect();
        let colour = |letter: char| letters.partition_point(|&other| other < letter) as i32;
        let pieces = pieces.iter().map(|piece| piece.map(colour)).collect();
        Colors {
            rows,
            cols,
            letters,
            pieces: Pieces::new(pieces),
        }
    }

    /// Rows of pieces.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns of pieces.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The position in a solution of a corner point, counted from the top left.
    fn corner(&self, row: usize, col: usize) -> usize {
        row * (self.cols + 1) + col
    }

    /// The position in a solution of the corner point that a field lies at.
    fn corner_of_field(&self, row: usize, col: usize) -> usize {
        self.corner(row.div_ceil(2), col.div_ceil(2))
    }

    /// The corner points of a piece, in the order of its fields.
    fn corners_of_piece(&self, row: usize, col: usize) -> [usize; 4] {
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| self.corner(row + down, col + right))
    }

    fn letter(&self, colour: i32) -> char {
        let index = usize::try_from(colour).ok();
        index
            .and_then(|index| self.letters.get(index))
            .copied()
            .unwrap_or('?')
    }

    /// One way to lay the picture: for each place in reading order, the piece and its turns.
    fn placements(&self, colours: &[i32]) -> Vec<Value> {
        let mut unused = self.pieces.by_kind();
        let mut placements = Vec::new();
        for row in 0..self.rows {
            for col in 0..self.cols {
                let fields = self
                    .corners_of_piece(row, col)
                    .map(|corner| colours[corner]);
                let kind = self.pieces.kind_of(fields);
                if let Some(piece) = kind.and_then(|kind| unused[kind].pop()) {
                    let turn = self.pieces.turns(piece, fields);
                    placements.push(json!({
                        "piece": piece + 1, "row": row + 1, "col": col + 1, "turn": turn,
                    }));
                }
            }
        }
        placements
    }
}

fn read_piece(document: &Document, line: usize, text: &str) -> Result<[char; 4], FileError> {
    let expected = "four letters: top left, top right, bottom left, bottom right";
    let fields: Vec<char> = text.chars().collect();
    let shown = tantalizer_puzzle::file::quoted(text);
    if let Some(other) = fields.iter().find(|field| !field.is_alphabetic()) {
        let other = tantalizer_puzzle::file::quoted(&other.to_string());
        let message = format!("piece {shown}: {other} is no letter, expected {expected}");
        return Err(document.error(Some(line), message));
    }
    let count = fields.len();
    <[char; 4]>::try_from(fields).map_err(|_| {
        let message = format!("piece {shown} has {count} fields, expected {expected}");
        document.error(Some(line), message)
    })
}

/// The size of the board: as written, or square.
fn read_size(
    document: &Document,
    line: Option<usize>,
    pieces: usize,
) -> Result<(usize, usize), FileError> {
    let bounds = 1..=MOST_PIECES as i64;
    let rows = document.integer("rows", bounds.clone())?;
    let cols = document.integer("cols", bounds)?;
    let side = pieces.isqrt();
    let (rows, cols) = match (rows, cols) {
        (None, None) if side * side == pieces => (side, side),
        (None, None) => {
            let message =
                format!("{pieces} pieces fill no square, expected keys `rows` and `cols`");
            return Err(document.error(line, message));
        }
        (Some(rows), None) => (rows as usize, pieces / rows as usize),
        (None, Some(cols)) => (pieces / cols as usize, cols as usize),
        (Some(rows), Some(cols)) => (rows as usize, cols as usize),
    };
    if rows * cols != pieces {
        let message = format!("{pieces} pieces do not fill {rows} rows and {cols} columns");
        return Err(document.error(line, message));
    }
    Ok((rows, cols))
}

impl Puzzle for Colors {
    fn name(&self) -> &str {
        KIND.name
    }

    fn to_json(&self) -> Value {
        let written = |piece: &[i32; 4]| piece.map(|colour| self.letter(colour)).iter().collect();
        let pieces: Vec<String> = self.pieces.all().iter().map(written).collect();
        json!({ "puzzle": KIND.name, "rows": self.rows, "cols": self.cols, "pieces": pieces })
    }

    fn pose(&self, _: &Flags) -> Result<Posed, PuzzleError> {
        let model = model::build(self)?;
        let lay = Lay::new(self, &model);
        Ok(Posed::new(model).with_way(lay))
    }

    fn explanation(&self, request: &Request) -> Result<Option<OwnExplanation>, PuzzleError> {
        let model = model::build(self)?;
        Ok(self.by_pieces(request, &Lay::new(self, &model)))
    }

    fn solution_json(&self, solution: &Solution, _: Option<i64>) -> Value {
        let field = |row, col| self.letter(solution.0[self.corner_of_field(row, col)]);
        let line = |row| (0..2 * self.cols).map(|col| field(row, col)).collect();
        let fields: Vec<String> = (0..2 * self.rows).map(line).collect();
        json!({ "fields": fields, "placements": self.placements(&solution.0) })
    }

    fn draw(&self, view: &View) -> Drawing {
        let tinted = |letter: char| Cell::tinted(Colour::of_letter(letter), letter.to_string());
        let known =
            (0..(self.rows + 1) * (self.cols + 1)).any(|corner| view.value(corner).is_some());
        if !known {
            // The pieces as they are given, side by side.
            let piece = |piece: &[i32; 4]| {
                let cells = piece.map(|colour| tinted(self.letter(colour)));
                Grid::from_cells(2, 2, cells.into())
                    .with_blocks(2, 2)
                    .into()
            };
            let rows = self.pieces.all().chunks(self.cols);
            return Drawing::down(
                rows.map(|row| Drawing::across(row.iter().map(piece).collect()))
                    .collect(),
            );
        }
        let mut grid = Grid::new(2 * self.rows, 2 * self.cols).with_blocks(2, 2);
        for row in 0..2 * self.rows {
            for col in 0..2 * self.cols {
                let corner = self.corner_of_field(row, col);
                let cell = view.value(corner).map(|colour| tinted(self.letter(colour)));
                let accent: Accent = view.accent(corner);
                grid[(row, col)] = cell.unwrap_or_default().with_accent(accent);
            }
        }
        grid.into()
    }

    fn places(&self, model: &Model, position: usize) -> Vec<String> {
        let _ = model;
        let mut places = Vec::new();
        for row in 0..2 * self.rows {
            for col in 0..2 * self.cols {
                if self.corner_of_field(row, col) == position {
                    places.push(format!("r{}c{}", row + 1, col + 1));
                }
            }
        }
        places
    }

    fn value_json(&self, position: usize, value: i32) -> Value {
        let _ = position;
        Value::from(self.letter(value).to_string())
    }
}
