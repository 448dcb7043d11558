//! Puzzle files of Colors: pieces, the size of the board, its frame, and pieces that lie already.

use super::board::{Board, Match};
use super::{Colors, Hint, KIND, MOST_PIECES};
use serde_json::{Value, json};
use tantalizer_puzzle::file::{self, Node, quoted};
use tantalizer_puzzle::{Document, FileError};

const KEYS: [&str; 6] = ["pieces", "rows", "cols", "match", "frame", "hints"];

impl Colors {
    /// Reads a set of pieces from a puzzle file.
    pub fn read(document: &Document) -> Result<Colors, FileError> {
        document.only_keys(&KEYS)?;
        let matched = read_match(document)?;
        let written = document.texts("pieces")?;
        let line = document.get("pieces").map(Node::line);
        if written.is_empty() {
            return Err(document.error(line, "`pieces` is empty, expected texts such as \"ORGG\""));
        }
        if written.len() > MOST_PIECES {
            return Err(document.error(line, format!("more than {MOST_PIECES} pieces")));
        }
        let mut pieces = Vec::new();
        for (line, text) in written {
            pieces.push(read_piece(document, matched, line, text)?);
        }
        let (rows, cols) = read_size(document, line, pieces.len())?;
        let board = Board::new(rows, cols, matched);
        let puzzle = Colors::on(board, &pieces);
        let puzzle = match read_frame(document, &puzzle)? {
            Some(frame) => puzzle.with_frame(frame),
            None => puzzle,
        };
        let hints = read_hints(document, board)?;
        Ok(puzzle.with_hints(hints))
    }

    /// The puzzle as a file.
    pub(super) fn file(&self) -> Value {
        let board = self.board;
        let pieces: Vec<String> = self.pieces.all().iter().map(|&p| self.written(p)).collect();
        let mut file = json!({
            "puzzle": KIND.name, "rows": board.rows, "cols": board.cols, "pieces": pieces
        });
        if board.matched == Match::Sides {
            file["match"] = "sides".into();
        }
        if let Some(frame) = self.frame {
            file["frame"] = self.letter(frame).to_string().into();
        }
        if !self.hints.is_empty() {
            file["hints"] = self.hints.iter().map(Hint::json).collect();
        }
        file
    }
}

impl Hint {
    /// As in a file, all numbers but the turns from 1 on.
    pub(super) fn json(&self) -> Value {
        let &Hint {
            piece,
            row,
            col,
            turn,
        } = self;
        json!({ "piece": piece + 1, "row": row + 1, "col": col + 1, "turn": turn })
    }
}

fn read_match(document: &Document) -> Result<Match, FileError> {
    let Some(node) = document.get("match") else {
        return Ok(Match::Corners);
    };
    match document.text("match")? {
        "corners" => Ok(Match::Corners),
        "sides" => Ok(Match::Sides),
        _ => Err(document.unexpected("match", node, "\"corners\" or \"sides\"")),
    }
}

fn read_piece(
    document: &Document,
    matched: Match,
    line: usize,
    text: &str,
) -> Result<[char; 4], FileError> {
    let expected = format!("four letters: {}", matched.field_names().join(", "));
    let fields: Vec<char> = text.chars().collect();
    let shown = quoted(text);
    if let Some(other) = fields.iter().find(|field| !field.is_alphabetic()) {
        let other = quoted(&other.to_string());
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

fn read_frame(document: &Document, puzzle: &Colors) -> Result<Option<char>, FileError> {
    let Some(node) = document.get("frame") else {
        return Ok(None);
    };
    let mut letters = document.text("frame")?.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if puzzle.letters.contains(&letter) => Ok(Some(letter)),
        _ => Err(document.unexpected("frame", node, "the letter of a colour of the pieces")),
    }
}

fn read_hints(document: &Document, board: Board) -> Result<Vec<Hint>, FileError> {
    let Some(node) = document.get("hints") else {
        return Ok(Vec::new());
    };
    let expected = "a list of tables such as { piece = 3, row = 1, col = 2, turn = 0 }";
    let file::Value::List(items) = node.value() else {
        return Err(document.unexpected("hints", node, expected));
    };
    let mut hints: Vec<Hint> = Vec::new();
    for item in items {
        let file::Value::Map(entries) = item.value() else {
            return Err(document.unexpected("hints", item, expected));
        };
        let hint = Document::from_entries(document.file(), entries.clone())?;
        hint.only_keys(&["piece", "row", "col", "turn"])?;
        let number = |key: &str, most: usize| {
            let number = hint.integer(key, 1..=most as i64)?;
            let missing = || document.error(Some(item.line()), format!("a hint without `{key}`"));
            Ok(number.ok_or_else(missing)? as usize - 1)
        };
        let hint = Hint {
            piece: number("piece", board.places())?,
            row: number("row", board.rows)?,
            col: number("col", board.cols)?,
            turn: hint.integer("turn", 0..=3)?.unwrap_or(0) as usize,
        };
        let twice = hints.iter().find_map(|other| {
            if other.piece == hint.piece {
                Some(format!("piece {} lies at two places", hint.piece + 1))
            } else if (other.row, other.col) == (hint.row, hint.col) {
                let (row, col) = (hint.row + 1, hint.col + 1);
                Some(format!("two pieces lie at r{row}c{col}"))
            } else {
                None
            }
        });
        if let Some(message) = twice {
            return Err(document.error(Some(item.line()), message));
        }
        hints.push(hint);
    }
    Ok(hints)
}
