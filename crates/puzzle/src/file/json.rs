//! JSON files.

use super::node::{Lines, Node, Value};
use super::{DistinctKeys, FileError};
use jsonc_parser::{CollectOptions, ParseOptions, ast, parse_to_ast};

pub(super) fn parse(file: &str, text: &str) -> Result<Vec<(String, Node)>, FileError> {
    // Strict JSON first: it has a limit of depth, which the second parser has not.
    let strict = serde_json::from_str::<DistinctKeys>(text);
    strict.map_err(|error| {
        let line = (error.line() > 0).then(|| error.line());
        let reason = error.to_string();
        // Its place is told by our own prefix.
        let reason = reason.split(" at line ").next().unwrap_or_default();
        FileError::new(file, line, format!("no valid JSON: {reason}"))
    })?;
    let options = ParseOptions {
        allow_comments: false,
        allow_trailing_commas: false,
        ..ParseOptions::default()
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options)
        .map_err(|error| FileError::new(file, None, format!("no valid JSON: {error}")))?;
    let lines = Lines::of(text);
    match parsed.value {
        Some(ast::Value::Object(object)) => Ok(members(object, &lines)),
        Some(_) => {
            let message = "expected an object of keys such as `{\"puzzle\": ...}`";
            Err(FileError::new(file, Some(1), message))
        }
        None => Ok(Vec::new()),
    }
}

fn members(object: ast::Object, lines: &Lines) -> Vec<(String, Node)> {
    object
        .properties
        .into_iter()
        .map(|member| (member.name.as_str().to_string(), node(member.value, lines)))
        .collect()
}

fn node(value: ast::Value, lines: &Lines) -> Node {
    use jsonc_parser::common::Ranged;
    let line = lines.line(value.range().start);
    let value = match value {
        ast::Value::StringLit(text) => Value::Text(text.value.into_owned()),
        ast::Value::NumberLit(number) => match number.value.parse() {
            Ok(integer) => Value::Integer(integer),
            Err(_) => {
                let float: Result<f64, _> = number.value.parse();
                float.map_or(Value::Other("a number"), Value::Float)
            }
        },
        ast::Value::BooleanLit(boolean) => Value::Boolean(boolean.value),
        ast::Value::NullKeyword(_) => Value::Other("null"),
        ast::Value::Array(list) => {
            let items = list.elements.into_iter();
            Value::List(items.map(|item| node(item, lines)).collect())
        }
        ast::Value::Object(object) => Value::Map(members(object, lines)),
    };
    Node::new(value, line)
}
