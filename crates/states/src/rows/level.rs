//! One breadth-first level of a table by rows.
//!
//! A row pulls from the rows of `p` after each move. What a neighbour's
//! representative has in the last level must be carried to the boards of `p`:
//! through a symmetry, perhaps an inversion, and a set of turned tiles. Done to
//! each neighbour apart, an inversion would cost an arbitrary permutation of
//! the row. But neighbours that are reached through the same map can be added
//! up first, in the representative's own terms:
//!
//! - Without inversion a move exclusive-ors the numbers with a set, and sets
//!   can be carried back through the symmetry.
//! - With inversion the row of the representative is that of the neighbour with
//!   signs by *position*, and a move does to signs by position what it does to
//!   positions: a fixed short list of exchanges for every move, since a move
//!   seen through a symmetry is a move again.
//!
//! So a neighbour costs a few exchanges; then each map's sum is carried through
//! its symmetry, and the sum over all inversions, once a row, through `p`.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering};

use prefetch_index::prefetch_index;

use super::FULL;
use super::bits::{Exchange, Flips, Plain, each_exchange, exchanges};
use super::orbits::{Map, Orbits};
use crate::signed::{MAX_MOVES, MAX_SYMMETRIES, Packed, Signed, SignedPuzzle, spread};

/// What moves and symmetries do to rows, worked out once.
pub(crate) struct RowMoves {
    n: usize,
    moves: Vec<RowMove>,
    /// From which position each tile comes, for each move; as many as fill whole lanes.
    sources: Vec<u64>,
    symmetries: Vec<Vec<Exchange>>,
    /// For each symmetry and set of tiles: the set of tiles that it carries there.
    before: Vec<Vec<u16>>,
    /// For each move and symmetry: the move that the symmetry makes it of.
    move_before: Vec<Vec<u8>>,
}

/// Moves whose permutations are numbered side by side: two of the processor's widest words.
const LANES: usize = 8;

/// One move.
struct RowMove {
    turned: u16,
    /// What it does to signs by position.
    exchanges: Vec<Exchange>,
}

impl RowMoves {
    pub(crate) fn new(puzzle: &SignedPuzzle) -> Self {
        let n = puzzle.tiles();
        let moves = puzzle.moves().iter().map(|mv| RowMove {
            turned: mv.turned,
            exchanges: exchanges(n, |t| mv.tiles.get(t), mv.turned_positions(n)),
        });
        let symmetries = (0..puzzle.symmetries()).map(|s| puzzle.symmetry(s));
        let before = symmetries.clone().map(|symmetry| {
            let inverse = symmetry.inverse(n);
            let set_before = |set| spread(set, |t| inverse.get(t));
            (0..1u16 << n).map(set_before).collect()
        });
        let move_before = |mv| {
            let before = |symmetry| puzzle.move_before(mv, symmetry) as u8;
            (0..puzzle.symmetries()).map(before).collect()
        };
        let mut sources: Vec<u64> = puzzle.moves().iter().map(|mv| mv.tiles.0).collect();
        sources.resize(sources.len() + LANES, 0);
        RowMoves {
            n,
            sources,
            moves: moves.collect(),
            before: before.collect(),
            move_before: (0..puzzle.moves().len()).map(move_before).collect(),
            symmetries: symmetries
                .map(|symmetry| exchanges(n, |t| symmetry.get(t), 0))
                .collect(),
        }
    }

    /// The numbers of the permutations that the moves make of another, as
    /// [`Packed::rank`] has them: of several moves side by side, one in each lane.
    #[inline(always)]
    fn neighbours(&self, p: Packed, moves: Range<usize>, mut tell: impl FnMut(usize, u32)) {
        for from in moves.clone().step_by(LANES) {
            let lanes: [u64; LANES] = std::array::from_fn(|lane| self.sources[from + lane]);
            let mut smaller = [0xfedc_ba98_7654_3210_u64; LANES];
            let mut rank = [0u64; LANES];
            for i in 0..self.n {
                for lane in 0..LANES {
                    let place = p.0 >> ((lanes[lane] >> (4 * i) & 15) * 4) & 15;
                    let below = smaller[lane] >> (4 * place) & 15;
                    // Numbers of up to twelve tiles have less than 32 bits, which
                    // a vector multiplies at once.
                    rank[lane] = u64::from(rank[lane] as u32) * (self.n - i) as u64 + below;
                    smaller[lane] =
                        smaller[lane].wrapping_sub(0x1111_1111_1111_1110 << (4 * place));
                }
            }
            for (mv, rank) in (from..moves.end).zip(rank) {
                tell(mv, rank as u32);
            }
        }
    }

