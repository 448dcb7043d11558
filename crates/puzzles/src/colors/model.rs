//! The model: a colour for each point, and for each place the kind of
//! piece that lies there, tied to its four points by one table. Each
//! kind is used as often as there are pieces of it. The kind follows from the
//! colours, so only the colours are the answer.

use super::Colors;
use super::board::Match;
use std::sync::Arc;
use tantalizer_model::{
    Domain, Model, ModelError, Phase, Strategy, Symmetry, SymmetryGroup, Tuples, Var,
    VariableChoice,
};

pub(super) fn build(puzzle: &Colors) -> Result<Model, ModelError> {
    let mut model = Model::new("colors");
    let last_colour = puzzle.letters.len() as i32 - 1;
    let board = puzzle.board;
    let all = Domain::range(0, last_colour);
    let frame = puzzle.frame.map_or(Domain::empty(), Domain::single);
    let inner = all.difference(&frame);
    let mut points = Vec::new();
    for point in 0..board.points() {
        let framed = !frame.is_empty() && board.on_the_edge(point);
        let domain = if framed { &frame } else { &inner };
        let name = match board.matched {
            Match::Corners => {
                let (row, col) = (point / (board.cols + 1), point % (board.cols + 1));
                format!("corner r{row}c{col}")
            }
            Match::Sides => format!("side {point}"),
        };
        points.push(model.int(name, domain.clone()));
    }
    let counts = puzzle.pieces.counts();
    let last_kind = counts.len() as i32 - 1;
    let pictures = Arc::new(Tuples::new(5, puzzle.pieces.pictures())?);
    let mut kinds: Vec<Var> = Vec::new();
    for (place, own) in board.points_of_all().into_iter().enumerate() {
        let place = format!("r{}c{}", place / board.cols + 1, place % board.cols + 1);
        let kind = model.int(format!("piece {place}"), 0..=last_kind);
        let mut vars: Vec<Var> = own.map(|point| points[point]).to_vec();
        vars.push(kind);
        let id = model.table(&vars, Arc::clone(&pictures))?;
        model.name_constraint(id, format!("fields of the piece at {place}"));
        model.explain_constraint(id, format!("one of the pieces lies at {place}"));
        kinds.push(kind);
    }
    for hint in &puzzle.hints {
        let own = board.points_of(hint.row, hint.col);
        let vars = own.map(|point| points[point]);
        let shown = Tuples::new(4, [puzzle.shown(hint)])?;
        let id = model.table(&vars, Arc::new(shown))?;
        let (piece, row, col) = (hint.piece + 1, hint.row + 1, hint.col + 1);
        let lies = format!("piece {piece} lies at r{row}c{col}");
        model.name_constraint(id, lies.clone());
        model.explain_constraint(id, lies);
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
    // The points that few colours are left for, and among these those of most pieces: about half the nodes
    // of the order in which pieces are laid by hand.
    model.set_branching(vec![Phase {
        vars: points.clone(),
        strategy: Strategy::new(VariableChoice::FirstFailConstrained),
    }]);
    model.set_answer(points);
    if let Some(rotation) = rotation(puzzle) {
        model.declare_symmetry(rotation)?;
    }
    Ok(model)
}

/// The turns that keep the board's shape and its hints: the pieces may all be turned with it.
fn rotation(puzzle: &Colors) -> Option<SymmetryGroup> {
    let given = puzzle.given()?;
    let keeps = |turn: &Vec<usize>| {
        turn.iter()
            .zip(&given)
            .all(|(&to, from)| given[to] == *from)
    };
    let turn = puzzle.board.turns().into_iter().skip(1).find(keeps)?;
    let generator = Symmetry::of_positions(turn);
    Some(SymmetryGroup::new("rotation", vec![generator]))
}
