//! `cargo xtask page DIR [--with-minizinc]`: the page as plain files that any host can serve, with the engines as a WebAssembly program; and with
//! MiniZinc's compiler beside it, if that is wished.
//!
//! The files of the page are those that the server hands out. Only the document is written anew: it says that there is no server, names its files from
//! where it lies, so that any folder will do, and carries the policy that the server would send as a header.

use crate::browser::install_packages;
use crate::run::{cargo, must, root, target_folder};
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";

/// The profile that it is built with. Cargo makes a folder of that name in `target`, so it is none that a page is written to.
const PROFILE: &str = "wasm";

/// The engines.
const PROGRAM: &str = "tantalizer.wasm";

/// What keeps the files for visits without a connection.
const OFFLINE: &str = "offline.js";

const DOCUMENT: &str = "index.html";

/// What the document says beside what the server's says. `wasm-unsafe-eval` is what browsers call the permission to compile WebAssembly; nothing else is evaluated.
const HEAD: &str = r#"<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'">
    <meta name="referrer" content="no-referrer">
    <meta name="carrier" content="worker">"#;

/// The page without MiniZinc is smaller than this, compressed.
const MOST_COMPRESSED: u64 = 3_000_000;

/// The folder of MiniZinc's files.
const MINIZINC: &str = "minizinc";

/// What is taken of the package: the compiler, its library, the script that runs them in a worker, and the licence.
const OF_MINIZINC: [&str; 4] = [
    "dist/minizinc.wasm",
    "dist/minizinc.data",
    "dist/minizinc-worker.js",
    "LICENSE",
];

/// Builds the program and writes all files; says how large they are.
pub fn page(folder: &Path, with_minizinc: bool) -> Result<(), String> {
    let program = build()?;
    ours_or_empty(folder)?;
    // A page that was written here before may have had it.
    let former = folder.join(MINIZINC);
    if former.exists() {
        fs::remove_dir_all(&former).map_err(|error| format!("{}: {error}", former.display()))?;
    }
    let mut files = Vec::new();
    let assets = root().join("crates/web/assets");
    listed(&assets, &assets, &mut files).map_err(|error| format!("the page's files: {error}"))?;
    files.sort();
    let mut page: Vec<(String, Vec<u8>)> = Vec::new();
    for name in &files {
        let bytes = fs::read(assets.join(name)).map_err(|error| format!("{name}: {error}"))?;
        let bytes = if name == DOCUMENT {
            document(&String::from_utf8_lossy(&bytes), &files, with_minizinc)?.into_bytes()
        } else {
            bytes
        };
        page.push((name.clone(), bytes));
    }
    page.push((PROGRAM.into(), program));
    let later = if with_minizinc {
        minizinc()?
    } else {
        Vec::new()
    };
    page.push((OFFLINE.into(), offline(&page, &later)?.into_bytes()));
    let (engines, files): (Vec<Written>, Vec<Written>) =
        page.into_iter().partition(|(name, _)| name == PROGRAM);
    let compressed =
        written(folder, &files, "the page")? + written(folder, &engines, "its engines")?;
    if with_minizinc {
        written(folder, &later, "MiniZinc (MPL-2.0)")?;
    }
    if compressed > MOST_COMPRESSED {
        return Err(format!(
            "compressed, the page is larger than {MOST_COMPRESSED} bytes"
        ));
    }
    Ok(())
}

/// A file: its name, and what it holds.
type Written = (String, Vec<u8>);

/// Writes files and says how large they are; gives that as they are sent compressed.
fn written(folder: &Path, files: &[Written], what: &str) -> Result<u64, String> {
    let (mut plain, mut compressed) = (0, 0);
    for (name, bytes) in files {
        let path = folder.join(name);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all);
        written
            .and_then(|()| fs::write(&path, bytes))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        plain += bytes.len() as u64;
        compressed += gzipped(&path)?;
    }
    println!(
        "{}: {what}, {} file{}, {plain} bytes, {compressed} compressed",
        folder.display(),
        files.len(),
        if files.len() == 1 { "" } else { "s" }
    );
    Ok(compressed)
}

/// MiniZinc's compiler as WebAssembly, from the package `minizinc` of npm.
fn minizinc() -> Result<Vec<Written>, String> {
    let folder = root().join("crates/page/minizinc");
    install_packages(&folder)?;
    let package = folder.join("node_modules/minizinc");
    let read = |name: &&str| {
        let path = package.join(name);
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = name.trim_start_matches("dist/");
        Ok((format!("{MINIZINC}/{name}"), bytes))
    };
    OF_MINIZINC.iter().map(read).collect()
}

