//! Many states at a time: blocks of `2^b` states in which a move only toggles
//! bits.
//!
//! In many puzzles a state is an arrangement together with sign bits (tiles
//! upside down, burnt pancakes, lamps), and a move sends the arrangement to
//! another one and toggles some of the signs, whatever they were. Then all
//! sign patterns of an arrangement form a block, the move carries a whole block
//! of states onto another block, and toggling a set of signs is an exclusive-or
//! on the cell number: a swap of words and a few shifts for 64 states at once.

/// The block form of a space's moves. State number `block << cell_bits | cell`.
pub trait BlockMoves: Sync {
    /// The number of bits that moves toggle; at least 6, so that a block is a
    /// whole number of words, and at most 11.
    fn cell_bits(&self) -> u32;

    /// How many consecutive blocks make a group. Groups are the unit of
    /// parallel work; memory is read fastest if all blocks of a group go to the
    /// blocks of one other group under each move.
    fn group_len(&self) -> usize;

    /// The number of groups.
    fn groups(&self) -> usize;

    /// Appends where move `mv` takes each block of a group. A move must be its
    /// own undoing or have its inverse among the moves. Targets with equal
    /// `flip` are best listed in a row: the processor learns the pattern.
    fn targets(&self, group: usize, mv: usize, targets: &mut Vec<Target>);
}

/// One block of a group under one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The block's index within its group.
    pub from: u32,
    /// The number of the block that the move leads to.
    pub to: u32,
    /// The cell bits that the move toggles.
    pub flip: u32,
}

/// Adds to `sink` the states of `source` with the cell bits `flip` toggled.
#[inline(always)]
pub(crate) fn add_flipped<const WORDS: usize>(
    sink: &mut [u64; WORDS],
    source: &[u64; WORDS],
    flip: u32,
) {
    let high = (flip >> 6) as usize & (WORDS - 1);
    let mut moved: [u64; WORDS] = std::array::from_fn(|w| source[w ^ high]);
    // Toggling bit b of the number of a bit within a word swaps neighbouring
    // runs of 2^b bits.
    const LOWER: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, &lower) in LOWER.iter().enumerate() {
        if flip >> bit & 1 == 1 {
            let shift = 1u32 << bit;
            for word in &mut moved {
                *word = (*word & lower) << shift | (*word >> shift) & lower;
            }
        }
    }
    for (to, word) in sink.iter_mut().zip(moved) {
        *to |= word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_is_exclusive_or_on_the_cell_number() {
        for flip in 0..256u32 {
            for cell in 0..256usize {
                let mut source = [0u64; 4];
                source[cell / 64] |= 1 << (cell % 64);
                let mut sink = [0u64; 4];
                add_flipped(&mut sink, &source, flip);
                let to = cell ^ flip as usize;
                let mut expected = [0u64; 4];
                expected[to / 64] |= 1 << (to % 64);
                assert_eq!(sink, expected, "cell {cell}, flip {flip}");
            }
        }
    }
}
