//! Kinds with numbers outside of the board: those of the columns come first.

use super::{Board, Own, Size};
use crate::kind::link::codes::{self, Code, Mark, Rest};
use crate::kind::link::sheet::{Cells, Sheet};

pub const TENTS: Own = Own {
    keys: &["tree", "in_row", "in_col"],
    size: Size::Rectangle,
    frame: 0,
    read: |board, rest, sheet| {
        read_sums(board, rest, sheet)?;
        let trees = codes::sparse(rest, board.cells())?;
        let trees: Cells = trees.into_iter().map(|tree| Some(tree.into())).collect();
        sheet.set_board("tree", &trees, board.cols);
        Ok(())
    },
    write: |board, sheet| {
        let trees = sheet.cells("tree", board.cells())?;
        let trees: Vec<bool> = trees.into_iter().map(|tree| tree == Some(1)).collect();
        Ok(write_sums(board, sheet)? + &codes::write_sparse(&trees))
    },
};

pub const BATTLESHIPS: Own = Own {
    keys: &["fleet", "in_row", "in_col", "sea"],
    size: Size::Rectangle,
    frame: 0,
    read: |board, rest, sheet| {
        if !rest.0.starts_with('/') {
            read_sums(board, rest, sheet)?;
            let cells = Code::Numbers.read(rest, board.cells())?;
            sheet.set_board("sea", &sea(board, &cells)?, board.cols);
        }
        sheet.set("fleet", read_fleet(rest)?);
        Ok(())
    },
    write: |board, sheet| {
        let cells = sheet.cells("sea", board.cells())?;
        let cell = |cell: Option<i64>| match cell {
            None => Mark::Empty,
            Some(0) => Mark::Number(WATER),
            // A ship, and it is not told which part of it.
            Some(_) => Mark::Untold,
        };
        let cells: Vec<Mark> = cells.into_iter().map(cell).collect();
        let cells = Code::Numbers.write(&cells)?;
        Ok(write_sums(board, sheet)? + &cells + &write_fleet(sheet)?)
    },
};

pub const NONOGRAM: Own = Own {
    keys: &["row_runs", "col_runs"],
    size: Size::Rectangle,
    frame: 0,
    read: |board, rest, sheet| {
        let (deep, wide) = (board.rows.div_ceil(2), board.cols.div_ceil(2));
        let marks = Code::Numbers.read(rest, board.cols * deep + board.rows * wide)?;
        let (cols, rows) = marks.split_at(board.cols * deep);
        for (key, marks, most) in [("row_runs", rows, wide), ("col_runs", cols, deep)] {
            let mut runs = Vec::new();
            for line in marks.chunks(most) {
                // The last run comes first.
                let told = line.iter().rev().filter(|&&mark| mark != Mark::Empty);
                let mut told = told
                    .map(|&mark| number(mark))
                    .collect::<Result<Cells, String>>()?;
                told.resize(most, Some(0));
                runs.extend(told);
            }
            sheet.set_board(key, &runs, most);
        }
        Ok(())
    },
    write: |board, sheet| {
        let mut marks = Vec::new();
        for (key, lines, most) in [
            ("col_runs", board.cols, board.rows.div_ceil(2)),
            ("row_runs", board.rows, board.cols.div_ceil(2)),
        ] {
            let rows = sheet.rows(key);
            if rows.len() != lines {
                return Err(format!("`{key}` has {} rows, expected {lines}", rows.len()));
            }
            for row in rows {
                let runs = row
                    .into_iter()
                    .rev()
                    .filter_map(|run| u32::try_from(run?).ok());
                let mut runs: Vec<Mark> = runs.filter(|&run| run > 0).map(Mark::Number).collect();
                if runs.len() > most {
                    return Err(format!(
                        "`{key}` has more runs in a line than there is room for"
                    ));
                }
                runs.resize(most, Mark::Empty);
                marks.extend(runs);
            }
        }
        Code::Numbers.write(&marks)
    },
};

pub const SKYSCRAPERS: Own = Own {
    keys: &["top", "bottom", "left", "right", "height"],
    size: Size::Square,
    frame: 0,
    read: |board, rest, sheet| {
        let n = board.rows;
        let marks = Code::Numbers.read(rest, SIDES.len() * n)?;
        for (side, marks) in SIDES.iter().zip(marks.chunks(n)) {
            sheet.set(
                side,
                marks.iter().map(|mark| mark.number()).collect::<Cells>(),
            );
        }
        let heights = if rest.0.is_empty() {
            vec![Mark::Empty; board.cells()]
        } else {
            Code::Numbers.read(rest, board.cells())?
        };
        let heights: Cells = heights.into_iter().map(Mark::number).collect();
        sheet.set_board("height", &heights, n);
        Ok(())
    },
    write: |board, sheet| {
        let mut marks = Vec::new();
        for side in SIDES {
            marks.extend(sheet.cells(side, board.rows)?.into_iter().map(Mark::of));
        }
        let heights: Vec<Mark> = sheet
            .cells("height", board.cells())?
            .into_iter()
            .map(Mark::of)
            .collect();
        let told = heights.iter().any(|&height| height != Mark::Empty);
        let heights = if told {
            Code::Numbers.write(&heights)?
        } else {
            String::new()
        };
        Ok(Code::Numbers.write(&marks)? + &heights)
    },
};

const SIDES: [&str; 4] = ["top", "bottom", "left", "right"];

/// How many there are in each column, and in each row.
fn read_sums(board: Board, rest: &mut Rest, sheet: &mut Sheet) -> Result<(), String> {
    let sums = Code::Numbers.read(rest, board.cols + board.rows)?;
    let sums: Cells = sums.into_iter().map(Mark::number).collect();
    let (cols, rows) = sums.split_at(board.cols);
    sheet.set("in_col", cols);
    sheet.set("in_row", rows);
    Ok(())
}

