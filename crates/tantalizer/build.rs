//! Links the program so that it starts quickly: a short run is over before a shared library would be loaded.
//!
//! The C++ standard library and the compiler's own one come into the program itself: looking up their symbols takes longer than many
//! an answer. A folder that holds nothing but these archives comes before the system's, so that the linker finds them first; where the
//! compiler has none, the shared libraries serve as before. And the program lies at the address for which it was linked, so that the addresses
//! in its tables need not be written anew at every start.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The C++ standard library.
const STANDARD: &str = "libstdc++.a";

/// What unwinds the stack; the shared library that Rust asks for has another name than its archive.
const UNWINDING: &str = "libgcc_eh.a";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CXX");
    let Some(folder) = std::env::var_os("OUT_DIR").map(PathBuf::from) else {
        return;
    };
    if std::env::var_os("CARGO_CFG_UNIX").is_none() {
        return;
    }
    if provide(&folder, STANDARD, STANDARD) {
        provide(&folder, UNWINDING, "libgcc_s.a");
        println!("cargo::rustc-link-search=native={}", folder.display());
    }
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

/// Copies an archive of the compiler's into the folder, under the name by which the linker looks for it; tells whether there was one.
fn provide(folder: &Path, archive: &str, name: &str) -> bool {
    asked(archive).is_some_and(|path| std::fs::copy(path, folder.join(name)).is_ok())
}

/// Where the C++ compiler keeps an archive.
fn asked(archive: &str) -> Option<PathBuf> {
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".into());
    let asked = Command::new(compiler)
        .arg(format!("-print-file-name={archive}"))
        .output()
        .ok()?;
    let path = PathBuf::from(String::from_utf8(asked.stdout).ok()?.trim());
    // A compiler that has no such file repeats its name.
    (path.is_absolute() && path.exists()).then_some(path)
}
