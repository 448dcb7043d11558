//! Links of Penpa, an editor of drawings: `https://swaroopg92.github.io/penpa-edit/#m=edit&p=...`.
//!
//! Such a link is no puzzle but a picture, a text of some twenty lines that is deflated and written in base64: the size of the grid in the first line, what
//! is drawn of the problem in the fourth, as JSON in which long words are two letters. A grid of digits is read, and a link with anything else on
//! it is refused. Which kind it is, its title says. The format is that which the editor publishes with its source.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde_json::{Map, Value, json};
use tantalizer_puzzle::file::quoted;

use super::LONGEST_SIDE;
use super::forms::{Board, Size};
use super::sheet::{Cells, Sheet};

/// What this form of a puzzle is called.
pub const FORM: &str = "penpa";

/// Where the links that are written lead.
const SITE: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=";

/// The kinds whose clues are digits in the cells of `cell`, and what their sizes are.
const KINDS: &[(&str, Size)] = &[
    ("diagonal-sudoku", Size::Boxes),
    ("latin-square", Size::Square),
    ("magic-square", Size::Square),
    ("minesweeper", Size::Rectangle),
    ("sudoku", Size::Boxes),
    ("takuzu", Size::Square),
];
const CELLS: &str = "cell";

/// Words of the text and what stands for them; the first makes room for the others.
const SHORT: &[(&str, &str)] = &[
    ("z", "zZ"),
    ("\"qa\"", "z9"),
    ("\"pu_q\"", "zQ"),
    ("\"pu_a\"", "zA"),
    ("\"grid\"", "zG"),
    ("\"edit_mode\"", "zM"),
    ("\"surface\"", "zS"),
    ("\"line\"", "zL"),
    ("\"lineE\"", "zE"),
    ("\"wall\"", "zW"),
    ("\"cage\"", "zC"),
    ("\"number\"", "zN"),
    ("\"symbol\"", "zY"),
    ("\"special\"", "zP"),
    ("\"board\"", "zB"),
    ("\"command_redo\"", "zR"),
    ("\"command_undo\"", "zU"),
    ("\"command_replay\"", "z8"),
    ("\"numberS\"", "z1"),
    ("\"freeline\"", "zF"),
    ("\"freelineE\"", "z2"),
    ("\"thermo\"", "zT"),
    ("\"arrows\"", "z3"),
    ("\"direction\"", "zD"),
    ("\"squareframe\"", "z0"),
    ("\"polygon\"", "z5"),
    ("\"deletelineE\"", "z4"),
    ("\"killercages\"", "z6"),
    ("\"nobulbthermo\"", "z7"),
    ("\"__a\"", "z_"),
    ("null", "zO"),
];

/// What can be drawn, as maps and as lists.
const MAPS: [&str; 11] = [
    "surface",
    "number",
    "numberS",
    "symbol",
    "line",
    "lineE",
    "wall",
    "cage",
    "deletelineE",
    "freeline",
    "freelineE",
];
const LISTS: [&str; 7] = [
    "thermo",
    "arrows",
    "direction",
    "squareframe",
    "polygon",
    "killercages",
    "nobulbthermo",
];

/// What a grid of digits has of these.
const NUMBERS: &str = "number";
const LINES: &str = "lineE";

/// No text of a link is longer.
const LONGEST_TEXT: u64 = 1 << 22;

/// Lines and columns around the grid, on each side, that the editor counts as well.
const MARGIN: usize = 2;

/// Whether a link is one of Penpa.
pub fn is_ours(link: &str) -> bool {
    link.contains("penpa") || code(link).is_some()
}

/// What stands behind `p=`.
fn code(link: &str) -> Option<&str> {
    let (_, parameters) = link.split_once(['#', '?'])?;
    let mut parameters = parameters.split('&');
    parameters.find_map(|parameter| parameter.strip_prefix("p="))
}

