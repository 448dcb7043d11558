//! Which permutations share a row, and where each finds its own.
//!
//! Permutations that symmetries (by conjugation) and inversion carry to each
//! other form an orbit; the lexicographically first of each is its
//! *representative*, and representatives are numbered in that order. The dense
//! table has an entry for every permutation, by its lexicographic number: the
//! row of its representative, and the map that carries the representative to
//! it. So no permutation is ever brought into canonical form again.

use std::sync::atomic::{AtomicU32, Ordering};

use prefetch_index::prefetch_index;
use rayon::prelude::*;

use crate::progress::Clock;
use crate::signed::{Packed, Signed, SignedPuzzle, spread};

/// One of the maps of a puzzle that keep distances: a symmetry, after an
/// inversion or not. Its number is twice that of the symmetry, plus one with
/// the inversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Map(pub(crate) usize);

impl Map {
    pub(crate) fn symmetry(self) -> usize {
        self.0 / 2
    }

    pub(crate) fn inverts(self) -> bool {
        self.0 % 2 == 1
    }
}

/// The orbits of the permutations of a puzzle.
pub(crate) struct Orbits {
    pub(crate) puzzle: SignedPuzzle,
    /// For every permutation: row number and map, packed; see [`Orbits::entry`].
    dense: Vec<u32>,
    map_bits: u32,
    /// For every row: the lexicographic number of its representative.
    pub(crate) representatives: Vec<u32>,
    /// For every row: how many permutations share it.
    pub(crate) sizes: Vec<u8>,
}

/// Permutations that one task looks at.
const CHUNK: u32 = 1 << 12;

impl Orbits {
    /// Finds all orbits; `None` if the clock says stop.
    pub(crate) fn new(puzzle: &SignedPuzzle, clock: &Clock<'_>) -> Option<Self> {
        let n = puzzle.tiles();
        let permutations: u32 = (1..=n as u32).product();
        let maps = 2 * puzzle.symmetries();
        let first = |p: Packed| {
            let key = p.lexicographic();
            (1..maps).all(|map| image(puzzle, p, Map(map)).lexicographic() >= key)
        };
        let chunks: Vec<Vec<u32>> = (0..permutations.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                if clock.stopped() {
                    return Vec::new();
                }
                let from = chunk * CHUNK;
                let to = permutations.min(from.saturating_add(CHUNK));
                let all = std::iter::successors(Some(Packed::unrank(from, n)), |p| p.next(n));
                let firsts = (from..to).zip(all).filter(|&(_, p)| first(p));
                firsts.map(|(rank, _)| rank).collect()
            })
            .collect();
        let representatives = chunks.concat();
        drop(chunks);
        let map_bits = maps.next_power_of_two().trailing_zeros();
        let dense: Vec<AtomicU32> = (0..permutations)
            .into_par_iter()
            .map(|_| AtomicU32::new(0))
            .collect();
        let sizes = representatives
            .par_iter()
            .enumerate()
            .map(|(row, &rank)| {
                if row % 1024 == 0 && clock.stopped() {
                    return 0;
                }
                let p = Packed::unrank(rank, n);
                let mut images = [0u32; 2 * crate::signed::MAX_SYMMETRIES];
                // The last to be written stays: of maps with equal images the first.
                for map in (0..maps).rev() {
                    images[map] = image(puzzle, p, Map(map)).rank(n);
                    let entry = (row as u32) << map_bits | map as u32;
                    dense[images[map] as usize].store(entry, Ordering::Relaxed);
                }
                let images = &mut images[..maps];
                images.sort_unstable();
                (1 + images.windows(2).filter(|pair| pair[0] != pair[1]).count()) as u8
            })
            .collect();
        (!clock.stopped()).then(|| Orbits {
            puzzle: puzzle.clone(),
            dense: dense.into_iter().map(AtomicU32::into_inner).collect(),
            map_bits,
            representatives,
            sizes,
        })
    }

    pub(crate) fn rows(&self) -> usize {
        self.representatives.len()
    }

    pub(crate) fn representative(&self, row: usize) -> Packed {
        Packed::unrank(self.representatives[row], self.puzzle.tiles())
    }

    /// The row of a permutation, and the map that carries the row's
    /// representative to the permutation.
    #[inline(always)]
    pub(crate) fn entry(&self, rank: u32) -> (usize, Map) {
        let entry = self.dense[rank as usize];
        let map = entry & ((1 << self.map_bits) - 1);
        ((entry >> self.map_bits) as usize, Map(map as usize))
    }

    /// Asks for the entry of a permutation, to be had soon.
    #[inline(always)]
    pub(crate) fn ask_for_entry(&self, rank: u32) {
        prefetch_index(&self.dense, rank as usize);
    }

    /// The row of a board and its number in the row.
    pub(crate) fn locate(&self, board: &Signed) -> (usize, u16) {
        let n = self.puzzle.tiles();
        let (row, map) = self.entry(board.tiles.rank(n));
        let symmetry = self.puzzle.symmetry(map.symmetry());
        let signs = if map.inverts() {
            board.turned_positions(n)
        } else {
            board.turned
        };
        let number = (0..n).fold(0, |set, t| set | (signs >> symmetry.get(t) & 1) << t);
        (row, number)
    }

    /// The board with a number in a row.
    pub(crate) fn board(&self, row: usize, number: u16) -> Signed {
        Signed {
            tiles: self.representative(row),
            turned: number,
        }
    }

    /// The maps that carry a permutation to itself.
    pub(crate) fn stabiliser(&self, p: Packed) -> impl Iterator<Item = Map> + '_ {
        let maps = (0..2 * self.puzzle.symmetries()).map(Map);
        maps.filter(move |&map| image(&self.puzzle, p, map) == p)
    }

    /// The maps other than the identity that carry the permutation of a row to itself.
    pub(crate) fn kept_by(&self, row: usize) -> impl Iterator<Item = Map> + '_ {
        let alone = usize::from(self.sizes[row]) == 2 * self.puzzle.symmetries();
        let kept = (!alone).then(|| self.stabiliser(self.representative(row)));
        kept.into_iter().flatten().filter(|map| map.0 != 0)
    }

    /// The boards that the maps make of a board.
    pub(crate) fn images(&self, board: Signed) -> impl Iterator<Item = Signed> + '_ {
        let maps = (0..2 * self.puzzle.symmetries()).map(Map);
        maps.map(move |map| self.carry(&board, map))
    }

    /// What a map makes of a board.
    pub(crate) fn carry(&self, board: &Signed, map: Map) -> Signed {
        let n = self.puzzle.tiles();
        let board = if map.inverts() {
            board.inverse(n)
        } else {
            *board
        };
        let symmetry = self.puzzle.symmetry(map.symmetry());
        Signed {
            tiles: conjugate(board.tiles, symmetry, n),
            turned: spread(board.turned, |tile| symmetry.get(tile)),
        }
    }
}

