//! Boards as text.
//!
//! Lines are drawn edge by edge: an edge exists where a block of the board
//! ends and at least one of the two cells beside it is present; the character
//! of a knot follows from the edges that meet in it. So boards with holes,
//! nets of cubes and boards of blocks need no special care.

use super::{BOLD, RESET, TextStyle, ground_code, ink_code, visible_width};
use crate::{Accent, Cell, Fill, Grid, Lines, Mark};
use std::ops::Range;

/// Writes the board; `spot` learns where in `out` the content of each cell (by
/// its index) stands. Cells are at least `min_width` columns wide.
pub(super) fn write(
    grid: &Grid,
    style: TextStyle,
    min_width: usize,
    out: &mut String,
    spot: &mut dyn FnMut(usize, Range<usize>),
) {
    if grid.rows() == 0 || grid.cols() == 0 {
        return;
    }
    let layout = Layout::new(grid, style, min_width);
    if layout.lattice {
        layout.write_lattice(out, spot);
    } else {
        layout.write_boxes(out, spot);
    }
}

/// The content of a cell alone, padded to `width` columns.
pub(super) fn write_cell(cell: &Cell, style: TextStyle, width: usize, out: &mut String) {
    let content = content(cell, style);
    let free = width.saturating_sub(visible_width(&content));
    out.extend(std::iter::repeat_n(' ', free / 2));
    if !style.colour {
        out.push_str(&content);
    } else {
        let start = out.len();
        match &cell.fill {
            Fill::Tint(colour) => out.push_str(&ground_code(*colour)),
            _ => {
                if let Mark::Symbol(symbol) = &cell.mark {
                    out.push_str(&ink_code(symbol.colour));
                }
            }
        }
        if cell.accent != Accent::None {
            out.push_str(BOLD);
        }
        let coloured = out.len() > start;
        out.push_str(&content);
        if coloured {
            out.push_str(RESET);
        }
    }
    out.extend(std::iter::repeat_n(' ', free - free / 2));
}

/// The columns that the content of a cell takes.
pub(super) fn cell_width(cell: &Cell, style: TextStyle) -> usize {
    visible_width(&content(cell, style))
}

fn content(cell: &Cell, style: TextStyle) -> String {
    let marked = mark(cell, style);
    match (&cell.label[..], &cell.mark) {
        ("", _) => marked,
        (label, Mark::None) => label.to_string(),
        (label, Mark::Text { text, .. }) if text.trim().is_empty() => label.to_string(),
        (label, _) => format!("{label}:{marked}"),
    }
}

fn mark(cell: &Cell, style: TextStyle) -> String {
    match (&cell.mark, cell.fill) {
        (_, Fill::Absent) => String::new(),
        (_, Fill::Black) if style.unicode => "█".into(),
        (Mark::Symbol(symbol), _) if style.unicode => {
            let glyph = symbol.shape.glyph(symbol.filling);
            let mut text: String = std::iter::repeat_n(glyph, symbol.count.into()).collect();
            if !style.colour && symbol.count > 1 {
                // Several symbols on a card may differ in colour alone.
                text.push(symbol.colour.letter());
            }
            text
        }
        (Mark::Symbol(symbol), _) => symbol.code.clone(),
        (Mark::Text { text, turned: true }, _) => format!("-{text}"),
        (Mark::Text { text, .. }, _) => text.clone(),
        (Mark::Sides(sides), _) => {
            let letters = sides
                .iter()
                .map(|side| side.map_or('.', |(_, letter)| letter));
            letters.collect()
        }
        (Mark::None, Fill::Black) => "#".into(),
        (Mark::None, Fill::Tint(colour)) => colour.letter().to_string(),
        (Mark::None, Fill::Paper | Fill::Pale) if style.unicode => "·".into(),
        (Mark::None, Fill::Paper | Fill::Pale) => ".".into(),
    }
}

struct Layout<'a> {
    grid: &'a Grid,
    style: TextStyle,
    width: usize,
    lattice: bool,
    margin: usize,
    /// Some cell stands in brackets.
    accented: bool,
}

impl<'a> Layout<'a> {
    fn new(grid: &'a Grid, style: TextStyle, min_width: usize) -> Self {
        let widest = |cells: &[Cell]| {
            let widths = cells.iter().map(|cell| cell_width(cell, style));
            widths.max().unwrap_or(0)
        };
        let marked = |cell: &Cell| bracketed(cell.accent) || cell.fill == Fill::Absent;
        let labels = grid.col_labels.iter().chain(&grid.bottom_labels);
        let labels = labels.flat_map(|label| label.lines()).map(visible_width);
        Layout {
            grid,
            style,
            width: widest(grid.cells())
                .max(min_width)
                .max(labels.max().unwrap_or(0))
                .max(1),
            lattice: grid.lines == Lines::Lattice
                && !style.unicode
                && grid.frames.is_empty()
                && grid.sides.is_none()
                && !grid.cells().iter().any(marked),
            accented: !grid.frames.is_empty()
                || grid.cells().iter().any(|cell| bracketed(cell.accent)),
            margin: grid
                .row_labels
                .iter()
                .map(|label| visible_width(label) + 1)
                .max()
                .unwrap_or(0),
        }
    }

