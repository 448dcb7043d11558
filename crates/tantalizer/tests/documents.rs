//! What the documents say is true: their command lines print what stands below them, and their links lead somewhere.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn documents() -> Vec<PathBuf> {
    let docs = std::fs::read_dir(root().join("docs")).expect("docs/");
    let docs = docs.map(|entry| entry.expect("an entry").path());
    let markdown = docs.filter(|path| path.extension().is_some_and(|e| e == "md"));
    markdown.chain([root().join("README.md")]).collect()
}

#[test]
fn command_lines_print_what_stands_below_them() {
    // The commands name files as seen from the root; nothing else in this binary depends on where it runs.
    std::env::set_current_dir(root()).expect("the root is there");
    std::fs::create_dir_all("target").expect("a folder for what the commands write");
    let cases = trycmd::TestCases::new();
    cases.register_bin("tantalizer", Path::new(env!("CARGO_BIN_EXE_tantalizer")));
    for document in documents() {
        cases.case(document);
    }
    cases.run();
}

#[test]
fn every_example_of_a_command_is_run() {
    for document in documents() {
        let text = std::fs::read_to_string(&document).expect("a document");
        for (number, line) in (1..).zip(text.lines()) {
            // A prompt outside of a `console` block would not be run.
            assert!(
                !line.starts_with("    $ "),
                "{}:{number}: a command line that no test runs",
                document.display()
            );
        }
    }
}

#[test]
fn links_lead_somewhere() {
    for document in documents() {
        let text = std::fs::read_to_string(&document).expect("a document");
        let folder = document.parent().expect("a folder");
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let path = folder.join(target);
            assert!(path.exists(), "{}: no {target}", document.display());
        }
    }
}