/// The puzzle that a link draws.
pub fn parse(link: &str) -> Result<Sheet, String> {
    let code = code(link).ok_or_else(|| format!("expected a link such as {SITE}..."))?;
    let text = unpacked(code)?;
    let lines: Vec<&str> = text.lines().collect();
    let line = |at: usize| lines.get(at).copied().unwrap_or_default();
    let head: Vec<&str> = line(0).split(',').collect();
    let word = |at: usize| head.get(at).copied().unwrap_or_default();
    if !["square", "sudoku"].contains(&word(0)) {
        let grid = quoted(word(0));
        return Err(format!("the grid of this link is {grid}, expected squares"));
    }
    let page = Page::read(word(1), word(2), line(1))?;
    let problem: Map<String, Value> = serde_json::from_str(line(3))
        .map_err(|error| format!("what is drawn is damaged: {error}"))?;
    let lines = problem.get(LINES).and_then(Value::as_object);
    let has_boxes = word(0) == "sudoku" || lines.is_some_and(|lines| !lines.is_empty());
    let (kind, size) = kind(word(15), has_boxes).ok_or_else(|| {
        let known: Vec<&str> = KINDS.iter().map(|kind| kind.0).collect();
        let known = known.join(", ");
        format!("the title of this link names no kind that is drawn so, expected one of {known}")
    })?;
    let mut sheet = Sheet::of_kind(kind);
    size.read(page.board, &mut sheet)?;
    for what in MAPS.iter().chain(&LISTS) {
        let is_empty = match problem.get(*what) {
            None | Some(Value::Null) => true,
            Some(Value::Array(list)) => list.is_empty(),
            Some(Value::Object(map)) => map.is_empty(),
            Some(_) => false,
        };
        if !is_empty && ![NUMBERS, LINES].contains(what) {
            return Err(format!(
                "`{what}` is drawn in this link, expected digits alone"
            ));
        }
    }
    let borders = page.borders(size, &sheet)?;
    let mut lines = lines.into_iter().flat_map(Map::keys);
    if lines.any(|line| !borders.contains(line)) {
        return Err("a line is drawn in this link that is no border of a box".into());
    }
    let cells = page.digits(problem.get(NUMBERS))?;
    sheet.set_board(CELLS, &cells, page.board.cols);
    Ok(sheet)
}

/// The link that draws a puzzle.
pub fn write(kind: &str, sheet: &Sheet) -> Result<String, String> {
    let known = KINDS.iter().find(|known| known.0 == kind);
    let &(_, size) =
        known.ok_or_else(|| format!("puzzles of the kind {kind} are no grids of digits"))?;
    let told = |key: &&str| *key != CELLS && !size.keys().contains(key);
    if let Some(key) = sheet.keys().find(told) {
        return Err(format!("a link cannot tell `{key}` of {kind}"));
    }
    let page = Page::of(size.write(0, sheet)?);
    let cells = sheet.cells(CELLS, page.board.rows * page.board.cols)?;
    let mut problem = nothing();
    let given = (page.cells().zip(cells)).filter_map(|(at, cell)| Some((at, cell?)));
    let given: Map<String, Value> = given
        .map(|(at, digit)| (at.to_string(), json!([digit.to_string(), 1, "1"])))
        .collect();
    problem.insert(NUMBERS.into(), given.into());
    if let Size::Boxes = size {
        let lines = page.borders(size, sheet)?.into_iter();
        let lines: Map<String, Value> = lines.map(|line| (line, json!(2))).collect();
        problem.insert(LINES.into(), lines.into());
    }
    packed(&page.text(kind, &problem)).map(|code| format!("{SITE}{code}"))
}

/// A drawing of which nothing is there.
fn nothing() -> Map<String, Value> {
    let commands = ["command_redo", "command_undo", "command_replay"];
    let commands = commands.map(|name| (name, json!({ "__a": [] })));
    let maps = MAPS.map(|name| (name, json!({})));
    let lists = LISTS.map(|name| (name, json!([])));
    let all = commands.into_iter().chain(maps).chain(lists);
    all.map(|(name, value)| (name.to_string(), value)).collect()
}

/// The kind that a title names; a grid with boxes is a sudoku unless it says more.
fn kind(title: &str, has_boxes: bool) -> Option<(&'static str, Size)> {
    let title = title.to_lowercase().replace([' ', '_'], "-");
    let named = |kind: &&(&str, Size)| title.contains(kind.0);
    // The longest name says most.
    let named = KINDS.iter().filter(named).max_by_key(|kind| kind.0.len());
    let plain = KINDS.iter().find(|kind| has_boxes && kind.0 == "sudoku");
    named.or(plain).copied()
}

fn unpacked(code: &str) -> Result<String, String> {
    let bytes = STANDARD
        .decode(code.trim())
        .map_err(|error| format!("the link is damaged: {error}"))?;
    let mut text = String::new();
    let read = DeflateDecoder::new(&bytes[..])
        .take(LONGEST_TEXT)
        .read_to_string(&mut text);
    read.map_err(|error| format!("the link is damaged: {error}"))?;
    for (long, short) in SHORT.iter().rev() {
        text = text.replace(short, long);
    }
    Ok(text)
}

fn packed(text: &str) -> Result<String, String> {
    let mut text = text.to_string();
    for (long, short) in SHORT {
        text = text.replace(long, short);
    }
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = packed.write_all(text.as_bytes());
    let packed = written.and_then(|()| packed.finish());
    let packed = packed.map_err(|error| error.to_string())?;
    Ok(STANDARD.encode(packed))
}

/// Where cells are on a page: the grid, with what is left free around it.
struct Page {
    board: Board,
    /// All that is counted in a row and in a column.
    width: usize,
    height: usize,
    /// The place of the first cell.
    top: usize,
    left: usize,
}

