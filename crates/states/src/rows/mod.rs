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
//! Two bits a board: the distance modulo 3, or 3 for "not reached", low bits
//! and high bits of a row side by side. That is as little as a search needs that
//! must know what is reached and what is in the last level, and it is also the
//! finished table: neighbours differ by at most one, so the way home can be read
//! off. A level is written where the last one is read. No lock is needed: a
//! board goes from 3 to `d + 1` modulo 3 while others ask whether it is `d`, and
//! what they may see in between (where both bits change, the high one first) is
//! `d + 2`.
//!
//! Memory, flat arrays all: `codes`, for each row `W` words of low bits, then
//! `W` of high bits (`W = max(1, 2^n / 64)`); `flags`, a byte a row; `dense`, 32
//! bits a permutation; `representatives` and `sizes`, five bytes a row.

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

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

pub(crate) use build::{build_rows, load_rows, offering, save_rows};
pub(crate) use orbits::{Orbits, count_rows};

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

/// The codes of all rows while a search is under way.
pub(crate) struct Rows {
    pub(crate) orbits: Arc<Orbits>,
    pub(crate) codes: Vec<AtomicU64>,
    pub(crate) flags: Vec<AtomicU8>,
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
        let words = 2 * words(orbits.puzzle.tiles()) * rows;
        let mut codes = Vec::with_capacity(words);
        // Memory comes when it is written to, which takes a while.
        while codes.len() < words {
            if stopped() {
                return None;
            }
            let some = (words - codes.len()).min(1 << 22);
            codes.extend((0..some).map(|_| AtomicU64::new(!0)));
        }
        Some(Rows {
            codes,
            flags: (0..rows).map(|_| AtomicU8::new(0)).collect(),
            orbits,
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
        let words = last.len();
        let codes = &self.codes[row * 2 * words..(row + 1) * 2 * words];
        for (w, last) in last.iter_mut().enumerate() {
            let low = codes[w].load(Ordering::Relaxed);
            let high = codes[words + w].load(Ordering::Relaxed);
            *last = match code {
                0 => !(low | high),
                1 => low & !high,
                _ => high & !low,
            };
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
        let words = open.len();
        let valid = valid(self.orbits.puzzle.tiles());
        let codes = &self.codes[row * 2 * words..(row + 1) * 2 * words];
        for (w, open) in open.iter_mut().enumerate() {
            let (low, high) = (&codes[w], &codes[words + w]);
            *open = low.load(Ordering::Relaxed) & high.load(Ordering::Relaxed) & valid;
        }
    }

    /// Gives boards of a row, none of them reached so far, their distance. Says
    /// whether some of the row are left.
    pub(crate) fn reach(&self, row: usize, new: &[u64], distance: u32) -> bool {
        let words = new.len();
        let valid = valid(self.orbits.puzzle.tiles());
        let codes = &self.codes[row * 2 * words..(row + 1) * 2 * words];
        let mut left = 0;
        for (w, &new) in new.iter().enumerate() {
            let (low, high) = (&codes[w], &codes[words + w]);
            let mut low_bits = low.load(Ordering::Relaxed);
            let mut high_bits = high.load(Ordering::Relaxed);
            if distance % 3 != 2 {
                high_bits &= !new;
                high.store(high_bits, Ordering::Relaxed);
            }
            if distance % 3 != 1 {
                low_bits &= !new;
                low.store(low_bits, Ordering::Release);
            }
            left |= low_bits & high_bits & valid;
        }
        let full = if left == 0 { FULL } else { 0 };
        self.flags[row].fetch_or(1 << (distance % 3) | full, Ordering::Relaxed);
        left != 0
    }

    pub(crate) fn finish(self) -> RowCodes {
        RowCodes {
            orbits: self.orbits,
            codes: self.codes.into_iter().map(AtomicU64::into_inner).collect(),
        }
    }
}

/// The codes of all rows of a finished table.
#[derive(Clone)]
pub(crate) struct RowCodes {
    pub(crate) orbits: Arc<Orbits>,
    pub(crate) codes: Vec<u64>,
}

impl RowCodes {
    /// The distance of a board modulo 3, or 3 if it cannot be reached.
    pub(crate) fn code(&self, board: &Signed) -> u32 {
        let (row, number) = self.orbits.locate(board);
        let words = words(self.orbits.puzzle.tiles());
        let at = row * 2 * words + usize::from(number) / 64;
        let bit = |word: u64| (word >> (number % 64) & 1) as u32;
        bit(self.codes[at]) | bit(self.codes[at + words]) << 1
    }
}

impl PartialEq for RowCodes {
    fn eq(&self, other: &Self) -> bool {
        self.orbits.puzzle == other.orbits.puzzle && self.codes == other.codes
    }
}

impl Eq for RowCodes {}

impl std::fmt::Debug for RowCodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} rows", self.orbits.rows())
    }
}
