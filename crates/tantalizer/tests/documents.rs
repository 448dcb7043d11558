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
fn every_command_line_that_is_mentioned_is_understood() {
    let mut tried = 0;
    for document in documents() {
        let text = std::fs::read_to_string(&document).expect("a document");
        for line in mentioned(&text) {
            let Some(words) = filled_in(&line) else {
                continue;
            };
            // Words are read in order, and help is given only if all before it were understood.
            let told = std::process::Command::new(env!("CARGO_BIN_EXE_tantalizer"))
                .args(words)
                .arg("--help")
                .output()
                .expect("the program starts");
            let complaint = String::from_utf8_lossy(&told.stderr);
            assert!(
                told.status.success(),
                "{}: `{line}`: {complaint}",
                document.display()
            );
            tried += 1;
        }
    }
    assert!(tried > 30, "only {tried} command lines were found");
}

/// The command lines in code, be it in a line of text or in a block.
fn mentioned(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let spans = line.split('`').skip(1).step_by(2);
        let block = line.strip_prefix("    ");
        let block = block.map(|block| block.trim_start().trim_start_matches("$ "));
        for code in spans.chain(block) {
            let code = code.strip_prefix("cargo run --release -- ").map_or_else(
                || code.strip_prefix("tantalizer ").map(String::from),
                |rest| Some(rest.to_string()),
            );
            // Two spaces begin a description, and an arrow the name of a file for the output.
            let whole = |code: String| {
                let end = code.find("  ").or_else(|| code.find(" > "));
                code[..end.unwrap_or(code.len())].to_string()
            };
            lines.extend(code.map(whole));
        }
    }
    lines
}

/// The words of a command line, with something for what is left open; nothing if it is not a whole command line.
fn filled_in(line: &str) -> Option<Vec<String>> {
    if line.contains(['[', '|', '<']) || line.contains("...") || line.starts_with("certificate") {
        return None;
    }
    let fill = |word: &str| match word {
        "FILE" | "FILES" | "CERTIFICATE" => Some("file".to_string()),
        "N" | "K" | "M" | "D" | "S" | "R" | "C" => Some("3".to_string()),
        "DIR" => Some("folder".to_string()),
        word if word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase()) => None,
        word => Some(word.to_string()),
    };
    line.split_whitespace().map(fill).collect()
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
