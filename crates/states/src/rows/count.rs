//! How many boards, and how many orbits of boards, some boards of rows stand for.

use super::orbits::{Map, Orbits};

/// What was found at one distance.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// Boards: popcounts times orbit sizes.
    pub(crate) boards: u64,
    /// Boards up to symmetries and inversion.
    pub(crate) orbits: u64,
}

impl std::ops::AddAssign for Found {
    fn add_assign(&mut self, other: Found) {
        self.boards += other.boards;
        self.orbits += other.orbits;
    }
}

impl Orbits {
    /// What these boards of a row stand for. By Burnside's lemma the maps that
    /// keep the row's permutation make as many orbits of its boards as they
    /// leave boards in place in the mean; most permutations are kept by none
    /// but the identity.
    pub(crate) fn found(&self, row: usize, bits: &[u64]) -> Found {
        let ones = |word: &u64| u64::from(word.count_ones());
        let count: u64 = pulp::Arch::new().dispatch(|| bits.iter().map(ones).sum());
        let size = u64::from(self.sizes[row]);
        let boards = count * size;
        if size == 2 * self.puzzle.symmetries() as u64 {
            return Found {
                boards,
                orbits: count,
            };
        }
        let keeping: Vec<Map> = self.stabiliser(self.representative(row)).collect();
        let in_place = |&map: &Map| match map.0 {
            0 => count,
            _ => self.in_place(row, bits, map),
        };
        let in_place: u64 = keeping.iter().map(in_place).sum();
        Found {
            boards,
            orbits: in_place / keeping.len() as u64,
        }
    }

    /// How many of these boards of a row stay where they are under a map that keeps
    /// the row's permutation. All it does is to exchange the signs of tiles, so a board
    /// stays if its turned tiles are a union of cycles.
    fn in_place(&self, row: usize, bits: &[u64], map: Map) -> u64 {
        let image = |tile: u16| self.carry(&self.board(row, tile), map).turned;
        let mut unions = vec![0u16];
        let mut seen = 0;
        for tile in (0..self.puzzle.tiles()).map(|tile| 1u16 << tile) {
            if seen & tile != 0 {
                continue;
            }
            let (mut cycle, mut at) = (0, tile);
            while cycle & at == 0 {
                cycle |= at;
                at = image(at);
            }
            seen |= cycle;
            let with_cycle: Vec<u16> = unions.iter().map(|union| union | cycle).collect();
            unions.extend(with_cycle);
        }
        let is_there = |&&union: &&u16| bits[usize::from(union) / 64] >> (union % 64) & 1 == 1;
        unions.iter().filter(is_there).count() as u64
    }
}

/// Calls with the number of every bit that is set.
pub(crate) fn each_number(bits: &[u64], mut call: impl FnMut(u16)) {
    for (w, &word) in bits.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            call((w * 64) as u16 + word.trailing_zeros() as u16);
            word &= word - 1;
        }
    }
}
