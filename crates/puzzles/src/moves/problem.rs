//! A position as a space: its states are patterns, its moves those that may be made, its goal the solved pattern. The judge
//! makes the moves as the file describes them, one piece after the other.

use std::sync::Arc;

use tantalizer_model::{Domain, Model, ModelError, Solution, Space};
use tantalizer_states::{Piece, farthest_of_few};

use super::definition::Definition;
use crate::tokens::{Token, Tokens};

/// A puzzle with no more positions is walked through to know how far the farthest is.
const FEW_POSITIONS: usize = 1 << 12;

/// The ways to solve a position.
pub(super) struct MovesProblem {
    definition: Arc<Definition>,
    start: Vec<u8>,
}

impl MovesProblem {
    pub(super) fn new(definition: Arc<Definition>, start: Vec<u8>) -> MovesProblem {
        MovesProblem { definition, start }
    }

    /// The pieces as things on places: the place of a piece is where it lies in its orbit, times the orientations, plus how
    /// it is turned. Only orbits that something moves.
    fn with_pieces<T>(&self, ask: impl FnOnce(&Tokens<'_>) -> T) -> T {
        let (puzzle, orbits) = (&self.definition.puzzle, &self.definition.orbits);
        let solved = puzzle.pieces(puzzle.solved());
        let start = puzzle.pieces(&self.start);
        // Where the piece that leaves a place goes, and how it is turned on the way.
        let leaving: Vec<Vec<(usize, u8)>> = puzzle
            .moves()
            .iter()
            .map(|mv| {
                let mut leaving = vec![(0, 0); puzzle.places()];
                for (place, (&from, &turn)) in mv.from.iter().zip(&mv.turn).enumerate() {
                    leaving[usize::from(from)] = (place, turn);
                }
                leaving
            })
            .collect();
        let taken = |sort: usize, mv: usize, place: i32| {
            let (first, of) = (orbits[sort].first, i32::from(orbits[sort].orientations));
            let (to, turn) = leaving[mv][first + (place / of) as usize];
            (to - first) as i32 * of + (place % of + i32::from(turn)) % of
        };
        let mut tokens = Vec::new();
        for (sort, orbit) in orbits.iter().enumerate() {
            let of = i32::from(orbit.orientations);
            let home = &solved[orbit.first..][..orbit.places];
            for (place, piece) in start[orbit.first..][..orbit.places].iter().enumerate() {
                let allowed = |place: usize| {
                    !puzzle
                        .forbidden()
                        .contains(&((orbit.first + place) as u16, piece.number))
                };
                let may = (0..orbit.places).filter(|&place| allowed(place));
                let may = may.flat_map(|place| (0..of).map(move |turn| place as i32 * of + turn));
                let fits = |at: &Piece, turn: i32| {
                    at.number == piece.number && turn % i32::from(at.of) == i32::from(at.turn)
                };
                let homes = (0..).zip(home).flat_map(|(place, at)| {
                    let turns = (0..of).filter(move |&turn| fits(at, turn));
                    turns.map(move |turn| place * of + turn)
                });
                tokens.push(Token {
                    name: format!("{} {place}", orbit.name),
                    sort,
                    start: place as i32 * of + i32::from(piece.turn),
                    homes: Domain::from_values(homes),
                    may: Domain::from_values(may),
                });
            }
        }
        ask(&Tokens {
            name: "moves",
            noun: "move",
            moves: puzzle.moves().len(),
            places: orbits
                .iter()
                .map(|orbit| orbit.places as i32 * i32::from(orbit.orientations))
                .collect(),
            taken: &taken,
            tokens,
        })
    }
}

impl Space for MovesProblem {
    fn name(&self) -> &str {
        "moves"
    }

    fn replay(&self, moves: &[usize]) -> Result<(), String> {
        let puzzle = &self.definition.puzzle;
        let mut pieces = puzzle.pieces(&self.start);
        for &number in moves {
            let Some(mv) = puzzle.moves().get(number) else {
                return Err(format!("there are only {} moves", puzzle.moves().len()));
            };
            pieces = mv.carry(&pieces);
            let is_there =
                |&(place, number): &(u16, u8)| pieces[usize::from(place)].number == number;
            if puzzle.forbidden().iter().any(is_there) {
                return Err(format!(
                    "{} may not be made there",
                    self.definition.names[number]
                ));
            }
        }
        if pieces == puzzle.pieces(puzzle.solved()) {
            Ok(())
        } else {
            Err("the moves do not solve the puzzle".to_string())
        }
    }

    fn within(&self, most: usize) -> Result<Model, ModelError> {
        self.with_pieces(|pieces| pieces.model(most))
    }

    fn as_solution(&self, moves: &[usize]) -> Option<Solution> {
        let known = moves.iter().all(|&mv| mv < self.definition.names.len());
        known.then(|| Solution(self.with_pieces(|pieces| pieces.values(moves))))
    }

    fn at_least(&self) -> usize {
        usize::from(self.start != self.definition.puzzle.solved())
    }

    fn at_most(&self) -> Option<usize> {
        farthest_of_few(&self.definition.puzzle, FEW_POSITIONS)
    }
}
