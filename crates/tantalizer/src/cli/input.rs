//! Opening the file of a command: each kind of file has a line here.

use super::outcome::Failure;
use std::path::Path;
use tantalizer::puzzles::tricky_triple::library;
use tantalizer::puzzles::{self, Puzzle};

/// Reads one kind of file.
type Opener = fn(&Path) -> Result<Box<dyn Puzzle>, Failure>;

/// How files are read whose names end like this; all others are puzzle files.
const BY_EXTENSION: &[(&str, Opener)] = &[("toml", puzzle_file), ("json", puzzle_file)];

/// Opens the file, or the board of the library that has this name.
pub fn open(path: &Path) -> Result<Box<dyn Puzzle>, Failure> {
    if let Some(entry) = path.to_str().and_then(library::board)
        && !path.exists()
    {
        return Ok(puzzles::read_text(entry.name, entry.text)?);
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    let opener = BY_EXTENSION
        .iter()
        .find(|entry| Some(entry.0) == extension)
        .map_or(puzzle_file as Opener, |entry| entry.1);
    opener(path)
}

fn puzzle_file(path: &Path) -> Result<Box<dyn Puzzle>, Failure> {
    Ok(puzzles::read_file(path)?)
}
