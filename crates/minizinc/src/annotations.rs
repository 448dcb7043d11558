//! What a model says about how it looks: the annotations of `tantalizer.mzn`, read from FlatZinc.
//!
//! They stand on arrays of variables. MiniZinc copies them to each variable of the array as well; those copies are passed over.

use tantalizer_draw::Colour;

use crate::boards;
use crate::lower::names::{Arg, Atom};
use crate::lower::poster::Poster;
use crate::output::{Entry, EntryTerm, Output};
use crate::restore::LOWEST;
use crate::syntax::{Declaration, Expr, Place, Program};
use crate::{FlatZincError, symmetries};

/// What joins the strings of a list.
const SEPARATOR: char = '¦';

/// All that a model says about how it looks.
#[derive(Clone, Debug, Default)]
pub struct Looks {
    /// What the puzzle is called.
    pub title: Option<String>,
    /// Its rules, for people.
    pub rules: Option<String>,
    /// The arrays that people look at, in the order of the file.
    pub boards: Vec<Board>,
    /// What a design reads off a solution.
    pub hints: Vec<Hint>,
}

/// An array whose values in a solution are a parameter of the instance that has this solution.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The parameter.
    pub parameter: String,
    /// The array.
    pub array: Output,
}

/// An array that people look at and fill in.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its name, index sets and entries.
    pub array: Output,
    /// Whether it stands on cells or on their sides.
    pub stands_on: StandsOn,
    /// The value that the first symbol and colour stand for.
    pub lowest: i64,
    /// How values are shown, from the smallest on; empty for numbers.
    pub symbols: Vec<String>,
    /// What is written before a value in a corner.
    pub before: String,
    /// The colours of values, likewise.
    pub colours: Vec<Colour>,
    /// The region of each cell; empty for none.
    pub regions: Vec<i64>,
    /// Which cells have a grey ground: those that are not 0; empty for none.
    pub tint: Vec<i64>,
    /// Hints outside.
    pub outside: Vec<(Side, Vec<String>)>,
    /// Small text in the cells; empty for none.
    pub labels: Vec<String>,
    /// The value whose cells are shaded.
    pub shade: Option<i64>,
    /// If an instance may fix the entries: what stands for an entry without a clue.
    pub clue: Option<i64>,
    /// The groups that the rules allow.
    pub symmetries: Vec<String>,
}

/// What the entries of a board belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandsOn {
    /// The cells of a grid.
    Cells,
    /// The sides of the cells.
    Sides,
    /// The rows or columns of a board: clues at their ends.
    Lines(Side),
    /// The cells of another board: clues in their corners.
    Corners,
    /// Two neighbouring cells of another board: clues between them.
    Pairs,
    /// Nothing that is drawn: an array of clues only.
    Nothing,
}

/// A side of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Above the columns.
    Top,
    /// Before the rows.
    Left,
    /// Behind the rows.
    Right,
    /// Below the columns.
    Bottom,
}

impl Side {
    const ALL: [Side; 4] = [Side::Top, Side::Left, Side::Right, Side::Bottom];

    /// How models name it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Side::Top => "top",
            Side::Left => "left",
            Side::Right => "right",
            Side::Bottom => "bottom",
        }
    }
}

impl Board {
    /// A board of which nothing is said: its values are numbers.
    pub(crate) fn plain(array: Output) -> Board {
        Board {
            array,
            stands_on: StandsOn::Cells,
            lowest: 0,
            symbols: Vec::new(),
            before: String::new(),
            colours: Vec::new(),
            regions: Vec::new(),
            tint: Vec::new(),
            outside: Vec::new(),
            labels: Vec::new(),
            shade: None,
            clue: None,
            symmetries: Vec::new(),
        }
    }

    /// Whether people fill it in: its values are the solution.
    pub fn is_filled_in(&self) -> bool {
        matches!(self.stands_on, StandsOn::Cells | StandsOn::Sides)
    }

    /// How a value is shown.
    pub fn symbol(&self, value: i64) -> Option<&str> {
        let place = usize::try_from(value.checked_sub(self.lowest)?).ok()?;
        self.symbols.get(place).map(String::as_str)
    }

    /// The value that a symbol stands for, also where it is written as one word.
    pub fn value(&self, symbol: &str) -> Option<i64> {
        let is_it = |other: &String| other == symbol || one_word(other) == symbol;
        let place = self.symbols.iter().position(is_it)?;
        Some(self.lowest + place as i64)
    }

    /// How a value is written among others in a row: `a_sun` for `a sun`.
    pub(crate) fn written(&self, value: i64) -> String {
        let symbol = self.symbol(value).map(one_word);
        symbol
            .filter(|word| !word.is_empty())
            .unwrap_or_else(|| value.to_string())
    }

    /// The colour of a value.
    pub fn colour(&self, value: i64) -> Option<Colour> {
        let place = usize::try_from(value.checked_sub(self.lowest)?).ok()?;
        self.colours.get(place).copied()
    }

