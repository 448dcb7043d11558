//! Running a whole process and telling what it used.

use crate::run::root;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What one process used.
#[derive(Clone, Copy)]
pub struct Use {
    pub seconds: f64,
    /// Seconds of processor time: tells what the wall clock would say on an idle machine.
    pub processor: f64,
    pub megabytes: f64,
}

impl Use {
    /// Time and memory in a cell of a table.
    pub fn shown(self) -> String {
        format!(
            "{} ({:.2} s processor), {:.0} MB",
            seconds(self.seconds),
            self.processor,
            self.megabytes
        )
    }
}

/// Seconds, with as many digits as mean something.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 0.1 => format!("{:.1} ms", s * 1000.0),
        s if s < 10.0 => format!("{s:.2} s"),
        s => format!("{s:.0} s"),
    }
}

/// What a command prints; it fails if the command does.
pub fn output_of(command: &[&str]) -> Result<String, String> {
    let output = Command::new(command[0])
        .args(&command[1..])
        .current_dir(root())
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!(
            "{command:?} ended with {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        ))
    }
}

/// What a command prints and how long it takes; nothing if it takes longer than the limit.
pub fn output_within(command: &[&str], limit: Duration) -> Result<Option<(String, f64)>, String> {
    let limit = format!("{}", limit.as_secs_f64());
    // `timeout` ends with 124 when it had to stop the command.
    let start = Instant::now();
    let output = Command::new("timeout")
        .args(["--signal=KILL", &limit])
        .args(command)
        .current_dir(root())
        .stderr(Stdio::null())
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    let seconds = start.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // SAT solvers end with 10 or 20; killed processes have no exit code, or that of a shell for signal 9.
    match output.status.code() {
        Some(0 | 10 | 20) => Ok(Some((text, seconds))),
        None | Some(124 | 137) => Ok(None),
        Some(code) => Err(format!("{command:?} ended with {code}")),
    }
}

/// What one run of a command uses.
pub fn measure(command: &[&str]) -> Result<Use, String> {
    let usage = root().join("bench/results/usage");
    let mut process = Command::new("time");
    process
        .args(["--format=%U %S %M", "--quiet", "--output"])
        .arg(&usage);
    process
        .args(command)
        .current_dir(root())
        .stdout(Stdio::null());
    let start = Instant::now();
    crate::run::must(&mut process)?;
    let seconds = start.elapsed().as_secs_f64();
    let usage = std::fs::read_to_string(&usage).unwrap_or_default();
    let figures: Vec<f64> = usage
        .split_whitespace()
        .filter_map(|figure| figure.parse().ok())
        .collect();
    match figures[..] {
        [user, system, kilobytes] => Ok(Use {
            seconds,
            processor: user + system,
            megabytes: kilobytes / 1024.0,
        }),
        _ => Err(format!("cannot read what `time` says: {usage}")),
    }
}
