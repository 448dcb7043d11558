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

/// What a command prints and how much processor time it takes; nothing if it takes more than the limit. Other work on the machine does
/// not change it much.
pub fn output_within_processor_time(
    command: &[&str],
    limit: Duration,
) -> Result<Option<(String, f64)>, String> {
    let usage = std::env::temp_dir().join(format!("usage-{}", std::process::id()));
    let (seconds, file) = (limit.as_secs_f64().ceil(), usage.display().to_string());
    // The `time` of bash tells milliseconds.
    let measured = format!(
        "ulimit -t {seconds}; TIMEFORMAT='%3U %3S'; {{ time \"$@\" 2> /dev/null; }} 2> {file}"
    );
    let mut call = vec!["bash", "-c", &measured, "bash"];
    call.extend(command);
    let done = output_within(&call, CROWD * limit)?;
    let used = std::fs::read_to_string(&usage).unwrap_or_default();
    // Before its figures bash says if the process was killed.
    let figures = used.trim_end().lines().last().unwrap_or_default();
    let figures = figures.split_whitespace().map(str::parse::<f64>);
    let used: f64 = (figures.collect::<Result<Vec<f64>, _>>())
        .map_err(|_| format!("cannot read what `time` says: {used}"))?
        .iter()
        .sum();
    let done = done.filter(|_| used <= limit.as_secs_f64());
    Ok(done.map(|(text, _)| (text, used)))
}

/// So many times as long as its processor time a process on a busy machine may take.
const CROWD: u32 = 10;

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
