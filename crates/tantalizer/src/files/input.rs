//! Opening a puzzle: each kind of file has a line here.

use super::{Failure, meant};
use crate::minizinc::kind::{self, KindError, ModelKind, link};
use crate::minizinc::{CompileError, FlatPuzzle, FlatZincError, NAME};
use crate::model::{Limit, Limits};
use crate::puzzle::{Document, FileError, Flags, Puzzle, PuzzleError};
use crate::puzzles;
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What there is beside the file.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct Beside {
    /// A folder with kinds of puzzles, each a .mzn model; may be given several times
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR"))]
    pub kinds: Vec<PathBuf>,

    /// A parameter of a .mzn model; may be given several times
    #[cfg_attr(feature = "cli", arg(short = 'D', value_name = "NAME=VALUE", value_parser = assignment))]
    pub assignments: Vec<String>,

    /// Data files of a .mzn model
    #[cfg_attr(feature = "cli", arg(skip))]
    pub data: Vec<PathBuf>,

    /// Flags that only some kinds understand; they may say something about the instance
    #[cfg_attr(feature = "cli", arg(skip))]
    pub flags: Flags,
}

impl Beside {
    /// Refuses data where no model takes them.
    fn refuse(&self) -> Result<(), Failure> {
        let message = match (self.data.first(), self.assignments.first()) {
            (Some(extra), _) => {
                let extra = extra.display();
                format!("unexpected argument `{extra}`: only .mzn models take data files")
            }
            (None, Some(extra)) => {
                format!("unexpected `-D {extra}`: only .mzn models take parameters")
            }
            (None, None) => return Ok(()),
        };
        Err(Failure::Usage(message))
    }
}

/// Reads one kind of file, with what there is beside it.
type Opener = fn(&Path, &Beside, &Limits) -> Result<Box<dyn Puzzle>, Failure>;

/// How files are read whose names end like this; all others are puzzle files.
const BY_EXTENSION: &[(&str, Opener)] = &[
    ("toml", puzzle_file),
    ("json", puzzle_file),
    ("fzn", flatzinc_file),
    ("mzn", minizinc_file),
];

/// Opens the file, the instance that comes with the program under this name, or a link; only MiniZinc models have data.
pub fn open(path: &Path, beside: &Beside, limits: &Limits) -> Result<Box<dyn Puzzle>, Failure> {
    if let Some(entry) = path.to_str().and_then(puzzles::stored)
        && !path.exists()
    {
        return Ok(puzzles::read_text(entry.name, entry.text)?);
    }
    if let Some((name, text)) = kind::stored().find(|(name, _)| path == Path::new(name))
        && !path.exists()
    {
        beside.refuse()?;
        let document = Document::parse(&name, text)?;
        return of_document(&document, &beside.kinds, &beside.flags, limits);
    }
    if let Some(link) = path.to_str().filter(|text| link::is_link(text)) {
        return of_text(link, link.into(), beside, limits);
    }
    if path == Path::new("-") {
        return standard_input(beside, limits);
    }
    if let Some(meant) = path.to_str().and_then(mistyped)
        && !path.exists()
    {
        let path = path.display();
        return Err(Failure::Usage(format!("{path}: no such file; {meant}")));
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    let opener = BY_EXTENSION
        .iter()
        .find(|entry| Some(entry.0) == extension)
        .map_or(puzzle_file as Opener, |entry| entry.1);
    if extension != Some("mzn") {
        beside.refuse()?;
    }
    opener(path, beside, limits)
}

/// Which instance that comes with the program was meant by this name.
fn mistyped(name: &str) -> Option<String> {
    let entries = puzzles::KINDS.iter().filter_map(|kind| kind.library);
    let of_rust = entries.flat_map(|library| library.entries.iter().map(|entry| entry.name.into()));
    meant(name, of_rust.chain(kind::stored().map(|(name, _)| name)))
}

/// Reads what [`Puzzle::to_json`] wrote.
pub fn from_statement(text: &str) -> Result<Box<dyn Puzzle>, String> {
    let value = serde_json::from_str(text).unwrap_or(Value::Null);
    let name = value.get("puzzle").and_then(Value::as_str);
    if name == Some(NAME)
        && let Some(puzzle) = FlatPuzzle::from_statement(&value, &Limits::none())
    {
        return match puzzle {
            Ok(puzzle) => Ok(Box::new(puzzle)),
            Err(error) => Err(error.to_string()),
        };
    }
    let stated = "the stated puzzle";
    let document = Document::parse(stated, text).map_err(|error| error.to_string())?;
    let puzzle = of_document(&document, &[], &Flags::new(), &Limits::none());
    puzzle.map_err(|error| error.to_string())
}

/// Reads the puzzle that a document describes, of whichever kind.
fn of_document(
    document: &Document,
    folders: &[PathBuf],
    flags: &Flags,
    limits: &Limits,
) -> Result<Box<dyn Puzzle>, Failure> {
    if let Some(kind) = ModelKind::brought_by(document) {
        return boxed(kind?.read(document, limits));
    }
    let name = document.get("puzzle").map(|_| document.text("puzzle"));
    if let Some(Ok(name)) = name
        && puzzles::kind(name).is_none()
        && let Some(kind) = kind::find(name, folders)
    {
        return boxed(kind.read(document, limits));
    }
    Ok(puzzles::from_document_with(document, flags)?)
}

/// A parameter and its value, as `NAME=VALUE`.
pub fn assignment(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok(text.to_string())
        }
        _ => Err("expected NAME=VALUE".into()),
    }
}

