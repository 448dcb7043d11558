//! `cargo xtask bench`: Tantalizer side by side with other solvers, in one run.
//!
//! Every puzzle file in `examples/` and `bench/` is a question to our engines
//! and to the others, who all get the same model. Answers are compared before
//! times are. What is printed goes to `docs/benchmarks.md`.

mod before;
mod edges;
mod growth;
pub mod in_browser;
pub mod ours;
mod peers;
pub mod process;
mod question;
mod side_by_side;
mod towers;

use crate::packages;
use crate::run::{first_line, root, timed};
use peers::Peer;
use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

pub use before::compare;

/// How much work a run of the benchmarks is.
#[derive(Clone, Copy)]
pub struct Settings {
    /// The median of so many runs counts.
    pub repeat: usize,
    /// So long may a solver try.
    pub limit: Duration,
}

/// Runs all comparisons.
pub fn bench(settings: Settings) -> Result<(), String> {
    packages::install(peers::TOOLS)?;
    timed("peers", peers::install_python_peers)?;
    ours::build()?;
    let results = root().join("bench/results");
    fs::create_dir_all(&results).map_err(|error| format!("bench/results: {error}"))?;
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();

    // What `cargo xtask strength` printed stays, at the end.
    let path = root().join("docs/benchmarks.md");
    let before = fs::read_to_string(&path).unwrap_or_default();
    let kept = before
        .find(PUBLIC_MODELS)
        .map_or("", |start| &before[start..]);
    // Written after every section, so that a run that is stopped loses little.
    let mut report = heading(settings, &load);
    let sections: [fn(Settings) -> Result<String, String>; 5] = [
        side_by_side::tables,
        growth::curves,
        edges::table,
        |_| towers::tables(),
        in_browser::table,
    ];
    for section in sections {
        report.push_str(&section(settings)?);
        let whole = format!("{}\n\n{kept}", report.trim_end());
        fs::write(&path, whole.trim_end().to_string() + "\n")
            .map_err(|error| format!("docs/benchmarks.md: {error}"))?;
    }
    println!("\n{report}");
    Ok(())
}

/// The section of the public models.
const PUBLIC_MODELS: &str = "## Public models\n";

fn heading(settings: Settings, load: &str) -> String {
    let load = load.split(' ').next().unwrap_or_default();
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cpu = cpu
        .lines()
        .find_map(|line| line.strip_prefix("model name\t: "));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let mut text = String::from("# Benchmarks\n\n");
    let _ = write!(
        text,
        "Written by `cargo xtask bench --repeat {} --limit {}`: medians of the runs, one thread each, and {} seconds for a \
         solver to try.\n\n\
         - machine: {}, {cores} cores, load average {load} before the run\n\
         - Tantalizer {}, {}\n",
        settings.repeat,
        settings.limit.as_secs_f64(),
        settings.limit.as_secs_f64(),
        cpu.unwrap_or("unknown processor"),
        env!("CARGO_PKG_VERSION"),
        first_line("rustc", &["--version"]),
    );
    for peer in Peer::ALL {
        let _ = writeln!(text, "- {} {}", peer.name(), peer.version());
    }
    let _ = writeln!(text, "- {}", first_line("date", &["-u", "+%Y-%m-%d"]));
    text
}
