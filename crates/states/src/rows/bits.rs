//! Rows of bits whose numbers are vectors of bits themselves.
//!
//! A row has a bit for each of the `2^n` sets of turned tiles. What symmetries
//! and moves do to sets (rename the tiles, turn some of them over) they do to
//! the *number* of a bit, so a whole row is carried over by a few exchanges:
//! of words for the tiles from the seventh, of runs of bits within words for
//! the first six (each a "delta swap": three exclusive-ors and two shifts).

/// An exchange within a row that is its own undoing. A row after it has at
/// number `s` what was at the number named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exchange {
    /// `s` with one bit toggled.
    Flip(u8),
    /// `s` with two bits exchanged.
    Swap(u8, u8),
    /// `s` with two bits exchanged and both toggled.
    SwapFlip(u8, u8),
}

/// For each bit of the number of a bit within a word: the places where it is 0.
const LOWER: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Exchanges, in every word, the bits of `mask` with those `shift` above.
#[inline(always)]
fn delta<const W: usize>(row: &mut [u64; W], shift: u32, mask: u64) {
    for word in row {
        let differ = (*word >> shift ^ *word) & mask;
        *word ^= differ | differ << shift;
    }
}

impl Exchange {
    /// Does the exchange to a row.
    #[inline(always)]
    pub(crate) fn apply<const W: usize>(self, row: &mut [u64; W]) {
        match self {
            Exchange::Flip(bit) if bit < 6 => {
                delta(row, 1 << bit, LOWER[usize::from(bit)]);
            }
            Exchange::Flip(bit) => {
                let other = 1usize << (bit - 6) & (W - 1);
                for w in (0..W).filter(|w| w & other == 0) {
                    row.swap(w, w | other);
                }
            }
            Exchange::Swap(low, high) if high < 6 => {
                let (low, high) = (usize::from(low), usize::from(high));
                delta(row, (1 << high) - (1 << low), LOWER[high] & !LOWER[low]);
            }
            Exchange::Swap(low, high) if low < 6 => {
                let (shift, mask) = (1u32 << low, LOWER[usize::from(low)]);
                let other = 1usize << (high - 6) & (W - 1);
                for w in (0..W).filter(|w| w & other == 0) {
                    let (a, b) = (row[w], row[(w | other) & (W - 1)]);
                    let differ = (a >> shift ^ b) & mask;
                    row[(w | other) & (W - 1)] = b ^ differ;
                    row[w] = a ^ differ << shift;
                }
            }
            Exchange::Swap(low, high) => {
                let (low, high) = (1usize << (low - 6), 1usize << (high - 6));
                for w in (0..W).filter(|w| w & low != 0 && w & high == 0) {
                    row.swap(w, (w ^ low ^ high) & (W - 1));
                }
            }
            Exchange::SwapFlip(low, high) if high < 6 => {
                let (low, high) = (usize::from(low), usize::from(high));
                delta(row, (1 << high) + (1 << low), LOWER[high] & LOWER[low]);
            }
            Exchange::SwapFlip(low, high) if low < 6 => {
                let (shift, mask) = (1u32 << low, LOWER[usize::from(low)]);
                let other = 1usize << (high - 6) & (W - 1);
                for w in (0..W).filter(|w| w & other == 0) {
                    let (a, b) = (row[w], row[(w | other) & (W - 1)]);
                    let differ = (b >> shift ^ a) & mask;
                    row[(w | other) & (W - 1)] = b ^ differ << shift;
                    row[w] = a ^ differ;
                }
            }
            Exchange::SwapFlip(low, high) => {
                let both = 1usize << (low - 6) | 1usize << (high - 6);
                for w in (0..W).filter(|w| w & both == 0) {
                    row.swap(w, (w | both) & (W - 1));
                }
            }
        }
    }
}

/// The exchanges after which a row has at number `s` what was at the number `v`
/// with `v[t] = s[image(t)] ^ flip[t]`.
pub(crate) fn exchanges(n: usize, image: impl Fn(usize) -> usize, flip: u16) -> Vec<Exchange> {
    let mut list = Vec::new();
    each_exchange(n, image, flip, |exchange| list.push(exchange));
    list
}

/// The same, told one by one.
///
/// Exchanges E1, E2, ... in this order leave at `s` what was at `E1(E2(...s))`,
/// so the map is taken apart from the outside: each E1 chosen puts one bit of
/// the rest of the map right.
#[inline(always)]
pub(crate) fn each_exchange(
    n: usize,
    image: impl Fn(usize) -> usize,
    flip: u16,
    mut tell: impl FnMut(Exchange),
) {
    let mut rest = [0u8; 16];
    for (t, rest) in rest[..n].iter_mut().enumerate() {
        *rest = image(t) as u8;
    }
    let mut flip = flip;
    for t in 0..n {
        let from = usize::from(rest[t]);
        if from == t {
            continue;
        }
        // Some later `u` of the rest reads `t`; the exchange of t and u puts it right.
        let Some(u) = (t + 1..n).find(|&u| usize::from(rest[u]) == t) else {
            continue;
        };
        let both = 1u16 << t | 1 << u;
        if flip & both == both {
            tell(Exchange::SwapFlip(t as u8, u as u8));
            flip ^= both;
        } else {
            tell(Exchange::Swap(t as u8, u as u8));
            let (a, b) = (flip >> t & 1, flip >> u & 1);
            if a != b {
                flip ^= both;
            }
        }
        rest.swap(t, u);
    }
    for t in 0..n {
        if flip >> t & 1 == 1 {
            tell(Exchange::Flip(t as u8));
        }
    }
}

