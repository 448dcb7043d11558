//! The boards of a model, as drawings and in words.

use std::collections::HashMap;

use tantalizer_draw::{Accent, Cell, Drawing, Fill, Grid, Sides};
use tantalizer_model::Var;
use tantalizer_puzzle::View;

use crate::annotations::{Board, Looks, Side, StandsOn};
use crate::output::EntryTerm;

/// A grid, with the boards whose entries stand on it.
pub(crate) struct Laid<'a> {
    /// What it is called.
    pub name: &'a str,
    pub grid: Grid,
    /// The board whose entries are its cells; none if there are sides alone.
    pub cells: Option<&'a Board>,
    /// The boards on the sides of its cells.
    pub edges: Vec<(&'a Board, Direction)>,
}

/// All boards of a model with what is known; none if it has none.
pub(crate) fn drawing(looks: &Looks, view: &View, given: &HashMap<Var, i32>) -> Option<Drawing> {
    let grids = laid(looks, view, given);
    let several = grids.len() > 1;
    let drawings = grids.into_iter().map(|mut laid| {
        view.name_edges(&mut laid.grid);
        let drawing = Drawing::from(laid.grid);
        if several {
            drawing.titled(laid.name)
        } else {
            drawing
        }
    });
    let mut drawings: Vec<Drawing> = drawings.collect();
    match drawings.len() {
        0 => None,
        1 => drawings.pop(),
        _ => Some(Drawing::across(drawings)),
    }
}

/// The grids that the boards of a model are laid out on.
pub(crate) fn laid<'a>(looks: &'a Looks, view: &View, given: &HashMap<Var, i32>) -> Vec<Laid<'a>> {
    let on = |wanted: StandsOn| {
        let boards = looks.boards.iter();
        boards.filter(move |board| board.stands_on == wanted)
    };
    let mut grids: Vec<Laid> = on(StandsOn::Cells)
        .map(|board| Laid {
            name: &board.array.name,
            grid: grid(board, view, given),
            cells: Some(board),
            edges: Vec::new(),
        })
        .collect();
    for edges in on(StandsOn::Sides) {
        let fits = |laid: &Laid| direction(edges, (laid.grid.rows(), laid.grid.cols())).is_some();
        if !grids.iter().any(fits) {
            let (rows, cols) = edges.shape();
            let mut grid = Grid::new(rows.saturating_sub(1), cols);
            grid.cells_mut().fill(Cell::text(" "));
            grids.push(Laid {
                name: &edges.array.name,
                grid,
                cells: None,
                edges: Vec::new(),
            });
        }
        for laid in &mut grids {
            let size = (laid.grid.rows(), laid.grid.cols());
            if let Some(direction) = direction(edges, size) {
                draw_edges(edges, direction, &mut laid.grid, view);
                laid.edges.push((edges, direction));
                break;
            }
        }
    }
    for clues in &looks.boards {
        // They belong to the first board whose size they fit.
        let size = |laid: &Laid| (laid.grid.rows(), laid.grid.cols());
        if let Some(laid) = grids.iter_mut().find(|laid| fits_on(clues, size(laid))) {
            draw_clues(clues, &mut laid.grid, given);
        }
    }
    grids
}

/// What is to stand at a board and fits none of those that there are, and what is wrong with it.
pub(crate) fn stray(looks: &Looks) -> Option<(&Board, String)> {
    let cells: Vec<&Board> = (looks.boards.iter())
        .filter(|board| board.stands_on == StandsOn::Cells)
        .collect();
    let first = cells.first()?;
    let fits = |board: &Board, size: (usize, usize)| match board.stands_on {
        StandsOn::Sides => direction(board, size).is_some(),
        StandsOn::Cells | StandsOn::Nothing => true,
        _ => fits_on(board, size),
    };
    let is_stray = |board: &&Board| !cells.iter().any(|cells| fits(board, cells.shape()));
    let board = looks.boards.iter().find(is_stray)?;
    let size = |(rows, cols): (usize, usize)| format!("{rows} x {cols}");
    let (rows, cols) = first.shape();
    let expected = match board.stands_on {
        StandsOn::Sides => format!("{} or {}", size((rows + 1, cols)), size((rows, cols + 1))),
        StandsOn::Pairs => {
            let (fewer_rows, fewer_cols) = (rows.saturating_sub(1), cols.saturating_sub(1));
            format!(
                "{} or {}",
                size((fewer_rows, cols)),
                size((rows, fewer_cols))
            )
        }
        StandsOn::Lines(Side::Top | Side::Bottom) => cols.to_string(),
        StandsOn::Lines(Side::Left | Side::Right) => rows.to_string(),
        StandsOn::Corners | StandsOn::Cells | StandsOn::Nothing => size((rows, cols)),
    };
    let found = match board.stands_on {
        StandsOn::Lines(_) => board.array.entries.len().to_string(),
        _ => size(board.shape()),
    };
    let (name, first) = (&first.array.name, size((rows, cols)));
    Some((
        board,
        format!("is {found}, which fits no board: `{name}` is {first}, so expected {expected}"),
    ))
}

