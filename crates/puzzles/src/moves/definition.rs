//! What a puzzle by moves is: orbits of pieces, named moves, and which of them may be made.

use std::fmt;
use std::sync::Arc;

use tantalizer_states::{Piece, PieceFault, PieceMove, PiecePuzzle};

use super::sequence::{self, readings};

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Metric {
    /// Every multiple of a named move (the half-turn metric of cubes).
    #[default]
    Half,
    /// A named move and its inverse (the quarter-turn metric).
    Quarter,
}

impl Metric {
    /// All of them.
    pub const NAMES: [&'static str; 2] = ["half", "quarter"];

    /// The metric of that name.
    pub fn of_name(name: &str) -> Option<Metric> {
        match name {
            "half" => Some(Metric::Half),
            "quarter" => Some(Metric::Quarter),
            _ => None,
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Metric::Half => "half",
            Metric::Quarter => "quarter",
        })
    }
}

/// Places that exchange pieces among themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orbit {
    /// What it is called.
    pub name: String,
    /// Its first place among those of all orbits.
    pub first: usize,
    /// How many places it has.
    pub places: usize,
    /// In how many ways a piece can be turned.
    pub orientations: u8,
}

/// A move by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// What it does.
    pub does: PieceMove,
}

/// A puzzle by moves, without a position.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// What counts as one move.
    pub metric: Metric,
    /// The orbits.
    pub orbits: Vec<Orbit>,
    /// All moves that have names, also those that may not be made to solve it.
    pub named: Vec<Named>,
    /// The names of the moves that may be made, with their multiples, in the order of those of the puzzle.
    pub names: Vec<String>,
    /// Its pieces and the moves that may be made.
    pub puzzle: Arc<PiecePuzzle>,
}

/// No puzzle has more moves, multiples counted.
const MOST_MOVES: usize = 2_000;
/// No move has to be made more often to come back.
const MOST_ORDER: usize = 1_000;

/// The parts of a [`Definition`] as they are read.
pub(super) struct Parts {
    pub name: String,
    pub metric: Metric,
    pub orbits: Vec<Orbit>,
    pub solved: Vec<Piece>,
    pub named: Vec<Named>,
    /// Which of the named moves may be made, by number.
    pub generators: Vec<usize>,
    pub forbidden: Vec<(u16, u8)>,
}

impl Parts {
    /// The puzzle; or what is wrong, in words.
    pub(super) fn finish(self) -> Result<Definition, String> {
        let orientations = orientations(&self.orbits);
        let mut names: Vec<String> = Vec::new();
        let mut moves: Vec<PieceMove> = Vec::new();
        for &generator in &self.generators {
            let Named { name, does } = &self.named[generator];
            for (suffix, multiple) in multiples(does, self.metric, &orientations)? {
                // What another move does already is the same move.
                if !moves.contains(&multiple) {
                    names.push(format!("{name}{suffix}"));
                    moves.push(multiple);
                }
            }
            if moves.len() > MOST_MOVES {
                return Err(format!(
                    "more than {MOST_MOVES} moves with their multiples: name those that may be made in `generators`"
                ));
            }
        }
        if moves.is_empty() {
            return Err("there is no move that moves anything".to_string());
        }
        let puzzle = PiecePuzzle::new(orientations, &self.solved, moves, self.forbidden);
        let puzzle = puzzle.map_err(|fault: PieceFault| fault.to_string())?;
        if !puzzle.allows(puzzle.solved()) {
            return Err("a piece may not lie where it lies when the puzzle is solved".to_string());
        }
        Ok(Definition {
            name: self.name,
            metric: self.metric,
            orbits: self.orbits,
            named: self.named,
            names,
            puzzle: Arc::new(puzzle),
        })
    }

    /// The moves that may be made where nothing is said of it: all but whole turns of the puzzle.
    pub(super) fn usual_generators(&self, aliases: usize) -> Vec<usize> {
        let orientations = orientations(&self.orbits);
        let all: Vec<usize> = (0..self.named.len() - aliases).collect();
        let (turns, others): (Vec<usize>, Vec<usize>) = all
            .iter()
            .partition(|&&number| is_named_as_turn(&self.named[number].name));
        let carries = |turn: &usize| {
            let turn = &self.named[*turn].does;
            let back = turn.inverse(&orientations);
            others.iter().all(|&other| {
                let seen = back
                    .then(&self.named[other].does, &orientations)
                    .then(turn, &orientations);
                others.iter().any(|&image| {
                    let image = &self.named[image].does;
                    *image == seen || image.inverse(&orientations) == seen
                })
            })
        };
        // What is only named so is a move like any other.
        if others.is_empty() || !turns.iter().all(carries) {
            all
        } else {
            others
        }
    }
}

