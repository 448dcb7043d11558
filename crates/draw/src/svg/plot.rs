//! Plots as SVG. Series differ in dashes, markers and hatching, not only in
//! colour.

use super::pen::Pen;
use super::{LINE, shapes};
use crate::{Colour, Filling, Plot, PlotKind, Shape, Symbol};

pub(super) const SIZE: (f64, f64) = (720.0, 440.0);
const LEFT: f64 = 80.0;
const RIGHT: f64 = 160.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 80.0;

const DASHES: [&str; 4] = ["none", "8 4", "2 4", "10 4 2 4"];
const MARKERS: [Shape; 6] = [
    Shape::Circle,
    Shape::Square,
    Shape::Triangle,
    Shape::Diamond,
    Shape::Cross,
    Shape::Star,
];

pub(super) fn paint(plot: &Plot, pen: &mut Pen, x: f64, y: f64) {
    let ((x_low, x_high), (y_low, y_high)) = plot.ranges();
    let width = SIZE.0 - LEFT - RIGHT;
    let height = SIZE.1 - TOP - BOTTOM;
    let at_x = |value: f64| x + LEFT + (value - x_low) / (x_high - x_low) * width;
    let at_y = |value: f64| y + TOP + (y_high - value) / (y_high - y_low) * height;
    let floor = y + TOP + height;

    let title_x = x + LEFT + width / 2.0;
    pen.text(
        title_x,
        y + TOP / 2.0,
        16.0,
        "middle",
        "#222222",
        &plot.title,
    );
    for (tick, label) in plot.y.ticks(y_low, y_high) {
        let line = "stroke=\"#dddddd\"";
        pen.line((x + LEFT, at_y(tick)), (x + LEFT + width, at_y(tick)), line);
        pen.text(x + LEFT - 8.0, at_y(tick), 12.0, "end", "#222222", &label);
    }
    let ticks = plot.x.ticks(x_low, x_high);
    let crowded = ticks.len() > 8 || ticks.iter().any(|(_, label)| label.chars().count() > 10);
    for (tick, label) in ticks {
        pen.line(
            (at_x(tick), floor),
            (at_x(tick), floor + 5.0),
            "stroke=\"#222222\"",
        );
        let (anchor, degrees) = if crowded {
            ("end", -35.0)
        } else {
            ("middle", 0.0)
        };
        let place = (at_x(tick), floor + 16.0);
        pen.turned_text(place, 12.0, anchor, "#222222", &label, degrees);
    }
    pen.text(
        title_x,
        y + SIZE.1 - 12.0,
        13.0,
        "middle",
        "#222222",
        &plot.x.label,
    );
    let middle = (x + 16.0, y + TOP + height / 2.0);
    pen.turned_text(middle, 13.0, "middle", "#222222", &plot.y.label, -90.0);
    let axes = "stroke=\"#222222\" stroke-width=\"1.5\"";
    pen.line((x + LEFT, floor), (x + LEFT + width, floor), axes);
    pen.line((x + LEFT, y + TOP), (x + LEFT, floor), axes);

    let series = plot.series.len().max(1) as f64;
    let unit = width / (x_high - x_low);
    for (index, points) in plot.placed().into_iter().enumerate() {
        let hex = Colour::nth(index).hex();
        if plot.kind == PlotKind::Bars {
            let bar = (unit * 0.8 / series).min(60.0);
            for (px, py) in points {
                let left = at_x(px) + (index as f64 - series / 2.0) * bar;
                let dashes = DASHES[index % DASHES.len()];
                let paint =
                    format!("fill=\"{hex}\" stroke=\"#222222\" stroke-dasharray=\"{dashes}\"");
                pen.rect(left, at_y(py), bar, (floor - at_y(py)).max(0.0), &paint);
            }
            continue;
        }
        let placed: Vec<_> = points
            .iter()
            .map(|&(px, py)| (at_x(px), at_y(py)))
            .collect();
        if plot.kind == PlotKind::Lines {
            let dashes = DASHES[index % DASHES.len()];
            let paint = format!(
                "fill=\"none\" stroke=\"{hex}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\""
            );
            pen.polyline(&placed, &paint);
        }
        for place in placed {
            shapes::paint(&marker(index), pen, place, 14.0);
        }
    }
    for (index, series) in plot.series.iter().enumerate() {
        if series.name.is_empty() {
            continue;
        }
        let line = y + TOP + 10.0 + index as f64 * LINE;
        let left = x + LEFT + width + 16.0;
        shapes::paint(&marker(index), pen, (left, line), 16.0);
        pen.text(left + 14.0, line, 12.0, "start", "#222222", &series.name);
    }
}

fn marker(series: usize) -> Symbol {
    let filling = [Filling::Full, Filling::Empty][series / MARKERS.len() % 2];
    let shape = MARKERS[series % MARKERS.len()];
    Symbol::new(shape, Colour::nth(series), "").with_filling(filling)
}
