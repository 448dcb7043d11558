//! Trees as SVG: leaves in columns from left to right, a node above the middle
//! of its children, each level as high as its highest node. Iterative, because
//! search trees can be deep.

use super::pen::Pen;
use super::text_width;
use crate::Tree;

/// Height of a node of one line, of each line more, and between levels.
const HEIGHT: f64 = 26.0;
const LINE: f64 = 16.0;
const ABOVE: f64 = 30.0;
const FONT: f64 = 12.0;
const BETWEEN: f64 = 10.0;

struct Placed<'a> {
    node: &'a Tree,
    parent: Option<usize>,
    depth: usize,
    x: f64,
}

pub(super) fn size(tree: &Tree) -> (f64, f64) {
    let (placed, width) = lay_out(tree);
    let tops = level_tops(&placed);
    let bottom = |place: &Placed| tops[place.depth] + height(place.node);
    (width, placed.iter().map(bottom).fold(0.0, f64::max))
}

pub(super) fn paint(tree: &Tree, pen: &mut Pen, x: f64, y: f64) {
    let (placed, _) = lay_out(tree);
    let tops = level_tops(&placed);
    for place in &placed {
        if let Some(parent) = place.parent {
            let above = &placed[parent];
            let from = (x + above.x, y + tops[above.depth] + height(above.node));
            let to = (x + place.x, y + tops[place.depth]);
            pen.line(from, to, "stroke=\"#777777\" stroke-width=\"1.5\"");
        }
    }
    for place in &placed {
        let width = box_width(place.node);
        let top = y + tops[place.depth];
        let (ground, ink) = match place.node.colour {
            Some(colour) => (colour.hex(), colour.ink().hex()),
            None => ("#ffffff", "#222222"),
        };
        let paint = format!("fill=\"{ground}\" stroke=\"#777777\" rx=\"6\"");
        let left = x + place.x - width / 2.0;
        pen.rect(left, top, width, height(place.node), &paint);
        for (index, line) in place.node.label.lines().enumerate() {
            let middle = top + HEIGHT / 2.0 + index as f64 * LINE;
            pen.text(x + place.x, middle, FONT, "middle", ink, line);
        }
    }
}

fn box_width(node: &Tree) -> f64 {
    let widths = node.label.lines().map(|line| text_width(line, FONT));
    (widths.fold(0.0, f64::max) + 12.0).max(24.0)
}

fn height(node: &Tree) -> f64 {
    HEIGHT + node.label.lines().count().saturating_sub(1) as f64 * LINE
}

/// Where each level begins.
fn level_tops(placed: &[Placed]) -> Vec<f64> {
    let mut heights: Vec<f64> = Vec::new();
    for place in placed {
        if heights.len() <= place.depth {
            heights.resize(place.depth + 1, 0.0);
        }
        heights[place.depth] = heights[place.depth].max(height(place.node));
    }
    let mut top = 0.0;
    let begin = |height: f64| {
        let begin = top;
        top += height + ABOVE;
        begin
    };
    heights.into_iter().map(begin).collect()
}

/// All nodes, parents before children, with their places; and the width.
fn lay_out(tree: &Tree) -> (Vec<Placed<'_>>, f64) {
    let mut placed: Vec<Placed> = Vec::new();
    let mut waiting = vec![(tree, None, 0)];
    while let Some((node, parent, depth)) = waiting.pop() {
        let index = placed.len();
        placed.push(Placed {
            node,
            parent,
            depth,
            x: 0.0,
        });
        let children = node.children.iter().rev();
        waiting.extend(children.map(|child| (child, Some(index), depth + 1)));
    }
    // A subtree is as wide as its node or its children, whichever is wider.
    let mut widths: Vec<f64> = placed.iter().map(|p| box_width(p.node) + BETWEEN).collect();
    let mut below = vec![0.0; placed.len()];
    for index in (0..placed.len()).rev() {
        widths[index] = widths[index].max(below[index]);
        if let Some(parent) = placed[index].parent {
            below[parent] += widths[index];
        }
    }
    let mut next_left = vec![0.0; placed.len()];
    for index in 0..placed.len() {
        let left = match placed[index].parent {
            None => 0.0,
            Some(parent) => {
                let left = next_left[parent];
                next_left[parent] += widths[index];
                left
            }
        };
        placed[index].x = left + widths[index] / 2.0;
        next_left[index] = left + (widths[index] - below[index]) / 2.0;
    }
    (placed, widths[0])
}
