//! Puzzles whose states are signed permutations.
//!
//! Tiles lie on as many positions, each upright or turned over, and a move
//! rearranges positions and turns some of the tiles that it carries, whichever
//! they are: Spinpossible, burnt pancakes, rows of cards. Then states and moves
//! are elements of one group, a state after a move is a product, and everything
//! a table of distances can exploit follows from the list of moves
//! ([`SignedPuzzle`]): which maps of the board keep it, and that a state and its
//! inverse are equally far from the goal.

/// The most tiles of a [`SignedPuzzle`]: permutations of more cannot be numbered
/// in the 32 bits of an entry of the dense table.
pub const MAX_TILES: usize = 12;

/// A permutation of at most [`MAX_TILES`] things, four bits each: `0..n` to `0..n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Packed(pub(crate) u64);

impl Packed {
    pub(crate) fn from_slice(images: &[u8]) -> Self {
        let pack = |packed, (i, &image): (usize, &u8)| packed | u64::from(image) << (4 * i);
        Packed(images.iter().enumerate().fold(0, pack))
    }

    #[inline(always)]
    pub(crate) fn get(self, i: usize) -> usize {
        (self.0 >> (4 * i)) as usize & 15
    }

    #[inline]
    pub(crate) fn inverse(self, n: usize) -> Self {
        Packed((0..n).fold(0, |inverse, i| inverse | (i as u64) << (4 * self.get(i))))
    }

    /// `i` to `self(first(i))`.
    #[inline]
    pub(crate) fn after(self, first: Packed, n: usize) -> Self {
        Packed((0..n).fold(0, |both, i| {
            both | (self.get(first.get(i)) as u64) << (4 * i)
        }))
    }

    /// The lexicographic number. Nibble `v` of `smaller` counts the values below
    /// `v` that have not been used yet; using a value takes one from all above.
    #[inline(always)]
    pub(crate) fn rank(self, n: usize) -> u32 {
        let mut smaller = 0xfedc_ba98_7654_3210_u64;
        let mut rank = 0u32;
        let mut images = self.0;
        for i in 0..n {
            let shift = 4 * (images & 15);
            images >>= 4;
            rank = rank * (n - i) as u32 + (smaller >> shift & 15) as u32;
            smaller = smaller.wrapping_sub(0x1111_1111_1111_1110 << shift);
        }
        rank
    }

    /// A number that is the greater the later the permutation comes in lexicographic order, among
    /// permutations of equally many.
    pub(crate) fn lexicographic(self) -> u64 {
        let bytes = self.0.swap_bytes();
        (bytes & 0x0f0f_0f0f_0f0f_0f0f) << 4 | bytes >> 4 & 0x0f0f_0f0f_0f0f_0f0f
    }

    /// The next permutation in lexicographic order.
    pub(crate) fn next(self, n: usize) -> Option<Self> {
        // The last that is smaller than the one after it changes places with the last that is
        // greater, and what comes after it is turned around.
        let pivot = (1..n).rev().find(|&i| self.get(i - 1) < self.get(i))? - 1;
        let at = self.get(pivot);
        let greater = (pivot + 1..n).rev().find(|&i| self.get(i) > at)?;
        let mut next = self.0 & ((1 << (4 * pivot)) - 1);
        next |= (self.get(greater) as u64) << (4 * pivot);
        for (to, from) in (pivot + 1..n).zip((pivot + 1..n).rev()) {
            let from = if from == greater { at } else { self.get(from) };
            next |= (from as u64) << (4 * to);
        }
        Some(Packed(next))
    }

    pub(crate) fn unrank(mut rank: u32, n: usize) -> Self {
        let mut digits = [0u8; MAX_TILES];
        for (i, digit) in digits[..n].iter_mut().enumerate().rev() {
            let radix = (n - i) as u32;
            *digit = (rank % radix) as u8;
            rank /= radix;
        }
        let mut left = 0xfedc_ba98_7654_3210_u64;
        let mut packed = 0;
        for (i, &digit) in digits[..n].iter().enumerate() {
            let shift = 4 * u32::from(digit);
            packed |= (left >> shift & 15) << (4 * i);
            let below = (1u64 << shift) - 1;
            left = left & below | (left >> 4) & !below;
        }
        Packed(packed)
    }
}

/// A signed permutation: which tile lies at each position, and whether it is
/// turned over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signed {
    /// The tile at each position.
    pub(crate) tiles: Packed,
    /// The set of turned *tiles* (not positions).
    pub(crate) turned: u16,
}