/// What a map makes of a permutation.
fn image(puzzle: &SignedPuzzle, p: Packed, map: Map) -> Packed {
    let n = puzzle.tiles();
    let p = if map.inverts() { p.inverse(n) } else { p };
    conjugate(p, puzzle.symmetry(map.symmetry()), n)
}

fn conjugate(p: Packed, symmetry: Packed, n: usize) -> Packed {
    Packed((0..n).fold(0, |image, i| {
        image | (symmetry.get(p.get(i)) as u64) << (4 * symmetry.get(i))
    }))
}

/// How many rows a puzzle has, by Burnside's lemma: the mean number of
/// permutations that a map leaves as they are. It is known before the orbits
/// are looked for, and so is the memory that they take.
pub(crate) fn count_rows(puzzle: &SignedPuzzle) -> u64 {
    let n = puzzle.tiles();
    let fixed: u64 = (0..puzzle.symmetries())
        .map(|number| {
            let symmetry = puzzle.symmetry(number);
            centraliser(symmetry, n) + inverted(symmetry, n)
        })
        .sum();
    fixed / (2 * puzzle.symmetries() as u64)
}

/// The numbers of cycles of each length.
fn cycles(p: Packed, n: usize) -> [u64; 16] {
    let (mut count, mut seen) = ([0; 16], 0u16);
    for start in 0..n {
        let (mut at, mut length) = (start, 0);
        while seen >> at & 1 == 0 {
            seen |= 1 << at;
            at = p.get(at);
            length += 1;
        }
        count[length] += u64::from(length > 0);
    }
    count
}

/// The permutations that commute with this one: cycles of equal length are
/// exchanged and turned.
fn centraliser(symmetry: Packed, n: usize) -> u64 {
    let factorial = |k: u64| (1..=k).product::<u64>();
    let cycles = cycles(symmetry, n);
    (1..=n)
        .map(|length| (length as u64).pow(cycles[length] as u32) * factorial(cycles[length]))
        .product()
}

/// The permutations p whose inverse this symmetry s carries to p, that is
/// `(p s)^2 = s^2`: as many as the square has roots.
fn inverted(symmetry: Packed, n: usize) -> u64 {
    roots(cycles(symmetry.after(symmetry, n), n), n)
}

/// The square roots of a permutation with these cycles: an odd cycle is the
/// square of one of its length, and two of equal length `l` the square of one
/// of `2 l`, in `l` ways.
fn roots(cycles: [u64; 16], n: usize) -> u64 {
    (1..=n)
        .map(|length| {
            let count = cycles[length];
            (0..=count / 2)
                .filter(|pairs| length % 2 == 1 || 2 * pairs == count)
                .map(|pairs| {
                    let ways_to_pair: u64 = (0..pairs)
                        .map(|i| (count - 2 * i) * (count - 2 * i - 1) / 2)
                        .product::<u64>()
                        / (1..=pairs).product::<u64>();
                    ways_to_pair * (length as u64).pow(pairs as u32)
                })
                .sum::<u64>()
        })
        .product()
}
