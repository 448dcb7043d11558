//! How many boards, and how many orbits of boards, some boards of rows stand for.

use super::orbits::Orbits;

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
        let keeping: Vec<_> = self.stabiliser(self.representative(row)).collect();
        let mut in_place = 0;
        each_number(bits, |number| {
            let board = self.board(row, number);
            let kept = keeping.iter().filter(|&&m| self.carry(&board, m) == board);
            in_place += kept.count() as u64;
        });
        Found {
            boards,
            orbits: in_place / keeping.len() as u64,
        }
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
