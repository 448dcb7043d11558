//! Nets of the pieces, and the tower in perspective from two opposite corners.

use std::f64::consts::TAU;

use tantalizer_draw::{Cell, Colour, Drawing, Fill, Grid, Item, Net, Scene};

use super::{Instance, Tower};

/// How high the eye is above the horizon, seen from the middle of the tower.
const ELEVATION: f64 = 0.42;
/// How far the eye is from the tower, in heights or widths of the tower, whichever is larger.
const DISTANCE: f64 = 3.5;

impl Instance {
    /// All pieces unfolded, a few in a row.
    pub(crate) fn draw_nets(&self) -> Drawing {
        let palette = self.palette();
        let cell = |&colour: &u8| self.cell(&palette, colour);
        let sides = self.shape.sides();
        let net = |(i, piece): (usize, &Vec<u8>)| {
            let net = Net {
                sides: piece[..sides].iter().map(cell).collect(),
                caps: [cell(&piece[sides]), cell(&piece[sides + 1])],
            };
            Drawing::from(net).titled(format!("piece {}", i + 1))
        };
        let nets: Vec<Drawing> = self.pieces.iter().enumerate().map(net).collect();
        let in_a_row = (16 / sides).max(1);
        let rows = nets
            .chunks(in_a_row)
            .map(|row| Drawing::across(row.to_vec()));
        Drawing::down(rows.collect())
    }

    /// The long sides, one column each, one row a piece.
    pub(super) fn draw_sides(&self, tower: &Tower) -> Grid {
        let palette = self.palette();
        let cells = tower.sides.iter().flatten();
        let cells = cells.map(|&colour| self.cell(&palette, colour)).collect();
        let mut grid = Grid::from_cells(tower.sides.len(), self.shape.sides(), cells);
        grid.row_labels = tower
            .orientations
            .iter()
            .enumerate()
            .map(|(piece, orientation)| format!("piece {}, turned {orientation}", piece + 1))
            .collect();
        grid.col_labels = (1..=self.shape.sides())
            .map(|side| side.to_string())
            .collect();
        grid
    }

    /// The tower seen from both sides, the first piece on top.
    pub fn draw_tower(&self, tower: &Tower) -> Drawing {
        let sides = self.shape.sides() as f64;
        // The first half of the sides is seen from the front, the others from behind.
        let front = TAU * ((sides / 2.0).ceil() - 1.0) / 2.0 / sides;
        let views = [
            (front, "from the front"),
            (front + TAU / 2.0, "from behind"),
        ];
        let view = |(azimuth, title): (f64, &str)| {
            Drawing::from(self.perspective(tower, azimuth)).titled(title)
        };
        Drawing::across(views.into_iter().map(view).collect())
    }

    /// The tower as the eye sees it that stands in the direction `azimuth`; side 1 looks in the direction 0, and the sides go
    /// counterclockwise as seen from above.
    fn perspective(&self, tower: &Tower, azimuth: f64) -> Scene {
        let sides = self.shape.sides();
        let palette = self.palette();
        let height = tower.sides.len() as f64;
        // Sides of length 1: the distance from the axis to a corner.
        let radius = 0.5 / (TAU / 2.0 / sides as f64).sin();
        let far = DISTANCE * height.max(2.0 * radius);
        let eye = Eye {
            azimuth,
            distance: far,
            middle: height / 2.0,
        };
        // Corner c lies between side c and side c + 1, counted from 0.
        let corner = |c: usize, z: f64| {
            let angle = TAU * (c as f64 + 0.5) / sides as f64;
            eye.project(radius * angle.cos(), radius * angle.sin(), z)
        };
        let mut items = Vec::new();
        for side in 0..sides {
            let angle = TAU * side as f64 / sides as f64;
            let apothem = radius * (TAU / 2.0 / sides as f64).cos();
            if !eye.sees(angle, apothem) {
                continue;
            }
            for (piece, ring) in tower.sides.iter().enumerate() {
                let (top, bottom) = (height - piece as f64, height - piece as f64 - 1.0);
                let (left, right) = ((side + sides - 1) % sides, side);
                let points = vec![
                    corner(left, top),
                    corner(right, top),
                    corner(right, bottom),
                    corner(left, bottom),
                ];
                items.push(self.polygon(&palette, ring[side], points));
            }
        }
        let top = &self.shape.orientations()[tower.orientations[0] - 1];
        let lid = (0..sides).map(|c| corner(c, height)).collect();
        items.push(self.polygon(&palette, self.pieces[0][top[sides]], lid));
        fitted(items)
    }

    fn polygon(&self, palette: &[Colour], colour: u8, points: Vec<(f64, f64)>) -> Item {
        Item::Polygon {
            points,
            fill: Fill::Tint(palette[colour as usize]),
            label: self.colours[colour as usize].clone(),
        }
    }

    fn cell(&self, palette: &[Colour], colour: u8) -> Cell {
        Cell::tinted(
            palette[colour as usize],
            self.colours[colour as usize].clone(),
        )
    }

    /// A colour of the palette for each colour of the puzzle: by the first letter of its name if that tells them apart, else by number.
    pub(super) fn palette(&self) -> Vec<Colour> {
        let first = |name: &String| Colour::of_letter(name.chars().next().unwrap_or('?'));
        let by_letter: Vec<Colour> = self.colours.iter().map(first).collect();
        let mut different = by_letter.clone();
        different.sort_unstable();
        different.dedup();
        if different.len() == by_letter.len() {
            by_letter
        } else {
            (0..self.colours.len()).map(Colour::nth).collect()
        }
    }
}

/// Where the picture is seen from.
struct Eye {
    azimuth: f64,
    distance: f64,
    /// Half the tower's height: what the eye looks at.
    middle: f64,
}

impl Eye {
    fn project(&self, x: f64, y: f64, z: f64) -> (f64, f64) {
        let (sin, cos) = self.azimuth.sin_cos();
        let (up, level) = ELEVATION.sin_cos();
        let z = z - self.middle;
        let right = -x * sin + y * cos;
        let toward = x * cos + y * sin;
        let upward = z * level - toward * up;
        let depth = self.distance - (toward * level + z * up);
        let scale = self.distance / depth;
        (right * scale, -upward * scale)
    }

    /// Whether a side that looks in the direction `angle` at this distance from the axis shows its face.
    fn sees(&self, angle: f64, apothem: f64) -> bool {
        (angle - self.azimuth).cos() * self.distance * ELEVATION.cos() > apothem + 1e-9
    }
}

/// A scene just large enough for the items.
pub(super) fn fitted(mut items: Vec<Item>) -> Scene {
    const MARGIN: f64 = 0.2;
    let mut low = (f64::MAX, f64::MAX);
    let mut high = (f64::MIN, f64::MIN);
    for &mut (x, y) in items.iter_mut().flat_map(points) {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    for point in items.iter_mut().flat_map(points) {
        *point = (point.0 - low.0 + MARGIN, point.1 - low.1 + MARGIN);
    }
    Scene {
        width: high.0 - low.0 + 2.0 * MARGIN,
        height: high.1 - low.1 + 2.0 * MARGIN,
        items,
    }
}

/// Where an item lies.
fn points(item: &mut Item) -> &mut [(f64, f64)] {
    match item {
        Item::Polygon { points, .. } | Item::Line { points, .. } => points,
        Item::Label { at, .. } => std::slice::from_mut(at),
    }
}
