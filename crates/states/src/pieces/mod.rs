//! Puzzles whose moves carry pieces from place to place and turn them: cubes, pyramids, rings, sliding rows.
//!
//! A *pattern* says which piece lies at each place and how it is turned; a move says for each place where its piece comes
//! from and by how much it is turned on the way. Pieces may be alike, and of some it may not matter how they are turned (or
//! only modulo something): then a pattern has nothing by which they could be told apart, and that is all there is to it.
//! Each move has its inverse among the moves, so the graph of patterns is undirected.
//!
//! All patterns can be numbered where they are not too many ([`NumberedPieces`]); where they are, a shortest way is
//! looked for from both ends ([`BothEnds`]).

mod both_ends;
mod numbered;
mod strings;

pub use both_ends::{BothEnds, Stopped, farthest_of_few};
pub use numbered::{Coordinates, NumberedPieces, TooMany};

/// In no more ways can a piece be turned.
pub const MOST_ORIENTATIONS: u8 = 100;
/// No puzzle has more places.
pub const MOST_PLACES: usize = 1 << 12;

/// A piece as it lies at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Which piece it is; pieces of the same number are alike.
    pub number: u8,
    /// How it is turned, below `of`.
    pub turn: u8,
    /// In how many ways it can be seen to be turned: a divisor of the orientations of its place, 1 if it does not matter.
    pub of: u8,
}

/// A move, or several in a row: for each place where its piece comes from, and by how much it is turned on the way.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PieceMove {
    /// For each place, where its piece comes from.
    pub from: Vec<u16>,
    /// For each place, by how much its piece is turned on the way.
    pub turn: Vec<u8>,
}

impl PieceMove {
    /// Nothing moves.
    pub fn identity(places: usize) -> Self {
        PieceMove {
            from: (0..places as u16).collect(),
            turn: vec![0; places],
        }
    }

    /// The pieces after it: the plain meaning, by which others are judged.
    pub fn carry(&self, pieces: &[Piece]) -> Vec<Piece> {
        let carried = self.from.iter().zip(&self.turn).map(|(&from, &turn)| {
            let piece = pieces[usize::from(from)];
            let turn = (u32::from(piece.turn) + u32::from(turn)) % u32::from(piece.of);
            Piece {
                turn: turn as u8,
                ..piece
            }
        });
        carried.collect()
    }

    /// This, then another.
    pub fn then(&self, next: &PieceMove, orientations: &[u8]) -> PieceMove {
        let turn = |place: usize| {
            let sum =
                u16::from(self.turn[usize::from(next.from[place])]) + u16::from(next.turn[place]);
            (sum % u16::from(orientations[place])) as u8
        };
        let from = next
            .from
            .iter()
            .map(|&middle| self.from[usize::from(middle)]);
        PieceMove {
            from: from.collect(),
            turn: (0..self.from.len()).map(turn).collect(),
        }
    }

    /// What undoes it.
    pub fn inverse(&self, orientations: &[u8]) -> PieceMove {
        let mut inverse = PieceMove::identity(self.from.len());
        for (place, (&from, &turn)) in self.from.iter().zip(&self.turn).enumerate() {
            inverse.from[usize::from(from)] = place as u16;
            inverse.turn[usize::from(from)] = (orientations[place] - turn) % orientations[place];
        }
        inverse
    }

    /// Whether nothing moves.
    pub fn is_identity(&self) -> bool {
        (0..).zip(&self.from).all(|(place, &from)| from == place)
            && self.turn.iter().all(|&turn| turn == 0)
    }
}

/// Why pieces and moves are no [`PiecePuzzle`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PieceFault {
    /// None, or more than fit.
    #[error("{0} places: expected 1 to {MOST_PLACES}")]
    Places(usize),
    /// A piece that cannot lie at its place.
    #[error("the piece at place {0} is turned in a way that its place does not allow")]
    Piece(usize),
    /// A move that is none.
    #[error("move {0} is no permutation of the places with turns that they allow")]
    Move(usize),
    /// A move that is there already, so that ways would be counted twice.
    #[error("move {0} does what another one does")]
    Twice(usize),
    /// Distances to and from the goal would differ.
    #[error("no move undoes move {0}")]
    NoInverse(usize),
}

/// A puzzle given by its solved pattern and its moves.
#[derive(Debug, Clone)]
pub struct PiecePuzzle {
    orientations: Vec<u8>,
    solved: Vec<u8>,
    moves: Vec<PieceMove>,
    inverses: Vec<usize>,
    steps: Vec<Vec<PlaceMove>>,
    /// For each number of orientations in use, the codes of turned pieces turned further.
    turned: Vec<Turned>,
    /// The pieces that may not lie at a place.
    forbidden: Vec<(u16, u8)>,
}