/// The text of a file, or of standard input for `-`.
pub fn read_source(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let read = if path == Path::new("-") {
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(path)
    };
    read.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

fn read_link(text: &str) -> Result<Document, FileError> {
    puzzles::of_link(text).unwrap_or_else(|| link::read(text))
}

/// A puzzle file, be it of a form that only one kind knows, or a link in its place.
pub fn document(path: &Path) -> Result<Document, FileError> {
    match path.to_str().filter(|text| link::is_link(text)) {
        Some(link) => read_link(link),
        None => puzzles::open_document(path),
    }
}

fn puzzle_file(path: &Path, beside: &Beside, limits: &Limits) -> Result<Box<dyn Puzzle>, Failure> {
    let near = path.parent().unwrap_or(Path::new(""));
    // The folder of a file in the current one has an empty name.
    let own = if near == Path::new("") { "." } else { "" };
    let near = [near.join("kinds"), near.join(own)];
    let folders: Vec<PathBuf> = beside.kinds.iter().cloned().chain(near).collect();
    let document = document(path)?;
    of_document(&document, &folders, &beside.flags, limits)
}

fn standard_input(beside: &Beside, limits: &Limits) -> Result<Box<dyn Puzzle>, Failure> {
    let (name, text) = Document::text_of(Path::new("-"))?;
    of_text(&name, text, beside, limits)
}

/// Reads a text: a puzzle file, a link, or a model if it says what is to be solved. `name` stands for the file in messages.
pub fn of_text(
    name: &str,
    text: String,
    beside: &Beside,
    limits: &Limits,
) -> Result<Box<dyn Puzzle>, Failure> {
    if kind::is_model(&text) {
        let kind = ModelKind::of_text("model", text);
        return boxed(kind.with_data(&beside.data, &beside.assignments, limits));
    }
    beside.refuse()?;
    let folders: Vec<PathBuf> = beside
        .kinds
        .iter()
        .cloned()
        .chain(["kinds".into(), ".".into()])
        .collect();
    let document = if link::is_link(&text) {
        read_link(&text)?
    } else {
        Document::parse(name, &text)?
    };
    of_document(&document, &folders, &beside.flags, limits)
}

fn flatzinc_file(path: &Path, _: &Beside, limits: &Limits) -> Result<Box<dyn Puzzle>, Failure> {
    model(path, read_source(path)?, limits)
}

fn minizinc_file(
    path: &Path,
    beside: &Beside,
    limits: &Limits,
) -> Result<Box<dyn Puzzle>, Failure> {
    for file in std::iter::once(path).chain(beside.data.iter().map(PathBuf::as_path)) {
        // MiniZinc's words for a missing file do not name it.
        std::fs::metadata(file)
            .map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))?;
    }
    let kind = ModelKind::open(path)?;
    boxed(kind.with_data(&beside.data, &beside.assignments, limits))
}

fn uncompiled(error: CompileError) -> Failure {
    match error {
        CompileError::Stopped(limit) => stopped(limit),
        error => Failure::Usage(error.to_string()),
    }
}

fn boxed(puzzle: Result<FlatPuzzle, KindError>) -> Result<Box<dyn Puzzle>, Failure> {
    Ok(Box::new(of_kind(puzzle)?))
}

/// What a kind that is a model gave, or how the command fails.
pub fn of_kind<T>(result: Result<T, KindError>) -> Result<T, Failure> {
    result.map_err(|error| match error {
        KindError::File(error) => error.into(),
        KindError::Compile(error) => uncompiled(error),
        KindError::Puzzle(error) => error.into(),
        KindError::Flat(_, FlatZincError::Stopped(limit)) => stopped(limit),
        KindError::Flat(..) | KindError::Parameter(_) => Failure::Usage(error.to_string()),
    })
}

fn model(path: &Path, source: String, limits: &Limits) -> Result<Box<dyn Puzzle>, Failure> {
    match FlatPuzzle::read(source, limits) {
        Ok(puzzle) => Ok(Box::new(puzzle)),
        Err(FlatZincError::Stopped(limit)) => Err(stopped(limit)),
        Err(error) => Err(Failure::Usage(format!("{}: {error}", path.display()))),
    }
}

/// A limit was reached before there was anything to ask.
fn stopped(limit: Limit) -> Failure {
    Failure::Puzzle(PuzzleError::Stopped(limit))
}
