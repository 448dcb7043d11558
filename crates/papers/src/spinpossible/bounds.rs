//! Bounds on God's number where no table can be made.
//!
//! From below: every board is made by a sequence of spins without a forbidden
//! pair (Eq. 6), and those sequences can be counted. While they are fewer than
//! the boards, some board is farther. From above: bring the tiles of one outer
//! line home, as a pattern database says how, and solve the rest as a smaller
//! board, whose spins leave the line alone.

use tantalizer_states::{BuildOptions, build};

use tantalizer_puzzles::spinpossible::{Rules, SpinSpace, line_distance};

/// What is known of the distance of the farthest boards of a size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Some board is at least so far.
    pub lower: u32,
    /// No board is farther.
    pub upper: u32,
}

/// No larger board is tabled on the way to an upper bound.
const TABLED_TILES: usize = 9;

/// Bounds on God's number of a size with single spins; equal where a table was
/// made. `None` if a pattern database would be too large or threads cannot be
/// had.
pub fn god_number_bounds(rows: usize, cols: usize) -> Option<Bounds> {
    let rules = Rules::new(rows, cols, true).ok()?;
    if rules.tiles() <= TABLED_TILES {
        let table = build(&SpinSpace::new(rules)?, &BuildOptions::default()).ok()?;
        let god_number = table.god_number();
        return Some(Bounds {
            lower: god_number,
            upper: god_number,
        });
    }
    let mut upper: Option<u32> = None;
    let mut consider = |line: Option<u32>, rest: Option<Bounds>| {
        if let (Some(line), Some(rest)) = (line, rest) {
            let both = line + rest.upper;
            upper = Some(upper.map_or(both, |upper| upper.min(both)));
        }
    };
    if rows > 1 {
        let last_row: Vec<u8> = (0..cols)
            .map(|col| rules.position(rows - 1, col) as u8)
            .collect();
        consider(
            line_distance(&rules, &last_row),
            god_number_bounds(rows - 1, cols),
        );
    }
    // A square's columns are its rows in the mirror.
    if cols > 1 && rows != cols {
        let last_col: Vec<u8> = (0..rows)
            .map(|row| rules.position(row, cols - 1) as u8)
            .collect();
        consider(
            line_distance(&rules, &last_col),
            god_number_bounds(rows, cols - 1),
        );
    }
    Some(Bounds {
        lower: lower_bound(&rules),
        upper: upper?,
    })
}

/// The least length whose sequences without forbidden pairs, with all shorter
/// ones, are as many as the boards.
fn lower_bound(rules: &Rules) -> u32 {
    let spins = rules.spins();
    let boards: f64 = (1..=rules.tiles()).map(|tile| 2.0 * tile as f64).product();
    let allowed = |first: usize, second: usize| {
        let (a, b) = (&spins[first], &spins[second]);
        first < second || !(a.is_disjoint(b) || a.contains(b))
    };
    // Sequences by their last spin. Rounding is far below what would matter.
    let mut ending = vec![1.0; spins.len()];
    let mut total = 1.0 + spins.len() as f64;
    let mut length = 1;
    while total < boards {
        ending = (0..spins.len())
            .map(|last| {
                (0..spins.len())
                    .filter(|&before| allowed(before, last))
                    .map(|before| ending[before])
                    .sum()
            })
            .collect();
        total += ending.iter().sum::<f64>();
        length += 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_where_the_truth_is_known() {
        for (rows, cols) in [(1, 4), (2, 2), (2, 3), (1, 6), (2, 4)] {
            let exact = god_number_bounds(rows, cols).expect("a small board");
            assert_eq!(exact.lower, exact.upper);
            let rules = Rules::new(rows, cols, true).expect("a small board");
            assert!(lower_bound(&rules) <= exact.lower);
            // One column less, and the way of a last column home.
            let last: Vec<u8> = (0..rows)
                .map(|row| rules.position(row, cols - 1) as u8)
                .collect();
            let line = line_distance(&rules, &last).expect("a short line");
            let rest = god_number_bounds(rows, cols - 1).expect("a small board");
            assert!(exact.upper <= line + rest.upper, "{rows}x{cols}");
        }
    }

    #[test]
    fn larger_boards_have_bounds() {
        let bounds = god_number_bounds(2, 5).expect("a short column");
        assert!(bounds.lower <= bounds.upper);
        assert!(bounds.upper < 30);
    }
}
