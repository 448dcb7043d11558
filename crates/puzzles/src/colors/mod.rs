//! Colors: square pieces with coloured fields, to be laid so that touching fields match.
//!
//! Each piece is used exactly once and may be turned. Either a piece has two by two fields and matches at its corners: Patrick Wenger, *Colors
//! Revisited: ein Lösungsansatz* (2022), solves a set of 16 such pieces with MiniZinc and Chuffed. Or it has a field at each of its sides and
//! matches there: the edge-matching puzzles of Major MacMahon and of Eternity II, with a frame of one colour around the board and hints, pieces that
//! lie already.
//!
//! The one idea of the model: the fields that meet in a point all have one colour, so a picture is nothing but a colour for each point
//! (`board.rs`).

mod board;
mod bucas;
mod design;
mod draw;
mod e2pieces;
mod explanation;
mod file;
mod fitting;
pub mod generate;
mod lay;
mod model;
mod pieces;
#[cfg(test)]
mod tests;
mod way;

pub use board::Match;

use board::Board;
use pieces::{Fields, Pieces};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tantalizer_ask::Posed;
use tantalizer_draw::Drawing;
use tantalizer_model::{Model, Request, Solution, Var};
use tantalizer_puzzle::{Flags, Format, Kind, OwnExplanation, OwnHint, Puzzle, PuzzleError, View};
use way::{LAY, Lay};

/// How Colors is registered.
pub static KIND: Kind = Kind {
    ways: &[LAY],
    formats: &[
        Format::Text {
            extension: "txt",
            is: e2pieces::is,
            parse: e2pieces::parse,
        },
        Format::Link {
            is: bucas::is_link,
            parse: bucas::parse,
        },
    ],
    design: Some(&design::DESIGNER),
    ..Kind::new(
        "colors",
        "pieces with coloured fields at their corners or sides, laid edge to edge so that touching fields match",
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
///
/// With sides in place of corners, a frame and a hint:
///
/// ```
/// # use tantalizer_puzzles::colors::{Colors, Hint};
/// # use tantalizer_puzzle::Puzzle;
/// // Sides as they are read: top, right, bottom, left.
/// let framed = Colors::by_sides(1, 2, &["abaa", "abaa"].map(|piece| piece.chars().collect::<Vec<_>>().try_into().unwrap()))
///     .with_frame('a')
///     .with_hints(vec![Hint { piece: 0, row: 0, col: 0, turn: 0 }]);
/// assert!(framed.link().unwrap().ends_with("&board_edges=abaaabaa&board_pieces=001002&board_types=eb"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colors {
    board: Board,
    /// The letters of the colours, in alphabetical order: colour `i` is `letters[i]`.
    letters: Vec<char>,
    pieces: Pieces,
    /// The colour of the edge of the board, and of nothing else.
    frame: Option<i32>,
    hints: Vec<Hint>,
}

/// A piece that lies already. All numbers count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Which one.
    pub piece: usize,
    /// Where.
    pub row: usize,
    /// Where.
    pub col: usize,
    /// How many quarter turns clockwise.
    pub turn: usize,
}

impl Colors {
    /// A board of pieces that match at their corners, each given by the letters of its fields: top left, top right, bottom left,
    /// bottom right.
    ///
    /// # Panics
    /// If there are not exactly `rows * cols` pieces.
    pub fn new(rows: usize, cols: usize, pieces: &[[char; 4]]) -> Colors {
        Colors::on(Board::new(rows, cols, Match::Corners), pieces)
    }

    /// A board of pieces that match at their sides: top, right, bottom, left.
    ///
    /// # Panics
    /// If there are not exactly `rows * cols` pieces.
    pub fn by_sides(rows: usize, cols: usize, pieces: &[[char; 4]]) -> Colors {
        Colors::on(Board::new(rows, cols, Match::Sides), pieces)
    }

    /// This puzzle with a frame: the edge of the board has this colour, and nothing else has.
    ///
    /// # Panics
    /// If no piece has it.
    pub fn with_frame(mut self, letter: char) -> Colors {
        let colour = self.letters.iter().position(|&known| known == letter);
        self.frame = Some(colour.expect("a colour of the pieces") as i32);
        self
    }

    /// This puzzle with pieces that lie already.
    pub fn with_hints(mut self, hints: Vec<Hint>) -> Colors {
        self.hints = hints;
        self
    }