/// Which sides of the cells of a grid an array is on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Above,
    Before,
}

fn direction(edges: &Board, (rows, cols): (usize, usize)) -> Option<Direction> {
    match edges.shape() {
        shape if shape == (rows + 1, cols) => Some(Direction::Above),
        shape if shape == (rows, cols + 1) => Some(Direction::Before),
        _ => None,
    }
}

/// The same for an array on pairs of neighbours: the second of the two has the side.
fn pair_direction(pairs: &Board, (rows, cols): (usize, usize)) -> Option<Direction> {
    match pairs.shape() {
        (height, width) if (height + 1, width) == (rows, cols) => Some(Direction::Above),
        (height, width) if (height, width + 1) == (rows, cols) => Some(Direction::Before),
        _ => None,
    }
}

/// Whether clues that stand at a board stand at this one.
fn fits_on(clues: &Board, size: (usize, usize)) -> bool {
    let length = clues.array.entries.len();
    match clues.stands_on {
        StandsOn::Lines(Side::Top | Side::Bottom) => length == size.1,
        StandsOn::Lines(Side::Left | Side::Right) => length == size.0,
        StandsOn::Corners => clues.shape() == size,
        StandsOn::Pairs => pair_direction(clues, size).is_some(),
        StandsOn::Cells | StandsOn::Sides | StandsOn::Nothing => false,
    }
}

/// Draws what is given of clues that stand at a board; what is not given is nobody's business, even if it is known.
fn draw_clues(clues: &Board, grid: &mut Grid, given: &HashMap<Var, i32>) {
    let text = |at: usize| -> Option<String> {
        let EntryTerm::Variable(var) = clues.array.entries[at].term else {
            return None;
        };
        Some(shown(clues, i64::from(*given.get(&var)?)))
    };
    let count = clues.array.entries.len();
    let (_, width) = clues.shape();
    match clues.stands_on {
        StandsOn::Lines(side) => {
            let labels = (0..count).map(|at| text(at).unwrap_or_default()).collect();
            *line_labels(grid, side) = labels;
        }
        StandsOn::Corners => {
            for (at, cell) in grid.cells_mut().iter_mut().enumerate() {
                if let Some(text) = text(at) {
                    if !cell.label.is_empty() {
                        cell.label.push(' ');
                    }
                    cell.label.push_str(&clues.before);
                    cell.label.push_str(&text);
                }
            }
        }
        StandsOn::Pairs => {
            let direction = pair_direction(clues, (grid.rows(), grid.cols()));
            for at in 0..count {
                let (row, col) = (at / width, at % width);
                match (text(at), direction) {
                    (Some(text), Some(Direction::Above)) => {
                        grid.between.above.insert((row + 1, col), text);
                    }
                    (Some(text), Some(Direction::Before)) => {
                        grid.between.before.insert((row, col + 1), text);
                    }
                    (None, _) | (_, None) => {}
                }
            }
        }
        StandsOn::Cells | StandsOn::Sides | StandsOn::Nothing => {}
    }
}

fn line_labels(grid: &mut Grid, side: Side) -> &mut Vec<String> {
    match side {
        Side::Top => &mut grid.col_labels,
        Side::Bottom => &mut grid.bottom_labels,
        Side::Left => &mut grid.row_labels,
        Side::Right => &mut grid.right_labels,
    }
}

/// The value of an entry, as far as it is known.
fn value(board: &Board, at: usize, view: &View, given: &HashMap<Var, i32>) -> Option<i64> {
    match board.array.entries[at].term {
        EntryTerm::Constant(value) => Some(value),
        EntryTerm::Variable(var) => {
            let known = view.value(var.index());
            known.or_else(|| given.get(&var).copied()).map(i64::from)
        }
        EntryTerm::Set(_) => None,
    }
}

fn grid(board: &Board, view: &View, given: &HashMap<Var, i32>) -> Grid {
    let (rows, cols) = board.shape();
    let cells = (0..board.array.entries.len()).map(|at| cell(board, at, view, given));
    let mut grid = Grid::from_cells(rows, cols, cells.collect());
    if !board.regions.is_empty() {
        grid.sides = Some(borders(&board.regions, rows, cols));
    }
    for (side, hints) in &board.outside {
        *line_labels(&mut grid, *side) = match side {
            Side::Top | Side::Bottom => hints.iter().map(|hint| hint.replace(' ', "\n")).collect(),
            Side::Left | Side::Right => hints.clone(),
        };
    }
    grid
}

