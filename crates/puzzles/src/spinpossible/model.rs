//! The shortest solutions of a board as a constraint model: tiles are carried about by spins ([`Tokens`]). The place of a
//! tile is twice its position, plus one if it is upside down.

use tantalizer_model::{Domain, Model, ModelError};

use super::board::Board;
use super::rules::{Rules, Spin};
use crate::tokens::{Token, Tokens};

/// The model whose solutions are the ways to put the board in order with at most
/// so many spins, those with the fewest the best.
pub(super) fn build(board: &Board, rules: &Rules, most: usize) -> Result<Model, ModelError> {
    with_tiles(board, rules, |tiles| tiles.model(most))
}

/// The values of the variables of [`build`] for a solution with the most spins
/// allowed.
pub(super) fn values(board: &Board, rules: &Rules, spins: &[Spin]) -> Option<Vec<i32>> {
    let all = rules.spins();
    let number = |spin: &Spin| all.iter().position(|other| other == spin);
    let way: Vec<usize> = spins.iter().map(number).collect::<Option<_>>()?;
    Some(with_tiles(board, rules, |tiles| tiles.values(&way)))
}

fn with_tiles<T>(board: &Board, rules: &Rules, ask: impl FnOnce(&Tokens<'_>) -> T) -> T {
    let spins = rules.spins();
    let places = 2 * rules.tiles() as i32;
    let tile = |(tile, start): (i32, i32)| Token {
        name: format!("tile {}", tile + 1),
        sort: 0,
        start,
        may: Domain::range(0, places - 1),
        homes: Domain::single(2 * tile),
    };
    ask(&Tokens {
        name: "spinpossible",
        noun: "spin",
        moves: spins.len(),
        places: vec![places],
        taken: &|_, spin, place| taken(rules, &spins[spin], place),
        tokens: (0..).zip(places_of(board)).map(tile).collect(),
    })
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
