//! What a card computed once: the levels of eleven and twelve tiles.
//!
//! `tantalizer states spinpossible --rows M --cols N --gpu --confirm 20` of a program built with the feature `gpu`, on an NVIDIA H200,
//! printed these numbers. They are not taken on trust here: all levels of a size must add up to all boards, and the first ones are
//! counted again by plain search each time they are told.

use tantalizer_puzzles::spinpossible::{Rules, levels_by_plain_search};

/// The levels of one size.
pub(super) struct Computed {
    pub rows: usize,
    pub cols: usize,
    pub single_spins: bool,
    /// The number of boards at each distance.
    pub by_distance: &'static [u64],
}

/// All sizes that were computed.
pub(super) const COMPUTED: &[Computed] = &[
    Computed {
        rows: 1,
        cols: 11,
        single_spins: true,
        by_distance: &[
            1,
            66,
            2640,
            86515,
            1_748_340,
            25_187_679,
            242_870_613,
            1_628_309_878,
            7_213_020_288,
            20_238_027_557,
            31_681_784_724,
            20_718_454_048,
            114_051,
        ],
    },
    Computed {
        rows: 1,
        cols: 12,
        single_spins: true,
        by_distance: &[
            1,
            78,
            3718,
            146_146,
            3_625_479,
            65_220_727,
            807_055_197,
            7_170_469_137,
            44_196_642_061,
            185_588_523_705,
            495_741_172_056,
            750_775_710_243,
            477_573_553_080,
            68_431_972,
        ],
    },
    Computed {
        rows: 2,
        cols: 6,
        single_spins: true,
        by_distance: &[
            1,
            63,
            2408,
            74900,
            2_078_144,
            52_757_792,
            1_201_955_719,
            22_870_818_946,
            293_167_716_721,
            1_291_549_293_986,
            353_144_885_642,
            969_278,
        ],
    },
    Computed {
        rows: 3,
        cols: 4,
        single_spins: true,
        by_distance: &[
            1,
            60,
            2182,
            64509,
            1_717_303,
            42_496_719,
            973_155_190,
            19_691_047_293,
            292_289_810_826,
            1_397_768_423_383,
            251_223_832_918,
            3216,
        ],
    },
    Computed {
        rows: 2,
        cols: 6,
        single_spins: false,
        by_distance: &[
            1,
            51,
            1730,
            50594,
            1_368_505,
            34_721_517,
            812_320_756,
            16_421_440_145,
            234_036_612_189,
            1_238_776_460_186,
            471_893_111_634,
            14_466_292,
        ],
    },
    Computed {
        rows: 3,
        cols: 4,
        single_spins: false,
        by_distance: &[
            1,
            48,
            1540,
            42730,
            1_107_825,
            27_352_077,
            639_668_924,
            13_633_863_085,
            225_432_619_135,
            1_354_602_332_501,
            367_653_495_050,
            70684,
        ],
    },
];

impl Computed {
    /// The size and the variant, as on the command line.
    pub(super) fn name(&self) -> String {
        let variant = if self.single_spins {
            ""
        } else {
            " without single spins"
        };
        format!("{}x{}{variant}", self.rows, self.cols)
    }

    /// The greatest distance, if the levels add up to all boards and the first ones, up to the radius, are those of plain search.
    pub(super) fn checked_god_number(&self, radius: usize) -> Option<usize> {
        let tiles = (self.rows * self.cols) as u64;
        let boards: u64 = (1..=tiles).map(|tile| 2 * tile).product();
        let rules = Rules::new(self.rows, self.cols, self.single_spins).ok()?;
        let plain = levels_by_plain_search(&rules, radius);
        let holds = self.by_distance.iter().sum::<u64>() == boards
            && self.by_distance.get(..plain.len()) == Some(&plain);
        holds.then(|| self.by_distance.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_add_up_and_begin_as_plain_search_finds_them() {
        for computed in COMPUTED {
            let name = computed.name();
            assert!(computed.checked_god_number(3).is_some(), "{name}");
        }
    }

    #[test]
    fn a_wrong_level_is_seen() {
        let right = &COMPUTED[0];
        for level in [2, right.by_distance.len() - 1] {
            let mut levels = right.by_distance.to_vec();
            levels[level] += 1;
            let wrong = Computed {
                by_distance: levels.leak(),
                ..*right
            };
            assert_eq!(wrong.checked_god_number(2), None);
        }
    }
}
