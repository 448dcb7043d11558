//! Things at free coordinates: polygons, lines and labels.

use crate::Fill;

/// A rectangle of paper with things on it; `x` grows to the right and `y`
/// downwards, in units of about one cell of a board.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scene {
    /// Width of the paper.
    pub width: f64,
    /// Height of the paper.
    pub height: f64,
    /// The things, painted first to last.
    pub items: Vec<Item>,
}

/// A thing in a [`Scene`].
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A closed polygon with a label in its middle. A tinted one without a
    /// label shows the colour's letter.
    Polygon {
        /// The corners in order.
        points: Vec<(f64, f64)>,
        /// The ground.
        fill: Fill,
        /// The label; may be empty.
        label: String,
    },
    /// A line through points.
    Line {
        /// The points in order.
        points: Vec<(f64, f64)>,
        /// Whether it is dashed.
        dashed: bool,
    },
    /// A text centred at a point.
    Label {
        /// The point.
        at: (f64, f64),
        /// The text.
        text: String,
    },
}

impl Item {
    /// A regular polygon with `corners` corners and a horizontal bottom side.
    pub fn regular_polygon(
        corners: usize,
        centre: (f64, f64),
        radius: f64,
        fill: Fill,
        label: impl Into<String>,
    ) -> Item {
        let corners = corners.max(3);
        let step = std::f64::consts::TAU / corners as f64;
        let start = std::f64::consts::FRAC_PI_2 + step / 2.0;
        let points = (0..corners)
            .map(|corner| {
                let angle = start + step * corner as f64;
                (
                    centre.0 + radius * angle.cos(),
                    centre.1 + radius * angle.sin(),
                )
            })
            .collect();
        Item::Polygon {
            points,
            fill,
            label: label.into(),
        }
    }

    /// The middle of the item's points.
    pub(crate) fn middle(&self) -> (f64, f64) {
        match self {
            Item::Polygon { points, .. } | Item::Line { points, .. } => {
                let n = points.len().max(1) as f64;
                let (x, y) = points
                    .iter()
                    .fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
                (x / n, y / n)
            }
            Item::Label { at, .. } => *at,
        }
    }
}
