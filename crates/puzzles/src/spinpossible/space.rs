//! All boards of one size as a state space.
//!
//! The number of a board is that of its permutation, then the set of tiles that
//! are upside down. Permutations are numbered by where the *large* tiles, all
//! but the first five, stand, and then by the order in which the small ones fill
//! the other positions: stored tables of earlier versions are in this order, and
//! it is as good as any. What makes tables small and quick is the signed form:
//! spins are signed permutations, and the maps of the board keep them.

use tantalizer_puzzle::SignedMoves;
use tantalizer_states::{MAX_TILES, Signed as SignedBoard, SignedForm, SignedPuzzle, StateSpace};

use super::board::Board;
use super::rules::{Rules, Spin};
use super::signed::{DOWN, Signed};

/// The largest number of tiles whose boards can be numbered in 64 bits.
pub const MAX_RANKED_TILES: usize = 16;

/// The number of small tiles of a large enough board.
const SMALL: usize = 5;

/// The spins of the space that has this name, as moves of signed tiles.
pub(super) fn moves_of(name: &str) -> Option<SignedMoves> {
    let sizes = (1..=MAX_TILES).flat_map(|rows| (1..=MAX_TILES / rows).map(move |c| (rows, c)));
    let rules = sizes.flat_map(|(rows, cols)| {
        [true, false].map(|single_spins| Rules::new(rows, cols, single_spins))
    });
    let mut spaces = rules.flatten().filter_map(SpinSpace::new);
    let space = spaces.find(|space| space.name() == name)?;
    let moves = space.signed_form()?.puzzle().moves().iter();
    let spelt = |spin: &SignedBoard| (0..space.tiles).map(|place| spin.at(place)).collect();
    Some(moves.map(spelt).collect())
}

/// The boards of one size, as a space of states for tables of distances.
pub struct SpinSpace {
    rules: Rules,
    spins: Vec<Spin>,
    /// The spins as group elements.
    elements: Vec<Signed<16>>,
    symmetries: Vec<Vec<usize>>,
    tiles: usize,
    small: usize,
    /// The orders of the small tiles, in lexicographic order.
    orders: Vec<Vec<u8>>,
    /// The same as signed permutations, if the board is small enough.
    form: Option<Form>,
}

impl SpinSpace {
    /// The space of all boards under these rules; `None` for more than
    /// [`MAX_RANKED_TILES`] tiles.
    pub fn new(rules: Rules) -> Option<Self> {
        let tiles = rules.tiles();
        if tiles > MAX_RANKED_TILES {
            return None;
        }
        let small = tiles.min(SMALL);
        let orders = orders(small);
        let spins = rules.spins();
        let symmetries = rules.symmetries();
        let elements: Vec<Signed<16>> =
            spins.iter().map(|s| Signed::from_spin(&rules, s)).collect();
        let moves = elements.iter().map(|spin| signed_board(spin, tiles));
        let form = moves.collect::<Option<Vec<_>>>().and_then(|moves| {
            let maps: Vec<Vec<u8>> = symmetries
                .iter()
                .map(|map| map.iter().map(|&position| position as u8).collect())
                .collect();
            let puzzle = SignedPuzzle::new(tiles, moves, &maps).ok()?;
            Some(Form { puzzle })
        });
        Some(SpinSpace {
            elements,
            symmetries,
            rules,
            spins,
            tiles,
            small,
            orders,
            form,
        })
    }

    /// The rules of the boards.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The spins; the moves of the space are their indices.
    pub fn spins(&self) -> &[Spin] {
        &self.spins
    }

    /// A board as a state of this space.
    pub fn state(&self, board: &Board) -> Signed<16> {
        Signed::from_board(board)
    }

    /// A state of this space as a board.
    pub fn board(&self, state: &Signed<16>) -> Board {
        state.to_board(&self.rules)
    }

    /// Moves of this space as spins.
    pub fn to_spins(&self, moves: &[usize]) -> Vec<Spin> {
        moves.iter().map(|&mv| self.spins[mv]).collect()
    }

    /// The number of the group with the large tiles at these positions, listed
    /// from the largest tile.
    fn rank_large(&self, positions: impl Iterator<Item = u8>) -> usize {
        let mut used = 0u16;
        let mut rank = 0;
        let mut radix = self.tiles;
        for position in positions {
            let below = used & ((1 << position) - 1);
            rank = rank * radix + usize::from(position) - below.count_ones() as usize;
            used |= 1 << position;
            radix -= 1;
        }
        rank
    }

    /// The positions of the large tiles of a group, from the largest tile.
    fn unrank_large(&self, mut rank: usize) -> ([u8; 16], u16) {
        let large = self.tiles - self.small;
        let mut positions = [0; 16];
        for i in (0..large).rev() {
            let radix = self.tiles - i;
            positions[i] = (rank % radix) as u8;
            rank /= radix;
        }
        let mut used = 0u16;
        for position in &mut positions[..large] {
            *position = nth_clear(used, *position);
            used |= 1 << *position;
        }
        (positions, used)
    }
}

impl StateSpace for SpinSpace {
    type State = Signed<16>;