impl Signed {
    /// The tile at each position (from 0), and whether it is turned over; `None`
    /// if that is no permutation or longer than [`MAX_TILES`].
    pub fn new(tiles: impl IntoIterator<Item = (u8, bool)>) -> Option<Self> {
        let (mut images, mut turned, mut seen) = (Vec::new(), 0u16, 0u16);
        for (tile, over) in tiles {
            if usize::from(tile) >= MAX_TILES || images.len() == MAX_TILES {
                return None;
            }
            images.push(tile);
            seen |= 1 << tile;
            turned |= u16::from(over) << tile;
        }
        (usize::from(seen) + 1 == 1 << images.len()).then(|| Signed {
            tiles: Packed::from_slice(&images),
            turned,
        })
    }

    /// The tile at a position, and whether it is turned over.
    pub fn at(&self, position: usize) -> (u8, bool) {
        let tile = self.tiles.get(position);
        (tile as u8, self.turned >> tile & 1 == 1)
    }

    pub(crate) fn identity(n: usize) -> Self {
        Signed {
            tiles: Packed::unrank(0, n),
            turned: 0,
        }
    }

    /// The set of positions whose tiles are turned.
    pub(crate) fn turned_positions(&self, n: usize) -> u16 {
        (0..n).fold(0, |set, i| {
            set | (self.turned >> self.tiles.get(i) & 1) << i
        })
    }

    /// This board after a move, the move being the solved board after it.
    pub(crate) fn then(&self, mv: &Signed, n: usize) -> Self {
        let tiles = self.tiles.after(mv.tiles, n);
        Signed {
            tiles,
            turned: self.turned ^ spread(mv.turned, |source| self.tiles.get(source)),
        }
    }

    pub(crate) fn inverse(&self, n: usize) -> Self {
        Signed {
            tiles: self.tiles.inverse(n),
            turned: self.turned_positions(n),
        }
    }

    /// The board seen through a renaming of positions and of tiles alike.
    pub(crate) fn conjugate(&self, renaming: Packed, n: usize) -> Self {
        let inverse = renaming.inverse(n);
        Signed {
            tiles: renaming.after(self.tiles, n).after(inverse, n),
            turned: spread(self.turned, |tile| renaming.get(tile)),
        }
    }
}

/// The image of a set.
#[inline(always)]
pub(crate) fn spread(mut set: u16, image: impl Fn(usize) -> usize) -> u16 {
    let mut images = 0;
    while set != 0 {
        images |= 1 << image(set.trailing_zeros() as usize);
        set &= set - 1;
    }
    images
}

/// A puzzle given by its moves as signed permutations; the goal is the identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedPuzzle {
    n: usize,
    moves: Vec<Signed>,
    symmetries: Vec<Packed>,
}

/// Why a list of moves and symmetries is no [`SignedPuzzle`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleFault {
    /// None, or more than can be numbered.
    #[error("{0} tiles: expected 1 to {MAX_TILES}")]
    Tiles(usize),
    /// More than a table has room for.
    #[error("{0} moves: expected at most {MAX_MOVES}")]
    Moves(usize),
    /// A move or symmetry that is no permutation of the tiles.
    #[error("{what} {number} is no permutation of {tiles} tiles")]
    NotAPermutation {
        /// "move" or "symmetry".
        what: &'static str,
        /// Its number, from 0.
        number: usize,
        /// How many tiles there are.
        tiles: usize,
    },
    /// Distances to and from the goal would differ.
    #[error("no move undoes move {0}: a table needs the inverse of every move among the moves")]
    NoInverse(usize),
    /// A symmetry under which some move becomes none.
    #[error("symmetry {symmetry} does not carry move {mv} to a move")]
    NotASymmetry {
        /// The symmetry.
        symmetry: usize,
        /// The move.
        mv: usize,
    },
    /// The symmetries are not all products of each other, or not the identity first.
    #[error("the symmetries are no group with the identity first, or more than {MAX_SYMMETRIES}")]
    NotAGroup,
}

/// The most moves of a puzzle.
pub const MAX_MOVES: usize = 127;
/// The most symmetries of a puzzle.
pub const MAX_SYMMETRIES: usize = 8;