    fn write_lattice(&self, out: &mut String, spot: &mut dyn FnMut(usize, Range<usize>)) {
        let cols = self.grid.cols();
        for row in 0..self.grid.rows() {
            if row > 0 {
                for col in 0..cols {
                    if col > 0 {
                        out.push_str("   ");
                    }
                    out.push('|');
                    if col + 1 < cols {
                        out.extend(std::iter::repeat_n(' ', self.width - 1));
                    }
                }
                out.push('\n');
            }
            for col in 0..cols {
                if col > 0 {
                    out.push_str("---");
                }
                self.write_cell(row, col, out, spot);
            }
            out.push('\n');
        }
    }

    fn write_boxes(&self, out: &mut String, spot: &mut dyn FnMut(usize, Range<usize>)) {
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        if !self.grid.col_labels.is_empty() {
            self.write_col_labels(&self.grid.col_labels, true, out);
        }
        for row in 0..=rows {
            if self.grid.lines != Lines::Bare && self.line_above(row) {
                self.write_rule(row, out);
            }
            if row == rows {
                break;
            }
            self.write_row_label(row, out);
            for col in 0..=cols {
                self.write_wall(row, col, out);
                if col < cols {
                    self.write_cell(row, col, out, spot);
                }
            }
            if let Some(label) = self.grid.right_labels.get(row)
                && !label.is_empty()
            {
                out.push(' ');
                out.push_str(label);
            }
            if self.present(row, cols - 1) && self.grid.sides.is_none() {
                out.push('\n');
            } else {
                trim_line(out);
            }
        }
        if !self.grid.bottom_labels.is_empty() {
            self.write_col_labels(&self.grid.bottom_labels, false, out);
        }
    }

    fn write_cell(
        &self,
        row: usize,
        col: usize,
        out: &mut String,
        spot: &mut dyn FnMut(usize, Range<usize>),
    ) {
        let start = out.len();
        write_cell(&self.grid[(row, col)], self.style, self.width, out);
        spot(row * self.grid.cols() + col, start..out.len());
    }

    /// What stands between the contents of two cells of a row: the brackets of
    /// accents and the line, if there is one.
    fn write_wall(&self, row: usize, col: usize, out: &mut String) {
        let cols = self.grid.cols();
        let bracket = |col: usize, side: usize| -> char {
            let cell = &self.grid[(row, col)];
            let framed = self.grid.frames.iter().any(|f| f.contains(row, col));
            match (bracketed(cell.accent), framed) {
                (true, _) => ['[', ']'][side],
                (false, true) => ['<', '>'][side],
                (false, false) => ' ',
            }
        };
        let bare = self.grid.lines == Lines::Bare;
        let before = (col > 0).then(|| bracket(col - 1, 1));
        let after = (col < cols).then(|| bracket(col, 0));
        if !bare && self.line_before(col) {
            out.extend(before);
            let present = self.edge_down(row, col);
            match (
                self.grid.between.before.get(&(row, col)),
                present,
                self.style.unicode,
            ) {
                (Some(mark), _, _) => out.push_str(mark),
                (None, false, _) => out.push(' '),
                (None, true, true) => out.push('│'),
                (None, true, false) => out.push('|'),
            }
            out.extend(after);
        } else {
            // One column serves both neighbours; an accent wins over a blank.
            let both = [before, after];
            let seen = both.into_iter().flatten().find(|&bracket| bracket != ' ');
            let blank = (col < cols && (col > 0 || self.accented)).then_some(' ');
            out.extend(seen.or(blank));
        }
    }

