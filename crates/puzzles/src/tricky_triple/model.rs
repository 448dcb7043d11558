//! The model: a variable for each white cell, a table for each line.

use super::{Given, SYMBOLS, TrickyTriple, symbol_name, symmetry};
use std::sync::Arc;
use tantalizer_model::{Model, ModelError, Tuples, Var};

/// The rows `abc` of a line with exactly two different symbols: 18 of 27.
fn two_symbols() -> Result<Tuples, ModelError> {
    let mut rows = Vec::new();
    for a in SYMBOLS {
        for b in SYMBOLS {
            for c in SYMBOLS {
                let all_equal = a == b && b == c;
                let all_different = a != b && b != c && a != c;
                if !all_equal && !all_different {
                    rows.push([a, b, c]);
                }
            }
        }
    }
    Tuples::new(3, rows)
}

/// A variable for each white cell, in reading order, with the clues.
pub(super) fn add_cells(puzzle: &TrickyTriple, model: &mut Model) -> Result<Vec<Var>, ModelError> {
    let mut variables = Vec::with_capacity(puzzle.white.len());
    for &cell in &puzzle.white {
        let var = model.int(puzzle.place(cell), SYMBOLS);
        variables.push(var);
        // Clues are constraints, so that an explanation can name those that clash.
        if let Given::Clue(symbol) = puzzle.cells[cell] {
            let id = model.member(var, [symbol])?;
            let name = symbol_name(symbol);
            model.name_constraint(id, format!("the {name} at {}", puzzle.place(cell)));
        }
    }
    Ok(variables)
}

pub(super) fn build(puzzle: &TrickyTriple) -> Result<Model, ModelError> {
    let mut model = Model::new("tricky-triple");
    let variables = add_cells(puzzle, &mut model)?;
    let two_symbols = Arc::new(two_symbols()?);
    for line in puzzle.lines() {
        let positions = line.iter().filter_map(|&cell| puzzle.position[cell]);
        let vars: Vec<Var> = positions.map(|position| variables[position]).collect();
        let id = model.table(&vars, Arc::clone(&two_symbols))?;
        let [a, b, c] = line.map(|cell| puzzle.place(cell));
        let sentence =
            format!("{a}, {b} and {c} are in a line and hold exactly two different symbols");
        model.name_constraint(id, format!("line {a}-{c}"));
        model.explain_constraint(id, sentence);
    }
    for group in symmetry::groups(puzzle) {
        model.declare_symmetry(group)?;
    }
    Ok(model)
}
