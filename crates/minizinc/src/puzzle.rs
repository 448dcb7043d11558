//! A FlatZinc model as a puzzle, so that every command that takes a puzzle takes a model.
//!
//! A solution is the values of the output variables.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Value, json};
use tantalizer_ask::Posed;
use tantalizer_draw::{Drawing, TextStyle};
use tantalizer_model::{Limits, Model, Problem, Solution, Var};
use tantalizer_puzzle::{Flags, Printer, Puzzle, PuzzleError, View};

use crate::output::{EntryTerm, Output, size, solution_json};
use crate::{FlatModel, FlatZincError, read_model};

/// The name of this kind of puzzle.
pub const NAME: &str = "minizinc";

/// A model that came as FlatZinc.
#[derive(Clone, Debug)]
pub struct FlatPuzzle {
    source: String,
    flat: FlatModel,
    /// What people call a variable: where it stands in the output.
    places: HashMap<Var, Vec<String>>,
}

impl FlatPuzzle {
    /// Reads a FlatZinc file.
    pub fn read(source: String, limits: &Limits) -> Result<FlatPuzzle, FlatZincError> {
        let flat = read_model(&source, limits)?;
        let mut places: HashMap<Var, Vec<String>> = HashMap::new();
        for output in &flat.output {
            for (at, entry) in output.entries.iter().enumerate() {
                if let EntryTerm::Variable(var) = entry.term {
                    places.entry(var).or_default().push(place(output, at));
                }
            }
        }
        Ok(FlatPuzzle {
            source,
            flat,
            places,
        })
    }

    /// The model and its output.
    pub fn flat(&self) -> &FlatModel {
        &self.flat
    }

    fn text(&self, view: &View) -> String {
        let mut text = String::new();
        for output in &self.flat.output {
            write_output(output, view, &mut text);
        }
        text
    }
}

impl Puzzle for FlatPuzzle {
    fn name(&self) -> &str {
        NAME
    }

    fn to_json(&self) -> Value {
        json!({ "puzzle": NAME, "flatzinc": self.source })
    }

    fn pose(&self, _: &Flags) -> Result<Posed, PuzzleError> {
        Ok(Posed::new(Problem::Model(Arc::clone(&self.flat.model))))
    }

    fn solution_json(&self, solution: &Solution, _: Option<i64>) -> Value {
        solution_json(&self.flat.output, solution)
    }

    fn draw(&self, view: &View) -> Drawing {
        Drawing::Label(self.text(view))
    }

    fn printer(&self, _: TextStyle) -> Printer<'_> {
        Box::new(|solution, out| {
            out.extend_from_slice(self.text(&View::solution(solution)).as_bytes());
        })
    }

    fn places(&self, model: &Model, position: usize) -> Vec<String> {
        let var = Var::from_index(position);
        match self.places.get(&var) {
            Some(places) => places.clone(),
            None => vec![model.var_name(var).to_string()],
        }
    }
}

/// What an entry of the output is called: `x`, or `x[2,3]`.
fn place(output: &Output, at: usize) -> String {
    let Some(indices) = &output.indices else {
        return output.name.clone();
    };
    let mut rest = at;
    let mut index = Vec::new();
    for &range in indices.iter().rev() {
        let width = size(range).max(1);
        index.push((range.0 + (rest % width) as i64).to_string());
        rest /= width;
    }
    index.reverse();
    format!("{}[{}]", output.name, index.join(","))
}

/// Writes `x = 3`, or an array of two dimensions row by row; a value that is not known is `_`.
fn write_output(output: &Output, view: &View, text: &mut String) {
    let shown: Vec<String> = output
        .entries
        .iter()
        .map(|entry| {
            let value = match &entry.term {
                EntryTerm::Constant(value) => Some(*value),
                EntryTerm::Variable(var) => view.value(var.index()).map(i64::from),
                EntryTerm::Set(set) => return set.clone(),
            };
            match value {
                None => "_".into(),
                Some(value) if entry.boolean => (value == 1).to_string(),
                Some(value) => value.to_string(),
            }
        })
        .collect();
    let rows = match output.indices.as_deref() {
        None => {
            let _ = writeln!(text, "{} = {}", output.name, shown.join(", "));
            return;
        }
        Some([.., first, second]) if size(*first) > 1 => size(*second).max(1),
        Some(_) => {
            let _ = writeln!(text, "{} = [{}]", output.name, shown.join(", "));
            return;
        }
    };
    let width = shown.iter().map(String::len).max().unwrap_or(0);
    let _ = writeln!(text, "{} =", output.name);
    for row in shown.chunks(rows) {
        let row: Vec<String> = row.iter().map(|value| format!("{value:>width$}")).collect();
        let _ = writeln!(text, "  {}", row.join(" "));
    }
}
