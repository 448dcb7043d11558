//! A table of smaller boards, which ends ways of larger ones.
//!
//! Where all tiles outside some rectangle lie at home, those inside are a board of the rectangle's
//! size, and a table of such boards brings them home. That need not be a shortest way, since spins may
//! reach out of the rectangle; so it shortens the search for good ways, and proves nothing.

use std::path::Path;

use tantalizer_states::{DistanceTable, StateSpace, StoreError};

use super::rules::{Rules, Spin};
use super::signed::{DOWN, Signed};
use super::space::SpinSpace;

/// A table of smaller boards.
pub(crate) struct Smaller {
    rules: Rules,
    space: SpinSpace,
    table: DistanceTable,
}

impl Smaller {
    /// The table in a file, if it is of boards that are smaller than these. What is no table by rows is none.
    pub(crate) fn read(file: &Path, of: &Rules) -> Result<Option<Self>, StoreError> {
        let Ok(name) = DistanceTable::stored_name(file) else {
            return Ok(None);
        };
        let rows = 1..=of.rows();
        let sizes = rows.flat_map(|rows| (1..=of.cols()).map(move |cols| (rows, cols)));
        let rules = sizes
            .filter(|&size| size != (of.rows(), of.cols()))
            .filter_map(|(rows, cols)| Rules::new(rows, cols, of.single_spins()).ok());
        let found = rules
            .filter_map(|rules| Some((rules, SpinSpace::new(rules)?)))
            .find(|(_, space)| space.name() == name);
        let Some((rules, space)) = found else {
            return Ok(None);
        };
        let table = DistanceTable::load(file, &name)?;
        Ok(Some(Smaller {
            rules,
            space,
            table,
        }))
    }
}

/// Where a table's boards lie on larger ones.
pub(crate) struct Ending<'a> {
    smaller: &'a Smaller,
    places: Vec<Place>,
}

/// A rectangle of the larger board.
struct Place {
    /// For each position of the smaller board, that of the larger.
    positions: Vec<usize>,
    /// The positions outside.
    outside: Vec<usize>,
    /// For each spin of the smaller board, its number among those of the larger.
    spins: Vec<usize>,
}

impl<'a> Ending<'a> {
    /// A table for boards under these rules, whose spins are numbered in this order.
    pub(crate) fn new(smaller: &'a Smaller, rules: &Rules, spins: &[Spin]) -> Self {
        let small = &smaller.rules;
        let place = |top: usize, left: usize| {
            let at = |row, col| rules.position(top + row, left + col);
            let rows = 0..small.rows();
            let positions: Vec<usize> = rows
                .flat_map(|row| (0..small.cols()).map(move |col| at(row, col)))
                .collect();
            let moved = |spin: Spin| Spin {
                top: spin.top + top as u8,
                left: spin.left + left as u8,
                bottom: spin.bottom + top as u8,
                right: spin.right + left as u8,
            };
            let number = |spin: Spin| spins.iter().position(|other| *other == moved(spin));
            Place {
                outside: (0..rules.tiles())
                    .filter(|position| !positions.contains(position))
                    .collect(),
                positions,
                // A spin of the smaller board is one of the larger.
                spins: small.spins().into_iter().filter_map(number).collect(),
            }
        };
        let tops = 0..=rules.rows() - small.rows();
        let lefts = rules.cols() - small.cols();
        let places = tops.flat_map(|top| (0..=lefts).map(move |left| (top, left)));
        Ending {
            smaller,
            places: places.map(|(top, left)| place(top, left)).collect(),
        }
    }

    /// A way by the table, as numbers of spins, if all tiles outside some rectangle are at home.
    pub(crate) fn way<const CAP: usize>(&self, board: &Signed<CAP>) -> Option<Vec<usize>> {
        let ways = self.places.iter().filter_map(|place| {
            let home = |&position: &usize| usize::from(board.0[position]) == position;
            if !place.outside.iter().all(home) {
                return None;
            }
            let mut inside = Signed::<16>::identity();
            for (small, &large) in place.positions.iter().enumerate() {
                let tile = usize::from(board.0[large] & !DOWN);
                let number = place.positions.iter().position(|&home| home == tile)?;
                inside.0[small] = number as u8 | board.0[large] & DOWN;
            }
            let moves = self.smaller.table.path(&self.smaller.space, &inside)?;
            Some(moves.iter().map(|&mv| place.spins[mv]).collect::<Vec<_>>())
        });
        ways.min_by_key(Vec::len)
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use tantalizer_states::{BuildOptions, build};

    use super::*;

    const SEED: u64 = 26;

    #[test]
    fn boards_in_order_outside_a_rectangle_are_ended_and_no_others() {
        let small = Rules::new(2, 2, true).expect("rules");
        let space = SpinSpace::new(small).expect("a space");
        let table = build(&space, &BuildOptions::default()).expect("a table");
        let farthest = table.god_number() as usize;
        let smaller = Smaller {
            rules: small,
            space,
            table,
        };
        let rules = Rules::new(3, 4, true).expect("rules");
        let spins = rules.spins();
        let ending = Ending::new(&smaller, &rules, &spins);
        let after =
            |board: Signed<16>, mv: usize| board.then(&Signed::from_spin(&rules, &spins[mv]));
        let mut rng = ChaCha8Rng::seed_from_u64(SEED);
        for _ in 0..200 {
            let place = &ending.places[rng.random_range(0..ending.places.len())];
            let board = (0..9).fold(Signed::identity(), |board, _| {
                after(board, place.spins[rng.random_range(0..place.spins.len())])
            });
            let way = ending.way(&board).expect("all is at home outside");
            assert!(way.len() <= farthest, "seed {SEED}: {way:?}");
            let end = way.iter().fold(board, |board, &mv| after(board, mv));
            assert_eq!(end, Signed::identity(), "seed {SEED}");
        }
        // The whole board turned: nothing is at home.
        let turned = after(Signed::identity(), spins.len() - 1);
        assert_eq!(ending.way(&turned), None);
    }
}
