//! All patterns of a puzzle, numbered: a [`StateSpace`].
//!
//! Which pieces lie at some places that exchange pieces only among themselves changes without regard to anything else, and
//! so does how the pieces at these places are turned: each is a *coordinate*, a small puzzle of its own, whose values are
//! found by search from the solved pattern and whose moves become a table. A pattern is a value for each coordinate, and a
//! move is as many look-ups.
//!
//! Coordinates may be linked: a parity, a sum of turns, may be the same in both. Then not all combinations can be reached.
//! So small coordinates are put together, smallest first, and searched as one, which leaves out what cannot be.

use std::sync::Arc;

use super::PiecePuzzle;
use super::strings::Strings;
use crate::space::StateSpace;

/// All patterns that the moves lead to, and perhaps some more, numbered.
#[derive(Debug)]
pub struct NumberedPieces {
    name: String,
    puzzle: Arc<PiecePuzzle>,
    coordinates: Vec<Coordinate>,
    len: u64,
}

/// Why patterns are not numbered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TooMany {
    /// A coordinate has too many values, or all together are too many.
    #[error("there are too many positions for a table")]
    Positions,
    /// It was stopped before all values were found.
    #[error("stopped before all positions were numbered")]
    Stopped,
}

/// A coordinate has at most so many values.
const MOST_VALUES: usize = 1 << 22;
/// Coordinates are put together if there are no more combinations than this.
const MOST_TOGETHER: usize = 1 << 18;
/// There are no more coordinates.
const MOST_COORDINATES: usize = 8;
/// Tables of more patterns would not fit anywhere.
const MOST_PATTERNS: u64 = 1 << 44;
/// Values whose moves are looked up between two looks at the clock.
const VALUES_BETWEEN_LOOKS: usize = 1 << 10;
/// Where a move leads that may not be made.
const NOWHERE: u32 = u32::MAX;

