//! A value of a puzzle file, with the line it stands on.

use super::error::quoted;

/// A value of a puzzle file.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A string.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// True or false.
    Boolean(bool),
    /// A list.
    List(Vec<Node>),
    /// Named values.
    Map(Vec<(String, Node)>),
    /// Something that no puzzle uses: a date, null. The text says what.
    Other(&'static str),
}

impl Value {
    /// What it is, for a message.
    pub(super) fn describe(&self) -> String {
        match self {
            Value::Text(text) => format!("the text {}", quoted(text)),
            Value::Integer(number) => number.to_string(),
            Value::Float(number) => number.to_string(),
            Value::Boolean(value) => value.to_string(),
            Value::List(_) => "a list".into(),
            Value::Map(_) => "a table of keys".into(),
            Value::Other(what) => (*what).into(),
        }
    }
}

/// A value and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    value: Value,
    line: usize,
    /// For a text over several lines: the line on which its content begins.
    first_row: Option<usize>,
}

impl Node {
    /// A value that begins on a line.
    pub fn new(value: Value, line: usize) -> Node {
        Node {
            value,
            line,
            first_row: None,
        }
    }

    /// A text whose rows stand on lines of their own.
    pub(super) fn multi_line(text: String, line: usize, first_row: usize) -> Node {
        Node {
            value: Value::Text(text),
            line,
            first_row: Some(first_row),
        }
    }

    /// The value.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The value in JSON.
    pub fn json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.value {
            Value::Text(text) => text.as_str().into(),
            Value::Integer(number) => (*number).into(),
            Value::Float(number) => (*number).into(),
            Value::Boolean(value) => (*value).into(),
            Value::List(items) => items.iter().map(Node::json).collect(),
            Value::Map(entries) => {
                let entries = entries.iter();
                let entries = entries.map(|(key, node)| (key.clone(), node.json()));
                Json::Object(entries.collect())
            }
            Value::Other(_) => Json::Null,
        }
    }

    /// The line it begins on, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The line of a row (from 0) of a text.
    pub fn line_of_row(&self, row: usize) -> usize {
        self.first_row.map_or(self.line, |first| first + row)
    }
}

/// Finds the lines of byte offsets.
pub(super) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// Prepares a text.
    pub fn of(text: &str) -> Lines {
        let breaks = text.bytes().enumerate().filter(|entry| entry.1 == b'\n');
        Lines {
            starts: std::iter::once(0)
                .chain(breaks.map(|entry| entry.0 + 1))
                .collect(),
        }
    }

    /// The line of an offset, from 1.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset)
    }
}