impl Definition {
    /// What a sequence of named moves does, one after the other; or what is wrong with it.
    pub fn sequence(&self, text: &str) -> Result<Vec<PieceMove>, String> {
        let orientations = self.puzzle.orientations();
        in_words(&self.named, text, orientations)?.map_err(|unknown| {
            let known: Vec<&str> = self.named.iter().map(|named| named.name.as_str()).collect();
            format!(
                "unknown move `{unknown}`, expected one of {}",
                known.join(" ")
            )
        })
    }

    /// The names of moves by their numbers.
    pub fn words(&self, moves: &[usize]) -> Vec<&str> {
        let name = |&number: &usize| self.names.get(number).map(String::as_str);
        moves.iter().filter_map(name).collect()
    }

    /// What a distance table of it is called: different for different moves and pieces.
    pub fn space_name(&self) -> String {
        let mut bytes = self.puzzle.solved().to_vec();
        bytes.extend(self.puzzle.orientations());
        for mv in self.puzzle.moves() {
            bytes.extend(mv.from.iter().flat_map(|from| from.to_le_bytes()));
            bytes.extend(&mv.turn);
        }
        for &(place, piece) in self.puzzle.forbidden() {
            bytes.extend(place.to_le_bytes());
            bytes.push(piece);
        }
        // FNV-1a, which every machine computes alike.
        let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix);
        format!("moves {} {} {hash:016x}", self.name, self.metric)
    }
}

/// What the words of a sequence do, or the first word that is unknown; an error if it is no sequence.
pub(super) fn in_words(
    named: &[Named],
    text: &str,
    orientations: &[u8],
) -> Result<Result<Vec<PieceMove>, String>, String> {
    let mut moves = Vec::new();
    for (word, undone) in sequence::words(text)? {
        let known = readings(&word).into_iter().find_map(|(name, times)| {
            let named = named.iter().find(|named| named.name == name)?;
            Some((&named.does, times))
        });
        let Some((does, times)) = known else {
            return Ok(Err(word));
        };
        let backwards = (times < 0) != undone;
        let once = if backwards {
            does.inverse(orientations)
        } else {
            does.clone()
        };
        moves.push(power(once, times.unsigned_abs(), orientations));
    }
    Ok(Ok(moves))
}

/// A move so many times.
fn power(mut mv: PieceMove, mut times: u64, orientations: &[u8]) -> PieceMove {
    let mut power = PieceMove::identity(orientations.len());
    while times > 0 {
        if times % 2 == 1 {
            power = power.then(&mv, orientations);
        }
        mv = mv.then(&mv, orientations);
        times /= 2;
    }
    power
}

/// In how many ways a piece can be turned at each place.
pub(super) fn orientations(orbits: &[Orbit]) -> Vec<u8> {
    let places = |orbit: &Orbit| std::iter::repeat_n(orbit.orientations, orbit.places);
    orbits.iter().flat_map(places).collect()
}

/// The multiples of a move that count as one, with what is written after its name.
fn multiples(
    does: &PieceMove,
    metric: Metric,
    orientations: &[u8],
) -> Result<Vec<(String, PieceMove)>, String> {
    let mut powers = Vec::new();
    let mut power = does.clone();
    while !power.is_identity() {
        if powers.len() >= MOST_ORDER {
            return Err(format!(
                "a move comes back only after more than {MOST_ORDER} times"
            ));
        }
        powers.push(power.clone());
        power = power.then(does, orientations);
    }
    let order = powers.len() + 1;
    let suffix = |times: usize| match (times, order - times) {
        (1, _) => String::new(),
        (_, 1) => "'".to_string(),
        (times, back) if back < times => format!("{back}'"),
        (times, _) => times.to_string(),
    };
    let all = (1..)
        .zip(powers)
        .map(|(times, power)| (times, suffix(times), power));
    let counts = |times: usize| metric == Metric::Half || times == 1 || times == order - 1;
    Ok(all
        .filter(|(times, ..)| counts(*times))
        .map(|(_, suffix, power)| (suffix, power))
        .collect())
}

/// Whether the name is one that cubers give to a turn of the whole puzzle: x, y, z, or capitals followed by a `v`.
fn is_named_as_turn(name: &str) -> bool {
    let is_grip =
        |grip: &str| !grip.is_empty() && grip.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    matches!(name, "x" | "y" | "z") || name.strip_suffix('v').is_some_and(is_grip)
}
