//! Scenes as SVG.

use super::grid::SIDE;
use super::pen::Pen;
use crate::{Fill, Item, Scene};

pub(super) fn size(scene: &Scene) -> (f64, f64) {
    (scene.width * SIDE, scene.height * SIDE)
}

pub(super) fn paint(scene: &Scene, pen: &mut Pen, x: f64, y: f64) {
    let place = |point: &(f64, f64)| (x + point.0 * SIDE, y + point.1 * SIDE);
    for item in &scene.items {
        let middle = place(&item.middle());
        match item {
            Item::Polygon {
                points,
                fill,
                label,
            } => {
                let (ground, ink, letter) = match fill {
                    Fill::Absent => ("none", "#222222", None),
                    Fill::Paper | Fill::Pale => ("#ffffff", "#222222", None),
                    Fill::Black => ("#222222", "#ffffff", None),
                    Fill::Tint(colour) => (colour.hex(), colour.ink().hex(), Some(colour.letter())),
                };
                let placed: Vec<_> = points.iter().map(place).collect();
                let paint = format!("fill=\"{ground}\" stroke=\"#444444\" stroke-width=\"1\"");
                pen.polygon(&placed, &paint);
                let text = match (label.as_str(), letter) {
                    ("", Some(letter)) => letter.to_string(),
                    (label, _) => label.to_string(),
                };
                if !text.is_empty() {
                    pen.text(middle.0, middle.1, 16.0, "middle", ink, &text);
                }
            }
            Item::Line { points, dashed } => {
                let placed: Vec<_> = points.iter().map(place).collect();
                let dashes = if *dashed { "5 4" } else { "none" };
                let paint = format!(
                    "fill=\"none\" stroke=\"#222222\" stroke-width=\"2\" \
                     stroke-dasharray=\"{dashes}\""
                );
                pen.polyline(&placed, &paint);
            }
            Item::Label { text, .. } => {
                pen.text(middle.0, middle.1, 14.0, "middle", "#222222", text);
            }
        }
    }
}
