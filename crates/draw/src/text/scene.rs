//! Scenes as text: outlines on a coarse raster, labels in the middle.

use super::TextStyle;
use crate::{Fill, Item, Scene};

/// Columns and rows of a unit; characters are about twice as high as wide.
const COLUMNS: f64 = 8.0;
const ROWS: f64 = 4.0;
/// Wider scenes are drawn at a smaller scale.
const MOST_COLUMNS: f64 = 120.0;

pub(super) fn write(scene: &Scene, style: TextStyle, out: &mut String) {
    if scene.width <= 0.0 || scene.height <= 0.0 {
        return;
    }
    let shrink = (MOST_COLUMNS / (scene.width * COLUMNS)).min(1.0);
    let scale = (COLUMNS * shrink, ROWS * shrink);
    let cols = (scene.width * scale.0).ceil() as usize + 1;
    let rows = (scene.height * scale.1).ceil() as usize + 1;
    let mut raster = vec![vec![' '; cols]; rows];
    let spot = |(x, y): (f64, f64)| {
        let col = (x * scale.0).round().clamp(0.0, cols as f64 - 1.0);
        let row = (y * scale.1).round().clamp(0.0, rows as f64 - 1.0);
        (row as usize, col as usize)
    };
    let dot = if style.unicode { '·' } else { '.' };
    for item in &scene.items {
        match item {
            Item::Polygon { points, .. } => {
                for (index, &from) in points.iter().enumerate() {
                    let to = points[(index + 1) % points.len()];
                    stroke(&mut raster, spot(from), spot(to), dot);
                }
            }
            Item::Line { points, dashed } => {
                let dot = if *dashed { '\'' } else { dot };
                for pair in points.windows(2) {
                    stroke(&mut raster, spot(pair[0]), spot(pair[1]), dot);
                }
            }
            Item::Label { .. } => {}
        }
    }
    for item in &scene.items {
        let label = match item {
            Item::Polygon { fill, label, .. } => match fill {
                Fill::Tint(colour) if label.is_empty() => colour.letter().to_string(),
                Fill::Black if label.is_empty() => "#".into(),
                _ => label.clone(),
            },
            Item::Label { text, .. } => text.clone(),
            Item::Line { .. } => continue,
        };
        let (row, col) = spot(item.middle());
        let length = label.chars().count();
        let start = col.saturating_sub(length / 2);
        for (offset, c) in label.chars().enumerate() {
            if let Some(place) = raster[row].get_mut(start + offset) {
                *place = c;
            }
        }
    }
    for row in raster {
        let line: String = row.into_iter().collect();
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

fn stroke(raster: &mut [Vec<char>], from: (usize, usize), to: (usize, usize), dot: char) {
    let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).max(1);
    let between = |from: usize, to: usize, step: usize| {
        let share = step as f64 / steps as f64;
        (from as f64 + (to as f64 - from as f64) * share).round() as usize
    };
    for step in 0..=steps {
        raster[between(from.0, to.0, step)][between(from.1, to.1, step)] = dot;
    }
}
