//! Puzzle files: what stands in a `.toml` or `.json` beside `puzzle = "instant-insanity"`.

use serde::{Deserialize, Serialize};

use super::{Instance, InstanceError, Piece, Rule, Shape};

/// The keys of a puzzle file. `pieces` are words with a letter a face, or lists of colour names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PuzzleFile {
    /// Always `instant-insanity`.
    #[serde(default = "puzzle_name")]
    pub puzzle: String,
    /// Each piece: its long sides in order, then its two caps.
    pub pieces: Vec<PieceText>,
    /// `all-different` unless said otherwise.
    #[serde(default)]
    pub rule: RuleName,
    /// The sides of a prism; cubes if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<usize>,
    /// For `all-equal`: whether the sides must differ in colour (they must, if left out).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct_sides: Option<bool>,
}

/// A piece in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PieceText {
    /// One letter a face; blanks do not count.
    Letters(String),
    /// One name a face.
    Names(Vec<String>),
}

/// A rule in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleName {
    /// No colour twice on a side.
    #[default]
    AllDifferent,
    /// One colour a side.
    AllEqual,
}

fn puzzle_name() -> String {
    "instant-insanity".to_string()
}

impl PuzzleFile {
    /// The instance that is described, its colours numbered in the order of their first use.
    pub fn instance(&self) -> Result<Instance, InstanceError> {
        let shape = match self.sides {
            None => Shape::Cube,
            Some(sides) => Shape::Prism(sides),
        };
        let rule = match (self.rule, self.distinct_sides) {
            (RuleName::AllDifferent, None) => Rule::AllDifferent,
            (RuleName::AllDifferent, Some(_)) => return Err(InstanceError::DistinctSides),
            (RuleName::AllEqual, distinct) => Rule::AllEqual {
                distinct_sides: distinct.unwrap_or(true),
            },
        };
        let names: Vec<Vec<String>> = self.pieces.iter().map(PieceText::names).collect();
        let mut colours: Vec<String> = Vec::new();
        for name in names.iter().flatten() {
            if !colours.contains(name) {
                colours.push(name.clone());
            }
        }
        if colours.len() > 255 {
            return Err(InstanceError::TooMany {
                what: "colours",
                found: colours.len(),
                most: 255,
            });
        }
        let number = |name: &String| colours.iter().position(|known| known == name).unwrap_or(0);
        let pieces: Vec<Piece> = names
            .iter()
            .map(|piece| piece.iter().map(|name| number(name) as u8).collect())
            .collect();
        Instance::new(shape, colours, pieces, rule)
    }
}

impl PieceText {
    fn names(&self) -> Vec<String> {
        match self {
            PieceText::Names(names) => names.clone(),
            PieceText::Letters(text) => {
                let letters = text.chars().filter(|letter| !letter.is_whitespace());
                letters.map(String::from).collect()
            }
        }
    }
}

impl From<&Instance> for PuzzleFile {
    fn from(instance: &Instance) -> Self {
        let name = |&colour: &u8| instance.colours[colour as usize].clone();
        let letters = instance
            .colours
            .iter()
            .all(|name| name.chars().count() == 1);
        PuzzleFile {
            puzzle: puzzle_name(),
            pieces: instance
                .pieces
                .iter()
                .map(|piece| match letters {
                    true => PieceText::Letters(piece.iter().map(name).collect()),
                    false => PieceText::Names(piece.iter().map(name).collect()),
                })
                .collect(),
            rule: match instance.rule {
                Rule::AllDifferent => RuleName::AllDifferent,
                Rule::AllEqual { .. } => RuleName::AllEqual,
            },
            sides: match instance.shape {
                Shape::Cube => None,
                Shape::Prism(sides) => Some(sides),
            },
            distinct_sides: match instance.rule {
                Rule::AllEqual {
                    distinct_sides: false,
                } => Some(false),
                _ => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Instance, String> {
        let file: PuzzleFile = toml::from_str(text).map_err(|error| error.to_string())?;
        file.instance().map_err(|error| error.to_string())
    }

    #[test]
    fn the_original_cubes_read_and_write() {
        let text = r#"
            puzzle = "instant-insanity"
            pieces = ["RRGWBW", "BRWBGW", "GRWGBB", "WRGRBR"]
            rule = "all-different"
        "#;
        let instance = read(text).unwrap();
        let original = Instance::original();
        assert_eq!(instance.piece_text(3), "WRGRBR");
        for i in 0..4 {
            assert_eq!(instance.piece_text(i), original.piece_text(i));
        }
        let written = toml::to_string(&PuzzleFile::from(&instance)).unwrap();
        assert_eq!(read(&written).unwrap(), instance);
    }

    #[test]
    fn names_prisms_and_rules() {
        let text = r#"
            pieces = [["red", "blue", "sea green", "red", "red"], "R B G R R"]
            sides = 3
            rule = "all-equal"
            distinct-sides = false
        "#;
        let instance = read(text).unwrap();
        assert_eq!(instance.shape, Shape::Prism(3));
        assert_eq!(instance.colours.len(), 6);
        assert_eq!(instance.piece_text(0), "red blue sea green red red");
        let json = serde_json::to_string(&PuzzleFile::from(&instance)).unwrap();
        let again: PuzzleFile = serde_json::from_str(&json).unwrap();
        assert_eq!(again.instance().unwrap(), instance);
    }

    #[test]
    fn wrong_files_are_refused_with_the_reason() {
        for (text, reason) in [
            ("pieces = []", "at least one piece"),
            ("pieces = [\"RRG\"]", "3 colours, expected 6"),
            (
                "pieces = [\"RGB\"]\nsides = 3",
                "expected 5 (3 sides, then two caps)",
            ),
            ("pieces = [\"RGBR\"]\nsides = 2", "at least 3 sides"),
            ("pieces = [\"RRGWBW\"]\ndistinct-sides = true", "all-equal"),
            ("pieces = [\"RRGWBW\"]\nrules = \"x\"", "unknown field"),
            ("pieces = [\"RRGWBW\"]\nrule = \"x\"", "unknown variant"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
