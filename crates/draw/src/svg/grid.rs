//! Boards and nets as SVG.

use super::pen::Pen;
use super::{shapes, text_width};
use crate::{Accent, Cell, Colour, Fill, Grid, Item, Lines, Mark, Net, Sides};
use std::collections::BTreeMap;

pub(super) const SIDE: f64 = 40.0;

pub(super) fn size(grid: &Grid) -> (f64, f64) {
    let (left, top) = label_margins(grid);
    let right = row_margin(&grid.right_labels);
    let bottom = col_margin(&grid.bottom_labels);
    (
        left + grid.cols() as f64 * SIDE + right,
        top + grid.rows() as f64 * SIDE + bottom,
    )
}

pub(super) fn paint(grid: &Grid, pen: &mut Pen, x: f64, y: f64) {
    let (left, top) = label_margins(grid);
    for (row, label) in grid.row_labels.iter().enumerate() {
        let middle = y + top + (row as f64 + 0.5) * SIDE;
        pen.text(x + left - 6.0, middle, 14.0, "end", "#222222", label);
    }
    for (col, label) in grid.col_labels.iter().enumerate() {
        let middle = x + left + (col as f64 + 0.5) * SIDE;
        for (line, text) in label.lines().rev().enumerate() {
            let foot = y + top - 10.0 - line as f64 * LINE;
            pen.text(middle, foot, 14.0, "middle", "#222222", text);
        }
    }
    let (end, foot) = (
        x + left + grid.cols() as f64 * SIDE,
        y + top + grid.rows() as f64 * SIDE,
    );
    for (row, label) in grid.right_labels.iter().enumerate() {
        let middle = y + top + (row as f64 + 0.5) * SIDE;
        pen.text(end + 6.0, middle, 14.0, "start", "#222222", label);
    }
    for (col, label) in grid.bottom_labels.iter().enumerate() {
        let middle = x + left + (col as f64 + 0.5) * SIDE;
        for (line, text) in label.lines().enumerate() {
            let head = foot + 12.0 + line as f64 * LINE;
            pen.text(middle, head, 14.0, "middle", "#222222", text);
        }
    }
    let (x, y) = (x + left, y + top);
    let corner = |row: usize, col: usize| (x + col as f64 * SIDE, y + row as f64 * SIDE);
    let dots = grid.sides.as_ref().is_some_and(|sides| sides.dots);
    let lined = grid.lines != Lines::Bare && !dots;
    for row in 0..grid.rows() {
        for col in 0..grid.cols() {
            paint_cell(&grid[(row, col)], pen, corner(row, col), lined);
        }
    }
    if lined && grid.block != (1, 1) {
        let heavy = "fill=\"none\" stroke=\"#222222\" stroke-width=\"3\"";
        for row in (0..grid.rows()).step_by(grid.block.0) {
            for col in (0..grid.cols()).step_by(grid.block.1) {
                let (left, top) = corner(row, col);
                let rows = grid.block.0.min(grid.rows() - row) as f64;
                let cols = grid.block.1.min(grid.cols() - col) as f64;
                pen.rect(left, top, cols * SIDE, rows * SIDE, heavy);
            }
        }
    }
    if let Some(sides) = &grid.sides {
        paint_sides(sides, grid, pen, &corner);
    }
    let marks = |marks: &BTreeMap<(usize, usize), String>, aside: (f64, f64), pen: &mut Pen| {
        for (&(row, col), mark) in marks {
            let (left, top) = corner(row, col);
            let (x, y) = (left + aside.0, top + aside.1);
            pen.circle(x, y, 7.0, "fill=\"#ffffff\"");
            pen.text(x, y, 14.0, "middle", "#222222", mark);
        }
    };
    marks(&grid.between.above, (SIDE / 2.0, 0.0), pen);
    marks(&grid.between.before, (0.0, SIDE / 2.0), pen);
    for frame in &grid.frames {
        let (left, top) = corner(frame.top, frame.left);
        let (right, bottom) = corner(frame.bottom + 1, frame.right + 1);
        let paint = format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"4\" stroke-dasharray=\"8 3\" rx=\"8\"",
            frame.colour.hex()
        );
        let inset = 4.0;
        pen.rect(
            left + inset,
            top + inset,
            right - left - 2.0 * inset,
            bottom - top - 2.0 * inset,
            &paint,
        );
    }
}

/// From one line of a label to the next.
const LINE: f64 = 16.0;

