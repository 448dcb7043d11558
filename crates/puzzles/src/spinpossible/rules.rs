//! Board sizes and the spins they allow.

use std::fmt;

/// The largest number of tiles of a board: sets of positions are 64-bit words.
pub const MAX_TILES: usize = 64;

/// The size of the board, and whether a single tile may be spun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    rows: u8,
    cols: u8,
    single_spins: bool,
}

/// Why there is no such board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// A board without rows or columns.
    #[error("a board needs at least one row and one column")]
    Empty,
    /// More tiles than we represent.
    #[error("a board of {0}x{1} has more than {MAX_TILES} tiles")]
    TooLarge(usize, usize),
}

impl Rules {
    /// A board of `rows` x `cols` on which every rectangle may be spun, or
    /// every one but the single tiles.
    pub fn new(rows: usize, cols: usize, single_spins: bool) -> Result<Self, RulesError> {
        match rows.checked_mul(cols) {
            Some(0) => Err(RulesError::Empty),
            Some(1..=MAX_TILES) => Ok(Rules {
                rows: rows as u8,
                cols: cols as u8,
                single_spins,
            }),
            _ => Err(RulesError::TooLarge(rows, cols)),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows.into()
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols.into()
    }

    /// The number of tiles.
    pub fn tiles(&self) -> usize {
        self.rows() * self.cols()
    }

    /// Whether a single tile may be spun.
    pub fn single_spins(&self) -> bool {
        self.single_spins
    }

    /// All spins, small rectangles first; of equal size, in reading order.
    pub fn spins(&self) -> Vec<Spin> {
        let mut spins = Vec::new();
        for top in 0..self.rows {
            for left in 0..self.cols {
                for bottom in top..self.rows {
                    for right in left..self.cols {
                        spins.push(Spin {
                            top,
                            left,
                            bottom,
                            right,
                        });
                    }
                }
            }
        }
        spins.retain(|spin| self.single_spins || spin.size() > 1);
        spins.sort_by_key(Spin::size);
        spins
    }

    /// The position of a row and a column, in reading order from 0.
    pub fn position(&self, row: usize, col: usize) -> usize {
        row * self.cols() + col
    }

    /// The positions that a spin exchanges, as a set of bits.
    pub(crate) fn positions(&self, spin: &Spin) -> u64 {
        let mut set = 0;
        for row in spin.top..=spin.bottom {
            for col in spin.left..=spin.right {
                set |= 1 << self.position(row.into(), col.into());
            }
        }
        set
    }

    /// Where a spin takes the tile at a position. In reading order that is the
    /// first plus the last position of the rectangle minus this one.
    pub(crate) fn spun(&self, spin: &Spin, position: usize) -> usize {
        if self.positions(spin) >> position & 1 == 0 {
            return position;
        }
        self.position(spin.top.into(), spin.left.into())
            + self.position(spin.bottom.into(), spin.right.into())
            - position
    }

    /// The maps of the board onto itself, as lists of where each position goes,
    /// the identity first. Each carries spins to spins.
    pub(crate) fn symmetries(&self) -> Vec<Vec<usize>> {
        let (rows, cols) = (self.rows(), self.cols());
        let mut maps: Vec<Vec<usize>> = Vec::new();
        for transpose in [false, true] {
            if transpose && rows != cols {
                continue;
            }
            for (flip_rows, flip_cols) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                let map = (0..rows * cols)
                    .map(|position| {
                        let (row, col) = (position / cols, position % cols);
                        let row = if flip_rows { rows - 1 - row } else { row };
                        let col = if flip_cols { cols - 1 - col } else { col };
                        if transpose {
                            self.position(col, row)
                        } else {
                            self.position(row, col)
                        }
                    })
                    .collect();
                if !maps.contains(&map) {
                    maps.push(map);
                }
            }
        }
        maps
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)?;
        if !self.single_spins {
            write!(f, " without single spins")?;
        }
        Ok(())
    }
}

/// A rectangle to spin; rows and columns from 0, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spin {
    /// The first row.
    pub top: u8,
    /// The first column.
    pub left: u8,
    /// The last row.
    pub bottom: u8,
    /// The last column.
    pub right: u8,
}

impl Spin {
    /// How many tiles it turns.
    pub fn size(&self) -> usize {
        usize::from(self.bottom - self.top + 1) * usize::from(self.right - self.left + 1)
    }

    /// Whether another rectangle lies within this one (or is the same).
    pub fn contains(&self, other: &Spin) -> bool {
        self.top <= other.top
            && self.left <= other.left
            && self.bottom >= other.bottom
            && self.right >= other.right
    }

    /// Whether the two have no tile in common.
    pub fn is_disjoint(&self, other: &Spin) -> bool {
        self.bottom < other.top
            || other.bottom < self.top
            || self.right < other.left
            || other.right < self.left
    }

    /// Top, left, bottom, right, counted from 1: how people and files write it.
    pub fn one_based(&self) -> [usize; 4] {
        [self.top, self.left, self.bottom, self.right].map(|x| usize::from(x) + 1)
    }
}

impl fmt::Display for Spin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [top, left, bottom, right] = self.one_based();
        write!(f, "({top},{left})-({bottom},{right})")
    }
}