    /// The tiles of a permutation that a move turns.
    #[inline(always)]
    fn turned(&self, p: Packed, mv: usize) -> u16 {
        spread(self.moves[mv].turned, |source| p.get(source))
    }
}

/// The sums of one row, one for each map.
pub(crate) struct Sums<const W: usize> {
    sums: [[u64; W]; 2 * MAX_SYMMETRIES],
    used: u32,
}

impl<const W: usize> Sums<W> {
    pub(crate) fn new() -> Self {
        Sums {
            sums: [[0; W]; 2 * MAX_SYMMETRIES],
            used: 0,
        }
    }

    /// Adds what a row has in the last level, the row being that of `p` after a
    /// move, found through a map.
    #[inline(always)]
    pub(crate) fn add(
        &mut self,
        steps: &RowMoves,
        p: Packed,
        mv: usize,
        map: Map,
        last: &[u64; W],
        flips: impl Flips,
    ) {
        let sum = &mut self.sums[map.0 & (2 * MAX_SYMMETRIES - 1)];
        if self.used >> map.0 & 1 == 0 {
            *sum = [0; W];
            self.used |= 1 << map.0;
        }
        if map.inverts() {
            let before = steps.move_before[mv][map.symmetry()];
            let mut last = *last;
            for exchange in &steps.moves[usize::from(before)].exchanges {
                exchange.apply(&mut last);
            }
            for (sum, word) in sum.iter_mut().zip(last) {
                *sum |= word;
            }
        } else {
            let turned = steps.turned(p, mv);
            let turned = steps.before[map.symmetry()][usize::from(turned)];
            flips.add_flipped(sum, last, turned);
        }
    }

    /// Adds all sums to the row of `p`, and forgets them.
    #[inline(always)]
    pub(crate) fn carry(&mut self, steps: &RowMoves, p: Packed, row: &mut [u64; W]) {
        let mut by_position = [0; W];
        let mut used = std::mem::take(&mut self.used);
        let inverted = used & 0xaaaa_aaaa != 0;
        while used != 0 {
            let map = Map(used.trailing_zeros() as usize);
            used &= used - 1;
            let sum = &mut self.sums[map.0 & (2 * MAX_SYMMETRIES - 1)];
            for exchange in &steps.symmetries[map.symmetry()] {
                exchange.apply(sum);
            }
            let to = if map.inverts() {
                &mut by_position
            } else {
                &mut *row
            };
            for (to, word) in to.iter_mut().zip(sum) {
                *to |= *word;
            }
        }
        if inverted {
            each_exchange(
                steps.n,
                |i| p.get(i),
                0,
                |exchange| exchange.apply(&mut by_position),
            );
            for (to, word) in row.iter_mut().zip(by_position) {
                *to |= word;
            }
        }
    }
}

/// A level being found: the boards at `distance` are next to some at one less.
pub(crate) struct Level<'a> {
    pub(crate) orbits: &'a Orbits,
    /// The boards of all rows in the last level (and some others whose neighbours have
    /// all been reached).
    pub(crate) last: &'a [u64],
    pub(crate) flags: &'a [AtomicU8],
    pub(crate) steps: &'a RowMoves,
    pub(crate) distance: u32,
    /// After so many moves a row looks whether it is full.
    pub(crate) moves_between_looks: usize,
}

/// Told of a row, its boards at a level, and those that are still not reached.
pub(crate) type OnRow<'a> = dyn FnMut(usize, &[u64], &[u64]) + 'a;

/// What one call of [`Level::pull`] does. All that is called is inlined, so that it
/// is compiled for the processor at hand; a closure would not be.
struct Pull<'a, 'f, F> {
    level: &'a Level<'a>,
    rows: Range<usize>,
    next: &'a mut [u64],
    found: &'a mut OnRow<'f>,
    flips: F,
}

