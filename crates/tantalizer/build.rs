//! Links the C++ standard library into the program itself.
//!
//! Loading it as a shared library takes longer than many an answer: half of a short run goes into looking up its symbols. A
//! folder that holds nothing but the archive comes before the system's, so that the linker finds the archive first. Where the
//! compiler has none, the shared library serves as before.

use std::path::PathBuf;
use std::process::Command;

const ARCHIVE: &str = "libstdc++.a";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CXX");
    if std::env::var_os("CARGO_CFG_UNIX").is_none() {
        return;
    }
    let Some(folder) = std::env::var_os("OUT_DIR").map(PathBuf::from) else {
        return;
    };
    if let Some(archive) = archive()
        && std::fs::copy(archive, folder.join(ARCHIVE)).is_ok()
    {
        println!("cargo::rustc-link-search=native={}", folder.display());
    }
}

/// Where the C++ compiler keeps the archive.
fn archive() -> Option<PathBuf> {
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".into());
    let asked = Command::new(compiler)
        .arg(format!("-print-file-name={ARCHIVE}"))
        .output()
        .ok()?;
    let path = PathBuf::from(String::from_utf8(asked.stdout).ok()?.trim());
    // A compiler that has no such file repeats its name.
    (path.is_absolute() && path.exists()).then_some(path)
}