fn cell(board: &Board, at: usize, view: &View, given: &HashMap<Var, i32>) -> Cell {
    let value = value(board, at, view, given);
    let mut cell = value.map_or(Cell::text(" "), |value| look(board, value));
    if cell.fill == Fill::Paper && board.tint.get(at).is_some_and(|&tint| tint != 0) {
        cell = cell.with_fill(Fill::Pale);
    }
    if let Some(label) = board.labels.get(at) {
        cell = cell.with_label(label.clone());
    }
    if let EntryTerm::Variable(var) = board.array.entries[at].term {
        let accent = match view.accent(var.index()) {
            Accent::None if given.contains_key(&var) => Accent::Given,
            accent => accent,
        };
        cell = cell.with_accent(accent);
        if let Some(note) = view.note(var.index()) {
            cell = cell.with_label(note);
        }
    }
    cell
}

/// A cell with this value.
pub(crate) fn look(board: &Board, value: i64) -> Cell {
    if board.shade == Some(value) {
        return Cell::black();
    }
    let cell = Cell::text(shown(board, value));
    match board.colour(value) {
        Some(colour) => cell.with_fill(Fill::Tint(colour)),
        None => cell,
    }
}

/// A value as it is shown.
pub(crate) fn shown(board: &Board, value: i64) -> String {
    let symbol = board.symbol(value).map(str::to_string);
    symbol.unwrap_or_else(|| value.to_string())
}

/// Thick lines between regions and around the board.
fn borders(regions: &[i64], rows: usize, cols: usize) -> Sides {
    let mut sides = Sides::new(rows, cols);
    let region = |row: usize, col: usize| regions[row * cols + col];
    for row in 0..=rows {
        for col in 0..cols {
            if row == 0 || row == rows || region(row, col) != region(row - 1, col) {
                sides.draw_above(row, col);
            }
        }
    }
    for row in 0..rows {
        for col in 0..=cols {
            if col == 0 || col == cols || region(row, col) != region(row, col - 1) {
                sides.draw_before(row, col);
            }
        }
    }
    sides
}

/// Draws the sides whose value is known to be 1, on a field of dots.
fn draw_edges(edges: &Board, direction: Direction, grid: &mut Grid, view: &View) {
    let (rows, cols) = (grid.rows(), grid.cols());
    let sides = grid.sides.get_or_insert_with(|| Sides::new(rows, cols));
    sides.dots = true;
    let (_, width) = edges.shape();
    for at in 0..edges.array.entries.len() {
        if value(edges, at, view, &HashMap::new()) == Some(1) {
            match direction {
                Direction::Above => sides.draw_above(at / width, at % width),
                Direction::Before => sides.draw_before(at / width, at % width),
            }
        }
    }
}

/// What people call an entry of a board, where rows and columns are enough.
pub(crate) fn place(looks: &Looks, board: &Board, at: usize) -> Option<String> {
    let mut cells = looks.boards.iter();
    let first = cells.find(|board| board.stands_on == StandsOn::Cells);
    let (_, width) = board.shape();
    let (row, col) = (at / width.max(1), at % width.max(1));
    match board.stands_on {
        StandsOn::Cells if first.is_some_and(|first| first.array.name == board.array.name) => {
            (board.array.sizes().len() == 2).then(|| format!("r{}c{}", row + 1, col + 1))
        }
        StandsOn::Cells | StandsOn::Nothing => None,
        StandsOn::Lines(side) => {
            let line = at + 1;
            Some(match side {
                Side::Top => format!("the number above column {line}"),
                Side::Bottom => format!("the number below column {line}"),
                Side::Left => format!("the number left of row {line}"),
                Side::Right => format!("the number right of row {line}"),
            })
        }
        StandsOn::Corners => {
            let name = board.array.name.replace('_', " ");
            Some(format!("{name} of r{}c{}", row + 1, col + 1))
        }
        StandsOn::Pairs => {
            let (below, behind) = match pair_direction(board, first?.shape())? {
                Direction::Above => (1, 0),
                Direction::Before => (0, 1),
            };
            let (row, col) = (row + 1, col + 1);
            let second = format!("r{}c{}", row + below, col + behind);
            Some(format!("the mark between r{row}c{col} and {second}"))
        }
        StandsOn::Sides => {
            let place = match direction(board, first?.shape())? {
                Direction::Above if row == 0 => format!("above r1c{}", col + 1),
                Direction::Above => format!("below r{row}c{}", col + 1),
                Direction::Before if col == 0 => format!("left of r{}c1", row + 1),
                Direction::Before => format!("right of r{}c{col}", row + 1),
            };
            Some(format!("the side {place}"))
        }
    }
}

/// A value of a board in a sentence.
pub(crate) fn word(board: &Board, value: i64) -> String {
    match (board.stands_on, board.symbol(value)) {
        (StandsOn::Sides, None) => if value == 1 { "a line" } else { "free" }.to_string(),
        (_, Some(symbol)) if matches!(symbol.trim(), "" | "." | "·" | "_") => "empty".to_string(),
        // A mark that stands for nothing but the shade.
        (_, Some("#" | "█" | "■")) if board.shade == Some(value) => "black".to_string(),
        (_, Some(symbol)) => symbol.to_string(),
        (_, None) if board.shade == Some(value) => "black".to_string(),
        (_, None) => value.to_string(),
    }
}