/// How bits of the numbers are toggled on the processor at hand.
pub(crate) trait Flips: Copy {
    /// The row with the bits `flip` of all numbers toggled, added to another row.
    fn add_flipped<const W: usize>(self, sink: &mut [u64; W], source: &[u64; W], flip: u16);
}

/// In words of 64 bits.
#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl Flips for Plain {
    #[inline(always)]
    fn add_flipped<const W: usize>(self, sink: &mut [u64; W], source: &[u64; W], flip: u16) {
        let high = usize::from(flip >> 6) & (W - 1);
        let mut moved: [u64; W] = std::array::from_fn(|w| source[w ^ high]);
        for (bit, &lower) in LOWER.iter().enumerate() {
            if flip >> bit & 1 == 1 {
                delta(&mut moved, 1 << bit, lower);
            }
        }
        for (to, word) in sink.iter_mut().zip(moved) {
            *to |= word;
        }
    }
}

/// In words of 256 bits, and without a branch: the highest bits say which halves of
/// such words are read, four more how the bytes of a half are shuffled, and the
/// lowest three what becomes of each half of a byte, which is looked up.
#[cfg(target_arch = "x86_64")]
impl Flips for pulp::x86::V3 {
    #[inline(always)]
    fn add_flipped<const W: usize>(self, sink: &mut [u64; W], source: &[u64; W], flip: u16) {
        if W < 4 {
            return Plain.add_flipped(sink, source, flip);
        }
        let (avx, avx2) = (self.avx, self.avx2);
        let bytes = pulp::cast(SHUFFLED[usize::from(flip >> 3 & 15)]);
        let [low, high] = NIBBLES[usize::from(flip & 7)];
        let (low, high) = (pulp::cast(low), pulp::cast(high));
        let nibble = avx._mm256_set1_epi8(15);
        let other = usize::from(flip >> 7);
        let halves = source.as_chunks::<2>().0;
        for (at, sink) in sink.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let half = |half| halves[((2 * at + half) ^ other) & (W / 2 - 1)];
            let word = pulp::cast([half(0), half(1)]);
            let word = avx2._mm256_shuffle_epi8(word, bytes);
            let below = avx2._mm256_and_si256(word, nibble);
            let above = avx2._mm256_and_si256(avx2._mm256_srli_epi64::<4>(word), nibble);
            let below = avx2._mm256_shuffle_epi8(low, below);
            let above = avx2._mm256_shuffle_epi8(high, above);
            let flipped = avx2._mm256_or_si256(below, above);
            *sink = pulp::cast(avx2._mm256_or_si256(pulp::cast(*sink), flipped));
        }
    }
}

/// For each set of four bits: the number of each byte of 16 with these toggled, twice.
#[cfg(target_arch = "x86_64")]
static SHUFFLED: [[u8; 32]; 16] = {
    let mut shuffled = [[0; 32]; 16];
    let mut at = 0;
    while at < 16 * 32 {
        let (flip, byte) = (at / 32, at % 32);
        shuffled[flip][byte] = ((byte % 16) ^ flip) as u8;
        at += 1;
    }
    shuffled
};

/// For each set of three bits, and the lower and the upper half of a byte: the byte
/// that each value of it becomes, twice.
#[cfg(target_arch = "x86_64")]
static NIBBLES: [[[u8; 32]; 2]; 8] = {
    let mut nibbles = [[[0; 32]; 2]; 8];
    let mut at = 0;
    while at < 8 * 2 * 32 * 4 {
        let (flip, half, value, bit) = (at / 256, at / 128 % 2, at / 4 % 32, at % 4);
        nibbles[flip][half][value] |= ((value >> bit & 1) << ((4 * half + bit) ^ flip)) as u8;
        at += 1;
    }
    nibbles
};

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const SEED: u64 = 11;

    fn bit<const W: usize>(row: &[u64; W], at: usize) -> bool {
        row[at / 64] >> (at % 64) & 1 == 1
    }

    fn follows_its_definition<const W: usize>(n: usize, rng: &mut ChaCha8Rng) {
        let mut row = [0u64; W];
        for at in 0..1 << n {
            row[at / 64] |= u64::from(rng.random::<bool>()) << (at % 64);
        }
        let mut image: Vec<usize> = (0..n).collect();
        image.shuffle(rng);
        let flip = rng.random_range(0..1u32 << n) as u16;
        let mut carried = row;
        for exchange in exchanges(n, |t| image[t], flip) {
            exchange.apply(&mut carried);
        }
        let mut flipped = [0; W];
        Plain.add_flipped(&mut flipped, &row, flip);
        #[cfg(target_arch = "x86_64")]
        if let Some(wide) = pulp::x86::V3::try_new() {
            let mut same = [0; W];
            wide.add_flipped(&mut same, &row, flip);
            assert_eq!(same, flipped, "seed {SEED}, {n} tiles");
        }
        for s in 0..1usize << n {
            let v = (0..n).fold(0, |v, t| v | (s >> image[t] & 1) << t) ^ usize::from(flip);
            assert_eq!(bit(&carried, s), bit(&row, v), "seed {SEED}, {n} tiles");
            assert_eq!(bit(&flipped, s), bit(&row, s ^ usize::from(flip)));
        }
    }

    #[test]
    fn exchanges_carry_a_row_as_defined() {
        let mut rng = ChaCha8Rng::seed_from_u64(SEED);
        for _ in 0..40 {
            (1..=6).for_each(|n| follows_its_definition::<1>(n, &mut rng));
            follows_its_definition::<2>(7, &mut rng);
            follows_its_definition::<4>(8, &mut rng);
            follows_its_definition::<16>(10, &mut rng);
            follows_its_definition::<64>(12, &mut rng);
        }
    }
}
