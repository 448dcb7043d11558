//! A board: its numbers in reading order, negative when upside down.

use std::fmt;
use std::str::FromStr;

use rand::Rng;
use rand::seq::SliceRandom;

use super::rules::{MAX_TILES, Rules, RulesError, Spin};

/// A board of rows and columns with every number from 1 to the number of tiles
/// exactly once, upright or upside down.
///
/// ```
/// use tantalizer_puzzles::spinpossible::{Board, Rules};
///
/// let rules = Rules::new(2, 2, true)?;
/// let spin = rules.spins()[0];
/// let board = Board::solved(&rules).after(&[spin]);
/// assert!(!board.is_solved());
/// assert!(board.is_solved_by(&[spin]), "a spin undoes itself");
/// # Ok::<(), tantalizer_puzzles::spinpossible::RulesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    rows: usize,
    cols: usize,
    tiles: Vec<i8>,
}

/// What is wrong with a board as written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// No numbers at all.
    #[error("the board is empty: expected rows of numbers")]
    Empty,
    /// Something that is not a number.
    #[error("row {row}: expected a number such as 3 or -3, found \"{word}\"")]
    NotANumber {
        /// The row, from 1.
        row: usize,
        /// What stands there.
        word: String,
    },
    /// A row that is shorter or longer than the first.
    #[error("row {row}: expected {expected} numbers like the first row, found {found}")]
    Ragged {
        /// The row, from 1.
        row: usize,
        /// How many the first row has.
        expected: usize,
        /// How many this one has.
        found: usize,
    },
    /// A number that no tile has.
    #[error(
        "expected the numbers 1 to {tiles}, each once and perhaps with a minus sign, found {number}"
    )]
    OutOfRange {
        /// The number of tiles.
        tiles: usize,
        /// The number found.
        number: i64,
    },
    /// A number that stands twice.
    #[error("the number {0} stands on the board twice")]
    Twice(usize),
    /// A size that we do not represent.
    #[error(transparent)]
    Size(#[from] RulesError),
}

impl Board {
    /// The board in order, everything upright.
    pub fn solved(rules: &Rules) -> Self {
        Board {
            rows: rules.rows(),
            cols: rules.cols(),
            tiles: (1..=rules.tiles() as i8).collect(),
        }
    }

    /// A board, each with the same probability.
    pub fn random(rules: &Rules, rng: &mut impl Rng) -> Self {
        let mut board = Board::solved(rules);
        board.tiles.shuffle(rng);
        for tile in &mut board.tiles {
            if rng.random() {
                *tile = -*tile;
            }
        }
        board
    }

    /// A board from its rows.
    pub fn from_rows(rows: &[Vec<i64>]) -> Result<Self, BoardError> {
        let cols = rows.first().map_or(0, Vec::len);
        if cols == 0 {
            return Err(BoardError::Empty);
        }
        for (row, numbers) in rows.iter().enumerate() {
            if numbers.len() != cols {
                return Err(BoardError::Ragged {
                    row: row + 1,
                    expected: cols,
                    found: numbers.len(),
                });
            }
        }
        let tiles = Rules::new(rows.len(), cols, true)?.tiles();
        let mut seen = [false; MAX_TILES];
        let mut board = Vec::with_capacity(tiles);
        for &number in rows.iter().flatten() {
            let size = number.unsigned_abs() as usize;
            if size == 0 || number.unsigned_abs() > tiles as u64 {
                return Err(BoardError::OutOfRange { tiles, number });
            }
            if std::mem::replace(&mut seen[size - 1], true) {
                return Err(BoardError::Twice(size));
            }
            board.push(number as i8);
        }
        Ok(Board {
            rows: rows.len(),
            cols,
            tiles: board,
        })
    }

    pub(crate) fn from_tiles(rules: &Rules, tiles: Vec<i8>) -> Self {
        debug_assert_eq!(tiles.len(), rules.tiles());
        Board {
            rows: rules.rows(),
            cols: rules.cols(),
            tiles,
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The numbers in reading order.
    pub fn tiles(&self) -> &[i8] {
        &self.tiles
    }

    /// The rules for this board's size.
    pub fn rules(&self, single_spins: bool) -> Rules {
        Rules::new(self.rows, self.cols, single_spins).expect("a board has a size that is allowed")
    }

    /// Whether everything is in order and upright.
    pub fn is_solved(&self) -> bool {
        self.tiles
            .iter()
            .zip(1..)
            .all(|(&tile, number)| tile == number)
    }

    /// Spins a rectangle. Spinning it again undoes it.
    pub fn spin(&mut self, spin: &Spin) {
        let cells: Vec<usize> = (usize::from(spin.top)..=spin.bottom.into())
            .flat_map(|row| (usize::from(spin.left)..=spin.right.into()).map(move |col| (row, col)))
            .map(|(row, col)| row * self.cols + col)
            .collect();
        let turned: Vec<i8> = cells.iter().rev().map(|&cell| -self.tiles[cell]).collect();
        for (&cell, tile) in cells.iter().zip(turned) {
            self.tiles[cell] = tile;
        }
    }

    /// The board after a sequence of spins.
    pub fn after(&self, spins: &[Spin]) -> Board {
        let mut board = self.clone();
        spins.iter().for_each(|spin| board.spin(spin));
        board
    }

    /// Whether a sequence of spins puts the board in order.
    pub fn is_solved_by(&self, spins: &[Spin]) -> bool {
        self.after(spins).is_solved()
    }
}

impl FromStr for Board {
    type Err = BoardError;

    /// Rows of numbers between white space; blank lines are skipped.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let rows = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .enumerate()
            .map(|(row, line)| {
                line.split_whitespace()
                    .map(|word| {
                        word.parse().map_err(|_| BoardError::NotANumber {
                            row: row + 1,
                            word: word.to_owned(),
                        })
                    })
                    .collect()
            })
            .collect::<Result<Vec<Vec<i64>>, _>>()?;
        Board::from_rows(&rows)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self
            .tiles
            .iter()
            .map(|tile| tile.to_string().len())
            .max()
            .unwrap_or(1);
        for (row, tiles) in self.tiles.chunks(self.cols).enumerate() {
            if row > 0 {
                writeln!(f)?;
            }
            for (col, tile) in tiles.iter().enumerate() {
                let gap = if col > 0 { " " } else { "" };
                write!(f, "{gap}{tile:>width$}")?;
            }
        }
        Ok(())
    }
}
