//! The shortest solutions of a board as a constraint model.
//!
//! A variable for each spin, the last value meaning "none", and one for each tile
//! and time: twice the position, plus one if upside down. A tile's place after a
//! step is a function of its place before and the spin, so one table, shared by
//! all tiles and steps, says what spins do. The number of spins is to be least.

use std::sync::Arc;

use tantalizer_model::{Domain, Model, ModelError, Objective, Rel, Tuples, Var};

use super::board::Board;
use super::rules::{Rules, Spin};

/// The model whose solutions are the ways to put the board in order with at most
/// so many spins, those with the fewest the best.
pub(super) fn build(board: &Board, rules: &Rules, most: usize) -> Result<Model, ModelError> {
    let mut model = Model::new("spinpossible");
    let spins = rules.spins();
    let none = spins.len() as i32;
    let last_place = 2 * rules.tiles() as i32 - 1;
    let steps: Vec<Var> = (1..=most)
        .map(|step| model.int(format!("spin {step}"), 0..=none))
        .collect();
    let mut places: Vec<Vec<Var>> = Vec::new();
    for (tile, place) in (0..).zip(places_of(board)) {
        let mut over_time = Vec::new();
        for time in 0..=most {
            let domain = match time {
                0 => Domain::single(place),
                _ => Domain::range(0, last_place),
            };
            over_time.push(model.int(format!("tile {} after {time}", tile + 1), domain));
        }
        let id = model.member(over_time[most], Domain::single(2 * tile))?;
        model.name_constraint(id, format!("tile {} comes home", tile + 1));
        places.push(over_time);
    }
    let done: Vec<Var> = (1..=most)
        .map(|step| model.boolean(format!("step {step} is a spin")))
        .collect();
    let length = model.int("length", 0..=most as i32);

    let mut rows = Vec::new();
    for place in 0..=last_place {
        for (number, spin) in (0..).zip(&spins) {
            rows.push([place, number, taken(rules, spin, place)]);
        }
        rows.push([place, none, place]);
    }
    let moves = Arc::new(Tuples::new(3, rows)?);
    let is_spin = Arc::new(Tuples::new(
        2,
        (0..=none).map(|spin| [spin, i32::from(spin < none)]),
    )?);
    for (tile, places) in (1..).zip(&places) {
        for (step, &spin) in steps.iter().enumerate() {
            let id = model.table(&[places[step], spin, places[step + 1]], Arc::clone(&moves))?;
            model.name_constraint(id, format!("tile {tile} in step {}", step + 1));
        }
    }
    for (&spin, &done) in steps.iter().zip(&done) {
        model.table(&[spin, done], Arc::clone(&is_spin))?;
    }
    // Steps without a spin come last, so that a sequence of spins is one solution.
    for pair in done.windows(2) {
        model.compare(pair[0], Rel::GreaterEqual, pair[1])?;
    }
    let sum = done.iter().map(|&done| (1, done)).chain([(-1, length)]);
    model.linear(sum.collect::<Vec<_>>(), Rel::Equal, 0)?;
    model.set_answer(steps);
    model.set_objective(Objective::Minimise(length));
    Ok(model)
}

/// The values of the variables of [`build`] for a solution with the most spins
/// allowed.
pub(super) fn values(board: &Board, rules: &Rules, spins: &[Spin]) -> Option<Vec<i32>> {
    let all = rules.spins();
    let mut values = Vec::new();
    for spin in spins {
        values.push(all.iter().position(|other| other == spin)? as i32);
    }
    for mut place in places_of(board) {
        values.push(place);
        for spin in spins {
            place = taken(rules, spin, place);
            values.push(place);
        }
    }
    values.extend(spins.iter().map(|_| 1));
    values.push(spins.len() as i32);
    Some(values)
}

/// Where each tile is: twice the position, plus one if upside down.
fn places_of(board: &Board) -> Vec<i32> {
    let mut places = vec![0; board.tiles().len()];
    for (position, &tile) in (0..).zip(board.tiles()) {
        places[usize::from(tile.unsigned_abs()) - 1] = 2 * position + i32::from(tile < 0);
    }
    places
}

/// Where a spin takes a tile from its place.
fn taken(rules: &Rules, spin: &Spin, place: i32) -> i32 {
    let position = place as usize / 2;
    let turns = (rules.positions(spin) >> position & 1) as i32;
    2 * rules.spun(spin, position) as i32 + ((place & 1) ^ turns)
}
