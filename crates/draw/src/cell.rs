//! What one cell of a board shows: a fill, a mark on it, and an accent.

use crate::Colour;

/// One cell of a [`Grid`](crate::Grid) or one face of a [`Net`](crate::Net).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// The ground of the cell.
    pub fill: Fill,
    /// What stands on it.
    pub mark: Mark,
    /// Why a reader should look at it.
    pub accent: Accent,
    /// Small text in a corner; empty for none.
    pub label: String,
}

/// The ground of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fill {
    /// Empty paper.
    #[default]
    Paper,
    /// Paper with a grey ground, by which cells belong together; plain text shows nothing of it.
    Pale,
    /// Not part of the board: nothing is drawn, not even lines.
    Absent,
    /// Blocked. A mark on it stands for it in plain text; elsewhere the black is seen.
    Black,
    /// A colour. A tinted cell without a mark shows the colour's letter.
    Tint(Colour),
}

/// What stands on a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// A geometrical symbol, possibly several times.
    Symbol(Symbol),
    /// A short text such as a number.
    Text {
        /// The text.
        text: String,
        /// Whether it stands upside down (text: a minus sign before it).
        turned: bool,
    },
    /// A colour at each side, with its letter: top, right, bottom, left. The sides meet in the middle; one that is not known is empty.
    Sides([Option<(Colour, char)>; 4]),
}

/// Why a reader should look at a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accent {
    /// No reason.
    #[default]
    None,
    /// It was given with the puzzle.
    Given,
    /// Here two solutions differ.
    Differs,
    /// It is the same in every solution.
    Forced,
    /// It is what is being spoken of.
    Focus,
    /// It is why.
    Reason,
}

/// A geometrical symbol: shapes that differ in form as well as in colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// The form.
    pub shape: Shape,
    /// The colour.
    pub colour: Colour,
    /// Full, striped or empty.
    pub filling: Filling,
    /// How many times it is shown, 1 or more.
    pub count: u8,
    /// What stands for it in plain text.
    pub code: String,
}

/// The form of a [`Symbol`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Pointing up.
    Triangle,
    /// Axis-parallel.
    Square,
    /// A disc.
    Circle,
    /// A square on its corner, higher than wide.
    Diamond,
    /// Higher than wide, with round ends.
    Oval,
    /// A wave.
    Squiggle,
    /// Five points.
    Star,
    /// A plus sign.
    Cross,
}

/// How a [`Symbol`] is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Filling {
    /// With its colour.
    Full,
    /// With stripes of its colour.
    Striped,
    /// Only the outline.
    Empty,
}

impl Cell {
    /// A cell that is no part of the board.
    pub fn absent() -> Cell {
        Cell {
            fill: Fill::Absent,
            ..Cell::default()
        }
    }

    /// A blocked cell.
    pub fn black() -> Cell {
        Cell {
            fill: Fill::Black,
            ..Cell::default()
        }
    }

    /// A text on paper.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell {
            mark: Mark::Text {
                text: text.into(),
                turned: false,
            },
            ..Cell::default()
        }
    }

    /// A text on paper, upside down.
    pub fn turned(text: impl Into<String>) -> Cell {
        Cell {
            mark: Mark::Text {
                text: text.into(),
                turned: true,
            },
            ..Cell::default()
        }
    }

    /// A text on a colour.
    pub fn tinted(colour: Colour, text: impl Into<String>) -> Cell {
        Cell {
            fill: Fill::Tint(colour),
            ..Cell::text(text)
        }
    }

    /// A piece with a colour at each side: top, right, bottom, left.
    pub fn sides(sides: [Option<(Colour, char)>; 4]) -> Cell {
        Cell {
            mark: Mark::Sides(sides),
            ..Cell::default()
        }
    }

    /// A symbol on paper.
    pub fn symbol(symbol: Symbol) -> Cell {
        Cell {
            mark: Mark::Symbol(symbol),
            ..Cell::default()
        }
    }

    /// This cell with an accent.
    pub fn with_accent(mut self, accent: Accent) -> Cell {
        self.accent = accent;
        self
    }

    /// This cell with small text in a corner.
    pub fn with_label(mut self, label: impl Into<String>) -> Cell {
        self.label = label.into();
        self
    }

    /// This cell on another ground.
    pub fn with_fill(mut self, fill: Fill) -> Cell {
        self.fill = fill;
        self
    }
}

impl Symbol {
    /// One full symbol; `code` stands for it in plain text.
    pub fn new(shape: Shape, colour: Colour, code: impl Into<String>) -> Symbol {
        Symbol {
            shape,
            colour,
            filling: Filling::Full,
            count: 1,
            code: code.into(),
        }
    }

    /// This symbol with another filling.
    pub fn with_filling(mut self, filling: Filling) -> Symbol {
        self.filling = filling;
        self
    }

    /// This symbol several times (at least once).
    pub fn times(mut self, count: u8) -> Symbol {
        self.count = count.max(1);
        self
    }
}

impl Shape {
    /// A character of one column that looks like the shape with the filling.
    pub(crate) fn glyph(self, filling: Filling) -> char {
        let [full, striped, empty] = match self {
            Shape::Triangle => ['▲', '◭', '△'],
            Shape::Square => ['■', '▤', '□'],
            Shape::Circle => ['●', '◍', '○'],
            Shape::Diamond => ['◆', '◈', '◇'],
            Shape::Oval => ['⬮', '⬭', '⬯'],
            Shape::Squiggle => ['≋', '≈', '∼'],
            Shape::Star => ['★', '✮', '☆'],
            Shape::Cross => ['✚', '✙', '✛'],
        };
        match filling {
            Filling::Full => full,
            Filling::Striped => striped,
            Filling::Empty => empty,
        }
    }
}