/// Heavy sides as bars, so that they meet in the corners.
fn paint_sides(
    sides: &Sides,
    grid: &Grid,
    pen: &mut Pen,
    corner: &dyn Fn(usize, usize) -> (f64, f64),
) {
    const HALF: f64 = 1.5;
    let ink = "fill=\"#222222\"";
    for row in 0..=grid.rows() {
        for col in 0..=grid.cols() {
            let (x, y) = corner(row, col);
            if sides.above(row, col) {
                pen.rect(x - HALF, y - HALF, SIDE + 2.0 * HALF, 2.0 * HALF, ink);
            }
            if row < grid.rows() && sides.before(row, col) {
                pen.rect(x - HALF, y - HALF, 2.0 * HALF, SIDE + 2.0 * HALF, ink);
            }
            if sides.dots {
                pen.circle(x, y, 2.5, ink);
            }
        }
    }
}

fn label_margins(grid: &Grid) -> (f64, f64) {
    (row_margin(&grid.row_labels), col_margin(&grid.col_labels))
}

fn row_margin(labels: &[String]) -> f64 {
    let widths = labels.iter().map(|label| text_width(label, 14.0) + 8.0);
    widths.fold(0.0, f64::max)
}

fn col_margin(labels: &[String]) -> f64 {
    let lines = labels.iter().map(|label| label.lines().count());
    match lines.max() {
        None => 0.0,
        Some(lines) => 22.0 + lines.saturating_sub(1) as f64 * LINE,
    }
}

fn paint_cell(cell: &Cell, pen: &mut Pen, (x, y): (f64, f64), lined: bool) {
    let (ground, stroke) = match cell.fill {
        Fill::Absent => return,
        Fill::Paper | Fill::Pale if cell.accent == Accent::Reason => ("#fff3bf", true),
        Fill::Pale => ("#e9ecef", true),
        Fill::Paper => ("#ffffff", lined),
        Fill::Black => ("#222222", true),
        Fill::Tint(colour) => (colour.hex(), true),
    };
    if stroke {
        let paint = format!("fill=\"{ground}\" stroke=\"#777777\" stroke-width=\"1\"");
        pen.rect(x, y, SIDE, SIDE, &paint);
    }
    let middle = (x + SIDE / 2.0, y + SIDE / 2.0);
    paint_mark(cell, pen, middle, SIDE);
    if !cell.label.is_empty() {
        // On black there is room for the label alone.
        if cell.fill == Fill::Black {
            pen.text(middle.0, middle.1, 14.0, "middle", "#ffffff", &cell.label);
        } else {
            pen.text(x + 3.0, y + 9.0, 10.0, "start", "#222222", &cell.label);
        }
    }
    match cell.accent {
        Accent::None => {}
        // A piece is full of letters but in its middle.
        Accent::Given if matches!(cell.mark, Mark::Sides(_)) => {
            pen.circle(
                middle.0,
                middle.1,
                3.5,
                "fill=\"#222222\" stroke=\"#ffffff\"",
            );
        }
        Accent::Given => {
            // A clue: a short bar below, as if printed with the board.
            let bar = "fill=\"#222222\"";
            pen.rect(x + SIDE * 0.3, y + SIDE - 5.0, SIDE * 0.4, 2.0, bar);
        }
        Accent::Reason => {
            let paint =
                "fill=\"none\" stroke=\"#8a6d00\" stroke-width=\"1.5\" stroke-dasharray=\"2 3\"";
            pen.rect(x + 3.0, y + 3.0, SIDE - 6.0, SIDE - 6.0, paint);
        }
        Accent::Forced => pen.circle(x + 7.0, y + 7.0, 3.0, "fill=\"#222222\""),
        Accent::Differs | Accent::Focus => {
            let (colour, dashes) = match cell.accent {
                Accent::Differs => ("#d62839", "6 3"),
                _ => ("#2b6cb8", "none"),
            };
            let paint = format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\" stroke-dasharray=\"{dashes}\""
            );
            pen.rect(x + 3.0, y + 3.0, SIDE - 6.0, SIDE - 6.0, &paint);
        }
    }
}