    fn on(board: Board, pieces: &[[char; 4]]) -> Colors {
        let Board { rows, cols, .. } = board;
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
            board,
            letters,
            pieces: Pieces::new(board.matched, pieces),
            frame: None,
            hints: Vec::new(),
        }
    }

    /// Rows of pieces.
    pub fn rows(&self) -> usize {
        self.board.rows
    }

    /// Columns of pieces.
    pub fn cols(&self) -> usize {
        self.board.cols
    }

    /// The position in a solution of the corner point that a field lies at.
    fn point_of_field(&self, row: usize, col: usize) -> usize {
        let points = self.board.points_of(row / 2, col / 2);
        points[2 * (row % 2) + col % 2]
    }

    /// What a hint shows.
    fn shown(&self, hint: &Hint) -> Fields {
        self.pieces.turned(hint.piece, hint.turn)
    }

    /// The colours of the points that frame and hints tell; nothing if they contradict each other.
    fn given(&self) -> Option<Vec<Option<i32>>> {
        let board = self.board;
        let framed = |point| self.frame.filter(|_| board.on_the_edge(point));
        let mut given: Vec<Option<i32>> = (0..board.points()).map(framed).collect();
        for hint in &self.hints {
            let points = board.points_of(hint.row, hint.col);
            for (point, colour) in points.into_iter().zip(self.shown(hint)) {
                let inner = !board.on_the_edge(point) && self.frame == Some(colour);
                if inner || *given[point].get_or_insert(colour) != colour {
                    return None;
                }
            }
        }
        Some(given)
    }

    fn letter(&self, colour: i32) -> char {
        let index = usize::try_from(colour).ok();
        index
            .and_then(|index| self.letters.get(index))
            .copied()
            .unwrap_or('?')
    }

    /// The letters of a piece.
    fn written(&self, fields: Fields) -> String {
        fields.map(|colour| self.letter(colour)).iter().collect()
    }

    /// What a picture shows at each place, in reading order.
    fn fields_of(&self, colours: &[i32]) -> Vec<Fields> {
        let places = self.board.points_of_all().into_iter();
        places
            .map(|points| points.map(|point| colours[point]))
            .collect()
    }

    /// One way to lay the picture: for each place in reading order, the piece and its turns.
    fn placements(&self, colours: &[i32]) -> Vec<Hint> {
        let mut unused = self.pieces.by_kind();
        let cols = self.board.cols;
        let lies = |place: usize| {
            let mut hints = self.hints.iter();
            hints.find(|hint| hint.row * cols + hint.col == place)
        };
        for hint in &self.hints {
            unused[self.pieces.kind(hint.piece)].retain(|&piece| piece != hint.piece);
        }
        let mut placements = Vec::new();
        for (place, fields) in self.fields_of(colours).into_iter().enumerate() {
            let kind = self.pieces.kind_of(fields);
            let next = |kind: usize| unused[kind].pop();
            let piece = match lies(place) {
                Some(hint) => Some(hint.piece),
                None => kind.and_then(next),
            };
            if let Some(piece) = piece {
                placements.push(Hint {
                    piece,
                    row: place / cols,
                    col: place % cols,
                    turn: self.pieces.turns(piece, fields),
                });
            }
        }
        placements
    }
}

impl Puzzle for Colors {
    fn name(&self) -> &str {
        KIND.name
    }

    fn to_json(&self) -> Value {
        self.file()
    }

    fn link(&self) -> Result<String, PuzzleError> {
        bucas::link_of_puzzle(self).map_err(PuzzleError::Form)
    }

    fn written_as(&self, form: &str) -> Result<Option<String>, PuzzleError> {
        let own = (form == e2pieces::NAME).then(|| e2pieces::write(self));
        own.transpose().map_err(PuzzleError::Form)
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

    fn hint(
        &self,
        entries: &[(Var, i32)],
        request: &Request,
    ) -> Result<Option<OwnHint>, PuzzleError> {
        let model = model::build(self)?;
        Ok(self.next_piece(entries, request, &Lay::new(self, &model)))
    }

    fn solution_json(&self, solution: &Solution, _: Option<i64>) -> Value {
        let placements = self.placements(&solution.0);
        let laid: Vec<Value> = placements.iter().map(Hint::json).collect();
        match self.board.matched {
            Match::Corners => {
                let field = |row, col| self.letter(solution.0[self.point_of_field(row, col)]);
                let line = |row| (0..2 * self.cols()).map(|col| field(row, col)).collect();
                let fields: Vec<String> = (0..2 * self.rows()).map(line).collect();
                json!({ "fields": fields, "placements": laid })
            }
            Match::Sides => {
                let shown = self.fields_of(&solution.0);
                let shown: Vec<String> = shown.into_iter().map(|f| self.written(f)).collect();
                let sides: Vec<&[String]> = shown.chunks(self.cols()).collect();
                let link = bucas::link(self, &placements).ok();
                json!({ "sides": sides, "placements": laid, "link": link })
            }
        }
    }

    fn draw(&self, view: &View) -> Drawing {
        self.drawing(view)
    }

    fn places(&self, model: &Model, position: usize) -> Vec<String> {
        let _ = model;
        let mut places = Vec::new();
        match self.board.matched {
            Match::Corners => {
                for row in 0..2 * self.rows() {
                    for col in 0..2 * self.cols() {
                        if self.point_of_field(row, col) == position {
                            places.push(format!("r{}c{}", row + 1, col + 1));
                        }
                    }
                }
            }
            Match::Sides => {
                let sides = ["above", "right of", "below", "left of"];
                for (place, points) in self.board.points_of_all().into_iter().enumerate() {
                    if let Some(side) = points.iter().position(|&point| point == position) {
                        let (row, col) = (place / self.cols() + 1, place % self.cols() + 1);
                        places.push(format!("the side {} r{row}c{col}", sides[side]));
                    }
                }
                places.truncate(1);
            }
        }
        places
    }

    fn value_json(&self, position: usize, value: i32) -> Value {
        let _ = position;
        Value::from(self.letter(value).to_string())
    }
}
