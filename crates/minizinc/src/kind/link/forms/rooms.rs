//! Kinds whose boards are divided by lines: rooms.

use super::{Board, Own, Size};
use crate::kind::link::codes::{self, Code, Mark, Rest};
use crate::kind::link::sheet::Cells;

pub const HEYAWAKE: Own = Own {
    keys: &["room", "number"],
    size: Size::Rectangle,
    frame: 0,
    read: |board, rest, sheet| {
        let rooms = read_rooms(board, rest)?;
        let firsts = firsts(&rooms);
        let numbers = Code::Numbers.read(rest, firsts.len())?;
        let mut cells = vec![None; board.cells()];
        for (first, number) in firsts.into_iter().zip(numbers) {
            cells[first] = number.number();
        }
        sheet.set_board("room", &told(&rooms), board.cols);
        sheet.set_board("number", &cells, board.cols);
        Ok(())
    },
    write: |board, sheet| {
        let (rooms, lines) = write_rooms(board, &sheet.cells("room", board.cells())?)?;
        let numbers = sheet.cells("number", board.cells())?;
        let numbers: Vec<Mark> = firsts(&rooms)
            .into_iter()
            .map(|at| Mark::of(numbers[at]))
            .collect();
        Ok(lines + &Code::Numbers.write(&numbers)?)
    },
};

pub const STAR_BATTLE: Own = Own {
    keys: &["stars", "region"],
    size: Size::Square,
    frame: 0,
    read: |board, rest, sheet| {
        let wrong = "expected the number of stars, a slash and the lines between regions";
        let (stars, lines) = rest.0.split_once('/').ok_or(wrong)?;
        let stars: u32 = stars.parse().map_err(|_| wrong)?;
        *rest = Rest(lines);
        let rooms = read_rooms(board, rest)?;
        let count = firsts(&rooms).len();
        if count != board.rows {
            return Err(format!("{count} regions, expected {}", board.rows));
        }
        sheet.set("stars", stars);
        sheet.set_board("region", &told(&rooms), board.cols);
        Ok(())
    },
    write: |board, sheet| {
        let stars = sheet.number("stars")?;
        let (_, lines) = write_rooms(board, &sheet.cells("region", board.cells())?)?;
        Ok(format!("{stars}/{lines}"))
    },
};

pub const FILLOMINO: Own = Own {
    keys: &["most", "cell"],
    size: Size::Rectangle,
    frame: 0,
    read: |board, rest, sheet| {
        let cells = Code::Numbers.read(rest, board.cells())?;
        if !rest.0.is_empty() {
            let lines = codes::fixed(rest, between_columns(board), 2, 5)?;
            let more = codes::fixed(rest, between_rows(board), 2, 5)?;
            if lines.iter().chain(&more).any(|&line| line == 1) {
                return Err("lines between cells are not known here".into());
            }
        }
        let cells: Cells = cells.into_iter().map(Mark::number).collect();
        sheet.set("most", largest_region(board, &cells));
        sheet.set_board("cell", &cells, board.cols);
        Ok(())
    },
    write: |board, sheet| {
        let cells = sheet.cells("cell", board.cells())?;
        let most = sheet.number("most")?;
        if (most as i64) < largest_region(board, &cells) {
            return Err(format!(
                "a link cannot tell that no region has more than {most} cells"
            ));
        }
        let marks: Vec<Mark> = cells.into_iter().map(Mark::of).collect();
        Code::Numbers.write(&marks)
    },
};

/// No region of a fillomino can be larger: one with a number is as large as that, and any other lies on cells without.
fn largest_region(board: Board, cells: &[Option<i64>]) -> i64 {
    let pieces = pieces(board, |one, other| {
        cells[one].is_none() && cells[other].is_none()
    });
    let mut sizes = vec![0; board.cells()];
    pieces.iter().for_each(|&piece| sizes[piece] += 1);
    let numbers = cells.iter().flatten().copied();
    numbers.chain(sizes).max().unwrap_or(1)
}

/// The room of each cell, numbered in the order of their first cells.
fn read_rooms(board: Board, rest: &mut Rest) -> Result<Vec<usize>, String> {
    let beside = codes::fixed(rest, between_columns(board), 2, 5)?;
    let below = codes::fixed(rest, between_rows(board), 2, 5)?;
    Ok(pieces(board, |one, other| {
        let (first, second) = (one.min(other), one.max(other));
        let row = first / board.cols;
        let line = if second / board.cols == row {
            beside[first - row]
        } else {
            below[first]
        };
        line == 0
    }))
}

/// The rooms that cells of one number are, and the lines between them.
fn write_rooms(board: Board, cells: &[Option<i64>]) -> Result<(Vec<usize>, String), String> {
    let rooms = pieces(board, |one, other| cells[one] == cells[other]);
    for (at, first) in firsts(&rooms).into_iter().enumerate() {
        let again =
            (0..board.cells()).find(|&cell| cells[cell] == cells[first] && rooms[cell] != at);
        if again.is_some() {
            return Err("a region in several pieces has no link".into());
        }
    }
    let line = |one: usize, other: usize| u32::from(rooms[one] != rooms[other]);
    let inner = (0..board.cells()).filter(|cell| cell % board.cols + 1 < board.cols);
    let beside: Vec<u32> = inner.map(|cell| line(cell, cell + 1)).collect();
    let below = 0..between_rows(board);
    let below: Vec<u32> = below.map(|cell| line(cell, cell + board.cols)).collect();
    let lines = codes::write_fixed(&beside, 2, 5) + &codes::write_fixed(&below, 2, 5);
    Ok((rooms, lines))
}

/// The connected pieces of a board, numbered in the order of their first cells: the piece of each cell.
fn pieces(board: Board, joined: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut pieces: Vec<Option<usize>> = vec![None; board.cells()];
    let mut count = 0;
    for first in 0..board.cells() {
        if pieces[first].is_some() {
            continue;
        }
        let mut open = vec![first];
        pieces[first] = Some(count);
        while let Some(cell) = open.pop() {
            for next in board.around(cell).into_iter().flatten() {
                if pieces[next].is_none() && joined(cell, next) {
                    pieces[next] = Some(count);
                    open.push(next);
                }
            }
        }
        count += 1;
    }
    pieces.into_iter().flatten().collect()
}

/// The first cell of each room.
fn firsts(rooms: &[usize]) -> Vec<usize> {
    let mut firsts = Vec::new();
    for (cell, &room) in rooms.iter().enumerate() {
        if room == firsts.len() {
            firsts.push(cell);
        }
    }
    firsts
}

fn between_columns(board: Board) -> usize {
    board.rows * (board.cols - 1)
}

fn between_rows(board: Board) -> usize {
    (board.rows - 1) * board.cols
}

/// Rooms as a parameter tells them, from 1 on.
fn told(rooms: &[usize]) -> Cells {
    rooms.iter().map(|&room| Some(room as i64 + 1)).collect()
}
