//! A puzzle as data for the model of its kind, so that MiniZinc and its solvers take it as it stands.
//!
//! Parameters are written as they are. An array of clues has a value for each cell that is told, and `_` for the others: a
//! variable without a value, to MiniZinc.

use serde_json::Value;

use super::FlatPuzzle;
use crate::output::{Entry, EntryTerm};

/// The name of this form.
pub(super) const FORM: &str = "dzn";

impl FlatPuzzle {
    /// The data of a puzzle of a kind; none if it is of no kind.
    pub(super) fn data(&self) -> Option<String> {
        self.statement.as_ref()?;
        let mut data = String::new();
        let parameters = self.parameters.iter();
        let told = self.told.iter();
        let told = told.filter(|(name, _)| !self.parameters.contains_key(*name));
        for (name, value) in parameters.chain(told) {
            data += &format!("{name} = {};\n", parameter(value));
        }
        for board in &self.flat.looks.boards {
            let array = &board.array;
            if !array.vars().any(|var| self.given.contains_key(&var)) {
                continue;
            }
            let word = |entry: &Entry| match entry.term {
                EntryTerm::Variable(var) => self.given.get(&var).map(i32::to_string),
                EntryTerm::Constant(_) | EntryTerm::Set(_) => None,
            };
            let words = array.entries.iter().map(word);
            let words: Vec<String> = words.map(|word| word.unwrap_or("_".into())).collect();
            let ranges = array.indices.iter().flatten();
            let ranges: Vec<String> = ranges
                .map(|(first, last)| format!("{first}..{last}"))
                .collect();
            let (count, ranges, words) = (ranges.len(), ranges.join(", "), words.join(", "));
            data += &format!("{} = array{count}d({ranges}, [{words}]);\n", array.name);
        }
        Some(data)
    }
}

/// A parameter; an array of arrays has two dimensions.
fn parameter(value: &Value) -> String {
    let words = |items: &[Value]| items.iter().map(parameter).collect::<Vec<_>>().join(", ");
    let row = |row: &Value| row.as_array().map(|row| words(row));
    match value.as_array() {
        None => value.to_string(),
        Some(items) => match items.iter().map(row).collect::<Option<Vec<String>>>() {
            Some(rows) if !rows.is_empty() => format!("[| {} |]", rows.join(" | ")),
            _ => format!("[{}]", words(items)),
        },
    }
}
