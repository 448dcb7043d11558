//! An instance: the pieces with their colours, and the rule.

use thiserror::Error;

use super::Shape;

/// What the long sides of the tower have to show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// No colour twice on a long side.
    AllDifferent,
    /// One colour only on a long side.
    AllEqual {
        /// Whether no two long sides may have the same colour.
        distinct_sides: bool,
    },
}

impl Rule {
    /// The rule of the paper's question 2: each side of one colour, the sides of different colours.
    pub const EQUAL: Rule = Rule::AllEqual {
        distinct_sides: true,
    };
}

/// The colours of a piece's faces, as numbers into [`Instance::colours`]: the long sides in order, then the two caps.
pub type Piece = Vec<u8>;

/// A puzzle: pieces of one shape, and a rule.
///
/// ```
/// use tantalizer_ask::ask;
/// use tantalizer_model::{Question, Request, Silent};
/// use tantalizer_puzzles::instant_insanity::Instance;
/// use tantalizer_puzzle::{Flags, Puzzle};
///
/// let cubes = Instance::original();
/// let posed = cubes.pose(&Flags::new()).unwrap();
/// let answer = ask(posed, &Request::new(Question::Count), &mut Silent).unwrap();
/// assert_eq!(answer.count, 8u32.into());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// What the pieces are.
    pub shape: Shape,
    /// The names of the colours.
    pub colours: Vec<String>,
    /// The pieces, from one end of the stack to the other.
    pub pieces: Vec<Piece>,
    /// What is asked of the tower.
    pub rule: Rule,
}

/// What can be wrong with an instance.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum InstanceError {
    /// No piece at all.
    #[error("pieces: at least one piece is needed")]
    NoPieces,
    /// Too many pieces or colours to number.
    #[error("{what}: {found} are too many, at most {most}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: usize,
    },
    /// A piece with the wrong number of faces.
    #[error("piece {piece} ({text}): {found} colours, expected {expected} ({why})")]
    Faces {
        /// The piece's number, from 1.
        piece: usize,
        /// The piece as it was written.
        text: String,
        /// How many colours it has.
        found: usize,
        /// How many it should have.
        expected: usize,
        /// How that number comes about.
        why: String,
    },
    /// A number of sides no prism has.
    #[error("sides = {0}: a prism has at least 3 sides and at most 1000")]
    Sides(usize),
    /// `distinct-sides` with a rule to which it says nothing.
    #[error("distinct-sides belongs to rule = \"all-equal\"")]
    DistinctSides,
    /// Colours that cannot fill the faces as wished.
    #[error("{0}")]
    Impossible(String),
}

impl Instance {
    /// An instance of pieces that are known to fit the shape, or why they do not.
    pub fn new(
        shape: Shape,
        colours: Vec<String>,
        pieces: Vec<Piece>,
        rule: Rule,
    ) -> Result<Self, InstanceError> {
        if let Shape::Prism(sides) = shape
            && !(3..=1000).contains(&sides)
        {
            return Err(InstanceError::Sides(sides));
        }
        if pieces.is_empty() {
            return Err(InstanceError::NoPieces);
        }
        for (what, found, most) in [
            ("pieces", pieces.len(), 10_000),
            ("colours", colours.len(), 255),
        ] {
            if found > most {
                return Err(InstanceError::TooMany { what, found, most });
            }
        }
        let instance = Instance {
            shape,
            colours,
            pieces,
            rule,
        };
        for (i, piece) in instance.pieces.iter().enumerate() {
            if piece.len() != shape.faces() {
                return Err(InstanceError::Faces {
                    piece: i + 1,
                    text: instance.piece_text(i),
                    found: piece.len(),
                    expected: shape.faces(),
                    why: match shape {
                        Shape::Cube => "a cube has six faces".to_string(),
                        Shape::Prism(sides) => format!("{sides} sides, then two caps"),
                    },
                });
            }
            if let Some(&colour) = piece
                .iter()
                .find(|&&c| c as usize >= instance.colours.len())
            {
                return Err(InstanceError::Impossible(format!(
                    "piece {}: colour number {colour} has no name",
                    i + 1
                )));
            }
        }
        Ok(instance)
    }

    /// An instance of pieces that fit the shape, its colours called by letters.
    pub fn with_letters(shape: Shape, colours: usize, pieces: Vec<Piece>, rule: Rule) -> Self {
        Instance {
            shape,
            colours: super::generate::colour_names(colours),
            pieces,
            rule,
        }
    }

    /// The four cubes that were sold as Instant Insanity, coloured as in the paper's Section 3.1.
    pub fn original() -> Self {
        let pieces = ["RRGWBW", "BRWBGW", "GRWGBB", "WRGRBR"];
        let colours = ["R", "B", "G", "W"].map(str::to_string).to_vec();
        let number = |letter: char| colours.iter().position(|c| c.starts_with(letter));
        let pieces = pieces
            .map(|piece| piece.chars().filter_map(number).map(|c| c as u8).collect())
            .to_vec();
        Instance {
            shape: Shape::Cube,
            colours,
            pieces,
            rule: Rule::AllDifferent,
        }
    }

    /// A piece as it is written in a puzzle file: letters in a row if every colour has a name of one letter.
    pub fn piece_text(&self, piece: usize) -> String {
        let names: Vec<&str> = self.pieces[piece]
            .iter()
            .map(|&colour| {
                self.colours
                    .get(colour as usize)
                    .map_or("?", String::as_str)
            })
            .collect();
        if names.iter().all(|name| name.chars().count() == 1) {
            names.concat()
        } else {
            names.join(" ")
        }
    }

    /// The colours that a piece shows on the long sides in an orientation (counted from 0).
    pub fn ring(&self, piece: usize, orientation: &[usize]) -> Vec<u8> {
        orientation[..self.shape.sides()]
            .iter()
            .map(|&face| self.pieces[piece][face])
            .collect()
    }
}