impl Page {
    fn of(board: Board) -> Page {
        Page {
            width: board.cols + 2 * MARGIN,
            height: board.rows + 2 * MARGIN,
            top: MARGIN,
            left: MARGIN,
            board,
        }
    }

    fn read(cols: &str, rows: &str, spaces: &str) -> Result<Page, String> {
        let side = |text: &str| {
            let number = text.parse::<usize>().ok();
            let number = number.filter(|number| (1..=LONGEST_SIDE).contains(number));
            let text = quoted(text);
            number.ok_or_else(|| format!("{text}: expected a size up to {LONGEST_SIDE}"))
        };
        let mut page = Page::of(Board {
            rows: side(rows)?,
            cols: side(cols)?,
        });
        let spaces: [usize; 4] =
            serde_json::from_str(spaces).map_err(|_| "the space around the grid is damaged")?;
        let [above, below, left, right] = spaces.map(|space| space.min(LONGEST_SIDE));
        if above + below >= page.board.rows || left + right >= page.board.cols {
            return Err("there is no cell in the grid of this link".into());
        }
        page.board.rows -= above + below;
        page.board.cols -= left + right;
        page.top += above;
        page.left += left;
        Ok(page)
    }

    /// The numbers of the cells, row by row.
    fn cells(&self) -> impl Iterator<Item = usize> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        let (width, top, left) = (self.width, self.top, self.left);
        (0..rows).flat_map(move |row| (0..cols).map(move |col| (top + row) * width + left + col))
    }

    /// What stands in the cells.
    fn digits(&self, drawn: Option<&Value>) -> Result<Cells, String> {
        let places: Vec<usize> = self.cells().collect();
        let mut cells: Cells = vec![None; places.len()];
        let drawn = drawn.and_then(Value::as_object).into_iter().flatten();
        for (place, entry) in drawn {
            let number = place.parse().ok();
            let at =
                number.and_then(|place: usize| places.iter().position(|&other| other == place));
            let at = at.ok_or("a number stands outside of the cells of the grid")?;
            let text = entry.get(0).and_then(Value::as_str).unwrap_or_default();
            let value = text.trim().parse::<i64>();
            let value =
                value.map_err(|_| format!("{} in a cell, expected a number", quoted(text)))?;
            cells[at] = Some(value);
        }
        Ok(cells)
    }

    /// The sides of cells at which boxes, or the grid, end.
    fn borders(&self, size: Size, sheet: &Sheet) -> Result<Vec<String>, String> {
        let Board { rows, cols } = self.board;
        let (high, wide) = match size {
            Size::Boxes => (sheet.number("box_rows")?, sheet.number("box_cols")?),
            Size::Square | Size::Rectangle => (rows, cols),
        };
        let first = self.width * self.height;
        // A corner has the number of the cell above it and to its left, after all cells.
        let corner = |row: usize, col: usize| {
            first + (self.top + row - 1) * self.width + self.left + col - 1
        };
        let mut borders = Vec::new();
        for row in 0..=rows {
            for col in 0..=cols {
                if row % high == 0 && col < cols {
                    borders.push(format!("{},{}", corner(row, col), corner(row, col + 1)));
                }
                if col % wide == 0 && row < rows {
                    borders.push(format!("{},{}", corner(row, col), corner(row + 1, col)));
                }
            }
        }
        Ok(borders)
    }

    /// The text of a link.
    fn text(&self, title: &str, problem: &Map<String, Value>) -> String {
        const PIXELS: usize = 38;
        let Board { rows, cols } = self.board;
        let (across, down) = ((cols + 1) * PIXELS, (rows + 1) * PIXELS);
        // The middle is a cell, one of its sides or a corner; all points of one sort are numbered after those of another.
        let sort = match (rows % 2, cols % 2) {
            (1, 1) => 0,
            (0, 0) => 1,
            (0, _) => 2,
            _ => 3,
        };
        let middle = (self.top + (rows - 1) / 2) * self.width + self.left + (cols - 1) / 2;
        let middle = sort * self.width * self.height + middle;
        let mut steps: Vec<usize> = self.cells().collect();
        for at in (1..steps.len()).rev() {
            steps[at] -= steps[at - 1];
        }
        let problem = Value::Object(problem.clone());
        let empty = Value::Object(nothing());
        let lines = [
            format!(
                "square,{cols},{rows},{PIXELS},0,1,1,{across},{down},{middle},{middle},0,0,0,0,Title: {title},Author: ,,,OFF,false"
            ),
            "[0,0,0,0]".into(),
            "{}".into(),
            problem.to_string(),
            empty.to_string(),
            json!(steps).to_string(),
            "[]".into(),
            "{}".into(),
            "\"x\"".into(),
            "\"x\"".into(),
            "[3,2,3]".into(),
            "{}".into(),
            "\"x\"".into(),
            "0".into(),
            empty.to_string(),
            empty.to_string(),
            "{}".into(),
            "[]".into(),
            "false".into(),
        ];
        lines.join("\n")
    }
}
