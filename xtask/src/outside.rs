//! A program outside the workspace that uses the library with one engine: it builds, it runs, and it gets nothing that it did not ask for.

use crate::run::{cargo, must, root};

/// What a program without command line, page and solvers of other people has no use for.
const UNWANTED: [&str; 6] = ["clap", "axum", "tokio", "cc", "pindakaas", "huub"];

/// Builds and runs `tests/outside` with the versions that the workspace has locked.
pub fn outside() -> Result<(), String> {
    let folder = root().join("tests/outside");
    let lock = folder.join("Cargo.lock");
    std::fs::copy(root().join("Cargo.lock"), lock)
        .map_err(|error| format!("Cargo.lock: {error}"))?;
    let manifest = folder.join("Cargo.toml").display().to_string();
    let target = root().join("target/outside").display().to_string();
    must(&mut cargo(&[
        "run",
        "--offline",
        "--quiet",
        "--manifest-path",
        &manifest,
        "--target-dir",
        &target,
    ]))?;
    let mut tree = cargo(&[
        "tree",
        "--offline",
        "--manifest-path",
        &manifest,
        "--prefix",
        "none",
        "--edges",
        "normal,build",
    ]);
    let output = tree
        .output()
        .map_err(|error| format!("{tree:?}: {error}"))?;
    let tree = String::from_utf8_lossy(&output.stdout);
    let mut packages = tree.lines().filter_map(|line| line.split(' ').next());
    match packages.find(|package| UNWANTED.contains(package)) {
        Some(package) => Err(format!(
            "{manifest}: one engine alone brings {package} along"
        )),
        None if tree
            .lines()
            .any(|line| line.starts_with("tantalizer-search ")) =>
        {
            Ok(())
        }
        None => Err(format!("{manifest}: no engine in\n{tree}")),
    }
}
