//! How the arrays of a model look, in the words of the annotations of MiniZinc models.

use crate::failure::{Failed, bad};
use pyo3::prelude::*;
use tantalizer::draw::Colour;
use tantalizer::minizinc::{Board, Entry, EntryTerm, Output, SYMMETRIES, Side, StandsOn};
use tantalizer::model::{Model, Var};

/// An array of variables: its name, its shape (none for a single variable), their indices, and whether they are truth values.
#[derive(FromPyObject)]
pub struct Array(String, Option<Vec<usize>>, Vec<usize>, bool);

impl Array {
    /// The same as what is told of a solution, in a model with so many variables.
    pub fn output(self, count: usize) -> Result<Output, Failed> {
        let Array(name, shape, vars, boolean) = self;
        let cells = shape.as_ref().map_or(1, |shape| shape.iter().product());
        if cells != vars.len() || vars.iter().any(|&var| var >= count) {
            return Err(bad(format!("the array {name} does not fit its shape")));
        }
        let range = |&size: &usize| (0, size as i64 - 1);
        let entry = |var: usize| Entry {
            term: EntryTerm::Variable(Var::from_index(var)),
            boolean,
        };
        Ok(Output {
            name,
            indices: shape.map(|shape| shape.iter().map(range).collect()),
            entries: vars.into_iter().map(entry).collect(),
        })
    }
}

/// How an array looks.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct BoardLooks {
    array: String,
    edges: bool,
    symbols: Vec<String>,
    colours: Vec<String>,
    regions: Vec<i64>,
    outside: Vec<(String, Vec<String>)>,
    labels: Vec<String>,
    shade: Option<i64>,
    symmetries: Vec<String>,
}

impl BoardLooks {
    /// The board that looks so.
    pub fn board(self, arrays: &[Output], model: &Model) -> Result<Board, Failed> {
        let name = self.array;
        let wrong = |message: String| bad(format!("the board {name} {message}"));
        let array = arrays.iter().find(|array| array.name == name);
        let array = array
            .ok_or_else(|| wrong("is no array of the model".into()))?
            .clone();
        if !(1..=2).contains(&array.sizes().len()) {
            return Err(wrong("must have one or two dimensions".into()));
        }
        let cells = array.entries.len();
        for (what, length) in [
            ("regions", self.regions.len()),
            ("labels", self.labels.len()),
        ] {
            if length != 0 && length != cells {
                return Err(wrong(format!("has {cells} entries and {length} {what}")));
            }
        }
        if let Some(other) = self
            .symmetries
            .iter()
            .find(|name| !SYMMETRIES.contains(&name.as_str()))
        {
            let known = SYMMETRIES.join(", ");
            return Err(wrong(format!(
                "has the symmetry `{other}`, expected one of {known}"
            )));
        }
        let lowest = array.vars().filter_map(|var| model.domain(var).min()).min();
        let mut board = Board {
            stands_on: if self.edges {
                StandsOn::Sides
            } else {
                StandsOn::Cells
            },
            lowest: lowest.unwrap_or(0).into(),
            symbols: self.symbols,
            before: String::new(),
            colours: Vec::new(),
            regions: self.regions,
            tint: Vec::new(),
            outside: Vec::new(),
            labels: self.labels,
            shade: self.shade,
            clue: None,
            symmetries: self.symmetries,
            array,
        };
        for name in self.colours {
            let mut all = Colour::ALL.into_iter();
            let known = all.find(|colour| format!("{colour:?}").eq_ignore_ascii_case(&name));
            let unknown = || wrong(format!("has the colour `{name}`, which is none of ours"));
            board.colours.push(known.ok_or_else(unknown)?);
        }
        let (rows, cols) = board.shape();
        for (side, hints) in self.outside {
            let (side, expected) = match &side[..] {
                "top" => (Side::Top, cols),
                "bottom" => (Side::Bottom, cols),
                "left" => (Side::Left, rows),
                "right" => (Side::Right, rows),
                other => {
                    let expected = "expected top, left, right or bottom";
                    return Err(wrong(format!("has hints at `{other}`, {expected}")));
                }
            };
            if hints.len() != expected {
                let found = hints.len();
                return Err(wrong(format!(
                    "has {found} hints outside, expected {expected}"
                )));
            }
            board.outside.push((side, hints));
        }
        Ok(board)
    }
}
