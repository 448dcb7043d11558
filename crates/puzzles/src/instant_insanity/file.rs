//! Puzzle files of Instant Insanity, read and written.

use serde_json::{Map, Value as Json, json};

use super::{Instance, InstanceError, Piece, Rule, Shape};
use tantalizer_puzzle::file::{Document, FileError, Node, Value, quoted};

/// The name in puzzle files.
pub(super) const NAME: &str = "instant-insanity";

impl Instance {
    /// Reads an instance; its colours are numbered in the order of their first use.
    pub fn read(document: &Document) -> Result<Instance, FileError> {
        document.only_keys(&["pieces", "rule", "sides", "distinct-sides"])?;
        let line = |key: &str| document.get(key).map(Node::line);
        let shape = match document.integer("sides", 3..=1000)? {
            None => Shape::Cube,
            Some(sides) => Shape::Prism(sides as usize),
        };
        let rule = match document.get("rule") {
            None => "all-different",
            Some(_) => document.text("rule")?,
        };
        let rule = match (rule, document.boolean("distinct-sides")?) {
            ("all-different", None) => Rule::AllDifferent,
            ("all-different", Some(_)) => {
                let message = InstanceError::DistinctSides.to_string();
                return Err(document.error(line("distinct-sides"), message));
            }
            ("all-equal", distinct) => Rule::AllEqual {
                distinct_sides: distinct.unwrap_or(true),
            },
            (other, _) => {
                let message = format!(
                    "unknown rule {}, expected \"all-different\" or \"all-equal\"",
                    quoted(other)
                );
                return Err(document.error(line("rule"), message));
            }
        };
        let node = document.require("pieces")?;
        let Value::List(items) = node.value() else {
            let message = "`pieces` must be a list of pieces such as \"RRGWBW\"";
            return Err(document.error(Some(node.line()), message));
        };
        let mut colours: Vec<String> = Vec::new();
        let mut pieces: Vec<Piece> = Vec::new();
        for item in items {
            let names = piece_names(document, item)?;
            for name in &names {
                if !colours.contains(name) {
                    colours.push(name.clone());
                }
            }
            if colours.len() > 255 {
                return Err(document.error(Some(item.line()), "more than 255 colours"));
            }
            let number = |name: &String| colours.iter().position(|known| known == name);
            let piece: Piece = names.iter().filter_map(number).map(|n| n as u8).collect();
            pieces.push(piece);
        }
        Instance::new(shape, colours, pieces, rule).map_err(|error| {
            let at = match &error {
                InstanceError::Faces { piece, .. } => items[piece - 1].line(),
                _ => node.line(),
            };
            document.error(Some(at), error.to_string())
        })
    }

    /// The instance as a puzzle file in JSON.
    pub fn to_file(&self) -> Json {
        let mut file = Map::new();
        file.insert("puzzle".into(), json!(NAME));
        let name = |&colour: &u8| self.colours[colour as usize].as_str();
        let letters = self.colours.iter().all(|name| name.chars().count() == 1);
        let piece = |piece: &Piece| {
            if letters {
                json!(piece.iter().map(name).collect::<String>())
            } else {
                json!(piece.iter().map(name).collect::<Vec<_>>())
            }
        };
        file.insert("pieces".into(), self.pieces.iter().map(piece).collect());
        match self.rule {
            Rule::AllDifferent => file.insert("rule".into(), json!("all-different")),
            Rule::AllEqual { .. } => file.insert("rule".into(), json!("all-equal")),
        };
        if let Shape::Prism(sides) = self.shape {
            file.insert("sides".into(), json!(sides));
        }
        if let Rule::AllEqual {
            distinct_sides: false,
        } = self.rule
        {
            file.insert("distinct-sides".into(), json!(false));
        }
        Json::Object(file)
    }
}

/// The colours of a piece: a text with a letter a face (blanks do not count), or a list of names.
fn piece_names(document: &Document, item: &Node) -> Result<Vec<String>, FileError> {
    let wrong = || {
        let message = "a piece must be a text with a letter a face, or a list of colour names";
        document.error(Some(item.line()), message)
    };
    match item.value() {
        Value::Text(text) => {
            let letters = text.chars().filter(|letter| !letter.is_whitespace());
            Ok(letters.map(String::from).collect())
        }
        Value::List(names) => names
            .iter()
            .map(|name| match name.value() {
                Value::Text(text) if !text.trim().is_empty() => Ok(text.trim().to_string()),
                _ => Err(wrong()),
            })
            .collect(),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Instance, String> {
        Document::parse("f.toml", text)
            .and_then(|document| Instance::read(&document))
            .map_err(|error| error.to_string())
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
        for i in 0..4 {
            assert_eq!(instance.piece_text(i), original.piece_text(i));
        }
        assert_eq!(read(&instance.to_file().to_string()).unwrap(), instance);
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
        assert_eq!(read(&instance.to_file().to_string()).unwrap(), instance);
    }

    #[test]
    fn wrong_files_are_refused_with_place_and_reason() {
        for (text, place, reason) in [
            ("pieces = []", "f.toml:1:", "at least one piece"),
            ("\npieces = [\"RRG\"]", "f.toml:2:", "3 colours, expected 6"),
            (
                "sides = 3\npieces = [\"RGBRR\",\n\"RGB\"]",
                "f.toml:3:",
                "expected 5 (3 sides, then two caps)",
            ),
            ("pieces = [\"RGBR\"]\nsides = 2", "f.toml:2:", "from 3 to"),
            (
                "pieces = [\"RRGWBW\"]\ndistinct-sides = true",
                "f.toml:2:",
                "all-equal",
            ),
            ("pieces = [\"RRGWBW\"]\nrules = \"x\"", "f.toml:2:", "rules"),
            ("pieces = [\"RRGWBW\"]\nrule = \"x\"", "f.toml:2:", "`x`"),
            ("pieces = [7]", "f.toml:1:", "a letter a face"),
            ("pieces = [[\"red\", \" \"]]", "f.toml:1:", "colour names"),
            ("pieces = \"RRGWBW\"", "f.toml:1:", "a list of pieces"),
            ("rule = \"all-equal\"", "f.toml", "`pieces`"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(place), "{text}: {error}");
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
