//! Boards: rows of tokens, each row knowing its line.

use super::error::quoted;
use super::{Document, FileError, Value};

/// A row of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line of the file it stands on.
    pub line: usize,
    /// What stands in it, from left to right.
    pub tokens: Vec<Token>,
}

/// What stands in one cell of a board as it is written.
pub type Token = String;

impl Document {
    /// The rows of the board under `key`: a text with one row a line, or a
    /// list of texts. Cells are separated by blanks; with `letters`, a row
    /// without blanks is read character by character. All rows must be
    /// equally long, and none of them empty.
    pub fn board(&self, key: &str, letters: bool) -> Result<Vec<Row>, FileError> {
        let node = self.require(key)?;
        let written: Vec<(usize, &str)> = match node.value() {
            Value::Text(text) => text
                .lines()
                .enumerate()
                .map(|(row, text)| (node.line_of_row(row), text))
                .filter(|(_, text)| !text.trim().is_empty())
                .collect(),
            Value::List(_) => self.texts(key)?,
            other => {
                let found = other.describe();
                let message = format!("`{key}` must be a board of rows, found {found}");
                return Err(self.error(Some(node.line()), message));
            }
        };
        let rows: Vec<Row> = written
            .into_iter()
            .map(|(line, text)| Row {
                line,
                tokens: tokens(text, letters),
            })
            .collect();
        let Some(first) = rows.first() else {
            return Err(self.error(Some(node.line()), format!("`{key}` has no rows")));
        };
        let width = first.tokens.len();
        for row in &rows {
            if row.tokens.len() != width || width == 0 {
                let found = row.tokens.len();
                let expected = width.max(1);
                let message = format!(
                    "ragged board: this row has {found} cells, expected {expected} as in the first row"
                );
                return Err(self.error(Some(row.line), message));
            }
        }
        Ok(rows)
    }

    /// The error of a token that means nothing.
    pub fn bad_token(&self, row: &Row, column: usize, expected: &str) -> FileError {
        let token = quoted(&row.tokens[column]);
        let place = column + 1;
        self.error(
            Some(row.line),
            format!("{token} in column {place} of the board: expected {expected}"),
        )
    }
}

fn tokens(text: &str, letters: bool) -> Vec<Token> {
    let mut tokens: Vec<Token> = text.split_whitespace().map(String::from).collect();
    if letters && tokens.len() == 1 {
        tokens = tokens[0].chars().map(String::from).collect();
    }
    tokens
}
