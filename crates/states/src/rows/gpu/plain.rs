//! What a card's levels are compared with: the first few by plain search, without
//! tables or symmetries, and the number of all orbits by a formula.

use rayon::prelude::*;

use crate::signed::{Packed, SignedPuzzle};

/// Boards looked at together, at most: 4 GB of them.
const AT_ONCE: u64 = 1 << 29;

/// How many boards there are at the distances 0 to `farthest`, by plain search;
/// fewer if `stop` says so.
///
/// A board is a word, five bits a position: the tile, and whether it is turned.
/// A level is what the moves make of the last one, without that and the one
/// before it, since moves can be undone. The last level is only counted: where
/// it is large in parts, by a remainder of its boards.
pub fn plain_layers(puzzle: &SignedPuzzle, farthest: usize, stop: &dyn Fn() -> bool) -> Vec<u64> {
    let n = puzzle.tiles();
    let moves: Vec<Vec<(u32, u64)>> = puzzle
        .moves()
        .iter()
        .map(|mv| {
            let step = |i| {
                let (source, over) = mv.at(i);
                (5 * u32::from(source), u64::from(over) << 4)
            };
            (0..n).map(step).collect()
        })
        .collect();
    let apply = |board: u64, mv: &[(u32, u64)]| {
        (0u32..).zip(mv).fold(0, |after, (i, &(source, over))| {
            after | ((board >> source & 31) ^ over) << (5 * i)
        })
    };
    let solved = (0..n as u64).fold(0, |board, i| board | i << (5 * i));
    let (mut before, mut last) = (Vec::new(), vec![solved]);
    let mut counts = vec![1];
    while counts.len() <= farthest && !stop() {
        let distance = counts.len();
        let parts = (last.len() as u64 * moves.len() as u64).div_ceil(AT_ONCE);
        let (mut count, mut level) = (0, Vec::new());
        for part in 0..parts {
            if stop() {
                return counts;
            }
            let mut made: Vec<u64> = last
                .par_iter()
                .flat_map_iter(|&board| moves.iter().map(move |mv| apply(board, mv)))
                .filter(|&board| parts == 1 || board % 1_000_003 % parts == part)
                .collect();
            made.par_sort_unstable();
            made.dedup();
            let known = |board: &u64, level: &[u64]| level.binary_search(board).is_ok();
            let new = |board: &u64| !known(board, &last) && !known(board, &before);
            if distance == farthest {
                count += made.par_iter().filter(|board| new(board)).count() as u64;
            } else {
                level.par_extend(made.into_par_iter().filter(new));
            }
        }
        level.par_sort_unstable();
        count += level.len() as u64;
        if count == 0 {
            break;
        }
        counts.push(count);
        before = std::mem::replace(&mut last, level);
    }
    counts
}

/// The orbits of all boards under symmetries and inversion, by Burnside's lemma:
/// the mean number of boards that a map leaves as they are.
pub(super) fn count_orbits(puzzle: &SignedPuzzle) -> u64 {
    let n = puzzle.tiles();
    let fixed: u64 = (0..puzzle.symmetries())
        .map(|number| {
            let symmetry = puzzle.symmetry(number);
            commuting(&cycles(symmetry, n)) + roots(&cycles(symmetry.after(symmetry, n), n))
        })
        .sum();
    fixed / (2 * puzzle.symmetries() as u64)
}

/// The numbers of cycles of each length from 0.
fn cycles(p: Packed, n: usize) -> Vec<u64> {
    let (mut count, mut seen) = (vec![0; n + 1], vec![false; n]);
    for start in 0..n {
        let (mut at, mut length) = (start, 0);
        while !std::mem::replace(&mut seen[at], true) {
            at = p.get(at);
            length += 1;
        }
        count[length] += u64::from(length > 0);
    }
    count
}

/// Boards that commute with a symmetry: cycles of equal length are exchanged,
/// each turned to one of its places and its tiles all turned over or none.
fn commuting(cycles: &[u64]) -> u64 {
    (1u64..)
        .zip(&cycles[1..])
        .map(|(length, &count)| (2 * length).pow(count as u32) * (1..=count).product::<u64>())
        .product()
}

/// Boards whose square is a permutation with these cycles and nothing turned. (A
/// symmetry s carries the inverse of b to b if `(b s)^2 = s^2`.) A cycle of odd
/// length `l` has two roots on its own tiles, two cycles of length `l` have `2 l`
/// that exchange them.
fn roots(cycles: &[u64]) -> u64 {
    (1u64..)
        .zip(&cycles[1..])
        .map(|(length, &count)| {
            (0..=count / 2)
                .filter(|pairs| length % 2 == 1 || 2 * pairs == count)
                .map(|pairs| {
                    let choices = (0..pairs).map(|i| (count - 2 * i) * (count - 2 * i - 1) / 2);
                    let pairings = choices.product::<u64>() / (1..=pairs).product::<u64>();
                    let alone = 1 << (count - 2 * pairs);
                    pairings * (2 * length).pow(pairs as u32) * alone
                })
                .sum::<u64>()
        })
        .product()
}
