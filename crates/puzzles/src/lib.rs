//! The puzzles room: one folder a kind of puzzle.
//!
//! Each is a [`Kind`], registered by one line in [`KINDS`]. A puzzle for which a better way is known than those of the general
//! engines brings it along as an engine of its own ([`tantalizer_ask::Posed::ways`]).
//!
//! How to add one: `docs/adding-a-puzzle.md`.
//!
//! ```
//! use tantalizer_ask::ask;
//! use tantalizer_draw::TextStyle;
//! use tantalizer_model::{Collect, Question, Request};
//! use tantalizer_puzzle::{Flags, View};
//! use tantalizer_puzzles::read_text;
//!
//! let puzzle = read_text("cubes", r#"{
//!     "puzzle": "instant-insanity",
//!     "pieces": ["RRGWBW", "BRWBGW", "GRWGBB", "WRGRBR"]
//! }"#).unwrap();
//! let mut found = Collect::default();
//! let all = Request::new(Question::All { limit: None });
//! let answer = ask(puzzle.pose(&Flags::new()).unwrap(), &all, &mut found).unwrap();
//! assert!(answer.complete && found.solutions.len() == 8);
//! let tower = puzzle.draw(&View::solution(&found.solutions[0]));
//! println!("{}", tower.to_text(TextStyle::PLAIN));
//! ```

pub mod colors;
pub mod instant_insanity;
pub mod moves;
pub mod set;
mod shortest;
pub mod spinpossible;
mod tokens;
pub mod tricky_triple;

use std::ffi::OsStr;
use std::path::Path;
use tantalizer_puzzle::file::quoted;
use tantalizer_puzzle::{About, Document, FileError, Flags, Format, Kind, Puzzle, Stored};

/// All kinds of puzzles. One line each.
pub static KINDS: &[&Kind] = &[
    &colors::KIND,
    &instant_insanity::KIND,
    &moves::KIND,
    &set::KIND,
    &spinpossible::KIND,
    &tricky_triple::KIND,
];

/// The kind of that name.
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.name == name)
}

/// The instance that comes with the program under this name.
pub fn stored(name: &str) -> Option<&'static Stored> {
    let mut entries = KINDS
        .iter()
        .filter_map(|kind| kind.library)
        .flat_map(|library| library.entries);
    entries.find(|entry| entry.name == name)
}

/// Reads a puzzle from a file (`-` is standard input).
pub fn read_file(path: &Path) -> Result<Box<dyn Puzzle>, FileError> {
    from_document(&open_document(path)?)
}

/// Opens a puzzle file, be it of a form that only one kind knows.
pub fn open_document(path: &Path) -> Result<Document, FileError> {
    let (name, text) = Document::text_of(path)?;
    parse_document(&name, &text)
}

/// Reads the text of a puzzle file; its name or what it says tells a form that only one kind knows.
pub fn parse_document(name: &str, text: &str) -> Result<Document, FileError> {
    let ends = Path::new(name).extension().and_then(OsStr::to_str);
    let parse = formats().find_map(|(_, format)| match format {
        Format::Text {
            extension,
            is,
            parse,
        } if Some(*extension) == ends || is(text) => Some(*parse),
        _ => None,
    });
    parse.unwrap_or(Document::parse_as_named)(name, text)
}

/// The puzzle file that a link of a form that only one kind knows stands for; nothing if it is no such link.
pub fn of_link(text: &str) -> Option<Result<Document, FileError>> {
    formats().find_map(|(_, format)| match format {
        Format::Link { is, parse } if is(text) => Some(parse(text.trim())),
        _ => None,
    })
}

/// Reads a puzzle from text; `name` stands for the file in messages.
pub fn read_text(name: &str, text: &str) -> Result<Box<dyn Puzzle>, FileError> {
    from_document(&Document::parse(name, text)?)
}

/// Reads the puzzle that a document describes.
pub fn from_document(document: &Document) -> Result<Box<dyn Puzzle>, FileError> {
    (kind_of(document)?.read)(document)
}

/// The same where flags say something about the instance.
pub fn from_document_with(
    document: &Document,
    flags: &Flags,
) -> Result<Box<dyn Puzzle>, FileError> {
    let kind = kind_of(document)?;
    let mut document = document.clone();
    for flag in kind
        .flags
        .iter()
        .filter(|flag| flag.about == About::Instance)
    {
        if let Some(value) = flags.get(flag.name) {
            document.set(flag.name, value);
        }
    }
    (kind.read)(&document)
}

/// The kind of puzzle that a document describes.
fn kind_of(document: &Document) -> Result<&'static Kind, FileError> {
    let names = || {
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        names.join(", ")
    };
    let Some(node) = document.get("puzzle") else {
        let known =
            formats().find(|(_, format)| matches!(format, Format::Keys(has) if has(document)));
        let message = || format!("expected a key `puzzle` that names one of {}", names());
        return match known {
            Some((kind, _)) => Ok(kind),
            None => Err(document.error(None, message())),
        };
    };
    let name = document.text("puzzle")?;
    kind(name).ok_or_else(|| {
        let shown = quoted(name);
        let message = format!("unknown puzzle {shown}, expected one of {}", names());
        document.error(Some(node.line()), message)
    })
}

/// Forms of files that others have defined, with the kinds that know them.
fn formats() -> impl Iterator<Item = (&'static Kind, &'static Format)> {
    let formats = |kind: &&'static Kind| {
        let kind: &'static Kind = kind;
        kind.formats.iter().map(move |format| (kind, format))
    };
    KINDS.iter().flat_map(formats)
}
