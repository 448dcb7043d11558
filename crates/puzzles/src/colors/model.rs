//! The model: a colour for each corner point, and for each place the kind of
//! piece that lies there, tied to its four corner points by one table. Each
//! kind is used as often as there are pieces of it. The kind follows from the
//! colours, so only the colours are the answer.

use super::Colors;
use super::turns::turns;
use std::sync::Arc;
use tantalizer_model::{
    Model, ModelError, Phase, Strategy, Symmetry, SymmetryGroup, Tuples, Var, VariableChoice,
};

pub(super) fn build(puzzle: &Colors) -> Result<Model, ModelError> {
    let mut model = Model::new("colors");
    let last_colour = puzzle.letters.len() as i32 - 1;
    let mut corners = Vec::new();
    for row in 0..=puzzle.rows {
        for col in 0..=puzzle.cols {
            corners.push(model.int(format!("corner r{row}c{col}"), 0..=last_colour));
        }
    }
    let counts = puzzle.pieces.counts();
    let last_kind = counts.len() as i32 - 1;
    let pictures = Arc::new(Tuples::new(5, puzzle.pieces.pictures())?);
    let mut kinds: Vec<Var> = Vec::new();
    for row in 0..puzzle.rows {
        for col in 0..puzzle.cols {
            let place = format!("r{}c{}", row + 1, col + 1);
            let kind = model.int(format!("piece {place}"), 0..=last_kind);
            let mut vars: Vec<Var> = Vec::new();
            vars.extend(
                puzzle
                    .corners_of_piece(row, col)
                    .map(|corner| corners[corner]),
            );
            vars.push(kind);
            let id = model.table(&vars, Arc::clone(&pictures))?;
            model.name_constraint(id, format!("fields of the piece at {place}"));
            model.explain_constraint(id, format!("one of the pieces lies at {place}"));
            kinds.push(kind);
        }
    }
    let id = if counts.iter().all(|&count| count == 1) {
        model.all_different(&kinds)?
    } else {
        let values: Vec<i32> = (0..=last_kind).collect();
        let counts: Vec<Var> = counts
            .iter()
            .map(|&count| model.constant(count as i32))
            .collect();
        model.global_cardinality(&kinds, &values, &counts)?
    };
    model.name_constraint(id, "each piece once");
    model.explain_constraint(id, "each piece is used exactly once");
    // The corner points that few colours are left for, and among these those of most pieces: about half the nodes
    // of the order in which pieces are laid by hand.
    model.set_branching(vec![Phase {
        vars: corners.clone(),
        strategy: Strategy::new(VariableChoice::FirstFailConstrained),
    }]);
    model.set_answer(corners);
    model.declare_symmetry(rotation(puzzle))?;
    Ok(model)
}

/// The turns that keep the board's shape: the pieces may all be turned with it.
fn rotation(puzzle: &Colors) -> SymmetryGroup {
    let turns = turns(puzzle.rows, puzzle.cols);
    let generator = Symmetry::of_positions(turns[1].clone());
    SymmetryGroup::new("rotation", vec![generator])
}
