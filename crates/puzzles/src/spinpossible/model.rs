//! A board and a number of spins as a constraint model.
//!
//! A variable for each spin, and one for each tile and time: twice the position,
//! plus one if upside down. A tile's place after a step is a function of its
//! place before and the spin, so one table, shared by all tiles and steps, says
//! everything.

use std::sync::Arc;

use tantalizer_model::{Domain, Model, ModelError, Tuples, Var};

use super::board::Board;
use super::rules::Rules;

/// The model whose solutions are the ways to put the board in order with exactly
/// so many spins.
pub(super) fn build(board: &Board, rules: &Rules, length: usize) -> Result<Model, ModelError> {
    let mut model = Model::new("spinpossible");
    let spins = rules.spins();
    let tiles = rules.tiles();
    let last_place = 2 * tiles as i32 - 1;
    let steps: Vec<Var> = (1..=length)
        .map(|step| model.int(format!("spin {step}"), 0..=spins.len().max(1) as i32 - 1))
        .collect();
    let mut home = vec![0; tiles];
    for (position, &tile) in board.tiles().iter().enumerate() {
        let number = usize::from(tile.unsigned_abs()) - 1;
        home[number] = 2 * position as i32 + i32::from(tile < 0);
    }
    let places: Vec<Vec<Var>> = (0..tiles)
        .map(|tile| {
            (0..=length)
                .map(|time| {
                    let domain = match time {
                        0 => Domain::single(home[tile]),
                        _ if time == length => Domain::single(2 * tile as i32),
                        _ => Domain::range(0, last_place),
                    };
                    model.int(format!("tile {} after {time}", tile + 1), domain)
                })
                .collect()
        })
        .collect();
    if length == 0 {
        // Nothing to choose: the board is solved, or the fixed places say that
        // it is not.
        for (tile, places) in places.iter().enumerate() {
            model.member(places[0], Domain::single(2 * tile as i32))?;
        }
    }
    let mut rows = Vec::new();
    for (number, spin) in spins.iter().enumerate() {
        let turned = rules.positions(spin);
        for position in 0..tiles {
            for down in 0..2 {
                let turns = (turned >> position & 1) as i32;
                let to = 2 * rules.spun(spin, position) as i32 + (down ^ turns);
                rows.push([2 * position as i32 + down, number as i32, to]);
            }
        }
    }
    let moves = Arc::new(Tuples::new(3, rows)?);
    for (tile, places) in places.iter().enumerate() {
        for (step, &spin) in steps.iter().enumerate() {
            let id = model.table(&[places[step], spin, places[step + 1]], Arc::clone(&moves))?;
            model.name_constraint(id, format!("tile {} in step {}", tile + 1, step + 1));
        }
    }
    model.set_answer(steps);
    Ok(model)
}

/// The number of spins of a model with so many variables.
pub(super) fn length(rules: &Rules, variables: usize) -> usize {
    variables.saturating_sub(rules.tiles()) / (rules.tiles() + 1)
}
