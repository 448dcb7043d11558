//! The kinds that links know, and what a link of each has behind the sizes.

mod outside;
mod rooms;
mod signs;

use super::codes::{Code, Mark, Rest};
use super::sheet::{Cells, Sheet};

/// What links of a kind are like.
pub struct Form {
    /// Our name of the kind.
    pub kind: &'static str,
    /// Its names in links; the first is the one to write.
    pub names: &'static [&'static str],
    body: Body,
}

enum Body {
    /// One code for the cells of the board, which say several things.
    Cells(Size, Code, &'static [Part]),
    /// Anything else.
    Own(&'static Own),
}

/// How a sheet tells the size.
#[derive(Clone, Copy)]
pub enum Size {
    /// As `rows` and `cols`.
    Rectangle,
    /// As `n`.
    Square,
    /// As the rows and columns of a box.
    Boxes,
}

/// What the cells of a link say of one array.
#[derive(Clone, Copy)]
enum Part {
    /// Numbers are clues.
    Clues(&'static str),
    /// The same, and something without a number is more than no clue at all.
    SureClues(&'static str),
    /// Numbers are a parameter: 0 where there is none, and -1 where there is one that is not told.
    Numbers(&'static str),
    /// The same, and all that are there are told.
    ToldNumbers(&'static str),
    /// A parameter is 1 where something stands, numbered or not.
    Present(&'static str),
    /// Circles are clues; this is the value of a white one.
    Circles(&'static str, i64),
}

/// Links that are more than the cells of a board.
struct Own {
    /// What they tell.
    keys: &'static [&'static str],
    size: Size,
    /// Rows and columns of the sheet, at the top and on the left, that are not part of the board of a link.
    frame: usize,
    read: fn(Board, &mut Rest, &mut Sheet) -> Result<(), String>,
    write: fn(Board, &Sheet) -> Result<String, String>,
}

/// Rows and columns of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pub rows: usize,
    pub cols: usize,
}

macro_rules! forms {
    ($($kind:literal [$($name:literal)*] $body:expr;)*) => {
        /// All forms.
        pub const FORMS: &[Form] = &[$(Form { kind: $kind, names: &[$($name),*], body: $body }),*];
    };
}

use Body::{Cells as Plain, Own as Other};
use Part::{Circles, Clues, Numbers, Present, SureClues, ToldNumbers};
use Size::{Boxes, Rectangle, Square};

forms! {
    "akari" ["akari" "lightup"] Plain(Rectangle, Code::UpToFour, &[Present("wall"), Clues("number")]);
    "battleships" ["battleship"] Other(&outside::BATTLESHIPS);
    "fillomino" ["fillomino"] Other(&rooms::FILLOMINO);
    "futoshiki" ["minarism"] Other(&signs::FUTOSHIKI);
    "hashi" ["hashi" "hashikake" "bridges"] Plain(Rectangle, Code::Numbers, &[Present("island"), Clues("number")]);
    "heyawake" ["heyawake" "heyawacky"] Other(&rooms::HEYAWAKE);
    "hitori" ["hitori"] Plain(Square, Code::Characters, &[ToldNumbers("number")]);
    "kakuro" ["kakuro"] Other(&signs::KAKURO);
    "masyu" ["mashu" "masyu" "pearl"] Plain(Rectangle, Code::Circles, &[Circles("pearl", 1)]);
    "minesweeper" ["mines"] Plain(Rectangle, Code::Numbers, &[SureClues("cell")]);
    "nonogram" ["nonogram"] Other(&outside::NONOGRAM);
    "nurikabe" ["nurikabe"] Plain(Rectangle, Code::Numbers, &[Numbers("number")]);
    "shikaku" ["shikaku"] Plain(Rectangle, Code::Numbers, &[Numbers("number")]);
    "skyscrapers" ["skyscrapers" "building" "skyscraper"] Other(&outside::SKYSCRAPERS);
    "slitherlink" ["slither" "slitherlink"] Plain(Rectangle, Code::UpToFour, &[Clues("number")]);
    "star-battle" ["starbattle"] Other(&rooms::STAR_BATTLE);
    "sudoku" ["sudoku"] Plain(Boxes, Code::Numbers, &[Clues("cell")]);
    "tents" ["tents"] Other(&outside::TENTS);
    "yin-yang" ["yinyang"] Plain(Rectangle, Code::Circles, &[Circles("cell", 0)]);
}

impl Form {
    /// What its links tell, besides the size.
    pub fn keys(&self) -> Vec<&'static str> {
        let (size, keys) = match &self.body {
            Body::Cells(size, _, parts) => (size, parts.iter().map(|part| part.key()).collect()),
            Body::Own(own) => (&own.size, own.keys.to_vec()),
        };
        size.keys().iter().copied().chain(keys).collect()
    }

    /// Reads what stands behind the sizes.
    pub fn read(&self, rows: usize, cols: usize, rest: &mut Rest) -> Result<Sheet, String> {
        let board = Board { rows, cols };
        let mut sheet = Sheet::of_kind(self.kind);
        match &self.body {
            Body::Cells(size, code, parts) => {
                size.read(board, &mut sheet)?;
                let cells = code.read(rest, board.cells())?;
                for part in *parts {
                    let values = cells.iter().map(|&cell| part.value(cell));
                    let values = values.collect::<Result<Cells, String>>()?;
                    sheet.set_board(part.key(), &values, cols);
                }
            }
            Body::Own(own) => {
                own.size.read(board.with_frame(own.frame), &mut sheet)?;
                (own.read)(board, rest, &mut sheet)?;
            }
        }
        Ok(sheet)
    }

    /// The rows and columns of the link, and what stands behind them.
    pub fn write(&self, sheet: &Sheet) -> Result<(usize, usize, String), String> {
        let (board, body) = match &self.body {
            Body::Cells(size, code, parts) => {
                let board = size.write(0, sheet)?;
                let mut cells = vec![Mark::Empty; board.cells()];
                for part in *parts {
                    let values = sheet.cells(part.key(), board.cells())?;
                    for (cell, value) in cells.iter_mut().zip(values) {
                        if let Some(mark) = value.and_then(|value| part.mark(value)) {
                            *cell = mark;
                        }
                    }
                }
                (board, code.write(&cells)?)
            }
            Body::Own(own) => {
                let board = own.size.write(own.frame, sheet)?;
                (board, (own.write)(board, sheet)?)
            }
        };
        Ok((board.rows, board.cols, body))
    }
}

impl Board {
    fn cells(self) -> usize {
        self.rows * self.cols
    }

    fn with_frame(self, frame: usize) -> Board {
        Board {
            rows: self.rows + frame,
            cols: self.cols + frame,
        }
    }

    /// The cells above, below, left and right of a cell, where there are any.
    fn around(self, cell: usize) -> [Option<usize>; 4] {
        let (row, col) = (cell / self.cols, cell % self.cols);
        [
            (row > 0).then(|| cell - self.cols),
            (row + 1 < self.rows).then_some(cell + self.cols),
            (col > 0).then(|| cell - 1),
            (col + 1 < self.cols).then_some(cell + 1),
        ]
    }
}

impl Size {
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Size::Rectangle => &["rows", "cols"],
            Size::Square => &["n"],
            Size::Boxes => &["box_rows", "box_cols"],
        }
    }

    pub fn read(self, board: Board, sheet: &mut Sheet) -> Result<(), String> {
        let Board { rows, cols } = board;
        let numbers = match self {
            Size::Rectangle => vec![rows, cols],
            _ if rows != cols => {
                return Err(format!("{rows} rows and {cols} columns, expected a square"));
            }
            Size::Square => vec![rows],
            Size::Boxes => {
                let boxes = BOXES.iter().find(|boxes| boxes.0 * boxes.1 == rows);
                let &(box_rows, box_cols) = boxes.ok_or_else(|| no_boxes(rows))?;
                vec![box_rows, box_cols]
            }
        };
        for (key, number) in self.keys().iter().zip(numbers) {
            sheet.set(key, number);
        }
        Ok(())
    }

    pub fn write(self, frame: usize, sheet: &Sheet) -> Result<Board, String> {
        let numbers = self.keys().iter().map(|key| sheet.number(key));
        let numbers = numbers.collect::<Result<Vec<usize>, String>>()?;
        let (rows, cols) = match (self, &numbers[..]) {
            (Size::Boxes, &[rows, cols]) => {
                let known = BOXES.contains(&(rows, cols)).then_some(rows * cols);
                let side = known.ok_or_else(|| {
                    format!("boxes of {rows} rows and {cols} columns have no links")
                })?;
                (side, side)
            }
            (_, &[rows, cols]) => (rows, cols),
            (_, &[side]) => (side, side),
            _ => return Err("a board without a size".into()),
        };
        if rows <= frame || cols <= frame {
            return Err("a board without cells has no link".into());
        }
        Ok(Board {
            rows: rows - frame,
            cols: cols - frame,
        })
    }
}

/// The boxes of the editor's sudokus: rows and columns.
const BOXES: [(usize, usize); 5] = [(2, 2), (2, 3), (3, 3), (4, 4), (5, 5)];

fn no_boxes(rows: usize) -> String {
    let sides: Vec<String> = BOXES
        .iter()
        .map(|boxes| (boxes.0 * boxes.1).to_string())
        .collect();
    format!("{rows} rows, expected {} for a sudoku", sides.join(", "))
}

impl Part {
    fn key(self) -> &'static str {
        match self {
            Part::Clues(key)
            | Part::SureClues(key)
            | Part::Numbers(key)
            | Part::ToldNumbers(key)
            | Part::Present(key)
            | Part::Circles(key, _) => key,
        }
    }

    /// What a cell of a link says.
    fn value(self, cell: Mark) -> Result<Option<i64>, String> {
        match (self, cell) {
            (Part::Present(_), cell) => Ok(Some((cell != Mark::Empty).into())),
            (Part::Circles(_, white), Mark::Number(circle)) => {
                Ok(Some(white + i64::from(circle) - 1))
            }
            (Part::Numbers(_) | Part::ToldNumbers(_), Mark::Empty) => Ok(Some(0)),
            (Part::Numbers(_), Mark::Untold) => Ok(Some(-1)),
            (Part::Numbers(_) | Part::ToldNumbers(_), Mark::Number(0)) => {
                Err("0 is no number of this kind".into())
            }
            (Part::SureClues(_) | Part::ToldNumbers(_), Mark::Untold) => {
                Err("a question mark is not known here".into())
            }
            (_, Mark::Number(number)) => Ok(Some(number.into())),
            (_, Mark::Empty | Mark::Untold) => Ok(None),
        }
    }

    /// What is written for a value; nothing if another part writes it, or none does.
    fn mark(self, value: i64) -> Option<Mark> {
        let number = |value: i64| u32::try_from(value).ok().map(Mark::Number);
        match self {
            Part::Clues(_) | Part::SureClues(_) => number(value),
            Part::Numbers(_) | Part::ToldNumbers(_) if value < 0 => Some(Mark::Untold),
            Part::Numbers(_) | Part::ToldNumbers(_) => number(value).filter(|_| value > 0),
            Part::Present(_) => (value != 0).then_some(Mark::Untold),
            Part::Circles(_, white) => number(value - white + 1),
        }
    }
}
