//! The rooms of the house: a crate depends only on crates above it in the table of `docs/architecture.md`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What stands beside the house: it may know every room, and no room may need it.
const BESIDE: [&str; 1] = ["conformance"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rooms in the order of the table.
fn rooms() -> Vec<String> {
    let text = read(&root().join("docs/architecture.md"));
    let table = text
        .lines()
        .skip_while(|line| !line.starts_with("| room |"));
    let rows = table.skip(2).take_while(|line| line.starts_with('|'));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    let names = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    names.map(str::to_string).collect()
}

/// The rooms that a manifest needs, those for tests alone left out.
fn needs(manifest: &str) -> BTreeSet<String> {
    let manifest: toml::Table = manifest.parse().expect("a manifest");
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let of_targets = targets.into_iter().flat_map(|targets| targets.values());
    let sections = std::iter::once(&toml::Value::Table(manifest.clone()))
        .chain(of_targets)
        .flat_map(|part| ["dependencies", "build-dependencies"].map(|section| part.get(section)))
        .flatten()
        .filter_map(toml::Value::as_table)
        .flat_map(|section| section.keys().cloned())
        .collect::<Vec<String>>();
    let room = |name: String| name.strip_prefix("tantalizer-").map(str::to_string);
    sections.into_iter().filter_map(room).collect()
}

/// The needs of a room that do not stand above it.
fn out_of_order<'a>(rooms: &[String], name: &str, needs: &'a BTreeSet<String>) -> Vec<&'a str> {
    let above = rooms.iter().take_while(|room| *room != name);
    let above: BTreeSet<&String> = above.collect();
    let wrong = needs.iter().filter(|room| !above.contains(room));
    wrong.map(String::as_str).collect()
}

#[test]
fn a_room_needs_only_rooms_above_it() {
    let rooms = rooms();
    let folders = std::fs::read_dir(root().join("crates")).expect("crates/");
    let mut seen = BTreeSet::new();
    for folder in folders {
        let folder = folder.expect("a folder").path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let manifest = folder.join("Cargo.toml");
        if !manifest.exists() || BESIDE.contains(&&*name) {
            continue;
        }
        let needs = needs(&read(&manifest));
        let wrong = out_of_order(&rooms, &name, &needs);
        assert!(wrong.is_empty(), "{name} needs {wrong:?}, not above it");
        seen.insert(name);
    }
    assert_eq!(seen, rooms.iter().cloned().collect());
    assert_eq!(seen.len(), rooms.len(), "a room twice in {rooms:?}");
}

#[test]
fn a_room_below_would_be_noticed() {
    let rooms = ["model", "ask", "puzzle"].map(String::from);
    let manifest = "[dependencies]\ntantalizer-puzzle.workspace = true\ntantalizer-model.workspace = true\n\
                    [dev-dependencies]\ntantalizer-web.workspace = true\n\
                    [target.'cfg(unix)'.dependencies]\ntantalizer-conformance.workspace = true\n";
    let needs = needs(manifest);
    assert_eq!(
        out_of_order(&rooms, "ask", &needs),
        ["conformance", "puzzle"]
    );
    assert_eq!(
        out_of_order(&rooms, "puzzle", &needs),
        ["conformance", "puzzle"]
    );
}
