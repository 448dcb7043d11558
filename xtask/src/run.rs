//! Running other programs.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Where Cargo puts what it builds.
pub fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// `cargo` in the root of the workspace.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Runs the command and fails if it does.
pub fn must(command: &mut Command) -> Result<(), String> {
    let status = command
        .status()
        .map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{command:?} ended with {status}"))
    }
}

/// Runs the command, shows its standard output line by line while it comes,
/// and hands each line to `seen`. Says whether the command succeeded.
pub fn watched(command: &mut Command, mut seen: impl FnMut(&str)) -> Result<bool, String> {
    let broken = |error: std::io::Error| format!("{error} while running cargo");
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(broken)?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines() {
            let line = line.map_err(broken)?;
            println!("{line}");
            seen(&line);
        }
    }
    Ok(child.wait().map_err(broken)?.success())
}

/// The first line that a command prints, for version numbers.
pub fn first_line(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let line = text
        .ok()
        .and_then(|text| text.lines().next().map(String::from));
    line.unwrap_or_else(|| "unknown".into())
}

/// Names a part of the work, does it, and tells how long it took.
pub fn timed<T>(part: &str, work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    println!("== {part}");
    let start = Instant::now();
    let result = work();
    println!("== {part}: {:.1} s", start.elapsed().as_secs_f64());
    // What comes after may hide it.
    if let Err(error) = &result {
        println!("== {part}: {error}");
    }
    result
}
