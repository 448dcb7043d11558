//! `cargo xtask strength FOLDER`: a folder of MiniZinc models and data on our engines and on every other solver that is there.
//!
//! Every subfolder is a family. Of each the same few instances are taken, spread over the smaller half of its data, so that nobody chooses them;
//! large ones are seldom answered within seconds. A model is flattened for each solver with that solver's own library, which is not counted; then whole processes are timed, to
//! the first solution or to the proved optimum, and their answers compared. On one thread it is processor time that is told, which other work
//! on the machine does not change; on several it is the clock.

use crate::bench::ours;
use crate::bench::process::{output_within, output_within_processor_time, seconds};
use crate::packages;
use crate::run::{first_line, must, root};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tantalizer_draw::{Drawing, Plot, PlotKind, Series};

/// What is asked of the command.
pub struct Settings {
    /// So long may a solver try.
    pub limit: Duration,
    /// How many instances of each family.
    pub each: usize,
    /// How many families, spread over all of them; all if there are no more.
    pub families: usize,
    /// Threads of our own engines.
    pub threads: usize,
    /// The program to measure; if there is none, it is built.
    pub program: Option<PathBuf>,
    /// A table of before: of all instances only those that it has.
    pub only: Option<PathBuf>,
}

/// So long may a model be flattened.
const FLATTENING: Duration = Duration::from_secs(30);

/// Instances that everybody answers sooner say nothing.
const SHORT: f64 = 0.05;

/// The other solvers: their program, and what MiniZinc calls them.
const PEERS: [(&str, &str, &str); 3] = [
    ("gecode", "fzn-gecode", GECODE),
    ("chuffed", "fzn-chuffed", "chuffed"),
    ("cp-sat", "fzn-cp-sat", "cp-sat"),
];

/// Gecode with the constraints it has. Debian's library of it has the names that MiniZinc used before, so that all_different, tables and others are taken
/// apart, and a model that includes all globals is refused.
const GECODE: &str = "org.tantalizer.gecode";

/// Our engines; the first is what users get.
const OURS: [&str; 4] = ["auto", "search", "learn", "sat"];

/// Runs everything, prints the table, and writes it with a picture into `target/strength`.
pub fn strength(folder: &Path, settings: &Settings) -> Result<(), String> {
    packages::install(packages::FOR_TESTS)?;
    if settings.program.is_none() {
        ours::build()?;
    }
    let field = Field::enter(settings)?;
    let mut rows = Vec::new();
    for instance in instances(folder, settings)? {
        if let Some(row) = field.row(&instance)? {
            println!("{}", row.line(&field));
            rows.push(row);
        }
    }
    let report = report(&field, &rows, folder, settings);
    println!("\n{report}");
    write(&field.folder.join("strength.md"), &report)?;
    let plot = Drawing::Plot(cactus(&field, &rows)).to_svg();
    write(&field.folder.join("strength.svg"), &plot)?;
    let wrong: Vec<&Row> = rows
        .iter()
        .filter(|row| row.disagreement().is_some())
        .collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "{} instances are answered differently",
            wrong.len()
        ))
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// A model and its data.
struct Instance {
    name: String,
    model: PathBuf,
    data: Option<PathBuf>,
}

/// The instances of the families that take part.
fn instances(folder: &Path, settings: &Settings) -> Result<Vec<Instance>, String> {
    let mut families: Vec<PathBuf> = children(folder)?;
    families.retain(|path| path.is_dir());
    spread(&mut families, settings.families);
    if families.is_empty() {
        families.push(folder.to_path_buf());
    }
    let mut chosen = Vec::new();
    for family in families {
        let mut all = Vec::new();
        let models = with_extension(&children(&family)?, "mzn");
        let mut data = with_extension(&files(&family)?, "dzn");
        data.sort_by_key(|path| fs::metadata(path).map_or(0, |about| about.len()));
        data.truncate(data.len().div_ceil(2));
        for model in &models {
            let data = if data.is_empty() {
                vec![None]
            } else {
                data.iter().map(Some).collect()
            };
            all.extend(data.into_iter().map(|data| Instance {
                name: name(folder, model, data),
                model: model.clone(),
                data: data.cloned(),
            }));
        }
        spread(&mut all, settings.each);
        chosen.extend(all);
    }
    if let Some(table) = &settings.only {
        let text = fs::read_to_string(table);
        let text = text.map_err(|error| format!("{}: {error}", table.display()))?;
        chosen.retain(|instance| text.contains(&format!("| {} |", instance.name)));
    }
    Ok(chosen)
}

