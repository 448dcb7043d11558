//! The symmetries that a model declares for its boards, as far as an instance keeps them.
//!
//! `tz_symmetry` names a group that the rules allow; the author is believed. What an instance adds is looked at: of a group those
//! elements stay that keep its clues, and what is drawn of its parameters: regions, grounds, small texts in cells and hints outside. Clues beside a board
//! are not moved: such boards have no turns.

use std::collections::HashMap;

use tantalizer_model::{Model, Symmetry, SymmetryGroup, Var};

use crate::annotations::{Board, Looks, Side, StandsOn};
use crate::output::EntryTerm;

/// The names of the groups, as they are declared.
pub const NAMES: [&str; 4] = ["board", "values", "rows", "columns"];

/// The groups that the boards declare, without what clues and parameters break.
pub(crate) fn groups(
    model: &Model,
    looks: &Looks,
    given: &HashMap<Var, i32>,
) -> Vec<SymmetryGroup> {
    let mut names: Vec<&str> = Vec::new();
    for name in looks.boards.iter().flat_map(|board| &board.symmetries) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let boards = Boards::new(model, looks, given);
    let group = |name: &str| {
        let elements = match name {
            "board" => boards.kept(turns(&looks.boards)),
            "rows" => boards.kept(swaps(&looks.boards, true)),
            "columns" => boards.kept(swaps(&looks.boards, false)),
            _ => boards.renamings(),
        };
        SymmetryGroup::new(name, elements)
    };
    names.into_iter().map(group).collect()
}

/// A place on some board: its number and the entry.
type Place = (usize, usize);

/// Where the entries of the boards go: for each board, where each entry goes.
type Move = Vec<Vec<Place>>;

/// What an instance has.
struct Boards<'a> {
    model: &'a Model,
    looks: &'a Looks,
    given: &'a HashMap<Var, i32>,
    /// The positions of the answer.
    positions: HashMap<Var, usize>,
}

impl<'a> Boards<'a> {
    fn new(model: &'a Model, looks: &'a Looks, given: &'a HashMap<Var, i32>) -> Self {
        let answer = model.answer().into_iter();
        Boards {
            positions: answer.enumerate().map(|(at, var)| (var, at)).collect(),
            model,
            looks,
            given,
        }
    }

    /// The moves that keep what the instance has, as symmetries of the answer.
    fn kept(&self, moves: Vec<Move>) -> Vec<Symmetry> {
        let moves = moves.into_iter();
        moves.filter_map(|to| self.symmetry(&to)).collect()
    }

    fn symmetry(&self, to: &Move) -> Option<Symmetry> {
        let mut positions: Vec<usize> = (0..self.positions.len()).collect();
        for (number, board) in self.looks.boards.iter().enumerate() {
            for (at, entry) in board.array.entries.iter().enumerate() {
                let (other, image) = to[number][at];
                let image = &self.looks.boards[other].array.entries[image];
                let (from, image) = match (&entry.term, &image.term) {
                    (EntryTerm::Variable(from), EntryTerm::Variable(image)) => (*from, *image),
                    (EntryTerm::Constant(a), EntryTerm::Constant(b)) if a == b => continue,
                    _ => return None,
                };
                let same = self.given.get(&from) == self.given.get(&image)
                    && self.model.domain(from) == self.model.domain(image);
                if !same {
                    return None;
                }
                if let (Some(&from), Some(&image)) =
                    (self.positions.get(&from), self.positions.get(&image))
                {
                    positions[from] = image;
                }
            }
            if !keeps_looks(board, &to[number], number) {
                return None;
            }
        }
        let mut seen = vec![false; positions.len()];
        let whole = positions
            .iter()
            .all(|&to| !std::mem::replace(&mut seen[to], true));
        whole.then(|| Symmetry::of_positions(positions))
    }

    /// The swaps of two values that no clue and no domain tells apart.
    fn renamings(&self) -> Vec<Symmetry> {
        let answer = self.model.answer();
        let Some(&first) = answer.first() else {
            return Vec::new();
        };
        let domain = self.model.domain(first);
        let alike = |var: &Var| self.model.domain(*var) == domain;
        let told = |value: i32| self.given.values().any(|&given| given == value);
        if !answer.iter().all(alike) {
            return Vec::new();
        }
        let free: Vec<i32> = domain.iter().filter(|&value| !told(value)).collect();
        let pairs = free.windows(2);
        pairs
            .map(|pair| {
                let swap = [(pair[0], pair[1]), (pair[1], pair[0])];
                Symmetry::of_values(answer.len(), swap)
            })
            .collect()
    }
}