/// What a move does to one place.
#[derive(Debug, Clone, Copy)]
struct PlaceMove {
    to: u16,
    from: u16,
    /// Which of the tables of turns holds for the place, and where in it the sums for this turn begin.
    table: u16,
    sums: u16,
}

/// How a piece is turned, and modulo what, as one byte; and what further turns make of it.
#[derive(Debug, Clone)]
struct Turned {
    orientations: u8,
    /// The codes: turn, and modulo what.
    codes: Vec<(u8, u8)>,
    /// For each turn, what becomes of each code.
    sums: Vec<u8>,
}

impl Turned {
    fn new(orientations: u8) -> Turned {
        let divisors = (1..=orientations)
            .rev()
            .filter(|&of| orientations.is_multiple_of(of));
        let codes: Vec<(u8, u8)> = divisors
            .flat_map(|of| (0..of).map(move |turn| (turn, of)))
            .collect();
        let code =
            |wanted: (u8, u8)| codes.iter().position(|&code| code == wanted).unwrap_or(0) as u8;
        let more = |turn: u8| {
            codes
                .iter()
                .map(move |&(at, of)| ((at + turn % of) % of, of))
        };
        let sums = (0..orientations)
            .flat_map(|turn| more(turn).map(&code).collect::<Vec<_>>())
            .collect();
        Turned {
            orientations,
            sums,
            codes,
        }
    }

    fn code(&self, turn: u8, of: u8) -> Option<u8> {
        let code = self.codes.iter().position(|&code| code == (turn, of))?;
        u8::try_from(code).ok()
    }
}

impl PiecePuzzle {
    /// A puzzle with so many orientations at each place. Every move must have its inverse among the moves; a pattern with a
    /// forbidden piece at a place (place, number) may not be reached.
    pub fn new(
        orientations: Vec<u8>,
        solved: &[Piece],
        moves: Vec<PieceMove>,
        forbidden: Vec<(u16, u8)>,
    ) -> Result<Self, PieceFault> {
        let places = orientations.len();
        if !(1..=MOST_PLACES).contains(&places) || solved.len() != places {
            return Err(PieceFault::Places(places));
        }
        if let Some(place) = orientations
            .iter()
            .position(|k| !(1..=MOST_ORIENTATIONS).contains(k))
        {
            return Err(PieceFault::Piece(place));
        }
        let mut inverses = Vec::new();
        for (number, mv) in moves.iter().enumerate() {
            if !is_move(mv, &orientations) {
                return Err(PieceFault::Move(number));
            }
            if moves[..number].contains(mv) {
                return Err(PieceFault::Twice(number));
            }
            let inverse = mv.inverse(&orientations);
            let found = moves.iter().position(|other| *other == inverse);
            inverses.push(found.ok_or(PieceFault::NoInverse(number))?);
        }
        let mut distinct = orientations.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let mut puzzle = PiecePuzzle {
            turned: distinct.into_iter().map(Turned::new).collect(),
            steps: Vec::new(),
            solved: Vec::new(),
            orientations,
            moves,
            inverses,
            forbidden,
        };
        puzzle.solved = puzzle.pattern(solved)?;
        puzzle.steps = puzzle.moves.iter().map(|mv| puzzle.steps_of(mv)).collect();
        Ok(puzzle)
    }

    /// Pieces as a pattern of this puzzle: first the number of the piece at each place, then how it is turned, as a code.
    pub fn pattern(&self, pieces: &[Piece]) -> Result<Vec<u8>, PieceFault> {
        if pieces.len() != self.places() {
            return Err(PieceFault::Places(pieces.len()));
        }
        let mut pattern: Vec<u8> = pieces.iter().map(|piece| piece.number).collect();
        for (place, piece) in pieces.iter().enumerate() {
            let (_, turned) = self.turned_at(place);
            let code = turned.code(piece.turn, piece.of);
            pattern.push(code.ok_or(PieceFault::Piece(place))?);
        }
        Ok(pattern)
    }

    /// The pieces of a pattern.
    pub fn pieces(&self, pattern: &[u8]) -> Vec<Piece> {
        let piece = |place: usize| {
            let (turn, of) =
                self.turned_at(place).1.codes[usize::from(pattern[self.places() + place])];
            Piece {
                number: pattern[place],
                turn,
                of,
            }
        };
        (0..self.places()).map(piece).collect()
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.orientations.len()
    }

    /// In how many ways a piece can be turned at each place.
    pub fn orientations(&self) -> &[u8] {
        &self.orientations
    }

    /// The pattern to reach.
    pub fn solved(&self) -> &[u8] {
        &self.solved
    }

    /// The moves.
    pub fn moves(&self) -> &[PieceMove] {
        &self.moves
    }