impl<F: Flips> pulp::NullaryFnOnce for Pull<'_, '_, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Pull {
            level,
            rows,
            next,
            found,
            flips,
        } = self;
        match super::words(level.steps.n) {
            1 => level.pull_words::<1>(rows, next, found, flips),
            2 => level.pull_words::<2>(rows, next, found, flips),
            4 => level.pull_words::<4>(rows, next, found, flips),
            8 => level.pull_words::<8>(rows, next, found, flips),
            16 => level.pull_words::<16>(rows, next, found, flips),
            32 => level.pull_words::<32>(rows, next, found, flips),
            _ => level.pull_words::<64>(rows, next, found, flips),
        }
    }
}

impl Level<'_> {
    /// Adds the boards at this level to `next`, the part of the plane that belongs to
    /// these rows, and calls with each row that has some: the row, these boards, and
    /// those that are still not reached.
    pub(crate) fn pull(&self, rows: Range<usize>, next: &mut [u64], found: &mut OnRow<'_>) {
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = pulp::x86::V3::try_new() {
            let level = self;
            return wide.vectorize(Pull {
                level,
                rows,
                next,
                found,
                flips: wide,
            });
        }
        pulp::Arch::new().dispatch(Pull {
            level: self,
            rows,
            next,
            found,
            flips: Plain,
        });
    }

    /// How many moves to try before looking whether a row is full, when this
    /// share of all boards is in the last level. Looking costs about ten moves.
    pub(crate) fn looks(tiles: usize, moves: usize, share: f64) -> usize {
        let boards = f64::from(1u32 << tiles);
        let enough = -boards.ln() / (1.0 - share.min(0.999)).ln();
        let enough = if enough.is_finite() {
            enough.ceil()
        } else {
            1e9
        };
        if enough > 0.6 * moves as f64 {
            moves
        } else {
            (enough as usize).max(4)
        }
    }

    #[inline(always)]
    fn pull_words<const W: usize>(
        &self,
        range: Range<usize>,
        next: &mut [u64],
        found: &mut OnRow<'_>,
        flips: impl Flips,
    ) {
        let valid = super::valid(self.steps.n);
        let mut sums = Sums::<W>::new();
        // Memory is far away: entries of the dense table are asked for two rows
        // ahead, and rows of codes one row ahead.
        let mut ahead: [Ahead; 3] = std::array::from_fn(|_| Ahead::new());
        let first = 0..self.moves_between_looks.min(self.steps.moves.len());
        let open = |&row: &usize| self.flags[row].load(Ordering::Relaxed) & FULL == 0;
        let mut rows = range.clone().filter(open);
        loop {
            ahead.rotate_left(1);
            let [now, soon, after] = &mut ahead;
            after.row = rows.next();
            if after.row.or(soon.row).or(now.row).is_none() {
                break;
            }
            if let Some(row) = after.row {
                after.p = self.orbits.representative(row);
                after.ask_for_entries(self, first.clone());
            }
            if soon.row.is_some() {
                soon.ask_for_rows::<W>(self, first.clone());
            }
            let Some(row) = now.row.take() else {
                continue;
            };
            let next = &mut next[(row - range.start) * W..][..W];
            let last = &self.last[row * W..][..W];
            let open = std::array::from_fn(|w| !(last[w] | next[w]) & valid);
            let new = self.pull_row(now, &mut sums, &open, flips);
            if new.iter().any(|&word| word != 0) {
                let left = super::reach((last, next), &new, valid);
                super::flag(&self.flags[row], self.distance, left);
                let open: [u64; W] = std::array::from_fn(|w| open[w] & !new[w]);
                found(row, &new, &open);
            }
        }
    }

    /// The boards of a row that are found at this level. The first moves have been
    /// looked up; the others are if they are needed.
    #[inline(always)]
    fn pull_row<const W: usize>(
        &self,
        at: &mut Ahead,
        sums: &mut Sums<W>,
        open: &[u64; W],
        flips: impl Flips,
    ) -> [u64; W] {
        let mut gained = [0; W];
        let (mut tried, moves) = (self.moves_between_looks, self.steps.moves.len());
        loop {
            for &(mv, from, map) in &at.near {
                // There are as many words as rows.
                if let Some(last) = self.last[from * W..].first_chunk() {
                    sums.add(self.steps, at.p, mv, map, last, flips);
                }
            }
            sums.carry(self.steps, at.p, &mut gained);
            if tried >= moves || (0..W).all(|w| open[w] & !gained[w] == 0) {
                break;
            }
            let some = tried..moves.min(tried + self.moves_between_looks);
            at.ask_for_entries(self, some.clone());
            at.ask_for_rows::<W>(self, some.clone());
            tried = some.end;
        }
        std::array::from_fn(|w| gained[w] & open[w])
    }
}

