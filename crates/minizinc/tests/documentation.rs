//! The constraints in `docs/minizinc.md` are those of the tables. `TANTALIZER_WRITE_DOCS=1` writes them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use tantalizer_minizinc::library::files;
use tantalizer_minizinc::tables;

const START: &str = "<!-- builtins -->\n";
const END: &str = "<!-- end of builtins -->\n";

fn listed() -> String {
    let mut text = String::new();
    for (subject, table) in tables() {
        let _ = write!(text, "\n### {subject}\n\n");
        for builtin in table {
            let params: Vec<&str> = builtin.params.iter().map(|param| param.name()).collect();
            let _ = writeln!(text, "- `{}({})`", builtin.name, params.join(", "));
        }
    }
    text.push('\n');
    text
}

#[test]
fn the_documented_constraints_are_those_that_are_taken() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/minizinc.md");
    let text = std::fs::read_to_string(&path).expect("the document is there");
    let (before, rest) = text.split_once(START).expect("the list has a start");
    let (documented, after) = rest.split_once(END).expect("the list has an end");
    let listed = listed();
    if std::env::var_os("TANTALIZER_WRITE_DOCS").is_some() {
        let written = format!("{before}{START}{listed}{END}{after}");
        std::fs::write(&path, written).expect("the document can be written");
        return;
    }
    assert_eq!(
        documented, listed,
        "run with TANTALIZER_WRITE_DOCS=1 to write it anew"
    );
}

/// Every file that is written by hand is in the library, which hands over all global constraints of the tables and nothing else.
#[test]
fn the_library_speaks_of_known_constraints() {
    let files = files();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("mznlib");
    for entry in std::fs::read_dir(folder).expect("the library") {
        let name = entry.expect("an entry").file_name();
        assert!(files.iter().any(|file| *file.0 == *name), "{name:?}");
    }
    let tables = tables();
    let known: BTreeSet<&str> = tables
        .iter()
        .flat_map(|(_, table)| table.iter().map(|builtin| builtin.name))
        .collect();
    let mut handed_over = BTreeSet::new();
    for (file, text) in &files {
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            if word.starts_with("tantalizer_") {
                let plain = word.strip_suffix("_reif").unwrap_or(word);
                assert!(known.contains(plain), "{file}: {word}");
                handed_over.insert(plain);
            }
        }
    }
    for name in known.iter().filter(|name| name.starts_with("tantalizer_")) {
        assert!(handed_over.contains(name), "nothing hands over {name}");
    }
}
