//! The names that the library offers are those of the stored list: none goes away, and none comes, without anybody noticing.
//!
//! After a change that is meant, `TANTALIZER_WRITE_NAMES=1 cargo test --test public_names` writes the list anew; the difference belongs
//! into `CHANGELOG.md`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rooms that the facade re-exports, by the names that it gives them.
fn rooms() -> Vec<String> {
    let facade = std::fs::read_to_string(root().join("crates/tantalizer/src/lib.rs"));
    let facade = facade.expect("the facade");
    let uses = facade
        .lines()
        .filter_map(|line| line.strip_prefix("pub use tantalizer_"));
    let room = |used: &str| used.split(' ').next().expect("a room").to_string();
    uses.map(room).collect()
}

/// The public names of a module, and of the public modules in it: what stands in its file at the left margin.
fn names_in(file: &Path, prefix: &str, names: &mut BTreeSet<String>) {
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let mut rest = text.as_str();
    while let Some(at) = rest.find("\npub ") {
        rest = &rest[at + "\npub ".len()..];
        let (kind, after) = rest.split_once(' ').expect("a kind of item");
        if kind == "use" {
            let used = after.split(';').next().expect("an end");
            let (path, listed) = used.split_once('{').unwrap_or(("", used));
            for name in listed.trim_end_matches('}').split(',') {
                // The name that it is used by: the last of its path, or what follows `as`.
                let name = name.rsplit([':', ' ', '\n']).find(|word| !word.is_empty());
                names.extend(name.map(|name| format!("{prefix}{name}")));
            }
            assert!(
                !path.contains('*') && !listed.contains('*'),
                "{used}: all of something"
            );
            continue;
        }
        let end = after.find(|c: char| !c.is_alphanumeric() && c != '_');
        let name = &after[..end.expect("an end")];
        if kind == "const" || kind == "unsafe" {
            let name = after.trim_start_matches("fn ");
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
            names.insert(format!("{prefix}{}", &name[..end.expect("an end")]));
            continue;
        }
        names.insert(format!("{prefix}{name}"));
        if kind == "mod" {
            let folder = match file.file_stem().and_then(|stem| stem.to_str()) {
                Some("lib" | "mod") | None => file.with_file_name(""),
                Some(_) => file.with_extension(""),
            };
            let alone = folder.join(format!("{name}.rs"));
            let inner = if alone.exists() {
                alone
            } else {
                folder.join(name).join("mod.rs")
            };
            names_in(&inner, &format!("{prefix}{name}::"), names);
        }
    }
}

#[test]
fn the_public_names_are_those_of_the_list() {
    let mut names = BTreeSet::new();
    for room in rooms() {
        let file = root().join(format!("crates/{room}/src/lib.rs"));
        names_in(&file, &format!("{room}::"), &mut names);
    }
    assert!(names.contains("model::Model") && names.contains("model::expression::sum"));
    let list = root().join("docs/public-names.txt");
    if std::env::var_os("TANTALIZER_WRITE_NAMES").is_some() {
        let text: String = names.iter().map(|name| format!("{name}\n")).collect();
        std::fs::write(&list, text).expect("the list can be written");
    }
    let stored = std::fs::read_to_string(&list).expect("docs/public-names.txt");
    let stored: BTreeSet<String> = stored.lines().map(str::to_string).collect();
    let gone: Vec<&String> = stored.difference(&names).collect();
    let new: Vec<&String> = names.difference(&stored).collect();
    assert!(
        gone.is_empty() && new.is_empty(),
        "gone: {gone:?}\nnew: {new:?}"
    );
}
