//! Distance tables of puzzles whose moves carry pieces about and turn them.
//!
//! The file states the puzzle at its head: the pieces at their places, the moves, and how patterns
//! are numbered (`docs/states.md` describes it). A pattern is taken apart into *coordinates*, some of
//! its parts each, which no move mixes; the values of a coordinate are numbered as a search from the
//! solved one finds them, and a pattern's number is made of the numbers of its coordinates. All
//! distances are found again here, breadth first, and held against what the file has of every
//! pattern: the remainder of its distance by 3, or that it cannot be reached.

use std::collections::HashMap;
use std::io::Read;

use crate::table::{Source, number};

/// The first bytes of such a table.
pub const PIECES_MAGIC: &[u8; 8] = b"TNTLDIST";

/// What a table of pieces shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PiecesReport {
    /// The name of the puzzle.
    pub name: String,
    /// How many patterns there are at distance 0, 1, 2, ...
    pub by_distance: Vec<u64>,
}

impl PiecesReport {
    /// The greatest distance.
    pub fn god_number(&self) -> usize {
        self.by_distance.len().saturating_sub(1)
    }
}

/// Words of the file under one checksum.
const PIECE: usize = 1 << 17;
/// A table of more patterns is not checked: each takes a byte here.
const MOST_PATTERNS: u64 = 1 << 36;
/// Not reached, or no such value.
const NONE: u32 = u32::MAX;

/// Checks a table; or says why it is not accepted.
pub fn check_pieces(reader: impl Read) -> Result<PiecesReport, String> {
    let mut source = Source(reader);
    if source.take(8)? != PIECES_MAGIC {
        return Err("no distance table by numbers".into());
    }
    let version = source.word()?;
    let len = source.word()?;
    let head = source.summed(len, false)?;
    let mut head = Fields(&head);
    let name = String::from_utf8(head.bytes()?.to_vec()).map_err(|_| "the name is no text")?;
    let patterns = head.number(8)?;
    let goals = head.numbers(8)?;
    let stated = head.numbers(8)?;
    // Which states its maker wanted to have at hand, and these.
    let (_, _) = (head.numbers(8)?, head.numbers(8)?);
    let puzzle = match version {
        1 => &[],
        2 => head.bytes()?,
        _ => return Err("a version of the format that is not known".into()),
    };
    if puzzle.is_empty() {
        return Err(
            "this distance table states no moves and cannot be verified: build it again".into(),
        );
    }
    let coordinates = Puzzle::read(puzzle)?.coordinates()?;
    let product = |product: u64, c: &Coordinate| product.checked_mul(c.values as u64);
    let counted = coordinates.iter().try_fold(1, product);
    if counted != Some(patterns) || patterns > MOST_PATTERNS {
        return Err(format!(
            "the stated numbering does not give {patterns} patterns"
        ));
    }
    if goals != [0] {
        return Err("the goal is not the solved pattern alone".into());
    }
    let (distances, by_distance) = search(&coordinates, patterns as usize)?;
    if by_distance != stated {
        return Err(format!(
            "by distance there are {by_distance:?} patterns, but {stated:?} are stated"
        ));
    }
    for plane in 0..2 {
        let mut first = 0;
        while first < distances.len() {
            let words = PIECE.min((distances.len() - first).div_ceil(64));
            let bytes = source.summed(8 * words as u32, false)?;
            let here = &distances[first..distances.len().min(first + 64 * words)];
            for (at, &distance) in here.iter().enumerate() {
                // What cannot be reached has both bits.
                let code = if distance == u8::MAX { 3 } else { distance % 3 };
                if bytes[at / 8] >> (at % 8) & 1 != code >> plane & 1 {
                    let pattern = first + at;
                    return Err(format!(
                        "pattern {pattern} does not have the distance that the table says"
                    ));
                }
            }
            first += 64 * words;
        }
    }
    source.nothing_more()?;
    Ok(PiecesReport { name, by_distance })
}