/// Leaves at most so many, spread over all of them: the middle of each of so many equal parts.
fn spread<T>(all: &mut Vec<T>, wanted: usize) {
    let wanted = wanted.min(all.len());
    let middles: Vec<usize> = (0..wanted)
        .map(|part| all.len() * (2 * part + 1) / (2 * wanted))
        .collect();
    let mut at = 0;
    all.retain(|_| {
        at += 1;
        middles.contains(&(at - 1))
    });
}

fn name(folder: &Path, model: &Path, data: Option<&PathBuf>) -> String {
    let model = model
        .strip_prefix(folder)
        .unwrap_or(model)
        .with_extension("");
    let data = data.and_then(|data| data.file_stem());
    match data {
        Some(data) => format!("{} {}", model.display(), data.to_string_lossy()),
        None => model.display().to_string(),
    }
}

fn children(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

/// All files of a folder and of those in it.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut all = Vec::new();
    for path in children(folder)? {
        if path.is_dir() {
            all.extend(files(&path)?);
        } else {
            all.push(path);
        }
    }
    Ok(all)
}

fn with_extension(paths: &[PathBuf], extension: &str) -> Vec<PathBuf> {
    let fits = |path: &&PathBuf| path.extension().is_some_and(|found| found == extension);
    paths.iter().filter(fits).cloned().collect()
}

/// Who takes part.
struct Field {
    folder: PathBuf,
    peers: Vec<(&'static str, &'static str, &'static str)>,
    limit: Duration,
    threads: usize,
    program: String,
}

impl Field {
    fn enter(settings: &Settings) -> Result<Field, String> {
        let folder = root().join("target/strength");
        let solvers = folder.join("solvers");
        fs::create_dir_all(&solvers).map_err(|error| format!("{}: {error}", solvers.display()))?;
        let program = settings.program.as_ref();
        let program = program.map_or_else(ours::binary, |program| program.display().to_string());
        let mut install = Command::new(&program);
        install.args(["minizinc", "install", "--dir"]).arg(&solvers);
        must(install.stdout(Stdio::null()))?;
        add_gecode(&folder)?;
        let (peers, absent): (Vec<_>, Vec<_>) = PEERS
            .into_iter()
            .partition(|(_, program, _)| packages::on_path(program));
        for (name, program, _) in absent {
            println!("{name} is absent: there is no {program} on the path");
        }
        Ok(Field {
            folder,
            peers,
            limit: settings.limit,
            threads: settings.threads,
            program,
        })
    }

    fn names(&self) -> Vec<&'static str> {
        let peers = self.peers.iter().map(|(name, _, _)| *name);
        OURS.into_iter().chain(peers).collect()
    }

    /// What everybody makes of an instance; none if MiniZinc does not take it.
    fn row(&self, instance: &Instance) -> Result<Option<Row>, String> {
        let Some(flat) = self.flatten(instance, "org.tantalizer.tantalizer")? else {
            println!("{}: not flattened", instance.name);
            return Ok(None);
        };
        let mut runs = BTreeMap::new();
        let (program, file) = (&self.program, flat.display().to_string());
        let threads = self.threads.to_string();
        for engine in OURS {
            let call = [
                program, "fzn", "-s", "-p", &threads, "--engine", engine, &file,
            ];
            runs.insert(engine, self.run(&call)?);
        }
        for (name, program, solver) in &self.peers {
            let run = match self.flatten(instance, solver)? {
                Some(flat) => self.run(&[program, "-s", &flat.display().to_string()])?,
                None => Run::default(),
            };
            runs.insert(*name, run);
        }
        let name = instance.name.clone();
        Ok(Some(Row { name, runs }))
    }

