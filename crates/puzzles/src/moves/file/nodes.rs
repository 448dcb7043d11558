//! Parts of puzzle files that are the same everywhere: tables of keys, lists of numbers, the orbits.

use tantalizer_puzzle::file::{Node, Value, quoted};
use tantalizer_puzzle::{Document, FileError};
use tantalizer_states::{MOST_ORIENTATIONS, MOST_PLACES};

use super::{Orbit, Reader};

/// Keys and their values.
pub(super) type Entries = [(String, Node)];

pub(super) fn orbits(document: &Document) -> Result<Vec<Orbit>, FileError> {
    let node = document.require("orbits")?;
    let Value::List(items) = node.value() else {
        return Err(document.unexpected("orbits", node, "a list of orbits"));
    };
    let mut orbits: Vec<Orbit> = Vec::new();
    let mut first = 0;
    for item in items {
        let entries = map(document, "orbits", item)?;
        only(
            document,
            entries,
            &["orbitName", "numPieces", "numOrientations"],
        )?;
        let name = match field(entries, "orbitName").map(Node::value) {
            Some(Value::Text(name)) => name.clone(),
            _ => return Err(document.error(Some(item.line()), "expected `orbitName`, a text")),
        };
        if orbits.iter().any(|orbit| orbit.name == name) {
            return Err(document.error(
                Some(item.line()),
                format!("two orbits are called {}", quoted(&name)),
            ));
        }
        let number = |key: &str, most: usize| match field(entries, key).map(Node::value) {
            Some(Value::Integer(number)) if (1..=most as i64).contains(number) => {
                Ok(*number as usize)
            }
            _ => {
                let message = format!("expected `{key}`, a number from 1 to {most}");
                Err(document.error(Some(item.line()), message))
            }
        };
        let places = number("numPieces", MOST_PLACES)?;
        let orientations = number("numOrientations", usize::from(MOST_ORIENTATIONS))? as u8;
        orbits.push(Orbit {
            name,
            first,
            places,
            orientations,
        });
        first += places;
    }
    if !(1..=MOST_PLACES).contains(&first) {
        let message = format!("{first} places in all: expected 1 to {MOST_PLACES}");
        return Err(document.error(Some(node.line()), message));
    }
    Ok(orbits)
}

pub(super) fn map<'a>(
    document: &Document,
    key: &str,
    node: &'a Node,
) -> Result<&'a Entries, FileError> {
    match node.value() {
        Value::Map(entries) => Ok(entries),
        _ => Err(document.unexpected(key, node, "a table of keys")),
    }
}

pub(super) fn field<'a>(entries: &'a Entries, key: &str) -> Option<&'a Node> {
    entries
        .iter()
        .find(|entry| entry.0 == key)
        .map(|entry| &entry.1)
}

pub(super) fn only(
    document: &Document,
    entries: &Entries,
    known: &[&str],
) -> Result<(), FileError> {
    match entries
        .iter()
        .find(|entry| !known.contains(&entry.0.as_str()))
    {
        None => Ok(()),
        Some((key, node)) => {
            let expected = known.join("`, `");
            let message = format!("unknown key {}, expected `{expected}`", quoted(key));
            Err(document.error(Some(node.line()), message))
        }
    }
}

impl Reader<'_> {
    pub(super) fn known_orbits(&self, entries: &Entries) -> Result<(), FileError> {
        let names: Vec<&str> = self
            .orbits
            .iter()
            .map(|orbit| orbit.name.as_str())
            .collect();
        only(self.document, entries, &names)
    }

    /// A list of so many numbers, each from 0 and below a bound.
    pub(super) fn numbers(
        &self,
        key: &str,
        node: &Node,
        length: usize,
        below: i64,
    ) -> Result<Vec<u16>, FileError> {
        let last = below - 1;
        let expected = format!("a list of {length} numbers from 0 to {last}");
        let Value::List(items) = node.value() else {
            return Err(self.document.unexpected(key, node, &expected));
        };
        if items.len() != length {
            let message = format!("`{key}` must be {expected}, found {} of them", items.len());
            return Err(self.document.error(Some(node.line()), message));
        }
        let number = |item: &Node| match item.value() {
            Value::Integer(number) if (0..below).contains(number) => Ok(*number as u16),
            _ => Err(self.document.unexpected(key, item, &expected)),
        };
        items.iter().map(number).collect()
    }
}
