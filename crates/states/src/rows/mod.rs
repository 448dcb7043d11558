//! Distance tables of signed permutation puzzles, by rows.
//!
//! Keep the signs of a board by *tile*, not by position. Then a move sends the
//! permutation `p` to another one and exclusive-ors the set of turned tiles
//! with a set that `p` and the move decide: the `2^n` boards of a permutation
//! are a *row* of bits, and a move carries the whole row at once. Rows are kept
//! for one permutation of each orbit under symmetries and inversion, a
//! sixteenth of all at best. Inversion keeps the distance from the goal but is
//! no automorphism of the graph of moves: whoever *pulls* (which boards of my
//! row have a neighbour in the last level?) needs the last level of all rows and
//! nothing else; whoever *pushes* must expand each board and its inverse.
//!
//! Two bits a board, in two planes. While level `d + 1` is found, *last* has the
//! boards at distance `d` and perhaps others that are reached, whose neighbours
//! have all been found: it is only read, by everyone. *Next* gets the new boards,
//! each row from whoever pulls it. So nothing is read while it is written, no
//! lock is needed, and a neighbour costs one plane of its row. What a board has in
//! both planes also tells its distance modulo 3, all that a finished table needs
//! to know the way home: boards at `d`, `d - 3`, ... are in last alone, those at `d - 1`, ... in
//! both, those at `d - 2`, ... in next alone, where the new ones join them. After
//! the level next is exclusive-ored with last and the two change places, and it
//! is so again for `d + 1`.
//!
//! Memory, flat arrays all: two planes of `W` words a row (`W = max(1, 2^n / 64)`);
//! `flags`, a byte a row; `dense`, 32 bits a permutation; `representatives` and
//! `sizes`, five bytes a row.

pub(crate) mod bits;
mod build;
mod count;
#[cfg(any(test, feature = "gpu"))]
pub(crate) mod gpu;
mod level;
pub(crate) mod log;
#[cfg(feature = "many")]
pub(crate) mod many;
pub(crate) mod orbits;
mod plane;

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

pub(crate) use build::{build_rows, load_rows, offering, save_rows};
pub(crate) use orbits::{Orbits, count_rows};
use plane::Plane;

use crate::progress::Clock;
use crate::signed::{Signed, SignedPuzzle};

/// The words of a plane of a row.
pub(crate) fn words(tiles: usize) -> usize {
    (1usize << tiles).div_ceil(64)
}

/// The places in a word that stand for boards.
pub(crate) fn valid(tiles: usize) -> u64 {
    if tiles < 6 {
        (1 << (1u32 << tiles)) - 1
    } else {
        !0
    }
}

/// The bytes that a table by rows works in.
pub(crate) fn memory(puzzle: &SignedPuzzle) -> u64 {
    let rows = count_rows(puzzle);
    let permutations: u64 = (1..=puzzle.tiles() as u64).product();
    rows * (16 * words(puzzle.tiles()) as u64 + 1 + 5) + 4 * permutations
}

/// All rows while a search is under way.
pub(crate) struct Rows {
    pub(crate) orbits: Arc<Orbits>,
    /// The plane that is read, and the one that is written.
    pub(crate) last: Plane,
    pub(crate) next: Plane,
    pub(crate) flags: Vec<AtomicU8>,
    /// How many levels there are.
    levels: u32,
}

/// Of a row's flags: bit `d mod 3` says that it has boards at the last distance
/// `d`; this bit that all its boards are reached.
pub(crate) const FULL: u8 = 8;

impl Rows {
    /// All rows, none of their boards reached; `None` if the clock says stop.
    pub(crate) fn new(orbits: Arc<Orbits>, clock: &Clock<'_>) -> Option<Self> {
        let rows = orbits.rows();
        Rows::with_rows(orbits, rows, || clock.stopped())
    }

    /// So many rows of the table, whichever they are.
    pub(crate) fn with_rows(
        orbits: Arc<Orbits>,
        rows: usize,
        stopped: impl Fn() -> bool,
    ) -> Option<Self> {
        let words = words(orbits.puzzle.tiles()) * rows;
        Some(Rows {
            last: Plane::new(words, &stopped)?,
            next: Plane::new(words, &stopped)?,
            flags: (0..rows).map(|_| AtomicU8::new(0)).collect(),
            orbits,
            levels: 0,
        })
    }

