//! Debian's Gecode, which the tests compare with.

use std::collections::BTreeSet;
use std::process::Command;

/// The different solutions that Gecode prints for a FlatZinc file, or what it complains about.
pub fn solutions(file: &str) -> Result<BTreeSet<String>, String> {
    let output = Command::new("fzn-gecode")
        .args(["-a", file])
        .output()
        .expect("fzn-gecode is installed: cargo xtask test sees to that");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaint = String::from_utf8_lossy(&output.stderr);
    if text.contains("==========") || text.contains("=====UNSATISFIABLE=====") {
        Ok(split(&text))
    } else {
        Err(format!("{text}{complaint}"))
    }
}

/// The solutions of a solver's output, each as its lines in alphabetical order.
pub fn split(text: &str) -> BTreeSet<String> {
    let mut parts: Vec<&str> = text.split("----------\n").collect();
    parts.pop();
    let sorted = |part: &str| {
        let mut lines: Vec<&str> = part.lines().collect();
        lines.sort_unstable();
        lines.join("\n")
    };
    parts.into_iter().map(sorted).collect()
}

/// Compiles a MiniZinc model for a solver configuration, or for the standard library.
pub fn compile(model: &str, solver: Option<&str>, flat: &str) {
    let mut command = Command::new("minizinc");
    command.args(["--compile", "--no-output-ozn", "--fzn", flat]);
    match solver {
        Some(solver) => command.args(["--solver", solver]),
        // Debian's library for Gecode does not fit its MiniZinc; the standard one does.
        None => command.args(["--solver", "gecode", "-G", "std"]),
    };
    let output = command.arg(model).output().expect("MiniZinc is installed");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{model}: {complaint}");
}