impl NumberedPieces {
    /// Numbers the patterns. The name must tell puzzles apart; `stop` is asked now and then whether to give up.
    pub fn new(
        name: String,
        puzzle: Arc<PiecePuzzle>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, TooMany> {
        let mut coordinates = Vec::new();
        for bytes in independent(&puzzle) {
            let found = Coordinate::explore(&puzzle, bytes, MOST_VALUES, stop)?;
            // One that never changes tells nothing, unless it forbids moves.
            if found.values.len() > 1 || found.next.contains(&NOWHERE) {
                coordinates.push(found);
            }
        }
        loop {
            // The largest first, so that the two smallest are the last.
            coordinates.sort_by_key(|c: &Coordinate| std::cmp::Reverse(c.values.len()));
            let [.., a, b] = &coordinates[..] else { break };
            let combinations = a.values.len() * b.values.len();
            if combinations > MOST_TOGETHER {
                break;
            }
            let bytes = [&a.bytes[..], &b.bytes].concat();
            let together = Coordinate::explore(&puzzle, bytes, combinations, stop)?;
            coordinates.truncate(coordinates.len() - 2);
            coordinates.push(together);
        }
        let product = |product: u64, c: &Coordinate| product.checked_mul(c.values.len() as u64);
        let len = coordinates.iter().try_fold(1, product);
        match len.filter(|&len| len <= MOST_PATTERNS) {
            Some(len) if coordinates.len() <= MOST_COORDINATES => Ok(NumberedPieces {
                name,
                puzzle,
                coordinates,
                len,
            }),
            _ => Err(TooMany::Positions),
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Arc<PiecePuzzle> {
        &self.puzzle
    }

    /// The bytes that the tables of moves take.
    pub fn bytes(&self) -> u64 {
        let bytes = |c: &Coordinate| {
            (c.next.len() * size_of::<u32>() + c.values.len() * 2 * (c.bytes.len() + 5)) as u64
        };
        self.coordinates.iter().map(bytes).sum()
    }

    /// A pattern as a state of this space; `None` if no moves lead from it to the solved one.
    pub fn state(&self, pattern: &[u8]) -> Option<Coordinates> {
        let mut rest = pattern.to_vec();
        let mut state = Coordinates::default();
        for (value, coordinate) in state.0.iter_mut().zip(&self.coordinates) {
            *value = coordinate.values.find(&coordinate.of(pattern))? as u32;
            coordinate.write(&coordinate.of(self.puzzle.solved()), &mut rest);
        }
        // What no coordinate tells must be as it always is.
        (rest == self.puzzle.solved()).then_some(state)
    }

    /// A state of this space as a pattern.
    pub fn pattern(&self, state: &Coordinates) -> Vec<u8> {
        let mut pattern = self.puzzle.solved().to_vec();
        for (&value, coordinate) in state.0.iter().zip(&self.coordinates) {
            coordinate.write(coordinate.values.get(value as usize), &mut pattern);
        }
        pattern
    }
}

/// A state of [`NumberedPieces`]: the value of each coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coordinates([u32; MOST_COORDINATES]);

impl StateSpace for NumberedPieces {
    type State = Coordinates;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn len(&self) -> u64 {
        self.len
    }

    fn goals(&self) -> Vec<Coordinates> {
        // Values are found by search from the solved pattern.
        vec![Coordinates::default()]
    }

    fn rank(&self, state: &Coordinates) -> u64 {
        let values = state.0.iter().zip(&self.coordinates);
        values.fold(0, |rank, (&value, c)| {
            rank * c.values.len() as u64 + u64::from(value)
        })
    }

    fn unrank(&self, mut rank: u64) -> Coordinates {
        let mut state = Coordinates::default();
        for (value, c) in state.0.iter_mut().zip(&self.coordinates).rev() {
            let radix = c.values.len() as u64;
            *value = (rank % radix) as u32;
            rank /= radix;
        }
        state
    }

    fn moves(&self) -> usize {
        self.puzzle.moves().len()
    }

    /// The puzzle and its coordinates: what `docs/states.md` describes.
    fn statement(&self) -> Vec<u8> {
        let puzzle = &self.puzzle;
        let mut bytes = Vec::new();
        let count = |bytes: &mut Vec<u8>, n: usize| bytes.extend((n as u32).to_le_bytes());
        count(&mut bytes, puzzle.places());
        bytes.extend(puzzle.orientations());
        for piece in puzzle.pieces(puzzle.solved()) {
            bytes.extend([piece.number, piece.turn, piece.of]);
        }
        count(&mut bytes, puzzle.moves().len());
        for mv in puzzle.moves() {
            for (from, &turn) in mv.from.iter().zip(&mv.turn) {
                bytes.extend(from.to_le_bytes());
                bytes.push(turn);
            }
        }
        count(&mut bytes, puzzle.forbidden().len());
        for (place, number) in puzzle.forbidden() {
            bytes.extend(place.to_le_bytes());
            bytes.push(*number);
        }
        count(&mut bytes, self.coordinates.len());
        for coordinate in &self.coordinates {
            bytes.extend((coordinate.bytes.len() as u64).to_le_bytes());
            for &byte in &coordinate.bytes {
                count(&mut bytes, byte);
            }
        }
        bytes
    }

    #[inline]
    fn apply(&self, state: &Coordinates, mv: usize) -> Option<Coordinates> {
        let mut after = Coordinates::default();
        let moves = self.moves();
        for (i, coordinate) in self.coordinates.iter().enumerate() {
            let value = coordinate.next[state.0[i] as usize * moves + mv];
            if value == NOWHERE {
                return None;
            }
            after.0[i] = value;
        }
        Some(after)
    }
}

/// Some bytes of a pattern that change without regard to the others.
#[derive(Debug)]
struct Coordinate {
    /// Which bytes of a pattern.
    bytes: Vec<usize>,
    /// What they can be, the solved ones first.
    values: Strings,
    /// For each value and move, the number of the next value.
    next: Vec<u32>,
}

impl Coordinate {
    /// Finds all values by search from the solved one.
    fn explore(
        puzzle: &PiecePuzzle,
        bytes: Vec<usize>,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Coordinate, TooMany> {
        let mut found = Coordinate {
            values: Strings::new(bytes.len()),
            bytes,
            next: Vec::new(),
        };
        let forbidden = puzzle.forbidden().iter();
        let at = |place: u16| {
            found
                .bytes
                .iter()
                .position(|&byte| byte == usize::from(place))
        };
        let forbidden: Vec<(usize, u8)> = forbidden
            .filter_map(|&(place, number)| Some((at(place)?, number)))
            .collect();
        found.values.add(&found.of(puzzle.solved()));
        let mut pattern = puzzle.solved().to_vec();
        let mut after = pattern.clone();
        let mut number = 0;
        while number < found.values.len() {
            if number.is_multiple_of(VALUES_BETWEEN_LOOKS) && stop() {
                return Err(TooMany::Stopped);
            }
            found.write(found.values.get(number), &mut pattern);
            for mv in 0..puzzle.moves().len() {
                puzzle.carry(&pattern, mv, &mut after);
                let value = found.of(&after);
                let may = forbidden.iter().all(|&(at, number)| value[at] != number);
                let next = if may {
                    found.values.add(&value).0 as u32
                } else {
                    NOWHERE
                };
                found.next.push(next);
            }
            if found.values.len() > most {
                return Err(TooMany::Positions);
            }
            number += 1;
        }
        Ok(found)
    }

    fn of(&self, pattern: &[u8]) -> Vec<u8> {
        self.bytes.iter().map(|&byte| pattern[byte]).collect()
    }

    fn write(&self, value: &[u8], pattern: &mut [u8]) {
        for (&byte, &value) in self.bytes.iter().zip(value) {
            pattern[byte] = value;
        }
    }
}

/// The bytes of a pattern, apart as far as moves keep them apart: for each set of places that exchange pieces, the numbers
/// of the pieces and how they are turned.
fn independent(puzzle: &PiecePuzzle) -> Vec<Vec<usize>> {
    let places = puzzle.places();
    let mut set: Vec<usize> = (0..places).collect();
    fn first(set: &mut [usize], mut place: usize) -> usize {
        while set[place] != place {
            set[place] = set[set[place]];
            place = set[place];
        }
        place
    }
    for mv in puzzle.moves() {
        for (place, &from) in mv.from.iter().enumerate() {
            let (a, b) = (first(&mut set, place), first(&mut set, usize::from(from)));
            set[a.max(b)] = a.min(b);
        }
    }
    let mut apart = vec![Vec::new(); 2 * places];
    for place in 0..places {
        let at = first(&mut set, place);
        apart[at].push(place);
        apart[places + at].push(places + place);
    }
    apart.retain(|bytes| !bytes.is_empty());
    apart
}
