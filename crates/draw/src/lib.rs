//! One neutral drawing type, rendered to terminal text and to SVG, and with the feature `png` to pixels.
//!
//! A puzzle says *what* is to be seen (a board with symbols, an unfolded cube,
//! a search tree, a plot of running times) and never how it gets onto a
//! screen: it builds a [`Drawing`], and [`Drawing::to_text`] and
//! [`Drawing::to_svg`] do the rest. So there is one renderer for each medium,
//! not one for each puzzle.
//!
//! Two rules hold in both renderers. *Never colour alone*: whatever differs in
//! colour differs in form or letter as well, so a drawing can be read in plain
//! text, in print, and by people who see colours differently. *Cheap text*:
//! where many boards of one shape are printed, a [`Stencil`] lays the board
//! out once and then only stamps the changing cells into it.
//!
//! ```
//! use tantalizer_draw::{Cell, Colour, Drawing, Grid, Shape, Symbol, TextStyle};
//!
//! let mut grid = Grid::new(1, 3);
//! grid[(0, 0)] = Cell::symbol(Symbol::new(Shape::Triangle, Colour::Red, "1"));
//! grid[(0, 1)] = Cell::black();
//! grid[(0, 2)] = Cell::tinted(Colour::Green, "G");
//! let drawing = Drawing::from(grid);
//! assert_eq!(drawing.to_text(TextStyle::PLAIN), "\
//! +---+---+---+
//! | 1 | # | G |
//! +---+---+---+
//! ");
//! assert!(drawing.to_svg().starts_with("<svg"));
//! ```

mod cell;
mod colour;
mod grid;
mod net;
mod plot;
#[cfg(feature = "png")]
mod png;
mod scene;
mod svg;
mod text;
mod tree;

pub use cell::{Accent, Cell, Fill, Filling, Mark, Shape, Symbol};
pub use colour::Colour;
pub use grid::{Frame, Grid, Lines, Sides};
pub use net::Net;
pub use plot::{Axis, Plot, PlotKind, Series};
#[cfg(feature = "png")]
pub use png::PngError;
pub use scene::{Item, Scene};
pub use text::{Stencil, TextStyle};
pub use tree::Tree;

/// Something to be seen, independent of where.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawing {
    /// A board of cells.
    Grid(Grid),
    /// An unfolded cube or prism.
    Net(Net),
    /// Polygons, lines and labels at free coordinates.
    Scene(Scene),
    /// A rooted tree.
    Tree(Tree),
    /// A line, point or bar plot.
    Plot(Plot),
    /// Several drawings beside or below each other.
    Strip(Strip),
    /// A line (or a few) of plain text.
    Label(String),
}

impl Drawing {
    /// The drawing as text; every line ends with a line feed.
    pub fn to_text(&self, style: TextStyle) -> String {
        text::render(self, style)
    }

    /// The drawing as a complete SVG document.
    pub fn to_svg(&self) -> String {
        svg::render(self)
    }

    /// The drawing as a PNG file, written with the fonts of this machine.
    #[cfg(feature = "png")]
    pub fn to_png(&self) -> Result<Vec<u8>, PngError> {
        png::render(self)
    }

    /// Drawings from left to right.
    pub fn across(parts: Vec<Drawing>) -> Drawing {
        Drawing::Strip(Strip {
            direction: Direction::Across,
            parts,
        })
    }

    /// Drawings from top to bottom.
    pub fn down(parts: Vec<Drawing>) -> Drawing {
        Drawing::Strip(Strip {
            direction: Direction::Down,
            parts,
        })
    }

    /// This drawing with a line of text above it.
    pub fn titled(self, title: impl Into<String>) -> Drawing {
        Drawing::down(vec![Drawing::Label(title.into()), self])
    }
}

/// Several drawings in a row or in a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// Which way the parts follow each other.
    pub direction: Direction,
    /// The drawings, first to last.
    pub parts: Vec<Drawing>,
}

/// Which way the parts of a [`Strip`] follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Left to right.
    Across,
    /// Top to bottom.
    Down,
}

impl From<Grid> for Drawing {
    fn from(grid: Grid) -> Self {
        Drawing::Grid(grid)
    }
}

impl From<Net> for Drawing {
    fn from(net: Net) -> Self {
        Drawing::Net(net)
    }
}

impl From<Scene> for Drawing {
    fn from(scene: Scene) -> Self {
        Drawing::Scene(scene)
    }
}

impl From<Tree> for Drawing {
    fn from(tree: Tree) -> Self {
        Drawing::Tree(tree)
    }
}

impl From<Plot> for Drawing {
    fn from(plot: Plot) -> Self {
        Drawing::Plot(plot)
    }
}
