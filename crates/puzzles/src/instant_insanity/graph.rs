//! The colours of cubes as points, and each pair of opposite faces as a line between two of them, with the number of its cube.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use tantalizer_draw::{Drawing, Fill, Item};

use super::Instance;
use super::draw::fitted;
use super::facing::{Cubes, PAIRS, Pair};

/// How far the colours are from the middle.
const RADIUS: f64 = 1.6;
/// How large a colour is drawn.
const POINT: f64 = 0.3;
/// How large a cube is drawn on its line.
const CUBE: f64 = 0.22;
/// How far lines between the same colours are from each other.
const APART: f64 = 0.4;
/// How far a line from a colour to itself reaches out.
const REACH: f64 = 0.85;
/// A bent line is drawn by so many pieces.
const PIECES: usize = 16;

type Point = (f64, f64);

/// All lines, or those of a choice alone.
pub(super) fn draw_graph(instance: &Instance, cubes: &Cubes, choice: Option<&[Pair]>) -> Drawing {
    let colours = cubes.colours();
    let at = |colour: u8| {
        let angle = TAU * (f64::from(colour) / colours as f64 - 0.125);
        (RADIUS * angle.cos(), RADIUS * angle.sin())
    };
    let mut between: BTreeMap<[u8; 2], Vec<usize>> = BTreeMap::new();
    for (cube, ends) in cubes.ends.iter().enumerate() {
        for (pair, &ends) in ends.iter().enumerate().take(PAIRS) {
            let taken = choice.is_none_or(|choice| usize::from(choice[cube]) == pair);
            if taken {
                let [a, b] = ends;
                let parallel = between.entry([a.min(b), a.max(b)]).or_default();
                parallel.push(cube);
            }
        }
    }
    let mut lines = Vec::new();
    let mut labels = Vec::new();
    for ([from, to], parallel) in between {
        for (number, &cube) in parallel.iter().enumerate() {
            let points = if from == to {
                loop_at(at(from), number)
            } else {
                let offset = number as f64 - (parallel.len() - 1) as f64 / 2.0;
                bent(at(from), at(to), offset * APART)
            };
            let (middle, number) = (points[points.len() / 2], (cube + 1).to_string());
            labels.push(Item::regular_polygon(4, middle, CUBE, Fill::Paper, number));
            lines.push(Item::Line {
                points,
                dashed: false,
            });
        }
    }
    let palette = instance.palette();
    let points = (0..colours).map(|colour| {
        let name = instance.colours[colour].clone();
        let fill = Fill::Tint(palette[colour]);
        Item::regular_polygon(24, at(colour as u8), POINT, fill, name)
    });
    let items = lines.into_iter().chain(points).chain(labels);
    fitted(items.collect()).into()
}

/// A line that stays clear of the straight one by so much in its middle.
fn bent(from: Point, to: Point, by: f64) -> Vec<Point> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1e-9);
    let across = (-dy / length * by, dx / length * by);
    let point = |piece: usize| {
        let part = piece as f64 / PIECES as f64;
        let out = 4.0 * part * (1.0 - part);
        (
            from.0 + part * dx + out * across.0,
            from.1 + part * dy + out * across.1,
        )
    };
    (0..=PIECES).map(point).collect()
}

/// A line from a colour to itself, outwards; the next one reaches further.
fn loop_at(at: Point, number: usize) -> Vec<Point> {
    let length = at.0.hypot(at.1).max(1e-9);
    let out = (at.0 / length, at.1 / length);
    let reach = REACH * (1.0 + 0.5 * number as f64);
    let point = |piece: usize| {
        let angle = TAU * piece as f64 / PIECES as f64;
        let (far, wide) = (reach * (1.0 - angle.cos()) / 2.0, reach / 2.5 * angle.sin());
        (
            at.0 + far * out.0 - wide * out.1,
            at.1 + far * out.1 + wide * out.0,
        )
    };
    (0..=PIECES).map(point).collect()
}