fn paint_mark(cell: &Cell, pen: &mut Pen, middle: (f64, f64), side: f64) {
    let ink = match cell.fill {
        Fill::Tint(colour) => colour.ink().hex(),
        Fill::Black => return,
        _ => "#222222",
    };
    let (text, turned) = match (&cell.mark, cell.fill) {
        (Mark::Symbol(symbol), _) => return shapes::paint(symbol, pen, middle, side),
        (Mark::Sides(sides), _) => return paint_piece(sides, pen, middle, side),
        (Mark::Text { text, turned }, _) => (text.clone(), *turned),
        (Mark::None, Fill::Tint(colour)) => (colour.letter().to_string(), false),
        (Mark::None, _) => return,
    };
    let size = (side * 0.5).min(side / text.chars().count().max(1) as f64 * 1.4);
    let degrees = if turned { 180.0 } else { 0.0 };
    pen.turned_text(middle, size, "middle", ink, &text, degrees);
    if turned {
        // Upside down an 8 or a 0 looks the same: a bar on the head tells.
        let paint = format!("fill=\"{ink}\"");
        pen.rect(
            middle.0 - size * 0.3,
            middle.1 + size * 0.5,
            size * 0.6,
            2.0,
            &paint,
        );
    }
}

/// Four triangles that meet in the middle, each with its letter.
fn paint_piece(sides: &[Option<(Colour, char)>; 4], pen: &mut Pen, (x, y): (f64, f64), side: f64) {
    // Where a triangle lies, as seen from the middle.
    let ways: [(f64, f64); 4] = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
    let half = side / 2.0;
    for (shown, (right, down)) in sides.iter().zip(ways) {
        let Some((colour, letter)) = shown else {
            continue;
        };
        let end = |turn: f64| {
            (
                x + half * (right + turn * down),
                y + half * (down + turn * right),
            )
        };
        let paint = format!(
            "fill=\"{}\" stroke=\"#777777\" stroke-width=\"0.5\"",
            colour.hex()
        );
        pen.polygon(&[(x, y), end(1.0), end(-1.0)], &paint);
        let (at, ink) = (half * 0.66, colour.ink().hex());
        let size = side * 0.28;
        pen.text(
            x + right * at,
            y + down * at,
            size,
            "middle",
            ink,
            &letter.to_string(),
        );
    }
    let outline = "fill=\"none\" stroke=\"#222222\" stroke-width=\"1.5\"";
    pen.rect(x - half, y - half, side, side, outline);
}

/// Height of the polygon of a cap over (or under) its side.
fn cap_radius(net: &Net) -> f64 {
    let corners = net.sides.len().max(3) as f64;
    SIDE / 2.0 / (std::f64::consts::PI / corners).sin()
}

fn cap_depth(net: &Net) -> f64 {
    let corners = net.sides.len().max(3);
    let apothem = SIDE / 2.0 / (std::f64::consts::PI / corners as f64).tan();
    if corners.is_multiple_of(2) {
        2.0 * apothem
    } else {
        apothem + cap_radius(net)
    }
}

/// How far a cap reaches beyond its column on either side.
fn cap_overhang(net: &Net) -> f64 {
    let column = net.cap_column() as f64;
    let right = net.sides.len() as f64 - column - 1.0;
    (cap_radius(net) - SIDE / 2.0 - column.min(right) * SIDE).max(0.0)
}

pub(super) fn net_size(net: &Net) -> (f64, f64) {
    let width = net.sides.len() as f64 * SIDE + 2.0 * cap_overhang(net);
    (width, SIDE + 2.0 * cap_depth(net))
}

pub(super) fn paint_net(net: &Net, pen: &mut Pen, x: f64, y: f64) {
    let (left, top) = (x + cap_overhang(net), y + cap_depth(net));
    let corners = net.sides.len().max(3);
    let apothem = SIDE / 2.0 / (std::f64::consts::PI / corners as f64).tan();
    let middle_x = left + (net.cap_column() as f64 + 0.5) * SIDE;
    let places = [(top - apothem, 1.0), (top + SIDE + apothem, -1.0)];
    for (cap, (middle_y, up)) in net.caps.iter().zip(places) {
        let fill = cap.fill;
        let outline = Item::regular_polygon(corners, (0.0, 0.0), cap_radius(net), fill, "");
        if let (Item::Polygon { points, .. }, true) = (outline, fill != Fill::Absent) {
            let placed: Vec<_> = points
                .iter()
                .map(|&(dx, dy)| (middle_x + dx, middle_y + up * dy))
                .collect();
            let ground = match fill {
                Fill::Tint(colour) => colour.hex(),
                Fill::Black => "#222222",
                _ => "#ffffff",
            };
            let paint = format!("fill=\"{ground}\" stroke=\"#777777\" stroke-width=\"1\"");
            pen.polygon(&placed, &paint);
            paint_mark(cap, pen, (middle_x, middle_y), SIDE);
        }
    }
    for (col, side) in net.sides.iter().enumerate() {
        paint_cell(side, pen, (left + col as f64 * SIDE, top), true);
    }
}
