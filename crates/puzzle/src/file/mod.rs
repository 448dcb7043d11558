//! Puzzle files: TOML or JSON, read into one tree that remembers lines.
//!
//! A message about a puzzle file must say where: so every value keeps the line
//! it stands on, and a board written over several lines knows the line of each
//! row. Both formats are read into the same [`Document`], so that a puzzle
//! reads its instance once.

mod board;
mod distinct;
mod error;
mod json;
mod node;
mod toml;

pub use board::{Row, Token};
pub use distinct::DistinctKeys;
pub use error::{FileError, quoted};
pub use node::{Node, Value};

use std::io::Read;
use std::ops::RangeInclusive;
use std::path::Path;

/// No puzzle file is larger; this keeps a wrong file from filling the memory.
const MOST_BYTES: u64 = 16 << 20;

/// The line of what was set afterwards.
const NOWHERE: usize = 0;

/// A puzzle file: named values.
#[derive(Clone, Debug)]
pub struct Document {
    file: String,
    entries: Vec<(String, Node)>,
}

/// How the comment of a puzzle file begins that says how hard it is to explain.
const DIFFICULTY: &str = "# Difficulty: ";

/// How hard a puzzle is to explain, if a comment of its file says so.
pub fn stated_difficulty(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix(DIFFICULTY))
}

impl Document {
    /// Reads a file; `-` is standard input.
    pub fn open(path: &Path) -> Result<Document, FileError> {
        let (name, text) = Document::text_of(path)?;
        Document::parse_as_named(&name, &text)
    }

    /// Reads the text of a file: JSON if its name says so, else either form.
    pub fn parse_as_named(name: &str, text: &str) -> Result<Document, FileError> {
        if name.ends_with(".json") {
            Document::parse_json(name, text)
        } else {
            Document::parse(name, text)
        }
    }

    /// The text of a file, and what the file is called in messages; `-` is standard input.
    pub fn text_of(path: &Path) -> Result<(String, String), FileError> {
        let (name, bytes) = if path == Path::new("-") {
            (
                "standard input".to_string(),
                read_some(std::io::stdin().lock()),
            )
        } else {
            let bytes = std::fs::File::open(path).and_then(read_some);
            (path.display().to_string(), bytes)
        };
        let fail = |message: String| FileError::new(&name, None, message);
        let bytes = bytes.map_err(|error| fail(error::reason(&error)))?;
        if bytes.len() as u64 > MOST_BYTES {
            let megabytes = MOST_BYTES >> 20;
            return Err(fail(format!("larger than {megabytes} MB: no puzzle file")));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
            FileError::new(
                &name,
                Some(line),
                "not UTF-8 text, expected a puzzle file in TOML or JSON",
            )
        })?;
        Ok((name, text))
    }

    /// Reads text: JSON if its first visible character is `{`, TOML otherwise.
    pub fn parse(file: &str, text: &str) -> Result<Document, FileError> {
        if text
            .trim_start_matches('\u{feff}')
            .trim_start()
            .starts_with('{')
        {
            Document::parse_json(file, text)
        } else {
            Document::from_entries(file, toml::parse(file, text)?)
        }
    }

    fn parse_json(file: &str, text: &str) -> Result<Document, FileError> {
        Document::from_entries(file, json::parse(file, text)?)
    }

    /// A puzzle file with these keys.
    pub fn from_entries(file: &str, entries: Vec<(String, Node)>) -> Result<Document, FileError> {
        if entries.is_empty() {
            let message = "the file is empty, expected a key `puzzle` that names its kind";
            return Err(FileError::new(file, None, message));
        }
        Ok(Document {
            file: file.to_string(),
            entries,
        })
    }

    /// The name of the file in messages.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// An error at a line of this file.
    pub fn error(&self, line: Option<usize>, message: impl Into<String>) -> FileError {
        FileError::new(&self.file, line.filter(|&line| line != NOWHERE), message)
    }

    /// Sets a key to a text, as if it stood in the file.
    pub fn set(&mut self, key: &str, text: &str) {
        self.entries.retain(|entry| entry.0 != key);
        let node = Node::new(Value::Text(text.to_string()), NOWHERE);
        self.entries.push((key.to_string(), node));
    }

    /// All keys with their values, in the order in which they stand.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Node)> {
        self.entries.iter().map(|(key, node)| (key.as_str(), node))
    }

    /// The value of a key, if it is there.
    pub fn get(&self, key: &str) -> Option<&Node> {
        let mut entries = self.entries.iter();
        entries.find(|entry| entry.0 == key).map(|entry| &entry.1)
    }

    /// The value of a key that must be there.
    pub fn require(&self, key: &str) -> Result<&Node, FileError> {
        self.get(key)
            .ok_or_else(|| self.error(None, format!("expected a key `{key}`")))
    }

    /// Refuses keys that are neither `puzzle` nor among `known`: most are typing errors.
    pub fn only_keys(&self, known: &[&str]) -> Result<(), FileError> {
        for (key, node) in &self.entries {
            if key != "puzzle" && !known.contains(&key.as_str()) {
                let expected = known.join("`, `");
                let message = format!("unknown key {}, expected `{expected}`", quoted(key));
                return Err(self.error(Some(node.line()), message));
            }
        }
        Ok(())
    }

    /// A text that must be there.
    pub fn text(&self, key: &str) -> Result<&str, FileError> {
        let node = self.require(key)?;
        match node.value() {
            Value::Text(text) => Ok(text),
            _ => Err(self.unexpected(key, node, "a text")),
        }
    }

    /// A whole number within bounds, if the key is there.
    pub fn integer(
        &self,
        key: &str,
        bounds: RangeInclusive<i64>,
    ) -> Result<Option<i64>, FileError> {
        let Some(node) = self.get(key) else {
            return Ok(None);
        };
        let (low, high) = (bounds.start(), bounds.end());
        let expected = format!("a whole number from {low} to {high}");
        match node.value() {
            Value::Integer(number) if bounds.contains(number) => Ok(Some(*number)),
            _ => Err(self.unexpected(key, node, &expected)),
        }
    }

    /// A truth value, if the key is there.
    pub fn boolean(&self, key: &str) -> Result<Option<bool>, FileError> {
        let Some(node) = self.get(key) else {
            return Ok(None);
        };
        match node.value() {
            Value::Boolean(value) => Ok(Some(*value)),
            _ => Err(self.unexpected(key, node, "true or false")),
        }
    }

    /// A list of texts that must be there, each with its line.
    pub fn texts(&self, key: &str) -> Result<Vec<(usize, &str)>, FileError> {
        let node = self.require(key)?;
        let Value::List(items) = node.value() else {
            return Err(self.unexpected(key, node, "a list of texts"));
        };
        items
            .iter()
            .map(|item| match item.value() {
                Value::Text(text) => Ok((item.line(), text.as_str())),
                _ => Err(self.unexpected(key, item, "a list of texts")),
            })
            .collect()
    }

    /// The error that a value is not what it must be.
    pub fn unexpected(&self, key: &str, node: &Node, expected: &str) -> FileError {
        let found = node.value().describe();
        let message = format!("`{key}` must be {expected}, found {found}");
        self.error(Some(node.line()), message)
    }
}

fn read_some(source: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests;
