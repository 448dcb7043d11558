//! Many boards of one shape, printed fast.
//!
//! The idea: lay the board out once, remember where the changing cells stand,
//! and print a board as a copy of the layout with those few places stamped
//! over. If all stamps have the same length in bytes (always so in plain text)
//! this costs one copy and one store a cell.

use super::{TextStyle, grid};
use crate::{Cell, Grid};
use std::ops::Range;

/// A board laid out once, with holes for the cells that change.
#[derive(Clone, Debug)]
pub struct Stencil {
    layout: Vec<u8>,
    /// Where the holes stand in `layout`, in ascending order.
    holes: Vec<Range<usize>>,
    /// For the i-th hole as asked for: its place in `holes`.
    order: Vec<usize>,
    stamps: Vec<Vec<u8>>,
    /// All stamps and holes have one length: stamp over a copy.
    even: bool,
}

impl Stencil {
    /// Lays out `board`; the cells with the indices `holes` (row by row, from
    /// 0) are left open, each to be filled with one of `stamps`.
    ///
    /// # Panics
    /// If a hole is no cell of the board.
    pub fn new(board: &Grid, holes: &[usize], stamps: &[Cell], style: TextStyle) -> Stencil {
        let mut board = board.clone();
        for &hole in holes {
            board.cells_mut()[hole] = stamps.first().cloned().unwrap_or_default();
        }
        let widths = stamps.iter().map(|stamp| grid::cell_width(stamp, style));
        let mut width = widths.max().unwrap_or(0);
        for cell in board.cells() {
            width = width.max(grid::cell_width(cell, style));
        }
        let mut layout = String::new();
        let mut spots = vec![0..0; board.cells().len()];
        let mut note = |cell: usize, spot: Range<usize>| spots[cell] = spot;
        grid::write(&board, style, width, &mut layout, &mut note);

        let mut by_place: Vec<usize> = (0..holes.len()).collect();
        by_place.sort_by_key(|&index| spots[holes[index]].start);
        let mut order = vec![0; holes.len()];
        for (place, &index) in by_place.iter().enumerate() {
            order[index] = place;
        }
        let holes: Vec<_> = by_place
            .iter()
            .map(|&index| spots[holes[index]].clone())
            .collect();
        let stamps: Vec<Vec<u8>> = stamps
            .iter()
            .map(|stamp| {
                let mut text = String::new();
                grid::write_cell(stamp, style, width, &mut text);
                text.into_bytes()
            })
            .collect();
        let length = stamps.first().map_or(0, Vec::len);
        Stencil {
            even: stamps.iter().all(|stamp| stamp.len() == length)
                && holes.iter().all(|hole| hole.len() == length),
            layout: layout.into_bytes(),
            holes,
            order,
            stamps,
        }
    }

    /// Appends the board to `out`; `values` gives, for each hole in the order
    /// of [`Stencil::new`], which stamp goes there.
    ///
    /// # Panics
    /// If there are fewer values than holes, or a value is no stamp.
    pub fn print(&self, values: impl IntoIterator<Item = usize>, out: &mut Vec<u8>) {
        let start = out.len();
        let values = values.into_iter();
        if self.even {
            out.extend_from_slice(&self.layout);
            let copy = &mut out[start..];
            let mut filled = 0;
            for (&place, value) in self.order.iter().zip(values) {
                let hole = self.holes[place].start;
                match self.stamps[value].as_slice() {
                    [byte] => copy[hole] = *byte,
                    stamp => copy[hole..hole + stamp.len()].copy_from_slice(stamp),
                }
                filled += 1;
            }
            assert_eq!(
                filled,
                self.holes.len(),
                "values for the holes of a stencil"
            );
            return;
        }
        let mut chosen = vec![0; self.holes.len()];
        let mut filled = 0;
        for (&place, value) in self.order.iter().zip(values) {
            chosen[place] = value;
            filled += 1;
        }
        assert_eq!(
            filled,
            self.holes.len(),
            "values for the holes of a stencil"
        );
        let mut copied = 0;
        for (hole, value) in self.holes.iter().zip(chosen) {
            out.extend_from_slice(&self.layout[copied..hole.start]);
            out.extend_from_slice(&self.stamps[value]);
            copied = hole.end;
        }
        out.extend_from_slice(&self.layout[copied..]);
    }
}