/// A row whose turn comes soon.
struct Ahead {
    row: Option<usize>,
    p: Packed,
    /// The numbers of the permutations that the moves lead to.
    numbers: [u32; MAX_MOVES],
    /// Moves that lead to rows with boards in the last level: the row and the map.
    near: Vec<(usize, usize, Map)>,
}

impl Ahead {
    fn new() -> Self {
        Ahead {
            row: None,
            p: Packed(0),
            numbers: [0; MAX_MOVES],
            near: Vec::with_capacity(MAX_MOVES),
        }
    }

    #[inline(always)]
    fn ask_for_entries(&mut self, level: &Level<'_>, moves: Range<usize>) {
        let numbers = &mut self.numbers;
        level.steps.neighbours(self.p, moves, |mv, number| {
            numbers[mv] = number;
            level.orbits.ask_for_entry(number);
        });
    }

    #[inline(always)]
    fn ask_for_rows<const W: usize>(&mut self, level: &Level<'_>, moves: Range<usize>) {
        self.near.clear();
        let last_flag = 1u8 << ((level.distance + 2) % 3);
        for (mv, &number) in moves.clone().zip(&self.numbers[moves]) {
            let (from, map) = level.orbits.entry(number);
            if level.flags[from].load(Ordering::Relaxed) & last_flag != 0 {
                self.near.push((mv, from, map));
            }
        }
        for &(_, from, _) in &self.near {
            for line in (0..W).step_by(super::plane::LINE) {
                prefetch_index(level.last, from * W + line);
            }
        }
    }
}

/// The boards of representatives next to one of them or to its inverse. Where
/// maps keep a representative, they make several boards of its row of one.
pub(crate) fn neighbours(orbits: &Orbits, board: u64) -> impl Iterator<Item = (usize, u16)> + '_ {
    let n = orbits.puzzle.tiles();
    let (row, number) = unpack(board, n);
    let board = orbits.board(row, number);
    let both: [Signed; 2] = [board, board.inverse(n)];
    both.into_iter().flat_map(move |board| {
        let moves = orbits.puzzle.moves().iter();
        moves.flat_map(move |mv| {
            let (row, number) = orbits.locate(&board.then(mv, n));
            let others = orbits.kept_by(row).map(move |map| {
                let other = orbits.carry(&orbits.board(row, number), map);
                (row, other.turned)
            });
            std::iter::once((row, number)).chain(others)
        })
    })
}

/// A board of a row as one word.
pub(crate) fn pack(row: usize, number: u16, tiles: usize) -> u64 {
    (row as u64) << tiles | u64::from(number)
}

pub(crate) fn unpack(board: u64, tiles: usize) -> (usize, u16) {
    let number = board & ((1 << tiles) - 1);
    ((board >> tiles) as usize, number as u16)
}

/// Calls for each row of a sorted list of packed boards, with its boards as bits.
pub(crate) fn each_row(boards: &[u64], tiles: usize, mut call: impl FnMut(usize, &[u64])) {
    let mut bits = vec![0u64; super::words(tiles)];
    for of_a_row in boards.chunk_by(|a, b| a >> tiles == b >> tiles) {
        bits.fill(0);
        for &board in of_a_row {
            let (_, number) = unpack(board, tiles);
            bits[usize::from(number) / 64] |= 1 << (number % 64);
        }
        call((of_a_row[0] >> tiles) as usize, &bits);
    }
}