impl SignedPuzzle {
    /// A puzzle on `tiles` tiles. Every move must have its inverse among the
    /// moves. The symmetries are permutations of positions under which moves
    /// become moves, the identity first; they must form a group.
    pub fn new(
        tiles: usize,
        moves: Vec<Signed>,
        symmetries: &[Vec<u8>],
    ) -> Result<Self, PuzzleFault> {
        if !(1..=MAX_TILES).contains(&tiles) {
            return Err(PuzzleFault::Tiles(tiles));
        }
        if moves.len() > MAX_MOVES {
            return Err(PuzzleFault::Moves(moves.len()));
        }
        let not_a_permutation = |what, number| PuzzleFault::NotAPermutation {
            what,
            number,
            tiles,
        };
        let packed = |images: &[u8]| {
            let signed = Signed::new(images.iter().map(|&image| (image, false)))?;
            (images.len() == tiles).then_some(signed.tiles)
        };
        let symmetries: Vec<Packed> = symmetries
            .iter()
            .enumerate()
            .map(|(number, map)| packed(map).ok_or(not_a_permutation("symmetry", number)))
            .collect::<Result<_, _>>()?;
        for (number, mv) in moves.iter().enumerate() {
            let images: Vec<u8> = (0..tiles).map(|i| mv.at(i).0).collect();
            if packed(&images) != Some(mv.tiles) {
                return Err(not_a_permutation("move", number));
            }
            if !moves.contains(&mv.inverse(tiles)) {
                return Err(PuzzleFault::NoInverse(number));
            }
            for (symmetry, &map) in symmetries.iter().enumerate() {
                if !moves.contains(&mv.conjugate(map, tiles)) {
                    return Err(PuzzleFault::NotASymmetry {
                        symmetry,
                        mv: number,
                    });
                }
            }
        }
        let identity = Packed::unrank(0, tiles);
        let closed = symmetries.iter().all(|&a| {
            symmetries
                .iter()
                .all(|&b| symmetries.contains(&a.after(b, tiles)))
        });
        let fits = (1..=MAX_SYMMETRIES).contains(&symmetries.len());
        if !fits || !closed || symmetries[0] != identity {
            return Err(PuzzleFault::NotAGroup);
        }
        Ok(SignedPuzzle {
            n: tiles,
            moves,
            symmetries,
        })
    }

    /// How many tiles there are.
    pub fn tiles(&self) -> usize {
        self.n
    }

    /// The moves.
    pub fn moves(&self) -> &[Signed] {
        &self.moves
    }

    /// How many symmetries there are, the identity among them.
    pub fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    pub(crate) fn symmetry(&self, number: usize) -> Packed {
        self.symmetries[number]
    }

    /// The number of the move that a move becomes when seen through the inverse
    /// of a symmetry.
    pub(crate) fn move_before(&self, mv: usize, symmetry: usize) -> usize {
        let inverse = self.symmetries[symmetry].inverse(self.n);
        let before = self.moves[mv].conjugate(inverse, self.n);
        // `new` has seen to it that there is one.
        self.moves.iter().position(|m| *m == before).unwrap_or(mv)
    }

    /// The number of boards.
    pub fn boards(&self) -> u64 {
        (1..=self.n as u64).product::<u64>() << self.n
    }
}

/// A space whose states are the boards of a [`SignedPuzzle`], and its moves in
/// the same order.
pub trait SignedForm<State>: Sync {
    /// The puzzle.
    fn puzzle(&self) -> &SignedPuzzle;

    /// A state as a signed permutation.
    fn signed(&self, state: &State) -> Signed;

    /// A signed permutation as a state.
    fn state(&self, signed: &Signed) -> State;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_are_numbered_lexicographically() {
        for n in 1..=6 {
            let count: u32 = (1..=n as u32).product();
            let all: Vec<Packed> = (0..count).map(|r| Packed::unrank(r, n)).collect();
            let spelt = |p: Packed| (0..n).map(|i| p.get(i)).collect::<Vec<_>>();
            for pair in all.windows(2) {
                assert!(spelt(pair[0]) < spelt(pair[1]));
                assert!(pair[0].lexicographic() < pair[1].lexicographic());
                assert_eq!(pair[0].next(n), Some(pair[1]));
            }
            assert_eq!(all[all.len() - 1].next(n), None);
            for (rank, p) in all.iter().enumerate() {
                assert_eq!(p.rank(n), rank as u32);
                assert_eq!(p.after(p.inverse(n), n), all[0]);
            }
        }
        let last = Packed::unrank(479_001_599, 12);
        assert_eq!((last.rank(12), last.get(0)), (479_001_599, 11));
    }

    #[test]
    fn moves_that_nothing_undoes_are_refused() {
        let turn = Signed::new([(1, false), (2, false), (0, true)]).expect("a permutation");
        let identity = vec![0, 1, 2];
        let refused = SignedPuzzle::new(3, vec![turn], std::slice::from_ref(&identity));
        assert_eq!(refused, Err(PuzzleFault::NoInverse(0)));
        let both = vec![turn, turn.inverse(3)];
        assert!(SignedPuzzle::new(3, both, std::slice::from_ref(&identity)).is_ok());
        let swap = Signed::new([(1, false), (0, false), (2, false)]).expect("a permutation");
        let refused = SignedPuzzle::new(3, vec![swap], &[identity, vec![0, 2, 1]]);
        assert!(matches!(refused, Err(PuzzleFault::NotASymmetry { .. })));
        assert_eq!(Signed::new([(0, false), (0, true)]), None);
    }
}