/// Builds the program for the browser; the target is installed if it is missing.
fn build() -> Result<Vec<u8>, String> {
    let installed = Command::new("rustup")
        .args(["target", "list", "--installed"])
        .output();
    let is_there = |output: &std::process::Output| {
        let names = String::from_utf8_lossy(&output.stdout);
        names.lines().any(|name| name == TARGET)
    };
    // Without rustup, whoever installed Rust has to know.
    if installed.as_ref().is_ok_and(|output| !is_there(output)) {
        must(Command::new("rustup").args(["target", "add", TARGET]))?;
    }
    must(&mut cargo(&[
        "build",
        "--profile",
        PROFILE,
        "--package",
        "tantalizer-page",
        "--target",
        TARGET,
    ]))?;
    let built = target_folder()
        .join(TARGET)
        .join(PROFILE)
        .join("tantalizer_page.wasm");
    fs::read(&built).map_err(|error| format!("{}: {error}", built.display()))
}

/// Nothing that is not ours is overwritten.
fn ours_or_empty(folder: &Path) -> Result<(), String> {
    let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    if is_empty || folder.join(PROGRAM).exists() {
        return Ok(());
    }
    Err(format!(
        "{}: there are other files in this folder",
        folder.display()
    ))
}

/// The names of all files below a folder.
fn listed(base: &Path, folder: &Path, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            listed(base, &path, names)?;
        } else if let Ok(name) = path.strip_prefix(base) {
            names.push(name.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}

/// The document for plain files. It names the scripts that all pages need, so that a browser asks for them at once and not for one after another.
fn document(served: &str, files: &[String], with_minizinc: bool) -> Result<String, String> {
    let charset = r#"<meta charset="utf-8">"#;
    let mut beginning = format!("{charset}\n    {HEAD}");
    if with_minizinc {
        beginning += &format!("\n    <meta name=\"minizinc\" content=\"{MINIZINC}\">");
    }
    for name in files.iter().filter(|name| name.starts_with("js/lib/")) {
        beginning += &format!("\n    <link rel=\"modulepreload\" href=\"./{name}\">");
    }
    let document = served.replacen(charset, &beginning, 1);
    if document == served {
        return Err(format!("{DOCUMENT}: expected {charset}"));
    }
    Ok(document
        .replace("href=\"/", "href=\"./")
        .replace("src=\"/", "src=\"./"))
}

/// The service worker, with the list of files, those that are kept once somebody needs them, and a version that changes with any of them.
fn offline(page: &[Written], later: &[Written]) -> Result<String, String> {
    let source = root().join("crates/page").join(OFFLINE);
    let source = fs::read_to_string(source).map_err(|error| format!("{OFFLINE}: {error}"))?;
    // FNV-1a: it has to tell versions apart, and nobody from fooling whom.
    let mut version: u64 = 0xcbf2_9ce4_8422_2325;
    for (name, bytes) in page.iter().chain(later) {
        for &byte in name.as_bytes().iter().chain(bytes) {
            version = (version ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    // The document is asked for by the name of its folder.
    let listed = |files: &[Written]| {
        let names = files
            .iter()
            .map(|(name, _)| name.strip_suffix(DOCUMENT).unwrap_or(name));
        let names: Vec<String> = names.map(|name| format!("\"./{name}\"")).collect();
        format!("[{}]", names.join(", "))
    };
    Ok(source
        .replace("@VERSION@", &format!("{version:016x}"))
        .replace("\"@FILES@\"", &listed(page))
        .replace("\"@LATER@\"", &listed(later)))
}

/// How large a file is when it is sent compressed.
fn gzipped(path: &Path) -> Result<u64, String> {
    let mut gzip = Command::new("gzip");
    gzip.args(["-9", "-c"]).arg(path).stdin(Stdio::null());
    let output = gzip.output().map_err(|error| format!("gzip: {error}"))?;
    Ok(output.stdout.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_names_its_files_from_where_it_lies() {
        let served = fs::read_to_string(root().join("crates/web/assets").join(DOCUMENT));
        let files = ["js/lib/api.js".to_string(), "js/main.js".to_string()];
        let served = served.expect("the page's document");
        let written = document(&served, &files, false).expect("one charset");
        assert!(!written.contains("=\"/"), "{written}");
        assert!(written.contains("content=\"worker\""));
        assert!(written.contains("modulepreload\" href=\"./js/lib/api.js\""));
        assert!(!written.contains("name=\"minizinc\""));
        let with = document(&served, &files, true).expect("one charset");
        assert!(with.contains("<meta name=\"minizinc\" content=\"minizinc\">"));
        assert!(document("<html></html>", &files, false).is_err());
    }

    #[test]
    fn another_file_is_another_version() {
        let page = |text: &str| vec![("index.html".to_string(), text.as_bytes().to_vec())];
        let later = vec![("minizinc/minizinc.wasm".to_string(), vec![0])];
        let one = offline(&page("one"), &later).expect("written");
        assert!(one.contains("[\"./\"]"), "{one}");
        assert!(!one.contains('@'), "{one}");
        assert!(one.contains("[\"./minizinc/minizinc.wasm\"]"), "{one}");
        assert_ne!(one, offline(&page("two"), &later).expect("written"));
        assert_ne!(one, offline(&page("one"), &[]).expect("written"));
    }
}
