//! All boards of one size as a state space.
//!
//! The number of a board is made so that a spin touches memory in order. The
//! *large* tiles are all but the first five; where they stand makes the group,
//! in which order the small ones fill the other positions makes the block
//! within the group, and which tiles are upside down makes the cell within the
//! block. A spin then takes a group to a group, whatever the order of the small
//! tiles; it permutes the blocks in a way that only the group decides; and it
//! toggles the cell bits of the tiles it turns. So a breadth-first level is, for
//! every group and spin, one walk over two short contiguous stretches.

use tantalizer_states::{BlockMoves, StateSpace, Target};

use super::board::Board;
use super::rules::{Rules, Spin};
use super::signed::{DOWN, Signed};

/// The largest number of tiles whose boards can be numbered in 64 bits.
pub const MAX_RANKED_TILES: usize = 16;

/// The number of small tiles of a large enough board.
const SMALL: usize = 5;

/// The boards of one size, as a space of states for tables of distances.
pub struct SpinSpace {
    rules: Rules,
    spins: Vec<Spin>,
    /// The spins as group elements and as sets of positions.
    elements: Vec<Signed<16>>,
    positions: Vec<u16>,
    symmetries: Vec<Vec<usize>>,
    tiles: usize,
    small: usize,
    /// The orders of the small tiles, in lexicographic order.
    orders: Vec<Vec<u8>>,
    /// `composed[q * orders + h]` is the order `h` read through the order `q`.
    composed: Vec<u8>,
    /// For every set of places among the free positions: every order with the
    /// set of small tiles that it puts there, equal sets in a row.
    turned: Vec<Vec<(u8, u8)>>,
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
        let mut composed = Vec::with_capacity(orders.len() * orders.len());
        for through in &orders {
            for order in &orders {
                let read: Vec<u8> = through.iter().map(|&i| order[usize::from(i)]).collect();
                composed.push(rank_order(&read) as u8);
            }
        }
        let turned = (0..1u8 << small)
            .map(|places| {
                let mut list: Vec<(u8, u8)> = orders
                    .iter()
                    .enumerate()
                    .map(|(h, order)| {
                        let tiles = (0..small)
                            .filter(|place| places >> place & 1 == 1)
                            .fold(0, |set, place| set | 1 << order[place]);
                        (h as u8, tiles)
                    })
                    .collect();
                list.sort_by_key(|&(_, tiles)| tiles);
                list
            })
            .collect();
        Some(SpinSpace {
            elements: spins.iter().map(|s| Signed::from_spin(&rules, s)).collect(),
            positions: spins.iter().map(|s| rules.positions(s) as u16).collect(),
            symmetries: rules.symmetries(),
            rules,
            spins,
            tiles,
            small,
            orders,
            composed,
            turned,
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

    fn blocks(&self) -> Option<&dyn BlockMoves> {
        (6..=11).contains(&self.tiles).then_some(self)
    }
}

impl BlockMoves for SpinSpace {
    fn cell_bits(&self) -> u32 {
        self.tiles as u32
    }

    fn group_len(&self) -> usize {
        self.orders.len()
    }

    fn groups(&self) -> usize {
        (self.small + 1..=self.tiles).product()
    }

    fn targets(&self, group: usize, mv: usize, targets: &mut Vec<Target>) {
        let (large, used) = self.unrank_large(group);
        let large = &large[..self.tiles - self.small];
        let turned = self.positions[mv];
        let spun = |position: u8| self.elements[mv].0[usize::from(position)] & !DOWN;

        let first = self.rank_large(large.iter().map(|&p| spun(p))) * self.orders.len();
        let large_flip = large
            .iter()
            .enumerate()
            .filter(|&(_, &position)| turned >> position & 1 == 1)
            .fold(0u32, |set, (i, _)| set | 1 << (self.tiles - 1 - i));

        // Which of the free positions the spin touches, and from which old
        // place each new place gets its tile.
        let new_used = large.iter().fold(0u16, |set, &p| set | 1 << spun(p));
        let (mut old, mut new) = (used, new_used);
        let mut places = 0usize;
        let mut from = [0u8; SMALL];
        for (i, from) in from[..self.small].iter_mut().enumerate() {
            let (old_position, new_position) = (nth_clear(old, 0), nth_clear(new, 0));
            old |= 1 << old_position;
            new |= 1 << new_position;
            places |= usize::from(turned >> old_position & 1 == 1) << i;
            // A spin is its own inverse: the tile now here came from its image.
            let source = spun(new_position);
            *from = (!used & ((1 << source) - 1)).count_ones() as u8;
        }
        let through = rank_order(&from[..self.small]) * self.orders.len();
        let composed = &self.composed[through..through + self.orders.len()];
        targets.extend(self.turned[places].iter().map(|&(h, tiles)| Target {
            from: h.into(),
            to: (first + usize::from(composed[usize::from(h)])) as u32,
            flip: large_flip | u32::from(tiles),
        }));
    }
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
