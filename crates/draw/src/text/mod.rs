//! Drawings as terminal text: plain ASCII, or Unicode shapes with colours.

mod grid;
mod plot;
mod scene;
mod stencil;
mod tree;

pub use stencil::Stencil;

use crate::{Colour, Direction, Drawing};

/// What the reader of the text can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// Box lines and shapes, beyond ASCII.
    pub unicode: bool,
    /// ANSI colour codes.
    pub colour: bool,
}

impl TextStyle {
    /// ASCII without colours: for files, pipes and dumb terminals.
    pub const PLAIN: TextStyle = TextStyle {
        unicode: false,
        colour: false,
    };
    /// Shapes and colours: for terminals.
    pub const RICH: TextStyle = TextStyle {
        unicode: true,
        colour: true,
    };
    /// Shapes without colours: for terminals of people who want none.
    pub const SHAPES: TextStyle = TextStyle {
        unicode: true,
        colour: false,
    };
}

pub(crate) fn render(drawing: &Drawing, style: TextStyle) -> String {
    let mut out = String::new();
    match drawing {
        Drawing::Grid(grid) => {
            let spread = grid.spread();
            let grid = spread.as_ref().unwrap_or(grid);
            grid::write(grid, style, 0, &mut out, &mut |_, _| {});
        }
        Drawing::Net(net) => grid::write(&net.to_grid(), style, 0, &mut out, &mut |_, _| {}),
        Drawing::Scene(scene) => scene::write(scene, style, &mut out),
        Drawing::Tree(tree) => tree::write(tree, style, &mut out),
        Drawing::Plot(plot) => plot::write(plot, style, &mut out),
        Drawing::Label(text) => {
            for line in text.lines() {
                out.push_str(line);
                out.push('\n');
            }
        }
        Drawing::Strip(strip) => {
            let parts: Vec<String> = strip.parts.iter().map(|part| render(part, style)).collect();
            match strip.direction {
                Direction::Down => out = parts.join(""),
                Direction::Across => beside_each_other(&parts, &mut out),
            }
        }
    }
    out
}

/// Blocks of lines from left to right, aligned at the top.
fn beside_each_other(parts: &[String], out: &mut String) {
    const GAP: usize = 3;
    let width = |part: &String| part.lines().map(visible_width).max().unwrap_or(0);
    let widths: Vec<usize> = parts.iter().map(width).collect();
    let mut lines: Vec<_> = parts.iter().map(|part| part.lines()).collect();
    let height = parts.iter().map(|part| part.lines().count()).max();
    for _ in 0..height.unwrap_or(0) {
        let start = out.len();
        let mut blanks = 0;
        for (part, width) in lines.iter_mut().zip(&widths) {
            let line = part.next().unwrap_or("");
            if !line.is_empty() {
                out.extend(std::iter::repeat_n(' ', blanks));
                out.push_str(line);
                blanks = 0;
            }
            blanks += width - visible_width(line) + GAP;
        }
        let kept = out[start..].trim_end_matches(' ').len();
        out.truncate(start + kept);
        out.push('\n');
    }
}

/// Columns that a line takes, colour codes not counted.
fn visible_width(line: &str) -> usize {
    let mut width = 0;
    let mut in_code = false;
    for c in line.chars() {
        match (in_code, c) {
            (false, '\x1b') => in_code = true,
            (false, _) => width += 1,
            (true, 'm') => in_code = false,
            (true, _) => {}
        }
    }
    width
}

/// The code that starts writing in a colour.
fn ink_code(colour: Colour) -> String {
    format!("\x1b[38;5;{}m", colour.terminal())
}

/// The code that starts writing on a colour.
fn ground_code(colour: Colour) -> String {
    format!(
        "\x1b[48;5;{};38;5;{}m",
        colour.terminal(),
        colour.ink().terminal()
    )
}

const BOLD: &str = "\x1b[1m";
const RESET: &str = "\x1b[0m";

#[cfg(test)]
mod tests;
