//! A model as a complete text that reads back: what a certificate states.
//!
//! One line a thing, words separated by single spaces, variables by their numbers. Lists start with their
//! length, so that reading needs no look-ahead. Names come last on their line, with `\\`, `\n` and `\r` escaped. Rows of
//! tables, automata and graphs are written once, before the first constraint that uses them, and are then
//! called by number. Left out is what does not change the solutions: declared symmetries and the sentences of
//! explanations.
//!
//! ```text
//! model two digits
//! variable 1..9 x
//! variable 1..4,6..9 y
//! constant 7
//! constraint linear = 10 2 1 0 1 1
//! name the sum
//! constraint compare 0 < 1
//! answer 2 0 1
//! ```

mod read;
mod write;

use thiserror::Error;

pub(crate) use read::{Read, Words};
pub(crate) use write::Line;

/// A text that is no model.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line} of the model: {message}")]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

/// A name on one line.
fn escape(name: &str) -> String {
    name.replace('\\', "\\\\")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
}

/// The name that was escaped, if it is one.
fn unescape(text: &str) -> Option<String> {
    let mut name = String::new();
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        name.push(match char {
            '\\' => match chars.next()? {
                '\\' => '\\',
                'n' => '\n',
                'r' => '\r',
                _ => return None,
            },
            other => other,
        });
    }
    Some(name)
}
