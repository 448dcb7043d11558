//! Opening the file of a command: each kind of file has a line here.

use super::outcome::Failure;
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};
use tantalizer::minizinc::{CompileError, FlatPuzzle, FlatZincError, NAME, compile};
use tantalizer::model::{Limit, Limits};
use tantalizer::puzzle::{Puzzle, PuzzleError};
use tantalizer::puzzles;

/// Reads one kind of file, with its data files.
type Opener = fn(&Path, &[PathBuf], &Limits) -> Result<Box<dyn Puzzle>, Failure>;

/// How files are read whose names end like this; all others are puzzle files.
const BY_EXTENSION: &[(&str, Opener)] = &[
    ("toml", puzzle_file),
    ("json", puzzle_file),
    ("fzn", flatzinc_file),
    ("mzn", minizinc_file),
];

/// Opens the file, or the instance that comes with the program under this name; only MiniZinc models have data files.
pub fn open(path: &Path, data: &[PathBuf], limits: &Limits) -> Result<Box<dyn Puzzle>, Failure> {
    if let Some(entry) = path.to_str().and_then(puzzles::stored)
        && !path.exists()
    {
        return Ok(puzzles::read_text(entry.name, entry.text)?);
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    let opener = BY_EXTENSION
        .iter()
        .find(|entry| Some(entry.0) == extension)
        .map_or(puzzle_file as Opener, |entry| entry.1);
    if let (Some(extra), false) = (data.first(), extension == Some("mzn")) {
        let extra = extra.display();
        let message = format!("unexpected argument `{extra}`: only .mzn models take data files");
        return Err(Failure::Usage(message));
    }
    opener(path, data, limits)
}

/// Reads what [`Puzzle::to_json`] wrote.
pub fn from_statement(text: &str) -> Result<Box<dyn Puzzle>, String> {
    let value = serde_json::from_str(text).unwrap_or(Value::Null);
    let source = value.get("flatzinc").and_then(Value::as_str);
    match (value.get("puzzle").and_then(Value::as_str), source) {
        (Some(NAME), Some(source)) => match FlatPuzzle::read(source.to_string(), &Limits::none()) {
            Ok(puzzle) => Ok(Box::new(puzzle)),
            Err(error) => Err(error.to_string()),
        },
        _ => puzzles::read_text("the stated puzzle", text).map_err(|error| error.to_string()),
    }
}

/// The text of a file, or of standard input for `-`.
pub fn read_source(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let read = match path == Path::new("-") {
        true => std::io::stdin().read_to_string(&mut text).map(|_| text),
        false => std::fs::read_to_string(path),
    };
    read.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

fn puzzle_file(path: &Path, _: &[PathBuf], _: &Limits) -> Result<Box<dyn Puzzle>, Failure> {
    Ok(puzzles::read_file(path)?)
}

fn flatzinc_file(path: &Path, _: &[PathBuf], limits: &Limits) -> Result<Box<dyn Puzzle>, Failure> {
    model(path, read_source(path)?, limits)
}

fn minizinc_file(
    path: &Path,
    data: &[PathBuf],
    limits: &Limits,
) -> Result<Box<dyn Puzzle>, Failure> {
    for file in std::iter::once(path).chain(data.iter().map(PathBuf::as_path)) {
        // MiniZinc's words for a missing file do not name it.
        std::fs::metadata(file)
            .map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))?;
    }
    let flat = compile(path, data, limits).map_err(|error| match error {
        CompileError::Stopped(limit) => stopped(limit),
        error => Failure::Usage(error.to_string()),
    })?;
    model(path, flat, limits)
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
