//! What is wrong with a file, and where.

use std::io;
use thiserror::Error;

/// A file that cannot be used: where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.shown())]
pub struct FileError {
    /// The file.
    pub file: String,
    /// The line, from 1, where one can be named.
    pub line: Option<usize>,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl FileError {
    /// An error at a line of a file.
    pub fn new(file: &str, line: Option<usize>, message: impl Into<String>) -> FileError {
        FileError {
            file: file.to_string(),
            line,
            message: message.into(),
        }
    }

    fn shown(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}: {}", self.file, self.message),
            None => format!("{}: {}", self.file, self.message),
        }
    }
}

/// A text from a file as it may stand in a message: in backquotes, on one
/// line, and not too long.
pub fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    let shown: String = text
        .chars()
        .take(MOST)
        .flat_map(char::escape_debug)
        .collect();
    let more = if text.chars().count() > MOST {
        "..."
    } else {
        ""
    };
    format!("`{shown}{more}`")
}

/// The system's reason, in our words where we have better ones.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".into(),
        io::ErrorKind::IsADirectory => "a directory, expected a puzzle file".into(),
        io::ErrorKind::PermissionDenied => "no permission to read it".into(),
        _ => error.to_string(),
    }
}
