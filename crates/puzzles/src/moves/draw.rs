//! Positions as tables of pieces: a table for each orbit, a column for each place, a row for each position on the way.

use serde_json::{Map, Value, json};
use tantalizer_draw::{Cell, Colour, Drawing, Grid};
use tantalizer_states::Piece;

use super::definition::{Definition, Orbit};

/// The pieces before each move and at the end; those that are not home are tinted.
pub(super) fn table(definition: &Definition, start: &[u8], moves: &[usize]) -> Drawing {
    let puzzle = &definition.puzzle;
    let mut positions = vec![start.to_vec()];
    for &mv in moves {
        let mut after = start.to_vec();
        puzzle.apply(&positions[positions.len() - 1], mv, &mut after);
        positions.push(after);
    }
    let positions: Vec<Vec<Piece>> = positions
        .iter()
        .map(|position| puzzle.pieces(position))
        .collect();
    let solved = puzzle.pieces(puzzle.solved());
    let words = definition.words(moves);
    let orbits = definition.orbits.iter().map(|orbit| {
        let cells = positions.iter().flat_map(|position| {
            let places = orbit.first..orbit.first + orbit.places;
            places.map(|place| cell(orbit, &position[place], &solved[place]))
        });
        let mut grid = Grid::from_cells(positions.len(), orbit.places, cells.collect());
        grid.col_labels = (0..orbit.places).map(|place| place.to_string()).collect();
        if !words.is_empty() {
            let labels = ["start"].into_iter().chain(words.iter().copied());
            grid.row_labels = labels.map(String::from).collect();
        }
        Drawing::from(grid).titled(&*orbit.name)
    });
    let tables = Drawing::down(orbits.collect());
    if words.is_empty() {
        return tables;
    }
    let noun = if words.len() == 1 { "move" } else { "moves" };
    tables.titled(format!("{} ({} {noun})", words.join(" "), words.len()))
}

/// A piece, and how it is turned: `3`, or `3+1`.
fn cell(orbit: &Orbit, piece: &Piece, home: &Piece) -> Cell {
    let number = piece.number;
    let text = if piece.turn == 0 || orbit.orientations == 1 {
        number.to_string()
    } else {
        format!("{number}+{}", piece.turn)
    };
    if piece == home {
        Cell::text(text)
    } else {
        Cell::tinted(Colour::Yellow, text)
    }
}

/// A pattern as in a puzzle file.
pub(super) fn pattern_json(definition: &Definition, pattern: &[u8]) -> Value {
    let pieces = definition.puzzle.pieces(pattern);
    let orbits = definition.orbits.iter().map(|orbit| {
        let pieces = &pieces[orbit.first..][..orbit.places];
        let numbers: Vec<u8> = pieces.iter().map(|piece| piece.number).collect();
        let turns: Vec<u8> = pieces.iter().map(|piece| piece.turn).collect();
        (
            orbit.name.clone(),
            json!({ "pieces": numbers, "orientation": turns }),
        )
    });
    Value::Object(orbits.collect::<Map<_, _>>())
}