    /// The boards of a row at one less than this distance (and 3, 6, ... less than
    /// that), into `last`; says whether there are any at exactly one less.
    #[cfg(feature = "many")]
    pub(crate) fn last(&self, row: usize, distance: u32, last: &mut [u64]) -> bool {
        let code = (distance + 2) % 3;
        if self.flags[row].load(Ordering::Relaxed) >> code & 1 == 0 {
            return false;
        }
        let planes = self.last[row * last.len()..]
            .iter()
            .zip(&self.next[row * last.len()..]);
        for (bits, (last, next)) in last.iter_mut().zip(planes) {
            *bits = last & !next;
        }
        true
    }

    /// Forgets which rows had boards at the distance before the last but one, so
    /// that their flag can be used for this one.
    pub(crate) fn begin(&self, distance: u32) {
        let others = !(1u8 << (distance % 3));
        for flags in &self.flags {
            flags.fetch_and(others, Ordering::Relaxed);
        }
    }

    /// The boards of a row that are not reached, into `open`.
    pub(crate) fn open(&self, row: usize, open: &mut [u64]) {
        let rest = row * open.len()..;
        let planes = self.last[rest.clone()].iter().zip(&self.next[rest]);
        let valid = valid(self.orbits.puzzle.tiles());
        for (open, (last, next)) in open.iter_mut().zip(planes) {
            *open = !(last | next) & valid;
        }
    }

    /// Gives boards of a row, none of them reached so far, their distance.
    pub(crate) fn reach(&mut self, row: usize, new: &[u64], distance: u32) {
        let at = row * new.len()..(row + 1) * new.len();
        let (last, next) = (&self.last[at.clone()], &mut self.next[at]);
        let valid = valid(self.orbits.puzzle.tiles());
        let left = reach((last, next), new, valid);
        flag(&self.flags[row], distance, left);
    }

    /// Ends a level: what was found is the last level now.
    pub(crate) fn end(&mut self) {
        let planes = self.next.par_iter_mut().zip(&*self.last);
        let planes = planes.with_min_len(1 << 14);
        planes.for_each(|(next, last)| *next ^= last);
        std::mem::swap(&mut self.last, &mut self.next);
        self.levels += 1;
    }

    pub(crate) fn finish(mut self) -> RowCodes {
        let farthest = self.levels.saturating_sub(1) as usize;
        let planes = self.last.par_iter_mut().zip(&mut *self.next);
        planes.with_min_len(1 << 14).for_each(|(last, next)| {
            let mut classes = [0; 3];
            classes[farthest % 3] = *last & !*next;
            classes[(farthest + 2) % 3] = *last & *next;
            classes[(farthest + 1) % 3] = *next & !*last;
            let unreached = !(*last | *next);
            (*last, *next) = (classes[1] | unreached, classes[2] | unreached);
        });
        RowCodes {
            orbits: self.orbits,
            low: self.last,
            high: self.next,
        }
    }
}

/// Adds new boards to those of a row in the two planes; says whether some are
/// still not reached.
#[inline(always)]
fn reach((last, next): (&[u64], &mut [u64]), new: &[u64], valid: u64) -> bool {
    let mut left = 0;
    for ((next, last), new) in next.iter_mut().zip(last).zip(new) {
        *next |= new;
        left |= !(*next | last) & valid;
    }
    left != 0
}

/// Notes that a row has boards at a distance, and whether some are left.
fn flag(flags: &AtomicU8, distance: u32, left: bool) {
    let full = if left { 0 } else { FULL };
    flags.fetch_or(1 << (distance % 3) | full, Ordering::Relaxed);
}

/// The codes of all rows of a finished table, low and high bits apart.
#[derive(Clone)]
pub(crate) struct RowCodes {
    pub(crate) orbits: Arc<Orbits>,
    pub(crate) low: Plane,
    pub(crate) high: Plane,
}

impl RowCodes {
    /// The distance of a board modulo 3, or 3 if it cannot be reached.
    pub(crate) fn code(&self, board: &Signed) -> u32 {
        let (row, number) = self.orbits.locate(board);
        let at = row * words(self.orbits.puzzle.tiles()) + usize::from(number) / 64;
        let bit = |plane: &[u64]| (plane[at] >> (number % 64) & 1) as u32;
        bit(&self.low) | bit(&self.high) << 1
    }
}

impl PartialEq for RowCodes {
    fn eq(&self, other: &Self) -> bool {
        self.orbits.puzzle == other.orbits.puzzle
            && self.low == other.low
            && self.high == other.high
    }
}

impl Eq for RowCodes {}

impl std::fmt::Debug for RowCodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} rows", self.orbits.rows())
    }
}