    fn flatten(&self, instance: &Instance, solver: &str) -> Result<Option<PathBuf>, String> {
        let plain = |character: char| {
            if character.is_alphanumeric() {
                character
            } else {
                '-'
            }
        };
        let name: String = instance.name.chars().map(plain).collect();
        let flat = self.folder.join(format!("{name}.{solver}.fzn"));
        if flat.exists() {
            return Ok(Some(flat));
        }
        let part = flat.with_extension("part");
        let mut call = Command::new("timeout");
        call.arg(FLATTENING.as_secs().to_string());
        call.args(["minizinc", "--compile", "--solver", solver]);
        call.args(["--output-ozn-to-file", "/dev/null", "--output-fzn-to-file"]);
        call.arg(&part).arg(&instance.model).args(&instance.data);
        let mut solvers = self.folder.join("solvers").into_os_string();
        if let Some(others) = std::env::var_os("MZN_SOLVER_PATH") {
            solvers.push(":");
            solvers.push(others);
        }
        call.env("MZN_SOLVER_PATH", solvers);
        let done = call.stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !done
            .map_err(|error| format!("minizinc: {error}"))?
            .success()
        {
            return Ok(None);
        }
        fs::rename(&part, &flat).map_err(|error| format!("{}: {error}", flat.display()))?;
        Ok(Some(flat))
    }

    fn run(&self, call: &[&str]) -> Result<Run, String> {
        // Whoever fails has not answered.
        let output = if self.threads == 1 {
            output_within_processor_time(call, self.limit)
        } else {
            output_within(call, self.limit)
        };
        let output = output.ok().flatten();
        Ok(output.map_or(Run::default(), |(text, seconds)| Run::read(&text, seconds)))
    }
}

/// Tells MiniZinc of Gecode with its own constraints: `bench/gecode`, and what Debian's library says of the built-in ones.
fn add_gecode(folder: &Path) -> Result<(), String> {
    let library = folder.join("gecode");
    fs::create_dir_all(&library).map_err(|error| format!("{}: {error}", library.display()))?;
    let builtins = ["redefinitions.mzn", "redefinitions-2.0.mzn"];
    let builtins = builtins.map(|file| Path::new("/usr/share/minizinc/gecode").join(file));
    let globals = children(&root().join("bench/gecode"))?;
    for file in builtins.iter().filter(|file| file.exists()).chain(&globals) {
        let name = file.file_name().unwrap_or_default();
        fs::copy(file, library.join(name))
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let solver = format!(
        "{{\"id\": \"{GECODE}\", \"name\": \"Gecode\", \"version\": \"1\", \"mznlib\": \"{}\", \"executable\": \"fzn-gecode\"}}",
        library.display()
    );
    write(&folder.join("solvers/gecode.msc"), &solver)
}

/// What a solver made of an instance.
#[derive(Clone, Default)]
struct Run {
    /// How long it took, if it answered.
    seconds: Option<f64>,
    satisfiable: Option<bool>,
    /// The proved optimum.
    objective: Option<String>,
}

impl Run {
    fn read(text: &str, seconds: f64) -> Run {
        let complete = text.contains("==========");
        let found = text.contains("----------");
        let none = text.contains("=====UNSATISFIABLE=====");
        let mut objectives = text
            .lines()
            .filter_map(|line| line.strip_prefix("%%%mzn-stat: objective="));
        let objective = objectives.next_back().map(str::to_string);
        let answered = none || complete || found && objective.is_none();
        Run {
            seconds: answered.then_some(seconds),
            satisfiable: answered.then_some(!none),
            objective: objective.filter(|_| answered && !none),
        }
    }
}

struct Row {
    name: String,
    runs: BTreeMap<&'static str, Run>,
}

impl Row {
    fn seconds(&self, name: &str) -> Option<f64> {
        self.runs.get(name)?.seconds
    }

    /// The soonest of these.
    fn best<'a>(&self, names: impl IntoIterator<Item = &'a &'a str>) -> Option<f64> {
        let times = names.into_iter().filter_map(|name| self.seconds(name));
        times.min_by(f64::total_cmp)
    }

    /// Two answers that cannot both be right.
    fn disagreement(&self) -> Option<String> {
        let answered: Vec<_> = (self.runs.iter())
            .filter(|(_, run)| run.seconds.is_some())
            .collect();
        answered.windows(2).find_map(|pair| {
            let [(one, first), (other, second)] = pair else {
                return None;
            };
            let both = first.objective.is_some() && second.objective.is_some();
            let differ = first.satisfiable != second.satisfiable
                || both && first.objective != second.objective;
            differ.then(|| format!("{one} and {other} differ on {}", self.name))
        })
    }

    fn line(&self, field: &Field) -> String {
        let cell = |name: &str| self.seconds(name).map_or(">".to_string(), seconds);
        let cells: Vec<String> = field.names().into_iter().map(cell).collect();
        let wrong = self
            .disagreement()
            .map_or(String::new(), |text| format!(" {text}"));
        format!("| {} | {} |{wrong}", self.name, cells.join(" | "))
    }
}

