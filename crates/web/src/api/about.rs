//! `/api/about`: what there is: puzzles, engines, strategies, limits, examples.

use crate::lanes::{LONGEST, MOST_BYTES, QUICK};
use rust_embed::RustEmbed;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;
use tantalizer_ask::engine_names;
use tantalizer_model::{ValueChoice, VariableChoice};
use tantalizer_puzzle::Kind;
use tantalizer_puzzles::{KINDS, read_text};

/// The instances that come with the program.
#[derive(RustEmbed)]
#[folder = "../../examples"]
struct Examples;

/// Made once: it never changes.
static ABOUT: LazyLock<String> = LazyLock::new(about);

pub fn answer() -> String {
    ABOUT.clone()
}

fn about() -> String {
    let puzzle = |kind: &&Kind| {
        let parameters = kind.design.into_iter().flat_map(|design| design.parameters);
        let design: Map<String, Value> = parameters
            .map(|parameter| (parameter.key(), parameter.schema()))
            .collect();
        json!({ "name": kind.name, "summary": kind.summary, "design": design })
    };
    let variables = VariableChoice::all().map(VariableChoice::name);
    let values = ValueChoice::all().map(ValueChoice::name);
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "puzzles": KINDS.iter().map(puzzle).collect::<Vec<_>>(),
        "engines": engine_names(),
        "strategies": { "variables": variables.collect::<Vec<_>>(), "values": values.collect::<Vec<_>>() },
        "limits": { "quick_seconds": QUICK, "seconds": LONGEST, "body_bytes": MOST_BYTES },
        "examples": examples(),
    })
    .to_string()
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
