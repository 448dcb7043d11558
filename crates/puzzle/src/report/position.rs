//! A position: what a player has filled in so far.

use crate::{Puzzle, PuzzleError};
use serde_json::{Map, Value};
use tantalizer_model::{Model, Var};

/// What is filled in, by place: `{"r1c2": 3, "r2c2": "★"}`. Values are those of JSON, or as they are called in sentences.
pub fn filled_in(
    puzzle: &dyn Puzzle,
    model: &Model,
    values: &Map<String, Value>,
) -> Result<Vec<(Var, i32)>, PuzzleError> {
    let mut entries = Vec::new();
    for (var, place, wanted) in by_place(puzzle, model, values).map_err(PuzzleError::Position)? {
        let is_wanted = |value: &i32| is_called(puzzle, var, *value, wanted);
        let found = model.domain(var).iter().find(is_wanted);
        let Some(value) = found else {
            return Err(PuzzleError::Position(format!("{place} cannot be {wanted}")));
        };
        entries.push((var, value));
    }
    entries.dedup();
    Ok(entries)
}

/// The variables that stand for places, with the places and what is said of them; the message tells of a place that is none.
pub fn by_place<'v>(
    puzzle: &dyn Puzzle,
    model: &Model,
    values: &'v Map<String, Value>,
) -> Result<Vec<(Var, String, &'v Value)>, String> {
    let mut entries = Vec::new();
    let mut left: Vec<&String> = values.keys().collect();
    for var in model.answer() {
        for place in puzzle.places(model, var.index()) {
            if let Some(wanted) = values.get(&place) {
                left.retain(|&name| *name != place);
                entries.push((var, place, wanted));
            }
        }
    }
    match left.first() {
        None => Ok(entries),
        Some(place) => Err(format!("there is no place {place}")),
    }
}

/// What a later state of a puzzle, given as a puzzle with more clues, has filled in.
pub fn filled_in_since(model: &Model, later: &Model) -> Result<Vec<(Var, i32)>, PuzzleError> {
    let same = |var: Var| {
        model.var_name(var) == later.var_name(var) && model.domain(var) == later.domain(var)
    };
    if model.var_count() != later.var_count() || !model.vars().all(same) {
        let message = "the position is one of another puzzle".to_string();
        return Err(PuzzleError::Position(message));
    }
    let before = tantalizer_explain::given(model);
    let mut entries = tantalizer_explain::given(later);
    entries.retain(|entry| !before.contains(entry));
    Ok(entries)
}

fn is_called(puzzle: &dyn Puzzle, var: Var, value: i32, wanted: &Value) -> bool {
    let word = puzzle.value_word(var.index(), value);
    let bare = word.strip_prefix("a ").unwrap_or(&word);
    puzzle.value_json(var.index(), value) == *wanted
        || *wanted == value
        || wanted
            .as_str()
            .is_some_and(|text| text == word || text == bare)
}
