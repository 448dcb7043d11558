//! Boards that come with the program: the one of the paper, and a graded set of our own making.
//!
//! They are the files of `examples/tricky-triple/`, kept in the program so that it needs no folder to find them. Where a
//! command expects a file, the name of a board does as well.

use super::{Given, TrickyTriple};
use tantalizer_puzzle::{Document, FileError, Library, Stored};

/// The boards as they are listed.
pub(super) static LIBRARY: Library = Library {
    noun: "board",
    entries: BOARDS,
    columns: &["board", "size", "clues>", "black>", "level", "from"],
    row: |entry| {
        let board = read(entry)?;
        Ok(vec![
            entry.name.to_string(),
            format!("{}x{}", board.rows(), board.cols()),
            board.clues().to_string(),
            board.black().to_string(),
            level(entry).unwrap_or_default().to_string(),
            origin(entry).to_string(),
        ])
    },
};

/// The entries for these files of the folder.
macro_rules! entries {
    ($($name:literal)*) => {
        &[$(Stored {
            name: concat!("tricky-triple/", $name),
            text: include_str!(concat!("../../../../examples/tricky-triple/", $name, ".toml")),
        }),*]
    };
}

/// All boards of the library, small ones first.
pub static BOARDS: &[Stored] = entries!(
    "paper"
    "4x4-easy" "4x4-medium" "4x4-hard"
    "5x5-easy" "5x5-medium" "5x5-hard"
    "6x6-easy" "6x6-medium" "6x6-hard"
    "10x10-easy" "10x10-medium" "10x10-hard"
    "20x20-easy" "20x20-medium" "20x20-hard"
    "100x100"
);

/// The board of that name.
pub fn board(name: &str) -> Option<&'static Stored> {
    BOARDS.iter().find(|board| board.name == name)
}

/// The board of an entry.
pub fn read(entry: &Stored) -> Result<TrickyTriple, FileError> {
    TrickyTriple::read(&Document::parse(entry.name, entry.text)?)
}

/// How hard a board is, if it was made to be of a level.
pub fn level(entry: &Stored) -> Option<&'static str> {
    let (_, level) = entry.name.rsplit_once('-')?;
    ["easy", "medium", "hard"]
        .into_iter()
        .find(|&known| known == level)
}

/// Where a board comes from: the first line of its file.
pub fn origin(entry: &Stored) -> &'static str {
    let first = entry.text.lines().next().unwrap_or_default();
    first.trim_start_matches(['#', ' '])
}

impl TrickyTriple {
    /// The number of clues.
    pub fn clues(&self) -> usize {
        let is_clue = |given: &&Given| matches!(given, Given::Clue(_));
        self.cells.iter().filter(is_clue).count()
    }

    /// The number of black cells.
    pub fn black(&self) -> usize {
        self.cells.len() - self.white.len()
    }
}