fn write_sums(board: Board, sheet: &Sheet) -> Result<String, String> {
    let cols = sheet.cells("in_col", board.cols)?;
    let rows = sheet.cells("in_row", board.rows)?;
    let marks: Vec<Mark> = cols.into_iter().chain(rows).map(Mark::of).collect();
    Code::Numbers.write(&marks)
}

/// Parts of ships in links: water, an end that points up, down, left or right, a middle, a ship of one cell.
const WATER: u32 = 0;
const MIDDLE: u32 = 5;
const SINGLE: u32 = 6;

/// What the parts of ships that are told mean for the cells around them.
fn sea(board: Board, cells: &[Mark]) -> Result<Cells, String> {
    let mut sea = vec![None; board.cells()];
    for (at, &cell) in cells.iter().enumerate() {
        let place = format!("r{}c{}", at / board.cols + 1, at % board.cols + 1);
        let mut tell = |cell: Option<usize>, ship: bool| match cell {
            Some(cell) if sea[cell].is_none_or(|told| told == i64::from(ship)) => {
                sea[cell] = Some(i64::from(ship));
                Ok(())
            }
            None if !ship => Ok(()),
            _ => Err(format!("the part of a ship at {place} cannot lie there")),
        };
        // Above, below, left, right.
        let around = board.around(at);
        let ships = match cell {
            Mark::Empty => continue,
            Mark::Untold => {
                tell(Some(at), true)?;
                continue;
            }
            Mark::Number(WATER) => {
                tell(Some(at), false)?;
                continue;
            }
            // An end that points up goes on below.
            Mark::Number(1) => [false, true, false, false],
            Mark::Number(2) => [true, false, false, false],
            Mark::Number(3) => [false, false, false, true],
            Mark::Number(4) => [false, false, true, false],
            Mark::Number(MIDDLE) if around[0].is_none() || around[1].is_none() => {
                [false, false, true, true]
            }
            Mark::Number(MIDDLE) if around[2].is_none() || around[3].is_none() => {
                [true, true, false, false]
            }
            Mark::Number(MIDDLE) => {
                let message =
                    "the middle of a ship of which the direction is not told is not known here";
                return Err(format!("{place}: {message}"));
            }
            Mark::Number(SINGLE) => [false; 4],
            Mark::Number(_) => return Err(format!("{place}: only straight ships are known here")),
        };
        tell(Some(at), true)?;
        for (cell, ship) in around.into_iter().zip(ships) {
            tell(cell, ship)?;
        }
    }
    Ok(sea)
}

/// Fleets that have a letter: of the shortest ships as many as the longest is long, and one less of each next.
const FLEETS: [(char, i64); 3] = [('c', 3), ('d', 4), ('e', 5)];

/// How many ships there are of each length, from 1 on.
fn read_fleet(rest: &mut Rest) -> Result<Vec<i64>, String> {
    let wrong = || "expected the fleet behind a slash".to_string();
    let text = rest.0.strip_prefix('/').ok_or_else(wrong)?;
    *rest = Rest("");
    if let Some(letter) = text.strip_prefix('/') {
        let fleet = FLEETS.iter().find(|fleet| letter == fleet.0.to_string());
        let &(_, longest) = fleet.ok_or_else(|| format!("no fleet is called `{letter}` here"))?;
        return Ok((1..=longest).rev().collect());
    }
    let mut pieces = text.split('/');
    let count: usize = pieces
        .next()
        .and_then(|count| count.parse().ok())
        .ok_or_else(wrong)?;
    let lengths = pieces
        .map(length_of_ship)
        .collect::<Result<Vec<usize>, String>>()?;
    if lengths.len() != count {
        return Err(format!("{} ships, expected {count}", lengths.len()));
    }
    let mut fleet = vec![0; lengths.iter().copied().max().unwrap_or(0)];
    lengths.iter().for_each(|length| fleet[length - 1] += 1);
    Ok(fleet)
}

/// A ship is its width, its height and its cells.
fn length_of_ship(text: &str) -> Result<usize, String> {
    let wrong = || format!("`{text}`: expected a straight ship");
    let mut rest = Rest(text);
    let mut side = || rest.next()?.to_digit(36).map(|side| side as usize);
    let (width, height) = side().zip(side()).ok_or_else(wrong)?;
    let cells = codes::fixed(&mut rest, width * height, 2, 5)?;
    let straight = width.min(height) == 1 && cells.iter().all(|&cell| cell == 1);
    if straight && rest.0.is_empty() {
        Ok(width * height)
    } else {
        Err(wrong())
    }
}

fn write_fleet(sheet: &Sheet) -> Result<String, String> {
    let fleet: Vec<i64> = sheet.rows("fleet").concat().into_iter().flatten().collect();
    let usual = |longest: i64| (1..=longest).rev().eq(fleet.iter().copied());
    if let Some((letter, _)) = FLEETS.iter().find(|(_, longest)| usual(*longest)) {
        return Ok(format!("//{letter}"));
    }
    let mut ships = Vec::new();
    for (length, &count) in (1..).zip(&fleet) {
        let width = char::from_digit(length, 36).ok_or("a ship is too long for a link")?;
        let cells = codes::write_fixed(&vec![1; length as usize], 2, 5);
        ships.extend((0..count).map(|_| format!("/{width}1{cells}")));
    }
    Ok(format!("/{}{}", ships.len(), ships.concat()))
}

fn number(mark: Mark) -> Result<Option<i64>, String> {
    match mark {
        Mark::Untold => Err("a question mark is not known here".into()),
        other => Ok(other.number()),
    }
}