/// The table and what follows from it.
fn report(field: &Field, rows: &[Row], folder: &Path, settings: &Settings) -> String {
    let revision = first_line(
        "git",
        &["-C", &folder.display().to_string(), "rev-parse", "HEAD"],
    );
    let names = field.names();
    let mut text = format!(
        "{} to the first solution or the proved optimum, flattening not counted; `>`: not within {} s. Models at {revision}.\n\n| instance | {} |\n|---|{}\n",
        if settings.threads == 1 {
            "Processor time, on one thread,".to_string()
        } else {
            format!("Time, our engines on {} threads,", settings.threads)
        },
        settings.limit.as_secs(),
        names.join(" | "),
        "---:|".repeat(names.len()),
    );
    for row in rows {
        let _ = writeln!(text, "{}", row.line(field));
    }
    let limit = settings.limit.as_secs_f64();
    let counts = |row: &&Row| {
        let times = names.iter().map(|name| row.seconds(name).unwrap_or(limit));
        times.fold(0.0, f64::max) > SHORT && row.best(&names).is_some()
    };
    let rows: Vec<&Row> = rows.iter().filter(counts).collect();
    let _ = writeln!(
        text,
        "\n{} instances that somebody answers, and somebody not within {} ms:",
        rows.len(),
        SHORT * 1000.0
    );
    let auto = |row: &Row| row.seconds("auto").unwrap_or(limit);
    let peers: Vec<&str> = field.peers.iter().map(|(name, _, _)| *name).collect();
    for (what, others) in [
        ("the best single engine", &OURS[1..]),
        ("the best other solver", &peers[..]),
    ] {
        let mut ratios: Vec<(f64, &str)> = (rows.iter())
            .filter_map(|row| Some((auto(row) / row.best(others)?, row.name.as_str())))
            .collect();
        ratios.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mean =
            ratios.iter().map(|(ratio, _)| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64;
        let _ = writeln!(
            text,
            "- `auto` to {what}, on the {} that it answers: {:.2} in the geometric mean; furthest behind on:",
            ratios.len(),
            mean.exp()
        );
        for (ratio, name) in ratios.iter().take(8) {
            let _ = writeln!(text, "  - {name}: {ratio:.1}");
        }
    }
    for name in &names {
        let answered = rows
            .iter()
            .filter(|row| row.seconds(name).is_some())
            .count();
        let _ = writeln!(text, "- {name} answers {answered}");
    }
    text
}

/// How many instances each answers within which time.
fn cactus(field: &Field, rows: &[Row]) -> Plot {
    let mut plot = Plot::new(PlotKind::Lines, "Instances answered within a time");
    plot.x.label = "instances".into();
    plot.y.label = "seconds".into();
    plot.y.logarithmic = true;
    for name in field.names() {
        let mut times: Vec<f64> = rows.iter().filter_map(|row| row.seconds(name)).collect();
        times.sort_by(f64::total_cmp);
        let points = times.into_iter().enumerate();
        plot.series.push(Series {
            name: name.into(),
            points: points.map(|(at, time)| (at as f64 + 1.0, time)).collect(),
        });
    }
    plot
}