    /// The number of the move that undoes a move.
    pub fn inverse(&self, mv: usize) -> usize {
        self.inverses[mv]
    }

    /// The pieces that may not lie at a place.
    pub fn forbidden(&self) -> &[(u16, u8)] {
        &self.forbidden
    }

    /// Makes a move; false if it may not be made.
    pub fn apply(&self, pattern: &[u8], mv: usize, after: &mut [u8]) -> bool {
        self.carry(pattern, mv, after);
        self.allows(after)
    }

    /// Whether no forbidden piece lies anywhere.
    pub fn allows(&self, pattern: &[u8]) -> bool {
        let mut forbidden = self.forbidden.iter();
        !forbidden.any(|&(place, number)| pattern[usize::from(place)] == number)
    }

    /// Makes a move without asking whether it may be made.
    fn carry(&self, pattern: &[u8], mv: usize, after: &mut [u8]) {
        let places = self.places();
        after.copy_from_slice(pattern);
        for step in &self.steps[mv] {
            let (to, from) = (usize::from(step.to), usize::from(step.from));
            after[to] = pattern[from];
            let sums = &self.turned[usize::from(step.table)].sums;
            after[places + to] = sums[usize::from(step.sums) + usize::from(pattern[places + from])];
        }
    }

    fn steps_of(&self, mv: &PieceMove) -> Vec<PlaceMove> {
        let step = |place: usize| {
            let (from, turn) = (mv.from[place], mv.turn[place]);
            let (table, turned) = self.turned_at(place);
            (usize::from(from) != place || turn != 0).then(|| PlaceMove {
                to: place as u16,
                from,
                table: table as u16,
                sums: u16::from(turn) * turned.codes.len() as u16,
            })
        };
        (0..self.places()).filter_map(step).collect()
    }

    fn turned_at(&self, place: usize) -> (usize, &Turned) {
        let orientations = self.orientations[place];
        let table = self
            .turned
            .partition_point(|turned| turned.orientations < orientations);
        (table, &self.turned[table])
    }
}

/// Whether it is a permutation that keeps the number of orientations, with turns below it.
fn is_move(mv: &PieceMove, orientations: &[u8]) -> bool {
    let places = orientations.len();
    let mut seen = vec![false; places];
    mv.from.len() == places
        && mv.turn.len() == places
        && (0..places).all(|place| {
            let from = usize::from(mv.from[place]);
            from < places
                && !std::mem::replace(&mut seen[from], true)
                && orientations[from] == orientations[place]
                && mv.turn[place] < orientations[place]
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring() -> (Vec<u8>, PieceMove) {
        let turn = PieceMove {
            from: vec![1, 2, 0],
            turn: vec![1, 0, 3],
        };
        (vec![4; 3], turn)
    }

    #[test]
    fn inverses_cancel_and_what_is_not_seen_does_not_count() {
        let (orientations, turn) = ring();
        let back = turn.inverse(&orientations);
        assert!(turn.then(&back, &orientations).is_identity());
        assert!(back.then(&turn, &orientations).is_identity());
        let piece = |number, turn, of| Piece { number, turn, of };
        let solved = [piece(0, 0, 4), piece(1, 1, 2), piece(2, 0, 1)];
        let puzzle =
            PiecePuzzle::new(orientations, &solved, vec![turn, back], vec![]).expect("a ring");
        let mut after = vec![0; 6];
        assert!(puzzle.apply(puzzle.solved(), 0, &mut after));
        let expected = [piece(1, 0, 2), piece(2, 0, 1), piece(0, 3, 4)];
        assert_eq!(puzzle.pieces(&after), expected);
        let mut again = vec![0; 6];
        assert!(puzzle.apply(&after, 1, &mut again));
        assert_eq!(again, puzzle.solved());
    }

    #[test]
    fn what_is_no_puzzle_is_refused() {
        let (orientations, turn) = ring();
        let solved = [Piece {
            number: 0,
            turn: 0,
            of: 4,
        }; 3];
        let refused = PiecePuzzle::new(orientations.clone(), &solved, vec![turn.clone()], vec![]);
        assert_eq!(refused.err(), Some(PieceFault::NoInverse(0)));
        let twice = PieceMove {
            from: vec![1, 1, 0],
            ..turn
        };
        let refused = PiecePuzzle::new(orientations.clone(), &solved, vec![twice], vec![]);
        assert_eq!(refused.err(), Some(PieceFault::Move(0)));
        let third = [Piece {
            number: 0,
            turn: 0,
            of: 3,
        }; 3];
        let refused = PiecePuzzle::new(orientations, &third, vec![], vec![]);
        assert_eq!(refused.err(), Some(PieceFault::Piece(0)));
    }
}
