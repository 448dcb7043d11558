//! `/api/about`: what there is: puzzles, engines, strategies, limits, examples.

use crate::bounds::{LONGEST, MOST_BYTES, QUICK};
use crate::shelf::Shelf;
use rust_embed::RustEmbed;
use serde_json::{Map, Value, json};
use tantalizer_ask::engine_names;
use tantalizer_minizinc::NAME;
use tantalizer_minizinc::kind::{ModelKind, start, stored};
use tantalizer_model::{ValueChoice, VariableChoice};
use tantalizer_puzzle::clued::PARAMETERS;
use tantalizer_puzzle::design::Parameter;
use tantalizer_puzzle::file::stated_difficulty;
use tantalizer_puzzle::{Document, Kind};
use tantalizer_puzzles::{KINDS, read_text};

/// The instances that come with the program.
#[derive(RustEmbed)]
#[folder = "../../examples"]
struct Examples;

pub fn answer(shelf: &Shelf) -> String {
    let puzzle = |kind: &&Kind| {
        let parameters = kind.design.map_or(&[][..], |design| design.parameters);
        json!({ "name": kind.name, "summary": kind.summary, "design": schemas(parameters) })
    };
    let mut examples = examples();
    let stored: Vec<(String, &str)> = stored().collect();
    let mut model = |kind: &ModelKind| {
        let hard = format!("{}-hard", kind.name);
        let hard = stored
            .iter()
            .find(|entry| kind.comes_along() && entry.0 == hard);
        let hard = hard.map(|(name, text)| (name.as_str(), *text));
        let example = kind.example.as_deref();
        let example = example.map(|text| (kind.name.as_str(), text));
        let mut puzzles = Vec::new();
        let mut difficulty = Map::new();
        for (name, text) in example.into_iter().chain(hard) {
            if let Some(file) = file(name, text) {
                examples.insert(name.to_string(), file);
                puzzles.push(name);
                difficulty.extend(stated_difficulty(text).map(|word| (name.into(), word.into())));
            }
        }
        // Where no puzzle stands beside a model, there is nothing to begin with.
        (!puzzles.is_empty()).then(|| {
            json!({ "name": kind.name, "title": kind.title(), "summary": kind.summary(), "puzzles": puzzles, "difficulty": difficulty })
        })
    };
    let kinds: Vec<Value> = shelf.models.iter().filter_map(&mut model).collect();
    let [(_, source), (_, data), _] = start("model");
    let own = json!({ "puzzle": NAME, "mzn": source, "data": data });
    examples.insert(NAME.into(), own);
    let variables = VariableChoice::all().map(VariableChoice::name);
    let values = ValueChoice::all().map(ValueChoice::name);
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "puzzles": KINDS.iter().map(puzzle).collect::<Vec<_>>(),
        "kinds": kinds,
        "clues": schemas(PARAMETERS),
        "engines": engine_names(),
        "strategies": { "variables": variables.collect::<Vec<_>>(), "values": values.collect::<Vec<_>>() },
        "limits": { "quick_seconds": QUICK, "seconds": LONGEST, "body_bytes": MOST_BYTES },
        "examples": examples,
    })
    .to_string()
}

/// What can be wished for, each as JSON Schema.
fn schemas(parameters: &[Parameter]) -> Map<String, Value> {
    let schema = |parameter: &Parameter| (parameter.key(), parameter.schema());
    parameters.iter().map(schema).collect()
}

/// A puzzle file as JSON.
fn file(name: &str, text: &str) -> Option<Value> {
    let document = Document::parse(name, text).ok()?;
    let entries = document.entries();
    Some(
        entries
            .map(|(key, node)| (key.to_string(), node.json()))
            .collect(),
    )
}

/// The examples by name, as JSON.
fn examples() -> Map<String, Value> {
    let mut examples = Map::new();
    for file in Examples::iter().filter(|file| file.ends_with(".toml")) {
        let text = Examples::get(&file).map(|file| file.data.into_owned());
        let text = text.and_then(|bytes| String::from_utf8(bytes).ok());
        let puzzle = text.and_then(|text| read_text(&file, &text).ok());
        if let Some(puzzle) = puzzle {
            let name = file.trim_end_matches(".toml").to_string();
            examples.insert(name, puzzle.to_json());
        }
    }
    examples
}
