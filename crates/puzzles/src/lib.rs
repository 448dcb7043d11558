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
pub mod set;
pub mod spinpossible;
pub mod tricky_triple;

use std::path::Path;
use tantalizer_puzzle::file::quoted;
use tantalizer_puzzle::{Document, FileError, Kind, Puzzle, Stored};

/// All kinds of puzzles. One line each.
pub static KINDS: &[&Kind] = &[
    &colors::KIND,
    &instant_insanity::KIND,
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
    from_document(&Document::open(path)?)
}

/// Reads a puzzle from text; `name` stands for the file in messages.
pub fn read_text(name: &str, text: &str) -> Result<Box<dyn Puzzle>, FileError> {
    from_document(&Document::parse(name, text)?)
}

/// Reads the puzzle that a document describes.
pub fn from_document(document: &Document) -> Result<Box<dyn Puzzle>, FileError> {
    let names = || {
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        names.join(", ")
    };
    let Some(node) = document.get("puzzle") else {
        let message = format!("expected a key `puzzle` that names one of {}", names());
        return Err(document.error(None, message));
    };
    let name = document.text("puzzle")?;
    match kind(name) {
        Some(kind) => (kind.read)(document),
        None => {
            let shown = quoted(name);
            let message = format!("unknown puzzle {shown}, expected one of {}", names());
            Err(document.error(Some(node.line()), message))
        }
    }
}
