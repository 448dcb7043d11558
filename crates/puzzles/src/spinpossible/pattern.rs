//! Pattern databases: how many spins a few tiles need, the rest ignored
//! (Culberson and Schaeffer, "Pattern databases", 1998).
//!
//! No solution of a board is shorter than the best way to bring home any of its
//! patterns. Mirror images of a pattern share one table.

use std::collections::VecDeque;

use tantalizer_model::{Limits, Watch};

use super::limits::{Interrupted, check};
use super::rules::Rules;
use super::signed::{DOWN, Signed};

/// No table has more entries than this.
const TABLE_LIMIT: usize = 1 << 22;

/// A table for a bound on God's number may have more: it is made once.
const LINE_LIMIT: usize = 1 << 23;

/// So many entries are filled between two looks at the clock.
const ENTRIES_BETWEEN_LOOKS: usize = 1 << 14;

/// Databases for a set of patterns that covers the board twice: once along the
/// rows, once along the columns.
pub(crate) struct Patterns {
    base: usize,
    patterns: Vec<Pattern>,
    tables: Vec<Vec<u8>>,
}

struct Pattern {
    /// The tiles, in the order of the table's own pattern.
    tiles: Vec<u8>,
    /// What the table calls a tile's place: twice the position, plus one if
    /// upside down.
    rename: Vec<u16>,
    table: usize,
}

impl Patterns {
    /// The databases for boards under these rules, if the watch leaves the time to make them.
    pub(crate) fn new(rules: &Rules, watch: &Watch) -> Result<Self, Interrupted> {
        let places = 2 * rules.tiles();
        let mut size = 1;
        while size < rules.tiles() && places.pow(size as u32 + 1) <= TABLE_LIMIT {
            size += 1;
        }
        let steps = steps(rules);
        let by_rows: Vec<u8> = (0..rules.tiles() as u8).collect();
        let by_cols: Vec<u8> = (0..rules.cols())
            .flat_map(|col| (0..rules.rows()).map(move |row| rules.position(row, col) as u8))
            .collect();
        let mut built = Patterns {
            base: places,
            patterns: Vec::new(),
            tables: Vec::new(),
        };
        let mut originals: Vec<Vec<u8>> = Vec::new();
        for tiles in by_rows.chunks(size).chain(by_cols.chunks(size)) {
            let (table, tiles, map) = match mirror_image(rules, &originals, tiles) {
                Some(found) => found,
                None => {
                    originals.push(tiles.to_vec());
                    let table = distances(tiles, &steps, places, watch)?;
                    built.tables.push(table);
                    let same: Vec<usize> = (0..rules.tiles()).collect();
                    (originals.len() - 1, tiles.to_vec(), same)
                }
            };
            let rename = (0..places)
                .map(|place| (2 * map[place / 2] + place % 2) as u16)
                .collect();
            built.patterns.push(Pattern {
                tiles,
                rename,
                table,
            });
        }
        Ok(built)
    }

    /// The spins that each pattern needs, for a board given by its inverse:
    /// where each tile is, and whether upside down.
    #[inline]
    pub(crate) fn needs<const CAP: usize>(
        &self,
        places: &Signed<CAP>,
    ) -> impl Iterator<Item = u32> {
        let places = *places;
        self.patterns.iter().map(move |pattern| {
            let index = pattern.tiles.iter().fold(0, |index, &tile| {
                let byte = places.0[usize::from(tile)];
                let place = usize::from(byte & !DOWN) * 2 + usize::from(byte >> 7);
                index * self.base + usize::from(pattern.rename[place])
            });
            self.tables[pattern.table][index].into()
        })
    }

    /// A lower bound on the spins of any solution.
    pub(crate) fn lower_bound<const CAP: usize>(&self, board: &Signed<CAP>) -> u32 {
        self.needs(&board.inverse()).max().unwrap_or(0)
    }
}

/// The most spins that the tiles of a line need to come home, wherever they are;
/// `None` if the table would be too large.
pub fn line_distance(rules: &Rules, tiles: &[u8]) -> Option<u32> {
    let places = 2 * rules.tiles();
    let entries = places.checked_pow(tiles.len() as u32)?;
    if entries > LINE_LIMIT {
        return None;
    }
    let unlimited = Limits::none().start();
    let table = distances(tiles, &steps(rules), places, &unlimited).ok()?;
    let reached = table.iter().filter(|&&distance| distance != u8::MAX);
    reached.max().map(|&distance| distance.into())
}

/// The table, the tiles in its order and the map of positions, if the pattern is
/// a mirror image of an earlier one.
fn mirror_image(
    rules: &Rules,
    originals: &[Vec<u8>],
    tiles: &[u8],
) -> Option<(usize, Vec<u8>, Vec<usize>)> {
    for map in rules.symmetries() {
        for (table, original) in originals.iter().enumerate() {
            let source = |wanted: u8| {
                tiles
                    .iter()
                    .copied()
                    .find(|&tile| map[usize::from(tile)] == usize::from(wanted))
            };
            if original.len() == tiles.len()
                && let Some(ordered) = original.iter().map(|&t| source(t)).collect()
            {
                return Some((table, ordered, map));
            }
        }
    }
    None
}

/// For every spin and place, the place it is taken to.
fn steps(rules: &Rules) -> Vec<Vec<u16>> {
    rules
        .spins()
        .iter()
        .map(|spin| {
            let turned = rules.positions(spin);
            (0..2 * rules.tiles())
                .map(|place| {
                    let position = place / 2;
                    let down = (place % 2) ^ (turned >> position & 1) as usize;
                    (2 * rules.spun(spin, position) + down) as u16
                })
                .collect()
        })
        .collect()
}

/// Breadth-first search over the places of the pattern's tiles.
fn distances(
    tiles: &[u8],
    steps: &[Vec<u16>],
    base: usize,
    watch: &Watch,
) -> Result<Vec<u8>, Interrupted> {
    let mut table = vec![u8::MAX; base.pow(tiles.len() as u32)];
    let index = |places: &[u16]| {
        places
            .iter()
            .fold(0, |index, &place| index * base + usize::from(place))
    };
    let home: Vec<u16> = tiles.iter().map(|&tile| 2 * u16::from(tile)).collect();
    table[index(&home)] = 0;
    let mut queue = VecDeque::from([index(&home) as u32]);
    let mut places = home;
    let mut next = places.clone();
    let mut filled = 0usize;
    while let Some(at) = queue.pop_front() {
        if filled.is_multiple_of(ENTRIES_BETWEEN_LOOKS) {
            check(watch)?;
        }
        filled += 1;
        let distance = table[at as usize];
        let mut rest = at as usize;
        for place in places.iter_mut().rev() {
            *place = (rest % base) as u16;
            rest /= base;
        }
        for step in steps {
            for (next, &place) in next.iter_mut().zip(&places) {
                *next = step[usize::from(place)];
            }
            let to = index(&next);
            if table[to] == u8::MAX {
                table[to] = distance + 1;
                queue.push_back(to as u32);
            }
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_given_up_when_it_is_time_to_stop() {
        let rules = Rules::new(4, 4, true).expect("a board");
        let limits = Limits::none();
        limits.cancel.cancel();
        assert!(Patterns::new(&rules, &limits.start()).is_err());
        assert!(Patterns::new(&rules, &Limits::none().start()).is_ok());
    }
}
