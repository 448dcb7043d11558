//! `cargo xtask bench`: whole processes side by side with other solvers.
//!
//! Both sides get a model of equal quality and write every solution to
//! `/dev/null`. The other side's model is flattened beforehand and its
//! flattening is not counted, ours reads its puzzle file and builds its model
//! within the measured time. What is printed goes to `docs/benchmarks.md` too.

use crate::packages::{self, FOR_BENCH, FOR_TESTS};
use crate::run::{cargo, first_line, must, root, timed};
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Instant;

/// A comparison.
struct Case {
    name: &'static str,
    /// Our puzzle file.
    file: &'static str,
    /// The model for MiniZinc and its data, below `bench/`.
    model: [&'static str; 2],
    /// All solutions, or the first.
    all: bool,
}

const CASES: [Case; 3] = [
    Case {
        name: "Tricky Triple, empty 7x7, all solutions",
        file: "examples/tricky-triple-7x7-empty.toml",
        model: ["tricky_triple.mzn", "tricky_triple_7x7.dzn"],
        all: true,
    },
    Case {
        name: "Colors, all solutions",
        file: "examples/colors.toml",
        model: ["colors.mzn", "colors.dzn"],
        all: true,
    },
    Case {
        name: "Tricky Triple, empty 50x50, first solution",
        file: "examples/tricky-triple-50x50-empty.toml",
        model: ["tricky_triple.mzn", "tricky_triple_50x50.dzn"],
        all: false,
    },
];

/// What one process used.
#[derive(Clone, Copy)]
pub struct Use {
    seconds: f64,
    /// Seconds of processor time: tells what the wall clock would say on an idle machine.
    processor: f64,
    megabytes: f64,
}

/// Runs all comparisons, each `repeat` times (the median counts).
pub fn bench(repeat: usize) -> Result<(), String> {
    packages::install(FOR_TESTS)?;
    packages::install(FOR_BENCH)?;
    timed("build", || {
        must(&mut cargo(&[
            "build",
            "--release",
            "--package",
            "tantalizer",
        ]))
    })?;
    let results = root().join("bench/results");
    fs::create_dir_all(&results).map_err(|error| format!("bench/results: {error}"))?;

    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let mut table = String::from(
        "| question | solutions | Tantalizer, 1 thread | Gecode | Gecode / Tantalizer |\n\
         |---|---|---|---|---|\n",
    );
    for case in &CASES {
        let row = timed(case.name, || compare(case, repeat))?;
        table.push_str(&row);
    }
    println!("\n{table}");
    let mut report = report(&table, repeat, &load);
    report.push_str(&crate::bench_towers::tables()?);
    let path = root().join("docs/benchmarks.md");
    fs::write(&path, report).map_err(|error| format!("docs/benchmarks.md: {error}"))
}

fn compare(case: &Case, repeat: usize) -> Result<String, String> {
    let root = root();
    let flat = root
        .join("bench/results")
        .join(case.model[1])
        .with_extension("fzn");
    let flat = flat.display().to_string();
    let mut flatten = Command::new("minizinc");
    flatten.current_dir(root.join("bench"));
    flatten.args(["-c", "--solver", "org.gecode.gecode", "-I", "gecode"]);
    flatten.args(["--no-output-ozn", "--fzn", &flat]);
    // MiniZinc warns that Debian's Gecode library is older than itself.
    must(flatten.args(case.model).stderr(Stdio::null()))?;

    let binary = root.join("target/release/tantalizer").display().to_string();
    let mut ours = vec![binary.as_str(), "solve", case.file, "--engine", "search"];
    ours.extend(["--threads", "1"]);
    let mut theirs = vec!["fzn-gecode"];
    if case.all {
        ours.push("--all");
        theirs.push("-a");
    }
    theirs.push(&flat);

    let found = [solutions_of_ours(&ours)?, solutions_of_theirs(&theirs)?];
    if found[0] != found[1] {
        return Err(format!(
            "{}: {} and {} solutions",
            case.name, found[0], found[1]
        ));
    }
    let (ours, theirs) = (median(&ours, repeat)?, median(&theirs, repeat)?);
    Ok(format!(
        "| {} | {} | {} | {} | {:.1} |\n",
        case.name,
        found[0],
        shown(ours),
        shown(theirs),
        theirs.seconds / ours.seconds
    ))
}

fn solutions_of_ours(command: &[&str]) -> Result<usize, String> {
    let mut command = command.to_vec();
    command.push("--json");
    let output = output_of(&command)?;
    // One field, so no JSON library: "count":"85374".
    let count = output.split("\"count\":\"").nth(1);
    let digits = count.and_then(|rest| rest.split('"').next());
    digits
        .and_then(|digits| digits.parse().ok())
        .ok_or_else(|| format!("{command:?} printed no count"))
}

fn solutions_of_theirs(command: &[&str]) -> Result<usize, String> {
    let output = output_of(command)?;
    Ok(output.lines().filter(|&line| line == "----------").count())
}

/// What a command prints; it fails if the command does.
pub fn output_of(command: &[&str]) -> Result<String, String> {
    let output = Command::new(command[0])
        .args(&command[1..])
        .current_dir(root())
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{command:?} ended with {}", output.status)),
    }
}

fn median(command: &[&str], repeat: usize) -> Result<Use, String> {
    let mut uses = Vec::new();
    for _ in 0..repeat {
        uses.push(measure(command)?);
    }
    uses.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    Ok(uses[repeat / 2])
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
    must(&mut process)?;
    let seconds = start.elapsed().as_secs_f64();
    let usage = fs::read_to_string(&usage).unwrap_or_default();
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

/// Time and memory in a cell of a table.
pub fn shown(used: Use) -> String {
    format!(
        "{:.3} s ({:.2} s processor), {:.0} MB",
        used.seconds, used.processor, used.megabytes
    )
}

fn report(table: &str, repeat: usize, load: &str) -> String {
    let load = load.split(' ').next().unwrap_or_default();
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cpu = cpu
        .lines()
        .find_map(|line| line.strip_prefix("model name\t: "));
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let gecode = first_line(
        "dpkg-query",
        &["--show", "--showformat=${Version}\n", "flatzinc"],
    );
    let mut text = String::from("# Benchmarks\n\n");
    let _ = write!(
        text,
        "Written by `cargo xtask bench --repeat {repeat}`: whole processes, wall-clock time and peak memory \
         (the median run), all solutions written to `/dev/null` by both sides. Tantalizer reads its puzzle file and builds its \
         model within the measured time; Gecode starts from FlatZinc, its flattening is not counted, and `table` \
         and `all_different` are Gecode's own. The models for Gecode are in `bench/`.\n\n\
         {table}\n\
         - machine: {}, {cores} cores, load average {load} before the run\n\
         - Tantalizer {}, {}\n\
         - Gecode {gecode}, {}\n\
         - {}\n",
        cpu.unwrap_or("unknown processor"),
        env!("CARGO_PKG_VERSION"),
        first_line("rustc", &["--version"]),
        first_line("minizinc", &["--version"]),
        first_line("date", &["-u", "+%Y-%m-%d"]),
    );
    text
}
