//! TOML files.

use super::FileError;
use super::node::{Lines, Node, Value};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

pub(super) fn parse(file: &str, text: &str) -> Result<Vec<(String, Node)>, FileError> {
    let lines = Lines::of(text);
    let table = DeTable::parse(text).map_err(|error| {
        let line = error.span().map(|span| lines.line(span.start));
        // The message may quote the file: keep it short and on one line.
        let reason: Vec<&str> = error.message().lines().map(str::trim).collect();
        let reason = reason.join(", ");
        let shown: String = reason.chars().take(200).collect();
        FileError::new(file, line, format!("no valid TOML: {shown}"))
    })?;
    let reader = Reader { text, lines };
    let mut entries: Vec<(usize, (String, Node))> = Vec::new();
    for (key, value) in table.get_ref() {
        let node = reader.node(value.get_ref(), value.span());
        entries.push((key.span().start, (key.get_ref().to_string(), node)));
    }
    // In the order of the file, so that the first mistake is the one reported.
    entries.sort_by_key(|entry| entry.0);
    Ok(entries.into_iter().map(|entry| entry.1).collect())
}

struct Reader<'a> {
    text: &'a str,
    lines: Lines,
}

impl Reader<'_> {
    fn node(&self, value: &DeValue, span: Range<usize>) -> Node {
        let line = self.lines.line(span.start);
        let value = match value {
            DeValue::String(text) => return self.text_node(text, span),
            DeValue::Integer(digits) => {
                let number = i64::from_str_radix(digits.as_str(), digits.radix());
                number.map_or(Value::Other("a number that is too large"), Value::Integer)
            }
            DeValue::Float(digits) => {
                let number: Result<f64, _> = digits.as_str().parse();
                number.map_or(Value::Other("a number"), Value::Float)
            }
            DeValue::Boolean(value) => Value::Boolean(*value),
            DeValue::Datetime(_) => Value::Other("a date"),
            DeValue::Array(items) => Value::List(
                items
                    .iter()
                    .map(|item| self.node(item.get_ref(), item.span()))
                    .collect(),
            ),
            DeValue::Table(table) => Value::Map(
                table
                    .iter()
                    .map(|(key, item)| {
                        (
                            key.get_ref().to_string(),
                            self.node(item.get_ref(), item.span()),
                        )
                    })
                    .collect(),
            ),
        };
        Node::new(value, line)
    }

    /// A text; if it is written over several lines without line
    /// continuations, its rows are lines of the file.
    fn text_node(&self, text: &str, span: Range<usize>) -> Node {
        let line = self.lines.line(span.start);
        let raw = self.text.get(span).unwrap_or_default();
        let content = raw
            .strip_prefix("\"\"\"")
            .or_else(|| raw.strip_prefix("'''"));
        match content {
            Some(content) if !content.contains("\\\n") && !content.contains("\\n") => {
                let break_first = content.starts_with('\n') || content.starts_with("\r\n");
                Node::multi_line(text.to_string(), line, line + usize::from(break_first))
            }
            _ => Node::new(Value::Text(text.to_string()), line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_kinds() {
        let entries = parse("f", "a = 0x10\nb = 1.5\nc = 99999999999999999999\n").unwrap();
        let values: Vec<_> = entries
            .iter()
            .map(|entry| entry.1.value().clone())
            .collect();
        assert_eq!(values[0], Value::Integer(16));
        assert_eq!(values[1], Value::Float(1.5));
        assert_eq!(values[2], Value::Other("a number that is too large"));
    }
}
