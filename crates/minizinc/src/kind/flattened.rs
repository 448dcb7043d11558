//! The kinds that come with the program, flattened at their usual sizes: those need no MiniZinc.
//!
//! Clues are facts beside a model, so that one form serves all puzzles of its parameters, and parameters that a solution tells (`tz_hint`) are left
//! open, so that they are variables: one form serves designs, and puzzles with all such hints. What is kept of a kind is one text: what its parameters and
//! variables are, then each form behind a line with its parameters. `cargo xtask kinds` makes these texts, and a test compares them with what MiniZinc
//! makes of the models as they are.

use std::io::Read;

use flate2::read::DeflateDecoder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tantalizer_model::Limits;
use tantalizer_puzzle::Document;

use super::instance::Instance;
use super::{KindError, ModelKind, SHIPPED, source};
use crate::Interface;
use crate::lower::sentence;

/// The sizes, besides those of the puzzles that come with the program, at which kinds are usual.
const USUAL: &[(&str, &[&str])] = &[
    (
        "battleships",
        &[r#"{"rows": 7, "cols": 7, "fleet": [3, 2, 1]}"#],
    ),
    ("diagonal-sudoku", &[r#"{"box_rows": 3, "box_cols": 3}"#]),
    ("futoshiki", &[r#"{"n": 6}"#]),
    ("hitori", &[r#"{"n": 6}"#]),
    (
        "latin-square",
        &[r#"{"n": 4}"#, r#"{"n": 6}"#, r#"{"n": 9}"#],
    ),
    ("masyu", &[r#"{"rows": 6, "cols": 6}"#]),
    (
        "minesweeper",
        &[r#"{"rows": 6, "cols": 6}"#, r#"{"rows": 8, "cols": 8}"#],
    ),
    ("n-queens", &[r#"{"n": 7}"#, r#"{"n": 10}"#]),
    ("nonogram", &[r#"{"rows": 10, "cols": 10}"#]),
    ("nurikabe", &[r#"{"rows": 5, "cols": 5}"#]),
    ("shikaku", &[r#"{"rows": 6, "cols": 6}"#]),
    ("skyscrapers", &[r#"{"n": 6}"#]),
    (
        "slitherlink",
        &[r#"{"rows": 5, "cols": 5}"#, r#"{"rows": 6, "cols": 6}"#],
    ),
    (
        "sudoku",
        &[
            r#"{"box_rows": 2, "box_cols": 2}"#,
            r#"{"box_rows": 2, "box_cols": 3}"#,
        ],
    ),
    ("triples", &[r#"{"rows": 6, "cols": 6}"#]),
    (
        "yin-yang",
        &[r#"{"rows": 5, "cols": 5}"#, r#"{"rows": 6, "cols": 6}"#],
    ),
];

/// What begins the line with the parameters of a form.
const HEAD: &str = "% ";

/// The parameters of the forms that are kept of a kind.
pub fn sizes(kind: &str) -> Vec<Map<String, Value>> {
    let text = kept(kind).unwrap_or_default();
    let heads = text.lines().filter_map(|line| line.strip_prefix(HEAD));
    heads
        .filter_map(|head| serde_json::from_str(head).ok())
        .collect()
}

/// The form at these parameters, if it is among what is kept.
pub(super) fn form(text: &str, key: &Map<String, Value>) -> Option<String> {
    let mut lines = text.split_inclusive('\n');
    let is_key = |line: &str| {
        let head = line.strip_prefix(HEAD);
        head.is_some_and(|head| {
            serde_json::from_str(head).is_ok_and(|found: Map<_, _>| found == *key)
        })
    };
    lines.by_ref().find(|line| is_key(line))?;
    Some(lines.take_while(|line| !line.starts_with(HEAD)).collect())
}

/// What is kept of a kind that comes with the program.
pub fn kept(kind: &str) -> Option<String> {
    let shipped = SHIPPED.iter().find(|shipped| shipped.name == kind)?;
    let mut text = String::new();
    let read = DeflateDecoder::new(shipped.flattened).read_to_string(&mut text);
    read.ok().map(|_| text)
}

/// What is to be kept of a kind, made by MiniZinc.
pub fn flatten(kind: &ModelKind, limits: &Limits) -> Result<String, KindError> {
    let interface = kind.compiled_interface(limits)?;
    let first = Kept {
        model: checksum(&kind.source),
        interface,
    };
    let mut text = serde_json::to_string(&first).unwrap_or_default() + "\n";
    let mut seen = Vec::new();
    for instance in usual(kind, &first.interface)? {
        let Some(key) = instance.key().filter(|key| !seen.contains(key)) else {
            continue;
        };
        text += &format!("{HEAD}{}\n", Value::Object(key.clone()));
        text += &tidy(&kind.compiled(&instance, limits)?);
        seen.push(key);
    }
    Ok(text)
}

/// The first line of what is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// That of the model which the forms were made from.
    model: u32,
    interface: Interface,
}

/// The parameters and variables of a model, if what is kept was made from it.
pub(super) fn interface(text: &str, source: &str) -> Option<Interface> {
    let first: Kept = serde_json::from_str(text.lines().next()?).ok()?;
    (first.model == checksum(source)).then_some(first.interface)
}

fn checksum(source: &str) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(source.as_bytes());
    sum.sum()
}

/// The instances of which the forms are kept.
fn usual(kind: &ModelKind, interface: &Interface) -> Result<Vec<Instance>, KindError> {
    let shipped = SHIPPED.iter().find(|shipped| shipped.name == kind.name);
    let puzzles = shipped
        .into_iter()
        .flat_map(|shipped| [shipped.easy, shipped.hard]);
    let sizes = USUAL.iter().find(|(name, _)| *name == kind.name);
    let sizes = sizes
        .into_iter()
        .flat_map(|(_, sizes)| sizes.iter().copied());
    let instance = |text: &str| {
        let document = Document::parse(&kind.name, text)?;
        let hints = source::hints(&kind.source);
        Ok(Instance::open_from_document(&document, interface, &hints)?)
    };
    puzzles.chain(sizes).map(instance).collect()
}

/// FlatZinc that is the same wherever it is made: of where a constraint comes from, its name is left.
fn tidy(text: &str) -> String {
    let tidied = |line: &str| {
        let mut line = line.to_string();
        // A constraint that was met twice comes from two places.
        while let Some((before, path, after)) = path(&line) {
            let named = ["mzn_expression_name(", "mzn_constraint_name("];
            let named = named.iter().any(|name| line.contains(name));
            let wanted = line.starts_with("constraint") && !named;
            let place = sentence::line(path).filter(|_| wanted);
            let name = place.map(|place| format!(" :: mzn_constraint_name(\"{place}\")"));
            line = format!("{}{}{after}", before.trim_end(), name.unwrap_or_default());
        }
        line
    };
    text.lines().map(|line| tidied(line) + "\n").collect()
}

/// Where a constraint comes from, with what stands before and behind that.
fn path(line: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = line.split_once(":: mzn_path(\"")?;
    let mut escaped = false;
    let (end, _) = rest.char_indices().find(|&(_, c)| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    Some((before, &rest[..end], rest[end..].strip_prefix("\")")?))
}