/// Whether regions, small texts and hints outside are where they were.
fn keeps_looks(board: &Board, to: &[Place], number: usize) -> bool {
    let stays = to.iter().all(|place| place.0 == number);
    let mut renamed: HashMap<i64, i64> = HashMap::new();
    let regions = board.regions.is_empty()
        || stays
            && to.iter().enumerate().all(|(at, &(_, image))| {
                let region = board.regions[image];
                *renamed.entry(board.regions[at]).or_insert(region) == region
            });
    let labels = board.labels.is_empty()
        || stays
            && to
                .iter()
                .enumerate()
                .all(|(at, &(_, image))| board.labels[at] == board.labels[image]);
    let tints = board.tint.is_empty()
        || stays
            && to
                .iter()
                .enumerate()
                .all(|(at, &(_, image))| board.tint[at] == board.tint[image]);
    regions && labels && tints && keeps_hints(board, to)
}

/// Whether the hints of each line are those of the line that it becomes.
fn keeps_hints(board: &Board, to: &[Place]) -> bool {
    if board.outside.is_empty() {
        return true;
    }
    let (rows, cols) = board.shape();
    // The hints of a line, read from the end at which the hint stands.
    let lines = || {
        let row = |row: usize| (0..cols).map(move |col| row * cols + col);
        let col = |col: usize| (0..rows).map(move |row| row * cols + col);
        let mut lines: Vec<(Vec<usize>, &str)> = Vec::new();
        for (side, hints) in &board.outside {
            for (number, hint) in hints.iter().enumerate() {
                let cells: Vec<usize> = match side {
                    Side::Left => row(number).collect(),
                    Side::Right => row(number).rev().collect(),
                    Side::Top => col(number).collect(),
                    Side::Bottom => col(number).rev().collect(),
                };
                lines.push((cells, hint));
            }
        }
        lines
    };
    let known: HashMap<Vec<usize>, &str> = lines().into_iter().collect();
    lines().iter().all(|(cells, hint)| {
        let image: Vec<usize> = cells.iter().map(|&cell| to[cell].1).collect();
        known.get(&image) == Some(hint)
    })
}

/// The turns and mirrors of the boards, all of them together; none if they are not of one size.
fn turns(boards: &[Board]) -> Vec<Move> {
    let cells = boards
        .iter()
        .find(|board| matches!(board.stands_on, StandsOn::Cells | StandsOn::Nothing));
    let Some((rows, cols)) = cells.map(Board::shape) else {
        return Vec::new();
    };
    let mut moves: Vec<Move> = Vec::new();
    for transposed in [false, true] {
        if transposed && rows != cols {
            continue;
        }
        for (upside_down, mirrored) in [(false, true), (true, false), (true, true), (false, false)]
        {
            let turn = |(row, col): (usize, usize), (rows, cols): (usize, usize)| {
                let row = if upside_down { rows - 1 - row } else { row };
                let col = if mirrored { cols - 1 - col } else { col };
                if transposed { (col, row) } else { (row, col) }
            };
            let moved: Option<Move> = boards
                .iter()
                .enumerate()
                .map(|(number, board)| {
                    let moves = transposed || upside_down || mirrored;
                    if moves && matches!(board.stands_on, StandsOn::Lines(_)) {
                        return None;
                    }
                    let shape = board.shape();
                    let target = if transposed {
                        (shape.1, shape.0)
                    } else {
                        shape
                    };
                    // Sides change their array when rows become columns; everything else stays on its board.
                    let fits = |&(other, candidate): &(usize, &Board)| {
                        candidate.stands_on == board.stands_on
                            && candidate.shape() == target
                            && (target != shape || other == number)
                    };
                    let (other, _) = boards.iter().enumerate().find(fits)?;
                    let entries = 0..board.array.entries.len();
                    let place = |at: usize| {
                        let (row, col) = turn((at / shape.1, at % shape.1), shape);
                        (other, row * target.1 + col)
                    };
                    Some(entries.map(place).collect())
                })
                .collect();
            moves.extend(moved);
        }
    }
    moves
}

/// The swaps of two rows or columns, of all boards that have as many.
fn swaps(boards: &[Board], of_rows: bool) -> Vec<Move> {
    let lines = |board: &Board| {
        if of_rows {
            board.shape().0
        } else {
            board.shape().1
        }
    };
    let Some(count) = boards.first().map(lines) else {
        return Vec::new();
    };
    if boards
        .iter()
        .any(|board| lines(board) != count || board.stands_on == StandsOn::Sides)
    {
        return Vec::new();
    }
    let pairs = (0..count).flat_map(|second| (0..second).map(move |first| (first, second)));
    pairs
        .map(|(first, second)| {
            let swapped = |line: usize| match line {
                line if line == first => second,
                line if line == second => first,
                line => line,
            };
            let moved = boards.iter().enumerate().map(|(number, board)| {
                let width = board.shape().1;
                let place = |at: usize| {
                    let (row, col) = (at / width, at % width);
                    let image = if of_rows {
                        swapped(row) * width + col
                    } else {
                        row * width + swapped(col)
                    };
                    (number, image)
                };
                (0..board.array.entries.len()).map(place).collect()
            });
            moved.collect()
        })
        .collect()
}
