//! Puzzle files: definitions in the form of KPuzzle, the JSON of the cubing community, with a position.
//!
//! `orbits` lists pieces and in how many ways they can be turned, `defaultPattern` the solved pattern, `moves` for each move
//! and orbit from where the pieces come (from 0) and by how much they are turned, `derivedMoves` sequences with names. Beyond
//! KPuzzle: `scramble` (a sequence), `pattern` (a position in the form of `defaultPattern`), `metric`, `generators` (the moves
//! that may be made), `illegal` (pieces that may not lie at a place), `aliases` (other names).

mod moves;
mod nodes;
mod patterns;

use tantalizer_puzzle::file::{Node, Value, quoted};
use tantalizer_puzzle::{Document, FileError};
use tantalizer_states::PieceFault;

use self::nodes::{field, map, only, orbits};
use super::definition::{Definition, Metric, Named, Orbit, Parts, in_words, orientations};

/// The keys, but for those of KPuzzle that are for other programs.
const KEYS: &[&str] = &[
    "name",
    "orbits",
    "defaultPattern",
    "moves",
    "derivedMoves",
    "aliases",
    "illegal",
    "metric",
    "generators",
    "pattern",
    "scramble",
];

/// Whether it is KPuzzle JSON: no `puzzle`, but orbits and moves.
pub(super) fn is_kpuzzle(document: &Document) -> bool {
    document.get("orbits").is_some() && document.get("moves").is_some()
}

/// Whether a key of KPuzzle says nothing about the puzzle.
pub(super) fn is_for_others(key: &str) -> bool {
    key.starts_with('$') || key.starts_with("experimental")
}

/// Reads a definition and a position.
pub(super) fn read(document: &Document) -> Result<(Definition, Vec<u8>), FileError> {
    for (key, node) in document.entries() {
        if key != "puzzle" && !KEYS.contains(&key) && !is_for_others(key) {
            let expected = KEYS.join("`, `");
            let message = format!("unknown key {}, expected `{expected}`", quoted(key));
            return Err(document.error(Some(node.line()), message));
        }
    }
    let reader = Reader {
        document,
        orbits: orbits(document)?,
    };
    let definition = reader.definition()?;
    let start = reader.start(&definition)?;
    Ok((definition, start))
}

struct Reader<'a> {
    document: &'a Document,
    orbits: Vec<Orbit>,
}

impl Reader<'_> {
    fn definition(&self) -> Result<Definition, FileError> {
        let document = self.document;
        let solved = match document.get("defaultPattern") {
            Some(node) => self.pattern("defaultPattern", node, None)?,
            None => self.pattern_of(&[], None)?,
        };
        let mut named = self.moves()?;
        self.sequences("derivedMoves", &mut named)?;
        let before = named.len();
        self.sequences("aliases", &mut named)?;
        let name = match document.get("name") {
            Some(_) => document.text("name")?,
            None => "unnamed",
        };
        let mut parts = Parts {
            name: name.to_string(),
            metric: self.metric()?,
            orbits: self.orbits.clone(),
            solved,
            generators: Vec::new(),
            forbidden: self.illegal()?,
            named,
        };
        parts.generators = match self.generators(&parts.named)? {
            Some(generators) => generators,
            None => parts.usual_generators(parts.named.len() - before),
        };
        let line = document.get("moves").map(Node::line);
        parts
            .finish()
            .map_err(|message| document.error(line, message))
    }

    /// The position: the pattern of the file or the solved one, after the scramble.
    fn start(&self, definition: &Definition) -> Result<Vec<u8>, FileError> {
        let document = self.document;
        let puzzle = &definition.puzzle;
        let mut pattern = puzzle.solved().to_vec();
        if let Some(node) = document.get("pattern") {
            let pieces = self.pattern("pattern", node, Some(&puzzle.pieces(puzzle.solved())))?;
            let faulty = |fault: PieceFault| document.error(Some(node.line()), fault.to_string());
            pattern = puzzle.pattern(&pieces).map_err(faulty)?;
            if !puzzle.allows(&pattern) {
                return Err(document.error(Some(node.line()), "a piece lies where it may not"));
            }
        }
        let Some(node) = document.get("scramble") else {
            return Ok(pattern);
        };
        let line = Some(node.line());
        let moves = definition.sequence(document.text("scramble")?);
        for mv in moves.map_err(|message| document.error(line, format!("scramble: {message}")))? {
            let faulty = |fault: PieceFault| document.error(line, fault.to_string());
            let pieces = mv.carry(&puzzle.pieces(&pattern));
            pattern = puzzle.pattern(&pieces).map_err(faulty)?;
            if !puzzle.allows(&pattern) {
                return Err(document.error(line, "scramble: it makes a move that may not be made"));
            }
        }
        Ok(pattern)
    }

    fn metric(&self) -> Result<Metric, FileError> {
        let Some(node) = self.document.get("metric") else {
            return Ok(Metric::default());
        };
        let name = self.document.text("metric")?;
        let expected = Metric::NAMES.join(" or ");
        let message = || format!("unknown metric {}, expected {expected}", quoted(name));
        Metric::of_name(name).ok_or_else(|| self.document.error(Some(node.line()), message()))
    }

    fn illegal(&self) -> Result<Vec<(u16, u8)>, FileError> {
        let mut forbidden = Vec::new();
        let Some(node) = self.document.get("illegal") else {
            return Ok(forbidden);
        };
        let Value::List(items) = node.value() else {
            return Err(self.document.unexpected(
                "illegal",
                node,
                "a list of what may not lie where",
            ));
        };
        for item in items {
            let entries = map(self.document, "illegal", item)?;
            only(self.document, entries, &["orbit", "place", "pieces"])?;
            let orbit = match field(entries, "orbit").map(Node::value) {
                Some(Value::Text(name)) => self.orbits.iter().find(|orbit| orbit.name == *name),
                _ => None,
            };
            let place = match (orbit, field(entries, "place").map(Node::value)) {
                (Some(orbit), Some(Value::Integer(place)))
                    if (0..orbit.places as i64).contains(place) =>
                {
                    orbit.first + *place as usize
                }
                _ => {
                    let message =
                        "expected `orbit`, `place` (from 0) and `pieces`, a list of numbers";
                    return Err(self.document.error(Some(item.line()), message));
                }
            };
            let pieces = field(entries, "pieces").map(|node| match node.value() {
                Value::List(items) => self.numbers("pieces", node, items.len(), 256),
                _ => Err(self
                    .document
                    .unexpected("pieces", node, "a list of numbers")),
            });
            let pieces = pieces.transpose()?.unwrap_or_default();
            forbidden.extend(pieces.into_iter().map(|piece| (place as u16, piece as u8)));
        }
        Ok(forbidden)
    }
}