/// All distances, breadth first, and how many there are of each.
fn search(coordinates: &[Coordinate], patterns: usize) -> Result<(Vec<u8>, Vec<u64>), String> {
    let moves = coordinates.first().map_or(0, |c| c.next.len() / c.values);
    let mut distances = vec![u8::MAX; patterns];
    let mut level = vec![0usize];
    let mut by_distance = Vec::new();
    distances[0] = 0;
    while !level.is_empty() {
        let distance = by_distance.len() + 1;
        by_distance.push(level.len() as u64);
        let distance = u8::try_from(distance).ok().filter(|&d| d < u8::MAX);
        let distance = distance.ok_or("distances of 255 and more are not checked")?;
        let mut next = Vec::new();
        for &pattern in &level {
            for mv in 0..moves {
                let Some(to) = after(coordinates, pattern, mv, moves) else {
                    continue;
                };
                if distances[to] == u8::MAX {
                    distances[to] = distance;
                    next.push(to);
                }
            }
        }
        level = next;
    }
    Ok((distances, by_distance))
}

/// The number of the pattern after a move, if it may be made.
fn after(coordinates: &[Coordinate], pattern: usize, mv: usize, moves: usize) -> Option<usize> {
    let (mut rest, mut to, mut factor) = (pattern, 0, 1);
    // The last coordinate changes fastest.
    for coordinate in coordinates.iter().rev() {
        let value = coordinate.next[rest % coordinate.values * moves + mv];
        rest /= coordinate.values;
        if value == NONE {
            return None;
        }
        to += value as usize * factor;
        factor *= coordinate.values;
    }
    Some(to)
}

/// A part of a pattern: the number of the piece at a place, or how it is turned and modulo what.
type Part = (u8, u8);

/// The puzzle that a table states.
struct Puzzle {
    /// The solved pattern: the numbers of the pieces at all places, then how they are turned.
    solved: Vec<Part>,
    /// For each move and place: where its piece comes from, and by how much it is turned.
    moves: Vec<Vec<(usize, u8)>>,
    /// Places and numbers of pieces that may not lie there.
    forbidden: Vec<(usize, u8)>,
    /// The parts of each coordinate.
    parts: Vec<Vec<usize>>,
}

/// The values of a coordinate, and what moves make of them.
struct Coordinate {
    values: usize,
    /// For each value and move the next value, or [`NONE`] where the move may not be made.
    next: Vec<u32>,
}

impl Puzzle {
    fn read(bytes: &[u8]) -> Result<Puzzle, String> {
        let mut fields = Fields(bytes);
        let places = fields.number(4)? as usize;
        let orientations = fields.take(places)?;
        if places == 0 || orientations.contains(&0) {
            return Err("there are no places, or one where no piece can lie".into());
        }
        let pieces = fields.take(3 * places)?;
        let mut solved: Vec<Part> = pieces.chunks(3).map(|piece| (piece[0], 0)).collect();
        for (place, piece) in pieces.chunks(3).enumerate() {
            let (turn, of) = (piece[1], piece[2]);
            if turn >= of || orientations[place] % of != 0 {
                return Err("a piece is turned in a way that its place does not allow".into());
            }
            solved.push((turn, of));
        }
        let mut moves = Vec::new();
        for _ in 0..fields.number(4)? {
            let mut mv = Vec::new();
            let mut seen = vec![false; places];
            for place in 0..places {
                let (from, turn) = (fields.number(2)? as usize, fields.number(1)? as u8);
                let known = from < places && !std::mem::replace(&mut seen[from], true);
                if !known || orientations[from] != orientations[place] {
                    return Err("a move is no permutation of places that are alike".into());
                }
                mv.push((from, turn));
            }
            moves.push(mv);
        }
        for mv in &moves {
            let mut inverse = vec![(0, 0); places];
            for (place, &(from, turn)) in mv.iter().enumerate() {
                let orientations = orientations[place];
                inverse[from] = (place, (orientations - turn % orientations) % orientations);
            }
            if !moves.contains(&inverse) {
                return Err("a move has no inverse among the moves".into());
            }
        }
        let mut forbidden = Vec::new();
        for _ in 0..fields.number(4)? {
            forbidden.push((fields.number(2)? as usize, fields.number(1)? as u8));
        }
        let mut parts = Vec::new();
        for _ in 0..fields.number(4)? {
            let numbers = fields.numbers(4)?;
            parts.push(numbers.iter().map(|&n| n as usize).collect());
        }
        Ok(Puzzle {
            solved,
            moves,
            forbidden,
            parts,
        })
    }

