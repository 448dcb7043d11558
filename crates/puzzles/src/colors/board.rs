//! The board: where neighbouring pieces meet.
//!
//! Everything else speaks of *points*. A point has one colour, which all pieces around it show: where pieces match at their corners
//! it is a corner point of up to four pieces, where they match at their sides it is a side of up to two.

use super::pieces::Fields;

/// Where pieces match, and so what the four fields of a piece are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// At their corners: top left, top right, bottom left, bottom right.
    Corners,
    /// At their sides: top, right, bottom, left.
    Sides,
}

impl Match {
    /// A piece after a quarter turn clockwise.
    pub(super) fn turned(self, [a, b, c, d]: Fields) -> Fields {
        match self {
            Match::Corners => [c, a, d, b],
            Match::Sides => [d, a, b, c],
        }
    }

    /// A piece and its three turns.
    pub(super) fn turns_of(self, piece: Fields) -> [Fields; 4] {
        let once = self.turned(piece);
        let twice = self.turned(once);
        [piece, once, twice, self.turned(twice)]
    }

    /// The turn by which a kind of piece is known.
    pub(super) fn smallest_turn(self, piece: Fields) -> Fields {
        self.turns_of(piece).into_iter().min().unwrap_or(piece)
    }

    /// What the fields are called, in their order.
    pub(super) fn field_names(self) -> [&'static str; 4] {
        match self {
            Match::Corners => ["top left", "top right", "bottom left", "bottom right"],
            Match::Sides => ["top", "right", "bottom", "left"],
        }
    }
}

/// Rows and columns of places, and where pieces match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub rows: usize,
    pub cols: usize,
    pub matched: Match,
}

impl Board {
    pub fn new(rows: usize, cols: usize, matched: Match) -> Board {
        Board {
            rows,
            cols,
            matched,
        }
    }

    pub fn places(self) -> usize {
        self.rows * self.cols
    }

    /// How many points there are.
    pub fn points(self) -> usize {
        match self.matched {
            Match::Corners => (self.rows + 1) * (self.cols + 1),
            Match::Sides => self.level_sides() + self.rows * (self.cols + 1),
        }
    }

    /// The points of a place, in the order of a piece's fields.
    pub fn points_of(self, row: usize, col: usize) -> [usize; 4] {
        let corner = |row, col| row * (self.cols + 1) + col;
        match self.matched {
            Match::Corners => [(0, 0), (0, 1), (1, 0), (1, 1)]
                .map(|(down, right)| corner(row + down, col + right)),
            Match::Sides => {
                let level = |row: usize| row * self.cols + col;
                let upright = |col: usize| self.level_sides() + corner(row, col);
                [level(row), upright(col + 1), level(row + 1), upright(col)]
            }
        }
    }

    /// The points of all places, in reading order.
    pub fn points_of_all(self) -> Vec<[usize; 4]> {
        let places = 0..self.places();
        places
            .map(|place| self.points_of(place / self.cols, place % self.cols))
            .collect()
    }

    /// Whether a point lies on the edge of the board.
    pub fn on_the_edge(self, point: usize) -> bool {
        let inner =
            |row: usize, col: usize| (1..self.rows).contains(&row) && (1..self.cols).contains(&col);
        match self.matched {
            Match::Corners => !inner(point / (self.cols + 1), point % (self.cols + 1)),
            Match::Sides => match point.checked_sub(self.level_sides()) {
                None => !(1..self.rows).contains(&(point / self.cols)),
                Some(upright) => !(1..self.cols).contains(&(upright % (self.cols + 1))),
            },
        }
    }

    /// Turns of the whole board that keep its shape, four of a square, two of another board: where each point goes. The turn that
    /// moves nothing comes first, the smallest other one next.
    pub fn turns(self) -> Vec<Vec<usize>> {
        let mut once = vec![0; self.points()];
        for row in 0..self.rows {
            for col in 0..self.cols {
                let (to_row, to_col) = if self.is_square() {
                    (col, self.rows - 1 - row)
                } else {
                    (self.rows - 1 - row, self.cols - 1 - col)
                };
                // Where the fields of a piece come from when it is turned along.
                let from = self.turned_along(self.points_of(row, col));
                for (from, to) in from.into_iter().zip(self.points_of(to_row, to_col)) {
                    once[from] = to;
                }
            }
        }
        let count = if self.is_square() { 4 } else { 2 };
        let mut turns: Vec<Vec<usize>> = vec![(0..self.points()).collect()];
        while turns.len() < count {
            let last = &turns[turns.len() - 1];
            turns.push(last.iter().map(|&point| once[point]).collect());
        }
        turns
    }

    /// What a piece shows after the smallest turn of the board.
    pub fn turned_along<T: Copy>(self, fields: [T; 4]) -> [T; 4] {
        let quarters = if self.is_square() { 1 } else { 2 };
        let order = (0..quarters).fold([0, 1, 2, 3], |order, _| self.matched.turned(order));
        order.map(|field| fields[field as usize])
    }

    pub fn is_square(self) -> bool {
        self.rows == self.cols
    }

    /// The sides above and below places.
    fn level_sides(self) -> usize {
        (self.rows + 1) * self.cols
    }
}