    fn write_rule(&self, row: usize, out: &mut String) {
        out.extend(std::iter::repeat_n(' ', self.margin));
        let cols = self.grid.cols();
        let edge_right = |col: usize| match &self.grid.sides {
            Some(sides) => sides.above(row, col),
            None => {
                col < cols && (self.present(row, col) || (row > 0 && self.present(row - 1, col)))
            }
        };
        let edge_down = |row: usize, col: usize| {
            row < self.grid.rows() && self.line_before(col) && self.edge_down(row, col)
        };
        let dots = self.grid.sides.as_ref().is_some_and(|sides| sides.dots);
        for col in 0..=cols {
            let up = row > 0 && edge_down(row - 1, col);
            let down = edge_down(row, col);
            let left = col > 0 && edge_right(col - 1);
            let right = edge_right(col);
            if self.line_before(col) {
                if dots && !(up || down || left || right) {
                    out.push(if self.style.unicode { '·' } else { '.' });
                } else {
                    out.push(knot(up, down, left, right, self.style.unicode));
                }
            } else {
                let edge = left || right;
                out.push(dash(edge, self.style.unicode));
            }
            if col < cols {
                // Where a line stands beside the cell, its blank is ruled too.
                let beside =
                    usize::from(self.line_before(col)) + usize::from(self.line_before(col + 1));
                let length = self.width + beside;
                let line = dash(right, self.style.unicode);
                let mark = self.grid.between.above.get(&(row, col));
                let mark = mark.map_or("", String::as_str);
                let free = length.saturating_sub(visible_width(mark));
                out.extend(std::iter::repeat_n(line, free / 2));
                out.push_str(mark);
                out.extend(std::iter::repeat_n(line, free - free / 2));
            }
        }
        trim_line(out);
    }

    /// Labels above the columns stand at their feet, those below hang from the board.
    fn write_col_labels(&self, labels: &[String], at_foot: bool, out: &mut String) {
        let lines = labels.iter().map(|label| label.lines().count());
        let lines = lines.max().unwrap_or(0);
        for line in 0..lines {
            out.extend(std::iter::repeat_n(' ', self.margin));
            for (col, label) in labels.iter().enumerate() {
                let free = lines - label.lines().count();
                let skipped = if at_foot { free } else { 0 };
                let line = line.checked_sub(skipped);
                let label = line.and_then(|line| label.lines().nth(line)).unwrap_or("");
                let lined = self.grid.lines != Lines::Bare && self.line_before(col);
                let gap = if lined { 3 } else { 1 };
                let gap = if col == 0 && lined { 2 } else { gap };
                out.extend(std::iter::repeat_n(' ', gap));
                let free = self.width.saturating_sub(visible_width(label));
                out.extend(std::iter::repeat_n(' ', free / 2));
                out.push_str(label);
                out.extend(std::iter::repeat_n(' ', free - free / 2));
            }
            trim_line(out);
        }
    }

    fn write_row_label(&self, row: usize, out: &mut String) {
        let label = self.grid.row_labels.get(row).map_or("", String::as_str);
        let free = self.margin - visible_width(label).min(self.margin);
        out.extend(std::iter::repeat_n(' ', free.saturating_sub(1)));
        out.push_str(label);
        out.extend(std::iter::repeat_n(' ', free.min(1)));
    }

    fn present(&self, row: usize, col: usize) -> bool {
        row < self.grid.rows()
            && col < self.grid.cols()
            && self.grid[(row, col)].fill != Fill::Absent
    }

    /// Whether there is a line before a cell, where lines can be.
    fn edge_down(&self, row: usize, col: usize) -> bool {
        match &self.grid.sides {
            Some(sides) => sides.before(row, col),
            None => self.present(row, col) || (col > 0 && self.present(row, col - 1)),
        }
    }

    fn line_above(&self, row: usize) -> bool {
        self.grid.sides.is_some()
            || row.is_multiple_of(self.grid.block.0)
            || row == self.grid.rows()
    }

    fn line_before(&self, col: usize) -> bool {
        self.grid.sides.is_some()
            || col.is_multiple_of(self.grid.block.1)
            || col == self.grid.cols()
    }
}

fn bracketed(accent: Accent) -> bool {
    matches!(accent, Accent::Differs | Accent::Focus)
}

fn trim_line(out: &mut String) {
    let kept = out.trim_end_matches(' ').len();
    out.truncate(kept);
    out.push('\n');
}

fn dash(edge: bool, unicode: bool) -> char {
    match (edge, unicode) {
        (false, _) => ' ',
        (true, true) => '─',
        (true, false) => '-',
    }
}

fn knot(up: bool, down: bool, left: bool, right: bool, unicode: bool) -> char {
    if !unicode {
        return match (up || down, left || right) {
            (false, false) => ' ',
            (false, true) => '-',
            (true, _) => '+',
        };
    }
    match (up, down, left, right) {
        (false, false, false, false) => ' ',
        (true, true, true, true) => '┼',
        (true, true, true, false) => '┤',
        (true, true, false, true) => '├',
        (true, false, true, true) => '┴',
        (false, true, true, true) => '┬',
        (true, false, true, false) => '┘',
        (true, false, false, true) => '└',
        (false, true, true, false) => '┐',
        (false, true, false, true) => '┌',
        (true, _, false, false) | (false, true, false, false) => '│',
        (false, false, _, _) => '─',
    }
}
