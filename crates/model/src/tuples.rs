//! The rows of a table constraint, stored flat and shared.

use crate::ModelError;

/// A list of rows of equal width: what a table constraint allows or forbids.
///
/// Kept behind an `Arc` in the constraint, so that a board with ten thousand
/// equal tables stores the rows once.
///
/// ```
/// use tantalizer_model::Tuples;
///
/// let knight = Tuples::new(2, [[1, 2], [2, 1]])?;
/// assert_eq!((knight.width(), knight.len()), (2, 2));
/// assert!(knight.rows().any(|row| row == [2, 1]));
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tuples {
    width: usize,
    cells: Vec<i32>,
}

impl Tuples {
    /// Collects rows that must all have `width` cells.
    pub fn new<R: AsRef<[i32]>>(
        width: usize,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Self, ModelError> {
        let mut cells = Vec::new();
        for (row, tuple) in rows.into_iter().enumerate() {
            let tuple = tuple.as_ref();
            if tuple.len() != width {
                return Err(ModelError::TupleWidth {
                    row,
                    found: tuple.len(),
                    expected: width,
                });
            }
            cells.extend_from_slice(tuple);
        }
        if width == 0 {
            return Err(ModelError::Empty {
                constraint: "table",
            });
        }
        Ok(Tuples { width, cells })
    }

    /// How many cells a row has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.cells.len() / self.width
    }

    /// Whether there is no row at all.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The rows in the order they were given.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[i32]> {
        self.cells.chunks_exact(self.width)
    }

    /// Row number `index`.
    pub fn row(&self, index: usize) -> &[i32] {
        &self.cells[index * self.width..][..self.width]
    }
}