    fn name(&self) -> String {
        format!("spinpossible {}", self.rules)
    }

    fn len(&self) -> u64 {
        (1..=self.tiles as u64).product::<u64>() << self.tiles
    }

    fn goals(&self) -> Vec<Signed<16>> {
        vec![Signed::identity()]
    }

    fn rank(&self, state: &Signed<16>) -> u64 {
        let mut position_of = [0u8; 16];
        let mut down = 0u64;
        for (position, &byte) in state.0[..self.tiles].iter().enumerate() {
            let tile = byte & !DOWN;
            position_of[usize::from(tile)] = position as u8;
            down |= u64::from(byte >> 7) << tile;
        }
        let group = self.rank_large(position_of[self.small..self.tiles].iter().rev().copied());
        let mut order = [0u8; SMALL];
        let mut place = 0;
        for &byte in &state.0[..self.tiles] {
            if usize::from(byte & !DOWN) < self.small {
                order[place] = byte & !DOWN;
                place += 1;
            }
        }
        let block = group * self.orders.len() + rank_order(&order[..self.small]);
        (block as u64) << self.tiles | down
    }

    fn unrank(&self, rank: u64) -> Signed<16> {
        let down = rank & ((1 << self.tiles) - 1);
        let block = (rank >> self.tiles) as usize;
        let (large, mut used) = self.unrank_large(block / self.orders.len());
        let mut state = Signed::identity();
        for (i, &position) in large[..self.tiles - self.small].iter().enumerate() {
            state.0[usize::from(position)] = (self.tiles - 1 - i) as u8;
        }
        for &tile in &self.orders[block % self.orders.len()] {
            let position = nth_clear(used, 0);
            state.0[usize::from(position)] = tile;
            used |= 1 << position;
        }
        for byte in &mut state.0[..self.tiles] {
            if down >> *byte & 1 == 1 {
                *byte |= DOWN;
            }
        }
        state
    }

    fn moves(&self) -> usize {
        self.spins.len()
    }

    fn apply(&self, state: &Signed<16>, mv: usize) -> Option<Signed<16>> {
        Some(state.then(&self.elements[mv]))
    }

    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    fn image(&self, state: &Signed<16>, symmetry: usize) -> Signed<16> {
        let map = &self.symmetries[symmetry];
        let mut image = Signed::identity();
        for (position, &byte) in state.0[..self.tiles].iter().enumerate() {
            let tile = map[usize::from(byte & !DOWN)] as u8;
            image.0[map[position]] = tile | (byte & DOWN);
        }
        image
    }

    fn signed_form(&self) -> Option<&dyn SignedForm<Signed<16>>> {
        self.form.as_ref().map(|form| form as _)
    }
}

/// Boards as the signed permutations of a puzzle whose moves are the spins.
struct Form {
    puzzle: SignedPuzzle,
}

impl SignedForm<Signed<16>> for Form {
    fn puzzle(&self) -> &SignedPuzzle {
        &self.puzzle
    }

    fn signed(&self, state: &Signed<16>) -> SignedBoard {
        let board = signed_board(state, self.puzzle.tiles());
        board.expect("a board of the puzzle is a permutation of its tiles")
    }

    fn state(&self, signed: &SignedBoard) -> Signed<16> {
        let mut state = Signed::identity();
        for (position, byte) in state.0[..self.puzzle.tiles()].iter_mut().enumerate() {
            let (tile, over) = signed.at(position);
            *byte = tile | if over { DOWN } else { 0 };
        }
        state
    }
}

/// A board, packed as tables want it; `None` if it is too large for them.
fn signed_board(state: &Signed<16>, tiles: usize) -> Option<SignedBoard> {
    let tile = |&byte: &u8| (byte & !DOWN, byte & DOWN != 0);
    SignedBoard::new(state.0[..tiles].iter().map(tile))
}

/// The `n`-th position (from 0) that is not in the set.
fn nth_clear(set: u16, n: u8) -> u8 {
    let mut clear = !set;
    for _ in 0..n {
        clear &= clear - 1;
    }
    clear.trailing_zeros() as u8
}

/// The lexicographic number of an order of `0..n`.
fn rank_order(order: &[u8]) -> usize {
    let mut used = 0u32;
    let mut rank = 0;
    for (i, &tile) in order.iter().enumerate() {
        let below = (used & ((1 << tile) - 1)).count_ones();
        rank = rank * (order.len() - i) + usize::from(tile) - below as usize;
        used |= 1 << tile;
    }
    rank
}

/// All orders of `0..n`, lexicographically.
fn orders(n: usize) -> Vec<Vec<u8>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..n {
        orders = orders
            .into_iter()
            .flat_map(|order: Vec<u8>| {
                (0..n as u8)
                    .filter(|tile| !order.contains(tile))
                    .map(|tile| [order.as_slice(), &[tile]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_numbered_lexicographically() {
        for n in 1..=SMALL {
            let orders = orders(n);
            assert!(orders.is_sorted());
            for (rank, order) in orders.iter().enumerate() {
                assert_eq!(rank_order(order), rank);
            }
        }
    }
}