    /// Rows and columns; an array of one dimension is a row.
    pub fn shape(&self) -> (usize, usize) {
        let sizes = self.array.sizes();
        match sizes[..] {
            [rows, cols] => (rows, cols),
            _ => (1, self.array.entries.len()),
        }
    }
}

/// A symbol without blanks.
fn one_word(symbol: &str) -> String {
    symbol.split_whitespace().collect::<Vec<&str>>().join("_")
}

/// Reads the annotations of a file.
pub(crate) fn looks(
    program: &Program,
    output: &[Output],
    poster: &Poster,
) -> Result<Looks, FlatZincError> {
    let mut looks = Looks::default();
    for declaration in &program.declarations {
        let ours: Vec<(&str, &[Expr])> = declaration.annotations.iter().filter_map(ours).collect();
        if ours.is_empty() || declaration.ty.array.is_none() {
            continue;
        }
        let Some(array) = output.iter().find(|output| output.name == declaration.name) else {
            continue;
        };
        let reader = Reader {
            program,
            declaration,
            poster,
        };
        if let Some(board) = reader.board(array, &ours, &mut looks)? {
            looks.boards.push(board);
        }
    }
    if let Some((stray, message)) = boards::stray(&looks) {
        let named = |declaration: &&Declaration| declaration.name == stray.array.name;
        if let Some(declaration) = program.declarations.iter().find(named) {
            let reader = Reader {
                program,
                declaration,
                poster,
            };
            return Err(reader.wrong(message));
        }
    }
    Ok(looks)
}

/// The name and arguments of an annotation of ours.
fn ours(annotation: &Expr) -> Option<(&str, &[Expr])> {
    let (name, arguments): (&str, &[Expr]) = match annotation {
        Expr::Name(name) => (name, &[]),
        Expr::Call(name, arguments) => (name, arguments),
        _ => return None,
    };
    name.starts_with("tz_").then_some((name, arguments))
}

/// Reads the annotations of one array.
struct Reader<'a> {
    program: &'a Program,
    declaration: &'a Declaration,
    poster: &'a Poster<'a>,
}

