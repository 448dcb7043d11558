//! A puzzle file in plain numbers.

use serde_json::{Map, Value, json};

/// A puzzle file in plain numbers: sizes, lists and boards, with null for a cell of which nothing is told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet(Map<String, Value>);

/// What is told of the cells of a board, row by row.
pub type Cells = Vec<Option<i64>>;

impl Sheet {
    /// A sheet with these parameters.
    pub fn new(parameters: Map<String, Value>) -> Sheet {
        Sheet(parameters)
    }

    /// A puzzle of a kind, of which nothing else is known.
    pub(super) fn of_kind(kind: &str) -> Sheet {
        Sheet(Map::from_iter([("puzzle".to_string(), json!(kind))]))
    }

    /// The puzzle file in JSON.
    pub(super) fn to_json(&self) -> Value {
        Value::Object(self.0.clone())
    }

    /// What it speaks of.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Sets a number, or a list of numbers.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.0.insert(key.into(), value.into());
    }

    /// Sets a board with rows of this width.
    pub(super) fn set_board(&mut self, key: &str, cells: &[Option<i64>], width: usize) {
        let rows: Vec<Value> = cells.chunks(width).map(|row| json!(row)).collect();
        self.set(key, rows);
    }

    /// A number that must be there.
    pub(super) fn number(&self, key: &str) -> Result<usize, String> {
        let number = self.0.get(key).and_then(Value::as_u64);
        let number = number.and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| format!("expected a number `{key}`"))
    }

    /// So many cells of a board or list, of which nothing need be told.
    pub(super) fn cells(&self, key: &str, count: usize) -> Result<Cells, String> {
        let Some(value) = self.0.get(key) else {
            return Ok(vec![None; count]);
        };
        let mut cells = Vec::new();
        flatten(value, &mut cells);
        if cells.len() != count {
            return Err(format!(
                "`{key}` has {} cells, expected {count}",
                cells.len()
            ));
        }
        Ok(cells)
    }

    /// The rows of a board, or a list as its only row.
    pub(super) fn rows(&self, key: &str) -> Vec<Cells> {
        let row = |row: &Value| {
            let mut cells = Vec::new();
            flatten(row, &mut cells);
            cells
        };
        match self.0.get(key).and_then(Value::as_array) {
            Some(rows) if rows.iter().any(Value::is_array) => rows.iter().map(row).collect(),
            Some(_) => vec![row(&self.0[key])],
            None => Vec::new(),
        }
    }
}

fn flatten(value: &Value, cells: &mut Cells) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| flatten(item, cells)),
        other => cells.push(other.as_i64()),
    }
}
