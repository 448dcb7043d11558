//! Kinds with codes of their own: the signs of a futoshiki, the black cells of a kakuro.

use super::{Board, Own, Size};
use crate::kind::link::codes::{self, Rest};
use crate::kind::link::sheet::Cells;

pub const FUTOSHIKI: Own = Own {
    keys: &["across", "down"],
    size: Size::Square,
    frame: 0,
    read: |board, rest, sheet| {
        let n = board.rows;
        let signs = codes::with_gaps(rest, 2 * n * (n - 1), BEFORE_I, None, |c, rest, _| {
            let sign = match c {
                'g' => Some(SMALLER),
                'h' => Some(LARGER),
                '.' => None,
                c => codes::number(c, rest).map(|_| DIFFERENCE)?.into(),
            };
            Some(vec![sign])
        })?;
        if signs.contains(&Some(DIFFERENCE)) {
            return Err("a number between two cells, their difference, is not known here".into());
        }
        let (across, down) = signs.split_at(n * (n - 1));
        sheet.set_board("across", across, (n - 1).max(1));
        sheet.set_board("down", down, n);
        Ok(())
    },
    write: |board, sheet| {
        let n = board.rows;
        let across = sheet.cells("across", n * (n - 1))?;
        let down = sheet.cells("down", n * (n - 1))?;
        let word = |sign: i64| if sign == SMALLER { "g" } else { "h" }.to_string();
        let signs = across.into_iter().chain(down).map(|sign| sign.map(word));
        Ok(codes::close_up(signs, BEFORE_I))
    },
};

/// The first of two cells is smaller, or larger, or they have a difference that is told.
const SMALLER: i64 = 1;
const LARGER: i64 = -1;
const DIFFERENCE: i64 = 0;

/// Of signs `i` is one empty place.
const BEFORE_I: u32 = 17;

/// The first row and column are black, and a link has their sums behind the others.
pub const KAKURO: Own = Own {
    keys: &["wall", "across", "down"],
    size: Size::Rectangle,
    frame: 1,
    read: |inner, rest, sheet| {
        let cells = codes::with_gaps(rest, inner.cells(), BEFORE_K, None, |c, rest, _| {
            if c == '.' {
                return Some(vec![Some((None, None))]);
            }
            let down = sum(c)?;
            Some(vec![Some((sum(rest.next()?)?, down))])
        })?;
        let outer = inner.with_frame(1);
        let mut walls = vec![Some(1); outer.cells()];
        let mut across: Cells = vec![None; outer.cells()];
        let mut down = across.clone();
        for (at, cell) in cells.iter().enumerate() {
            let place = framed(inner, at);
            match *cell {
                None => walls[place] = Some(0),
                Some(sums) => (across[place], down[place]) = sums,
            }
        }
        let outside = |rest: &mut Rest| {
            let c = rest
                .next()
                .ok_or("it ends before the sums outside of the board")?;
            sum(c).ok_or_else(|| format!("`{c}` is no sum"))
        };
        for top in tops(outer, &walls) {
            down[top] = outside(rest)?;
        }
        for left in lefts(outer, &walls) {
            across[left] = outside(rest)?;
        }
        sheet.set_board("wall", &walls, outer.cols);
        sheet.set_board("across", &across, outer.cols);
        sheet.set_board("down", &down, outer.cols);
        Ok(())
    },
    write: |inner, sheet| {
        let outer = inner.with_frame(1);
        let walls = sheet.cells("wall", outer.cells())?;
        let across = sheet.cells("across", outer.cells())?;
        let down = sheet.cells("down", outer.cells())?;
        let is_frame = |at: &usize| *at < outer.cols || at.is_multiple_of(outer.cols);
        if (0..outer.cells())
            .filter(is_frame)
            .any(|at| walls[at] != Some(1))
        {
            return Err("the first row and column must be black for a link".into());
        }
        let word = |at: usize| match (walls[at], down[at], across[at]) {
            (Some(1), None, None) => Ok(Some(".".to_string())),
            (Some(1), down, across) => Ok(Some(write_sum(down)? + &write_sum(across)?)),
            _ => Ok(None),
        };
        let words = (0..inner.cells()).map(|at| word(framed(inner, at)));
        let words = words.collect::<Result<Vec<_>, String>>()?;
        let outside = tops(outer, &walls).map(|top| write_sum(down[top]));
        let outside = outside.chain(lefts(outer, &walls).map(|left| write_sum(across[left])));
        Ok(codes::close_up(words, BEFORE_K) + &outside.collect::<Result<String, String>>()?)
    },
};

/// A cell of the board of a link within the frame.
fn framed(inner: Board, cell: usize) -> usize {
    let outer = inner.with_frame(1);
    (cell / inner.cols + 1) * outer.cols + cell % inner.cols + 1
}

/// The black cells at the top with a white one below.
fn tops(outer: Board, walls: &[Option<i64>]) -> impl Iterator<Item = usize> {
    (1..outer.cols).filter(move |top| walls[top + outer.cols] == Some(0))
}

/// The black cells on the left with a white one beside.
fn lefts(outer: Board, walls: &[Option<i64>]) -> impl Iterator<Item = usize> {
    let lefts = (1..outer.rows).map(move |row| row * outer.cols);
    lefts.filter(|left| walls[left + 1] == Some(0))
}

/// Behind these letters come those for white cells.
const BEFORE_K: u32 = 19;

/// A sum in one character: digits and small letters up to 19, capitals from 20 on, a hyphen if it is not told. 0 is no sum.
fn sum(c: char) -> Option<Option<i64>> {
    let digit = c.to_digit(36).map(i64::from);
    match c {
        '-' | '0' => Some(None),
        'A'..='Z' => Some(digit.map(|digit| digit + 10)),
        _ => Some(Some(digit.filter(|&digit| digit <= i64::from(BEFORE_K))?)),
    }
}

fn write_sum(sum: Option<i64>) -> Result<String, String> {
    let Some(sum) = sum else {
        return Ok("-".into());
    };
    let small = u32::try_from(sum).ok().filter(|&sum| sum <= 45);
    let sum = small.ok_or_else(|| format!("{sum} is too large for a link"))?;
    Ok(if sum <= BEFORE_K {
        codes::digit(sum)
    } else {
        codes::digit(sum - 10).to_uppercase()
    })
}
