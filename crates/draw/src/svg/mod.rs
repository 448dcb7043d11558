//! Drawings as SVG documents.
//!
//! Each kind of drawing has a size and a way to paint itself at a place; a
//! strip puts the sizes beside each other. Documents need no script, style
//! sheet or font of their own, so they can be mailed, printed and put on a page.

mod grid;
mod pen;
mod plot;
mod scene;
mod shapes;
mod tree;

use crate::{Direction, Drawing};
use pen::Pen;

const MARGIN: f64 = 10.0;
const GAP: f64 = 20.0;
/// Height of a line of text.
const LINE: f64 = 20.0;

pub(crate) fn render(drawing: &Drawing) -> String {
    let (width, height) = size(drawing);
    let (width, height) = (width + 2.0 * MARGIN, height + 2.0 * MARGIN);
    let mut pen = Pen::new(width, height);
    paint(drawing, &mut pen, MARGIN, MARGIN);
    pen.finish()
}

fn size(drawing: &Drawing) -> (f64, f64) {
    match drawing {
        Drawing::Grid(grid) => grid::size(grid),
        Drawing::Net(net) => grid::net_size(net),
        Drawing::Scene(scene) => scene::size(scene),
        Drawing::Tree(tree) => tree::size(tree),
        Drawing::Plot(_) => plot::SIZE,
        Drawing::Label(text) => {
            let width = text
                .lines()
                .map(|line| text_width(line, 14.0))
                .fold(0.0, f64::max);
            (width, text.lines().count() as f64 * LINE)
        }
        Drawing::Strip(strip) => {
            let sizes: Vec<_> = strip.parts.iter().map(size).collect();
            let gaps = GAP * sizes.len().saturating_sub(1) as f64;
            let widths = sizes.iter().map(|size| size.0);
            let heights = sizes.iter().map(|size| size.1);
            match strip.direction {
                Direction::Across => (widths.sum::<f64>() + gaps, heights.fold(0.0, f64::max)),
                Direction::Down => (widths.fold(0.0, f64::max), heights.sum::<f64>() + gaps),
            }
        }
    }
}

fn paint(drawing: &Drawing, pen: &mut Pen, x: f64, y: f64) {
    match drawing {
        Drawing::Grid(grid) => grid::paint(grid, pen, x, y),
        Drawing::Net(net) => grid::paint_net(net, pen, x, y),
        Drawing::Scene(scene) => scene::paint(scene, pen, x, y),
        Drawing::Tree(tree) => tree::paint(tree, pen, x, y),
        Drawing::Plot(plot) => plot::paint(plot, pen, x, y),
        Drawing::Label(text) => {
            for (index, line) in text.lines().enumerate() {
                let middle = y + (index as f64 + 0.5) * LINE;
                pen.text(x, middle, 14.0, "start", "#222222", line);
            }
        }
        Drawing::Strip(strip) => {
            let (mut x, mut y) = (x, y);
            for part in &strip.parts {
                paint(part, pen, x, y);
                let (width, height) = size(part);
                match strip.direction {
                    Direction::Across => x += width + GAP,
                    Direction::Down => y += height + GAP,
                }
            }
        }
    }
}

/// About how wide a text is.
fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.62
}

#[cfg(test)]
mod tests;