impl Reader<'_> {
    /// The board, unless it is hidden.
    fn board(
        &self,
        array: &Output,
        annotations: &[(&str, &[Expr])],
        looks: &mut Looks,
    ) -> Result<Option<Board>, FlatZincError> {
        let dimensions = array.sizes().len();
        if dimensions > 2 {
            return Err(self.wrong(format!("has {dimensions} dimensions, expected one or two")));
        }
        let mut board = Board {
            stands_on: StandsOn::Nothing,
            lowest: self.lowest(array),
            ..Board::plain(array.clone())
        };
        let mut hidden = false;
        for (name, arguments) in annotations {
            match (*name, *arguments) {
                ("tz_board", []) => board.stands_on = StandsOn::Cells,
                ("tz_edges", []) => board.stands_on = StandsOn::Sides,
                ("tz_beside", [side]) => {
                    let side = self.side(&self.text(side)?)?;
                    if dimensions != 1 {
                        return Err(
                            self.wrong("stands beside a board, expected one dimension".into())
                        );
                    }
                    board.stands_on = StandsOn::Lines(side);
                }
                ("tz_inside", [text]) => {
                    board.stands_on = StandsOn::Corners;
                    board.before = self.text(text)?;
                }
                ("tz_between", []) => board.stands_on = StandsOn::Pairs,
                ("tz_hidden", []) => hidden = true,
                ("tz_hint", [parameter]) => {
                    hidden = true;
                    looks.hints.push(Hint {
                        parameter: self.text(parameter)?,
                        array: array.clone(),
                    });
                }
                ("tz_title", [title]) => looks.title = Some(self.text(title)?),
                ("tz_rules", [rules]) => looks.rules = Some(self.text(rules)?),
                (LOWEST, [value]) => board.lowest = self.integer(value)?,
                ("tz_symbols_", [list]) => board.symbols = self.list(list)?,
                ("tz_colours_", [list]) => board.colours = self.colours(list)?,
                ("tz_regions_", [array]) => board.regions = self.integers(array)?,
                ("tz_tint_", [array]) => board.tint = self.integers(array)?,
                ("tz_outside_", [hints]) => board.outside.push(self.hints(hints, board.shape())?),
                ("tz_label_", [list]) => board.labels = self.list(list)?,
                ("tz_shade", [value]) => board.shade = Some(self.integer(value)?),
                ("tz_clue", [none]) => board.clue = Some(self.integer(none)?),
                ("tz_symmetry", [name]) => board.symmetries.push(self.symmetry(name)?),
                (name, _) => {
                    let name = name.trim_end_matches('_');
                    return Err(self.wrong(format!("says `{name}`, which nobody understands here")));
                }
            }
        }
        let cells = array.entries.len();
        for (what, length) in [
            ("regions", board.regions.len()),
            ("tints", board.tint.len()),
            ("labels", board.labels.len()),
        ] {
            if length != 0 && length != cells {
                let message = format!("has {cells} entries and {length} {what}");
                return Err(self.wrong(message));
            }
        }
        Ok((!hidden).then_some(board))
    }

    /// The smallest value that any entry may take.
    fn lowest(&self, array: &Output) -> i64 {
        let lowest = |entry: &Entry| match entry.term {
            EntryTerm::Constant(value) => Some(value),
            EntryTerm::Variable(var) => self.poster.model.domain(var).min().map(i64::from),
            EntryTerm::Set(_) => None,
        };
        array.entries.iter().filter_map(lowest).min().unwrap_or(0)
    }

    fn text(&self, expr: &Expr) -> Result<String, FlatZincError> {
        match expr {
            Expr::Text(text) => Ok(plain(text)),
            other => Err(self.expected("a string", other)),
        }
    }

    fn list(&self, expr: &Expr) -> Result<Vec<String>, FlatZincError> {
        let text = self.text(expr)?;
        Ok(text.split(SEPARATOR).map(String::from).collect())
    }

    fn colours(&self, expr: &Expr) -> Result<Vec<Colour>, FlatZincError> {
        let colour = |name: String| {
            let mut all = Colour::ALL.into_iter();
            let known = all.find(|colour| format!("{colour:?}").eq_ignore_ascii_case(&name));
            known.ok_or_else(|| {
                let all: Vec<String> = Colour::ALL
                    .iter()
                    .map(|colour| format!("{colour:?}").to_lowercase())
                    .collect();
                let all = all.join(", ");
                self.wrong(format!("has the colour `{name}`, expected one of {all}"))
            })
        };
        self.list(expr)?.into_iter().map(colour).collect()
    }

    fn hints(
        &self,
        expr: &Expr,
        (rows, cols): (usize, usize),
    ) -> Result<(Side, Vec<String>), FlatZincError> {
        let mut hints = self.list(expr)?;
        let side = self.side(&hints.remove(0))?;
        let expected = match side {
            Side::Top | Side::Bottom => cols,
            Side::Left | Side::Right => rows,
        };
        if hints.len() != expected {
            let found = hints.len();
            return Err(self.wrong(format!("has {found} hints outside, expected {expected}")));
        }
        Ok((side, hints))
    }

    fn side(&self, name: &str) -> Result<Side, FlatZincError> {
        let known = Side::ALL.into_iter().find(|side| side.name() == name);
        known.ok_or_else(|| {
            self.wrong(format!(
                "has hints at `{name}`, expected top, left, right or bottom"
            ))
        })
    }

    fn symmetry(&self, expr: &Expr) -> Result<String, FlatZincError> {
        let name = self.text(expr)?;
        if symmetries::NAMES.contains(&name.as_str()) {
            return Ok(name);
        }
        let known = symmetries::NAMES.join(", ");
        Err(self.wrong(format!(
            "has the symmetry `{name}`, expected one of {known}"
        )))
    }

    fn integer(&self, expr: &Expr) -> Result<i64, FlatZincError> {
        match expr {
            Expr::Int(value) => Ok(*value),
            other => Err(self.expected("an integer", other)),
        }
    }

    fn integers(&self, expr: &Expr) -> Result<Vec<i64>, FlatZincError> {
        let array = match expr {
            Expr::Name(name) => self.poster.name(name).cloned(),
            other => Some(self.poster.argument(other)?),
        };
        let value = |atom: &Atom| match atom {
            Atom::Int(value) => Some(*value),
            _ => None,
        };
        match array {
            Some(Arg::Many(atoms)) => atoms.iter().map(value).collect(),
            _ => None,
        }
        .ok_or_else(|| self.expected("an array of integers", expr))
    }

    fn expected(&self, what: &str, found: &Expr) -> FlatZincError {
        self.wrong(format!(
            "has an annotation with {}, expected {what}",
            found.kind()
        ))
    }

    fn wrong(&self, message: String) -> FlatZincError {
        let name = &self.declaration.name;
        let line = line_in_model(self.program, name).map(Place::Line);
        let place = line.unwrap_or_else(|| self.declaration.place.clone());
        FlatZincError::wrong(&place, format!("`{name}` {message}"))
    }
}

/// The line of the model on which an array is declared: the paths of its variables begin there.
fn line_in_model(program: &Program, name: &str) -> Option<usize> {
    let (end, annotations) = (
        format!("|id|{name}"),
        program
            .declarations
            .iter()
            .flat_map(|other| &other.annotations),
    );
    let mut paths = annotations.filter_map(|annotation| match annotation {
        Expr::Call(call, arguments) if call == "mzn_path" => match &arguments[..] {
            [Expr::Text(path)] => path.split(';').next(),
            _ => None,
        },
        _ => None,
    });
    let first = paths.find(|first| first.ends_with(&end))?;
    first.split('|').nth(1)?.parse().ok()
}

/// A string of FlatZinc without its escapes.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => plain.push('\n'),
                Some('t') => plain.push('\t'),
                Some(other) => plain.push(other),
                None => plain.push('\\'),
            },
            other => plain.push(other),
        }
    }
    plain
}
