//! Boards that come with the program: the one of the paper, and a graded set of our own making.
//!
//! They are the files of `examples/tricky-triple/`, kept in the program so that it needs no folder to find them. Where a
//! command expects a file, the name of a board does as well.

use super::{Given, TrickyTriple};
use tantalizer_puzzle::{Document, FileError};

/// A board of the library.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name, such as `tricky-triple/6x6-hard`.
    pub name: &'static str,
    /// Its puzzle file.
    pub text: &'static str,
}

/// The entries for these files of the folder.
macro_rules! entries {
    ($($name:literal)*) => {
        &[$(Entry {
            name: concat!("tricky-triple/", $name),
            text: include_str!(concat!("../../../../examples/tricky-triple/", $name, ".toml")),
        }),*]
    };
}

/// All boards of the library, small ones first.
pub static BOARDS: &[Entry] = entries!(
    "paper"
    "4x4-easy" "4x4-medium" "4x4-hard"
    "5x5-easy" "5x5-medium" "5x5-hard"
    "6x6-easy" "6x6-medium" "6x6-hard"
    "10x10-easy" "10x10-medium" "10x10-hard"
    "20x20-easy" "20x20-medium" "20x20-hard"
    "100x100"
);

/// The board of that name.
pub fn board(name: &str) -> Option<&'static Entry> {
    BOARDS.iter().find(|board| board.name == name)
}

impl Entry {
    /// The board.
    pub fn read(&self) -> Result<TrickyTriple, FileError> {
        TrickyTriple::read(&Document::parse(self.name, self.text)?)
    }

    /// How hard it is, if it was made to be of a level.
    pub fn level(&self) -> Option<&'static str> {
        let (_, level) = self.name.rsplit_once('-')?;
        ["easy", "medium", "hard"]
            .into_iter()
            .find(|&known| known == level)
    }

    /// Where it comes from: the first line of its file.
    pub fn origin(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.trim_start_matches(['#', ' '])
    }
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
