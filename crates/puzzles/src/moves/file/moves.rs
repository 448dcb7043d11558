//! Moves: where pieces come from, sequences with names, and which of them may be made.

use tantalizer_puzzle::FileError;
use tantalizer_puzzle::file::{Node, Value, quoted};
use tantalizer_states::PieceMove;

use super::nodes::{field, map, only};
use super::{Named, Orbit, Reader, in_words, orientations};

impl Reader<'_> {
    pub(super) fn moves(&self) -> Result<Vec<Named>, FileError> {
        let node = self.document.require("moves")?;
        let mut named: Vec<Named> = Vec::new();
        for (name, node) in map(self.document, "moves", node)? {
            self.new_name(&named, name, node)?;
            let orbits = map(self.document, name, node)?;
            // KPuzzle passes over orbits that are not listed.
            if self.document.get("puzzle").is_some() {
                self.known_orbits(orbits)?;
            }
            let places = self.orbits.iter().map(|orbit| orbit.places).sum();
            let mut does = PieceMove::identity(places);
            for orbit in &self.orbits {
                if let Some(node) = field(orbits, &orbit.name) {
                    self.move_of(name, orbit, node, &mut does)?;
                }
            }
            named.push(Named {
                name: name.clone(),
                does,
            });
        }
        Ok(named)
    }

    /// What a move does to an orbit.
    fn move_of(
        &self,
        name: &str,
        orbit: &Orbit,
        node: &Node,
        does: &mut PieceMove,
    ) -> Result<(), FileError> {
        let entries = map(self.document, &orbit.name, node)?;
        only(
            self.document,
            entries,
            &["permutation", "orientationDelta", "orientation"],
        )?;
        let (first, places) = (orbit.first, orbit.places);
        if let Some(node) = field(entries, "permutation") {
            let from = self.numbers("permutation", node, places, places as i64)?;
            let mut seen = vec![false; places];
            for (place, &from) in from.iter().enumerate() {
                if std::mem::replace(&mut seen[usize::from(from)], true) {
                    let message = format!(
                        "move {}, orbit {}: a piece comes from place {from} twice, expected a permutation",
                        quoted(name),
                        quoted(&orbit.name)
                    );
                    return Err(self.document.error(Some(node.line()), message));
                }
                does.from[first + place] = first as u16 + from;
            }
        }
        let turns = field(entries, "orientationDelta").or(field(entries, "orientation"));
        if let Some(node) = turns {
            let turns = self.numbers(
                "orientationDelta",
                node,
                places,
                i64::from(orbit.orientations),
            )?;
            for (place, &turn) in turns.iter().enumerate() {
                does.turn[first + place] = turn as u8;
            }
        }
        Ok(())
    }

    /// Sequences with names; they may be made of each other, in any order.
    pub(super) fn sequences(&self, key: &str, named: &mut Vec<Named>) -> Result<(), FileError> {
        let Some(node) = self.document.get(key) else {
            return Ok(());
        };
        let orientations = orientations(&self.orbits);
        let known = named.len();
        let mut open: Vec<&(String, Node)> = map(self.document, key, node)?.iter().collect();
        // A move that is described in full stays as it is.
        open.retain(|entry| named[..known].iter().all(|known| known.name != entry.0));
        while !open.is_empty() {
            let (mut later, mut unknown) = (Vec::new(), None);
            let before = open.len();
            for entry in open {
                let (name, node) = entry;
                self.new_name(named, name, node)?;
                let Value::Text(text) = node.value() else {
                    return Err(self.document.unexpected(name, node, "a sequence of moves"));
                };
                let wrong = |message: String| self.document.error(Some(node.line()), message);
                match in_words(named, text, &orientations).map_err(wrong)? {
                    Ok(moves) => {
                        let identity = PieceMove::identity(orientations.len());
                        let does = moves
                            .iter()
                            .fold(identity, |all, mv| all.then(mv, &orientations));
                        named.push(Named {
                            name: name.clone(),
                            does,
                        });
                    }
                    Err(word) => {
                        let message = format!("unknown move {}", quoted(&word));
                        unknown.get_or_insert(self.document.error(Some(node.line()), message));
                        later.push(entry);
                    }
                }
            }
            if let Some(unknown) = unknown.filter(|_| later.len() == before) {
                return Err(unknown);
            }
            open = later;
        }
        Ok(())
    }

    /// A name that no move has had, and that can stand in a sequence.
    fn new_name(&self, named: &[Named], name: &str, node: &Node) -> Result<(), FileError> {
        let message = if named.iter().any(|known| known.name == name) {
            format!("two moves are called {}", quoted(name))
        } else if name.is_empty()
            || name.contains(|c: char| c.is_whitespace() || "()[],:'’".contains(c))
        {
            format!(
                "{} is no name for a move: blanks, brackets, commas, colons and apostrophes mean something else",
                quoted(name)
            )
        } else {
            return Ok(());
        };
        Err(self.document.error(Some(node.line()), message))
    }

    /// The moves that may be made, by number, if that is said: a list of names, or a text with them.
    pub(super) fn generators(&self, named: &[Named]) -> Result<Option<Vec<usize>>, FileError> {
        let Some(node) = self.document.get("generators") else {
            return Ok(None);
        };
        let names: Vec<&str> = match node.value() {
            Value::Text(text) => text
                .split([' ', ',', '\t', '\n'])
                .filter(|name| !name.is_empty())
                .collect(),
            _ => self
                .document
                .texts("generators")?
                .into_iter()
                .map(|(_, name)| name)
                .collect(),
        };
        let number = |name: &str| {
            let known = named.iter().position(|known| known.name == name);
            let message = || format!("generators: unknown move {}", quoted(name));
            known.ok_or_else(|| self.document.error(Some(node.line()), message()))
        };
        let generators: Vec<usize> = names.into_iter().map(number).collect::<Result<_, _>>()?;
        Ok(Some(generators))
    }
}
