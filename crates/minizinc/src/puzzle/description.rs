//! The boards of a puzzle as data: all that somebody needs who lets people play on them.
//!
//! What never changes is taken from the drawing. Beside it every cell and every side has its place, as explanations and
//! solutions name it, and the values that people choose from.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use tantalizer_draw::{Fill, Sides};
use tantalizer_puzzle::View;

use super::{FlatPuzzle, place, place_on};
use crate::annotations::{Board, Looks, StandsOn};
use crate::boards::{self, Direction, Laid};
use crate::output::EntryTerm;

/// So many values are told one by one; of more, the least and the greatest.
const MOST_VALUES: u64 = 100;

impl FlatPuzzle {
    /// The boards with what is given, as JSON.
    pub fn description(&self) -> Value {
        let looks = &self.flat.looks;
        let plain = if looks.boards.is_empty() {
            self.plain_looks()
        } else {
            Looks::default()
        };
        let laid_out = if looks.boards.is_empty() {
            &plain
        } else {
            looks
        };
        let grids = boards::laid(laid_out, &View::blank(), &self.given);
        let grids: Vec<Value> = grids.iter().map(|laid| self.grid_json(laid)).collect();
        let told = looks.boards.iter().filter(|board| board.clue.is_some());
        let told: Vec<Value> = told.map(clues_json).collect();
        json!({ "title": looks.title, "rules": looks.rules, "clues": told, "grids": grids })
    }

    /// Of a model that says nothing about how it looks, all variables that are printed: each array of one or two dimensions is a board.
    fn plain_looks(&self) -> Looks {
        let shown = self.flat.output.iter();
        let shown =
            shown.filter(|output| output.sizes().len() <= 2 && output.vars().next().is_some());
        Looks {
            boards: shown.map(|output| Board::plain(output.clone())).collect(),
            ..Looks::default()
        }
    }

    fn grid_json(&self, laid: &Laid) -> Value {
        let grid = &laid.grid;
        let (rows, cols) = (grid.rows(), grid.cols());
        let mut values = BTreeSet::new();
        let cells = grid.cells().iter().enumerate().map(|(at, cell)| {
            let mut told = match laid.cells {
                Some(board) => self.entry_json(board, at, &mut values),
                None => Map::new(),
            };
            if !cell.label.is_empty() {
                told.insert("label".into(), cell.label.as_str().into());
            }
            if cell.fill == Fill::Pale {
                told.insert("pale".into(), true.into());
            }
            Value::Object(told)
        });
        let cells: Vec<Value> = cells.collect();
        let looks = values.iter().filter_map(|&value| {
            let look = look_json(laid.cells?, value);
            Some((value.to_string(), look))
        });
        json!({
            "name": laid.name,
            "rows": rows,
            "cols": cols,
            "outside": {
                "top": grid.col_labels,
                "left": grid.row_labels,
                "right": grid.right_labels,
                "bottom": grid.bottom_labels,
            },
            "lines": {
                "above": heavy(grid.sides.as_ref(), Sides::above, (rows + 1, cols)),
                "before": heavy(grid.sides.as_ref(), Sides::before, (rows, cols + 1)),
            },
            "between": { "above": marks(&grid.between.above), "before": marks(&grid.between.before) },
            "cells": cells,
            "looks": looks.collect::<Map<String, Value>>(),
            "edges": self.edges_json(laid),
        })
    }

    /// The sides that people draw; each at the cell after it.
    fn edges_json(&self, laid: &Laid) -> Vec<Value> {
        let of = |&(board, direction): &(&Board, Direction)| {
            let (_, width) = board.shape();
            let edge = |at: usize| {
                let mut told = self.entry_json(board, at, &mut BTreeSet::new());
                let side = match direction {
                    Direction::Above => "above",
                    Direction::Before => "before",
                };
                told.insert("board".into(), board.array.name.as_str().into());
                told.insert("at".into(), at.into());
                told.insert("side".into(), side.into());
                told.insert("row".into(), (at / width).into());
                told.insert("col".into(), (at % width).into());
                Value::Object(told)
            };
            let edges = (0..board.array.entries.len()).map(edge);
            edges.collect::<Vec<Value>>()
        };
        laid.edges.iter().flat_map(of).collect()
    }

    /// An entry of a board: its value, or its place with the values that it may have, which are gathered.
    fn entry_json(
        &self,
        board: &Board,
        at: usize,
        gathered: &mut BTreeSet<i64>,
    ) -> Map<String, Value> {
        let mut told = Map::new();
        let mut fixed = |value: i64, told: &mut Map<String, Value>| {
            gathered.insert(value);
            told.insert("value".into(), value.into());
        };
        let var = match board.array.entries[at].term {
            EntryTerm::Constant(value) => {
                fixed(value, &mut told);
                return told;
            }
            EntryTerm::Set(_) => return told,
            EntryTerm::Variable(var) => var,
        };
        let looks = &self.flat.looks;
        let place = if looks.boards.is_empty() {
            place(&board.array, at)
        } else {
            place_on(looks, board, at)
        };
        told.insert("place".into(), place.into());
        let domain = self.flat.model.domain(var);
        if let Some(&value) = self.given.get(&var) {
            fixed(value.into(), &mut told);
            told.insert("given".into(), true.into());
        } else if domain.len() == 1 {
            domain
                .iter()
                .for_each(|value| fixed(value.into(), &mut told));
        } else if domain.len() > MOST_VALUES {
            told.insert("range".into(), json!([domain.min(), domain.max()]));
        } else {
            gathered.extend(domain.iter().map(i64::from));
            told.insert("values".into(), domain.iter().collect());
        }
        told
    }
}

/// An array of clues: its name and size, on which side of a board it stands, and how its values are written if they are no numbers.
fn clues_json(board: &Board) -> Value {
    let (rows, cols) = board.shape();
    let mut told =
        json!({ "name": board.array.name, "rows": rows, "cols": cols, "symbols": board.symbols });
    if let StandsOn::Lines(side) = board.stands_on {
        told["side"] = side.name().into();
    }
    told
}

/// How a value looks, and what it is called.
fn look_json(board: &Board, value: i64) -> Value {
    let cell = boards::look(board, value);
    let mut look =
        json!({ "word": boards::word(board, value), "text": boards::shown(board, value) });
    match cell.fill {
        Fill::Black => look["black"] = true.into(),
        Fill::Tint(colour) => {
            look["ground"] = colour.hex().into();
            look["ink"] = colour.ink().hex().into();
        }
        Fill::Paper | Fill::Pale | Fill::Absent => {}
    }
    look
}

/// The heavy sides among so many.
fn heavy(
    sides: Option<&Sides>,
    is_heavy: fn(&Sides, usize, usize) -> bool,
    (rows, cols): (usize, usize),
) -> Vec<[usize; 2]> {
    let all = (0..rows).flat_map(|row| (0..cols).map(move |col| [row, col]));
    let drawn = |&[row, col]: &[usize; 2]| sides.is_some_and(|sides| is_heavy(sides, row, col));
    all.filter(drawn).collect()
}

fn marks(marks: &BTreeMap<(usize, usize), String>) -> Vec<Value> {
    let mark = |(&(row, col), text): (&(usize, usize), &String)| json!([row, col, text]);
    marks.iter().map(mark).collect()
}
