//! The shapes of symbols, as outlines around a middle.

use super::pen::Pen;
use crate::{Filling, Shape, Symbol};

/// Paints the symbol, as often as it says, inside a square of side `side`
/// around the middle.
pub(super) fn paint(symbol: &Symbol, pen: &mut Pen, (x, y): (f64, f64), side: f64) {
    let count = f64::from(symbol.count.max(1));
    let step = if symbol.count > 1 { side / count } else { 0.0 };
    let radius = if symbol.count > 1 {
        side / count * 0.42
    } else {
        side * 0.32
    };
    for index in 0..symbol.count.max(1) {
        let offset = (f64::from(index) - (count - 1.0) / 2.0) * step;
        one(symbol, pen, (x + offset, y), radius);
    }
}

fn one(symbol: &Symbol, pen: &mut Pen, (x, y): (f64, f64), radius: f64) {
    let hex = symbol.colour.hex();
    let outline = |fill: &str| {
        format!("fill=\"{fill}\" stroke=\"#222222\" stroke-width=\"1.5\" stroke-linejoin=\"round\"")
    };
    let paint = match symbol.filling {
        Filling::Full => outline(hex),
        Filling::Striped | Filling::Empty => {
            format!(
                "fill=\"#ffffff\" stroke=\"{hex}\" stroke-width=\"2.5\" stroke-linejoin=\"round\""
            )
        }
    };
    let corners = corners(symbol.shape, radius);
    match symbol.shape {
        Shape::Circle => pen.circle(x, y, radius, &paint),
        _ => {
            let placed: Vec<_> = corners.iter().map(|&(dx, dy)| (x + dx, y + dy)).collect();
            pen.polygon(&placed, &paint);
        }
    }
    if symbol.filling == Filling::Striped {
        let stroke = format!("stroke=\"{hex}\" stroke-width=\"1.2\"");
        for (left, right, dy) in stripes(&corners, radius) {
            pen.line((x + left, y + dy), (x + right, y + dy), &stroke);
        }
    }
}

/// The outline of a shape around the origin; round shapes as many corners.
fn corners(shape: Shape, radius: f64) -> Vec<(f64, f64)> {
    let around = |count: usize, start: f64, radii: &[f64]| -> Vec<(f64, f64)> {
        (0..count)
            .map(|index| {
                let angle = start + std::f64::consts::TAU * index as f64 / count as f64;
                let radius = radii[index % radii.len()];
                (radius * angle.cos(), radius * angle.sin())
            })
            .collect()
    };
    let up = -std::f64::consts::FRAC_PI_2;
    let r = radius;
    match shape {
        Shape::Triangle => vec![(0.0, -r), (r, r * 0.8), (-r, r * 0.8)],
        Shape::Square => {
            let s = r * 0.88;
            vec![(-s, -s), (s, -s), (s, s), (-s, s)]
        }
        Shape::Circle => around(32, up, &[r]),
        Shape::Diamond => vec![
            (0.0, -r * 1.15),
            (r * 0.75, 0.0),
            (0.0, r * 1.15),
            (-r * 0.75, 0.0),
        ],
        Shape::Oval => around(32, up, &[r])
            .into_iter()
            .map(|(x, y)| (x * 0.68, y * 1.15))
            .collect(),
        Shape::Squiggle => {
            // A band that follows one turn of a sine, there and back.
            let steps = 12;
            let edge = |side: f64| {
                (0..=steps).map(move |step| {
                    let share = f64::from(step) / f64::from(steps);
                    let wave = (share * std::f64::consts::TAU).sin() * r * 0.3;
                    (wave + side * r * 0.45, (share * 2.0 - 1.0) * r * 1.1)
                })
            };
            edge(1.0).chain(edge(-1.0).rev()).collect()
        }
        Shape::Star => around(10, up, &[r * 1.1, r * 0.45]),
        Shape::Cross => {
            let (a, b) = (r * 0.33, r);
            vec![
                (-a, -b),
                (a, -b),
                (a, -a),
                (b, -a),
                (b, a),
                (a, a),
                (a, b),
                (-a, b),
                (-a, a),
                (-b, a),
                (-b, -a),
                (-a, -a),
            ]
        }
    }
}

/// Horizontal lines inside an outline: `(left, right, y)`.
fn stripes(corners: &[(f64, f64)], radius: f64) -> Vec<(f64, f64, f64)> {
    let mut found = Vec::new();
    for index in -5..=5 {
        let y = f64::from(index) * radius / 4.5 + 0.01;
        let mut crossings: Vec<f64> = (0..corners.len())
            .filter_map(|index| {
                let (a, b) = (corners[index], corners[(index + 1) % corners.len()]);
                let between = (a.1 - y) * (b.1 - y) < 0.0;
                between.then(|| a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1))
            })
            .collect();
        crossings.sort_by(f64::total_cmp);
        found.extend(crossings.chunks_exact(2).map(|pair| (pair[0], pair[1], y)));
    }
    found
}
