//! Signed permutations, packed: boards as elements of a group.
//!
//! A board is the map from positions to signed tiles. Spinning it is composing
//! it with the spin, itself a board (the solved one after that spin). So
//! everything a search does is [`Signed::then`].

use super::board::Board;
use super::rules::{Rules, Spin};

/// A board of at most `CAP` tiles: byte `i` is the tile (from 0) at position
/// `i`, with the top bit set if it is upside down. Positions beyond the board
/// hold their own number, so that composing never asks for the size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signed<const CAP: usize>(pub(crate) [u8; CAP]);

/// The bit of a tile that is upside down.
pub(crate) const DOWN: u8 = 0x80;

impl<const CAP: usize> Signed<CAP> {
    /// The solved board.
    pub(crate) fn identity() -> Self {
        Signed(std::array::from_fn(|i| i as u8))
    }

    pub(crate) fn from_board(board: &Board) -> Self {
        let mut signed = Self::identity();
        for (byte, &tile) in signed.0.iter_mut().zip(board.tiles()) {
            *byte = (tile.unsigned_abs() - 1) | if tile < 0 { DOWN } else { 0 };
        }
        signed
    }

    pub(crate) fn to_board(self, rules: &Rules) -> Board {
        let tiles = self.0[..rules.tiles()]
            .iter()
            .map(|&byte| {
                let number = (byte & !DOWN) as i8 + 1;
                if byte & DOWN != 0 { -number } else { number }
            })
            .collect();
        Board::from_tiles(rules, tiles)
    }

    /// The spin as a group element.
    pub(crate) fn from_spin(rules: &Rules, spin: &Spin) -> Self {
        let mut board = Board::solved(rules);
        board.spin(spin);
        Self::from_board(&board)
    }

    /// This board after the spins that make `other` from the solved board.
    #[inline]
    pub(crate) fn then(&self, other: &Self) -> Self {
        // CAP is a power of two, so the mask keeps the index in range.
        Signed(std::array::from_fn(|i| {
            let from = other.0[i];
            self.0[usize::from(from) & (CAP - 1)] ^ (from & DOWN)
        }))
    }

    /// The board that the same spins in reverse order make.
    pub(crate) fn inverse(&self) -> Self {
        let mut inverse = Self::identity();
        for (position, &byte) in self.0.iter().enumerate() {
            inverse.0[usize::from(byte & !DOWN)] = position as u8 | (byte & DOWN);
        }
        inverse
    }

    /// A well-mixed word for hashing.
    #[inline]
    pub(crate) fn hash_word(&self) -> u64 {
        let mut hash = 0u64;
        for word in self.0.as_chunks::<8>().0 {
            let word = u64::from_le_bytes(*word);
            hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash ^ (hash >> 32)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn composing_is_spinning_and_inverses_cancel() {
        let rules = Rules::new(3, 4, true).expect("a small board");
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for spin in rules.spins() {
            let board = Board::random(&rules, &mut rng);
            let signed = Signed::<16>::from_board(&board);
            let spun = signed.then(&Signed::from_spin(&rules, &spin));
            assert_eq!(spun.to_board(&rules), board.after(&[spin]));
            assert_eq!(signed.then(&signed.inverse()), Signed::identity());
            assert_eq!(signed.inverse().then(&signed), Signed::identity());
        }
    }
}
