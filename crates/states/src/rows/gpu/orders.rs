//! What kernels are told: addresses, and moves and symmetries in lists.

use crate::rows::bits::{Exchange, exchanges};
use crate::signed::{Packed, SignedPuzzle};

macro_rules! table {
    ($($field:ident),*) => {
        /// The `Table` of `kernel.cu`, field by field: numbers, and addresses in the
        /// device's memory.
        #[derive(Debug, Clone, Copy, Default)]
        pub(super) struct Table {
            $(pub(super) $field: u64),*
        }

        impl Table {
            /// The fields in their order.
            pub(super) fn words(&self) -> [u64; Table::FIELDS] {
                [$(self.$field),*]
            }

            pub(super) const FIELDS: usize = [$(stringify!($field)),*].len();
        }
    };
}

table!(
    from,
    to,
    tiles,
    moves,
    maps,
    map_bits,
    permutations,
    move_sources,
    move_turned,
    move_exchanges,
    move_before,
    symmetries,
    inverses,
    symmetry_exchanges,
    first,
    rows_before,
    dense,
    representatives,
    sizes,
    now,
    next,
    state_now,
    state_next,
    sums
);

/// Bytes of a list of exchanges, its end included.
const LIST: usize = 24;
const END: u8 = 255;

/// Moves and symmetries as bytes of the device's memory.
pub(super) struct Orders {
    pub(super) map_bits: u64,
    pub(super) move_sources: Vec<u8>,
    pub(super) move_turned: Vec<u8>,
    pub(super) move_exchanges: Vec<u8>,
    pub(super) move_before: Vec<u8>,
    pub(super) symmetries: Vec<u8>,
    pub(super) inverses: Vec<u8>,
    pub(super) symmetry_exchanges: Vec<u8>,
}

impl Orders {
    pub(super) fn new(puzzle: &SignedPuzzle) -> Self {
        let (n, moves) = (puzzle.tiles(), puzzle.moves());
        let maps = 2 * puzzle.symmetries();
        let symmetries = (0..puzzle.symmetries()).map(|number| puzzle.symmetry(number));
        let wide = |p: Packed| p.0.to_le_bytes();
        let before =
            |symmetry| (0..moves.len()).map(move |mv| puzzle.move_before(mv, symmetry) as u8);
        Orders {
            map_bits: u64::from(maps.next_power_of_two().trailing_zeros()),
            move_sources: moves.iter().flat_map(|mv| wide(mv.tiles)).collect(),
            move_turned: moves
                .iter()
                .flat_map(|mv| u32::from(mv.turned).to_le_bytes())
                .collect(),
            move_exchanges: moves
                .iter()
                .flat_map(|mv| {
                    let flip = mv.turned_positions(n);
                    list(exchanges(n, |t| mv.tiles.get(t), flip))
                })
                .collect(),
            move_before: (0..puzzle.symmetries()).flat_map(before).collect(),
            inverses: symmetries
                .clone()
                .flat_map(|symmetry| wide(symmetry.inverse(n)))
                .collect(),
            symmetry_exchanges: symmetries
                .clone()
                .flat_map(|symmetry| list(exchanges(n, |t| symmetry.get(t), 0)))
                .collect(),
            symmetries: symmetries.flat_map(wide).collect(),
        }
    }
}

/// Exchanges as `exchange` of the kernels reads them. There are at most 23: one
/// less than tiles to put bits in order, and a toggle for each.
fn list(exchanges: Vec<Exchange>) -> [u8; LIST] {
    let mut list = [END; LIST];
    for (byte, exchange) in list.iter_mut().zip(exchanges) {
        *byte = match exchange {
            Exchange::Flip(bit) => bit << 4 | bit,
            Exchange::Swap(low, high) => high << 4 | low,
            Exchange::SwapFlip(low, high) => low << 4 | high,
        };
    }
    list
}
