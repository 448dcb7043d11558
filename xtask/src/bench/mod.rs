//! `cargo xtask bench`: Tantalizer side by side with other solvers, in one run.
//!
//! Every puzzle file in `examples/` and `bench/` is a question to our engines
//! and to the others, who all get the same model. Answers are compared before
//! times are. What is printed goes to `docs/benchmarks.md`.

mod before;
mod counting;
mod edges;
mod growth;
mod in_browser;
pub mod ours;
mod peers;
pub mod process;
mod question;
mod report;
mod side_by_side;
mod towers;

use crate::packages;
use crate::run::{first_line, root, timed};
use peers::Peer;
use report::Report;
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

/// A part of the comparisons, as Markdown.
type Section = fn(Settings) -> Result<String, String>;

/// All of them, by the names under which they can be had alone.
const SECTIONS: [(&str, Section); 6] = [
    ("files", side_by_side::tables),
    ("growth", growth::curves),
    ("edges", edges::table),
    ("towers", |_| towers::tables()),
    ("counting", |_| counting::table()),
    ("browser", in_browser::table),
];

/// Runs all comparisons, or one of them alone.
pub fn bench(settings: Settings, only: Option<&str>) -> Result<(), String> {
    let is_wanted = |name: &str| only.is_none_or(|only| only == name);
    if !SECTIONS.iter().any(|(name, _)| is_wanted(name)) {
        let names: Vec<&str> = SECTIONS.iter().map(|(name, _)| *name).collect();
        return Err(format!("--only: expected one of {}", names.join(", ")));
    }
    packages::install(peers::TOOLS)?;
    timed("peers", peers::install_python_peers)?;
    ours::build()?;
    let results = root().join("bench/results");
    fs::create_dir_all(&results).map_err(|error| format!("bench/results: {error}"))?;
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();

    let mut report = Report::read();
    if only.is_none() {
        report.begin(heading(settings, &load));
    }
    for (name, section) in SECTIONS.iter().filter(|(name, _)| is_wanted(name)) {
        let section = timed(name, || section(settings))?;
        println!("{section}");
        report.put(&section);
        // Written after every section, so that a run that is stopped loses little.
        report.write()?;
    }
    Ok(())
}

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