    /// The coordinates, which must not depend on each other; what is in none of them must never change.
    fn coordinates(&self) -> Result<Vec<Coordinate>, String> {
        let mut of = vec![usize::MAX; self.solved.len()];
        for (coordinate, parts) in self.parts.iter().enumerate() {
            for &part in parts {
                if of.get(part) != Some(&usize::MAX) {
                    return Err("a part of the pattern is in two coordinates, or is none".into());
                }
                of[part] = coordinate;
            }
        }
        let mixed = (0..of.len()).any(|part| {
            let from = |mv: usize| of[self.comes_from(part, mv).0];
            (0..self.moves.len()).any(|mv| from(mv) != of[part])
        });
        if mixed {
            return Err("a move mixes two coordinates".into());
        }
        let rest: Vec<usize> = (0..of.len()).filter(|&p| of[p] == usize::MAX).collect();
        let unmoved = self.explore(&rest)?;
        if unmoved.values != 1 || unmoved.next.contains(&NONE) {
            return Err("what is in no coordinate changes".into());
        }
        self.parts.iter().map(|parts| self.explore(parts)).collect()
    }

    /// Where a part comes from by a move, and by how much it is turned on the way.
    fn comes_from(&self, part: usize, mv: usize) -> (usize, u8) {
        let places = self.solved.len() / 2;
        let (from, turn) = self.moves[mv][part % places];
        if part < places {
            (from, 0)
        } else {
            (places + from, turn)
        }
    }

    /// Finds the values of some parts, in the order of a search from the solved ones.
    fn explore(&self, parts: &[usize]) -> Result<Coordinate, String> {
        let places = self.solved.len() / 2;
        let at: HashMap<usize, usize> = (0..).zip(parts).map(|(i, &part)| (part, i)).collect();
        let solved: Vec<Part> = parts.iter().map(|&part| self.solved[part]).collect();
        let mut numbers = HashMap::from([(solved.clone(), 0u32)]);
        let mut values = vec![solved];
        let mut next = Vec::new();
        let mut done = 0;
        while done < values.len() {
            for mv in 0..self.moves.len() {
                let carried = parts.iter().map(|&part| {
                    let (from, turn) = self.comes_from(part, mv);
                    let (value, of) = values[done][at[&from]];
                    if part < places {
                        (value, of)
                    } else {
                        (
                            ((u32::from(value) + u32::from(turn)) % u32::from(of)) as u8,
                            of,
                        )
                    }
                });
                let carried: Vec<Part> = carried.collect();
                let forbidden = self
                    .forbidden
                    .iter()
                    .any(|&(place, piece)| at.get(&place).is_some_and(|&i| carried[i].0 == piece));
                if forbidden {
                    next.push(NONE);
                    continue;
                }
                let number = *numbers.entry(carried).or_insert_with_key(|carried| {
                    values.push(carried.clone());
                    (values.len() - 1) as u32
                });
                next.push(number);
            }
            done += 1;
        }
        Ok(Coordinate {
            values: values.len(),
            next,
        })
    }
}

/// What is left of a head.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn take(&mut self, len: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self
            .0
            .split_at_checked(len)
            .ok_or("the head is cut short")?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self, bytes: usize) -> Result<u64, String> {
        Ok(number(self.take(bytes)?))
    }

    /// A length of eight bytes, and so many bytes.
    fn bytes(&mut self) -> Result<&'a [u8], String> {
        let len = self.number(8)? as usize;
        self.take(len)
    }

    /// A length of eight bytes, and so many numbers.
    fn numbers(&mut self, bytes: usize) -> Result<Vec<u64>, String> {
        let len = self.number(8)? as usize;
        let all = self.take(len.saturating_mul(bytes))?;
        Ok(all.chunks(bytes).map(number).collect())
    }
}
