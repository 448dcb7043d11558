//! MiniZinc models through MiniZinc's own compiler.
//!
//! The compiler may take long and hold much, so it is watched: it runs in a process group of its own, which is stopped as a whole
//! when a limit is reached, and its memory counts as ours. What it says goes to files, which never fill up as a pipe
//! does that nobody reads.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tantalizer_model::{ChildMemory, Limit, Limits};
use tempfile::TempDir;
use thiserror::Error;

use crate::elsewhere::Job;
use crate::library::{self, Installed};
use crate::restore::restored;

/// Why a model was not compiled.
#[derive(Debug, Error)]
pub enum CompileError {
    /// There is no MiniZinc.
    #[error(
        "a .mzn model needs MiniZinc, and `{0}` was not found: install it (Debian: apt install minizinc; otherwise \
         https://www.minizinc.org) or set MINIZINC to where it is"
    )]
    Missing(String),
    /// There is no MiniZinc where this program runs: somebody else has to do the job.
    #[error(
        "this needs MiniZinc, which a page without a server does not have: the sizes that the kinds come with need none, and the page of \
         `tantalizer serve` takes all models"
    )]
    Elsewhere(Box<Job>),
    /// MiniZinc does not like the model; its own words.
    #[error("{0}")]
    Refused(String),
    /// A file could not be read or written on the way.
    #[error("{0}: {1}")]
    File(String, io::Error),
    /// A limit was reached, and MiniZinc was stopped.
    #[error("{0}")]
    Stopped(Limit),
}

impl CompileError {
    /// The same without the name of a folder of ours, which says nothing to anybody.
    pub(crate) fn without(self, folder: &Path) -> CompileError {
        match self {
            CompileError::Refused(words) => {
                let folder = format!("{}/", folder.display());
                CompileError::Refused(words.replace(&folder, ""))
            }
            other => other,
        }
    }
}

/// What is compiled.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The model.
    pub model: PathBuf,
    /// Its data files.
    pub data: Vec<PathBuf>,
    /// More data, as assignments: `n=8`.
    pub assignments: Vec<String>,
    /// Whether all arrays of variables are kept, also those that the model's `output` does not speak of: for models with boards.
    pub all_arrays: bool,
}

/// FlatZinc for us, from a model and its data, by the `minizinc` on the path (or the one that the variable `MINIZINC` names).
///
/// The global constraints of our library are used whether the solver is installed or not. Each constraint says from where in the model
/// it comes.
pub fn compile(sources: &Sources, limits: &Limits) -> Result<String, CompileError> {
    compile_by(&program(), sources, limits)
}

/// The names of a model's parameters and variables.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Interface {
    /// The parameters that have no value in the model.
    pub input: BTreeMap<String, Parameter>,
    /// The variables.
    pub output: BTreeMap<String, Parameter>,
}

/// What a parameter is.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Parameter {
    /// `int`, `bool`, `string`, or the name of an enumeration.
    #[serde(rename = "type")]
    pub of: String,
    /// How many dimensions it has.
    #[serde(default)]
    pub dim: usize,
    /// Whether it is a set of these, or an array of such sets.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub set: bool,
}

/// Reads the names of a model's parameters and variables.
pub fn interface(model: &Path, limits: &Limits) -> Result<Interface, CompileError> {
    let folder = Scratch::new()?;
    let mut command = Command::new(program());
    command.arg("--model-interface-only").arg(model);
    let status = run(&mut command, &folder, limits)?;
    let said = folder.words(SAID);
    match serde_json::from_str(&said) {
        Ok(interface) if status.success() => Ok(interface),
        _ => Err(folder.refused(status)),
    }
}

pub(crate) fn program() -> String {
    std::env::var("MINIZINC").unwrap_or_else(|_| "minizinc".into())
}

fn compile_by(program: &str, sources: &Sources, limits: &Limits) -> Result<String, CompileError> {
    let folder = Scratch::new()?;
    let [flat, output] = ["model.fzn", "model.ozn"].map(|name| folder.path().join(name));
    let mut command = Command::new(program);
    command.arg("--compile").arg("--ozn").arg(&output);
    if sources.all_arrays {
        command.args(["--output-mode", "json"]);
    }
    command.arg("--fzn").arg(&flat);
    add_sources(&mut command, sources, &folder);
    let status = run(&mut command, &folder, limits)?;
    match fs::read_to_string(&flat) {
        Ok(text) if status.success() => {
            let output = fs::read_to_string(output).unwrap_or_default();
            let complaints = folder.words(COMPLAINED);
            let model = fs::read_to_string(&sources.model).unwrap_or_default();
            let text = restored(text, &output, &model);
            Ok(placed(text, &complaints, &sources.model))
        }
        Err(error) if status.success() => Err(folder.trouble(error)),
        _ => Err(folder.refused(status)),
    }
}

/// What MiniZinc writes for a model that it refutes by itself.
const REFUTED: &str = "constraint bool_eq(false,true)";

/// Where MiniZinc refutes a model by itself, the text says of which line, as the complaint does: the last place in the model, and the loops on the way.
fn placed(text: String, complaints: &str, model: &Path) -> String {
    let Some((_, stack)) = complaints.split_once("model inconsistency detected") else {
        return text;
    };
    let place = format!("{}:", model.display());
    let (mut line, mut loops) = (None, String::new());
    for told in stack.lines() {
        if let Some(at) = told.strip_prefix(&place) {
            line = at.split(|c: char| !c.is_ascii_digit()).next();
        } else if let Some(value) = told.trim_start().strip_prefix("with ") {
            loops = format!("{loops}, {value}");
        }
    }
    match line {
        Some(line) => {
            let named = format!("{REFUTED} :: mzn_constraint_name(\"line {line}{loops}\")");
            text.replacen(REFUTED, &named, 1)
        }
        None => text,
    }
}

/// The model, its data and where the paths go.
pub(crate) fn add_sources(command: &mut Command, sources: &Sources, folder: &Scratch) {
    command.arg("--keep-paths");
    for assignment in &sources.assignments {
        command.arg("-D").arg(assignment);
    }
    // With the paths comes a table of them, which would otherwise be written beside the model.
    let table = folder.path().join("model.paths");
    command.arg("--output-paths-to-file").arg(table);
    command.arg(&sources.model).args(&sources.data);
}

/// Runs MiniZinc as our solver's, to its end.
fn run(
    command: &mut Command,
    folder: &Scratch,
    limits: &Limits,
) -> Result<ExitStatus, CompileError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let said = folder.file(SAID)?.into();
    let (mut running, _) = start(command, folder, limits, said, "")?;
    let ended = running.wait(limits);
    ended
        .map_err(|error| CompileError::File(program, error))?
        .map_err(CompileError::Stopped)
}

/// Starts MiniZinc as our solver's; the solver is the script, if that is not empty.
pub(crate) fn start(
    command: &mut Command,
    folder: &Scratch,
    limits: &Limits,
    said: Stdio,
    script: &str,
) -> Result<(Running, Installed), CompileError> {
    if let Some(limit) = limits.expired() {
        return Err(CompileError::Stopped(limit));
    }
    let program = command.get_program().to_string_lossy().into_owned();
    let trouble = |error| folder.trouble(error);
    let installed = library::install(folder.path(), Path::new("tantalizer"), "0", &[]);
    let installed = installed.map_err(trouble)?;
    if !script.is_empty() {
        fs::write(&installed.script, script).map_err(trouble)?;
    }
    command
        .arg("--solver")
        .arg(&installed.configuration)
        .stdin(Stdio::null())
        .stdout(said)
        .stderr(folder.file(COMPLAINED)?);
    match Running::start(command) {
        Ok(running) => Ok((running, installed)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(CompileError::Missing(program))
        }
        Err(error) => Err(CompileError::File(program, error)),
    }
}

/// The files that standard output and standard error go to.
const SAID: &str = "said";
const COMPLAINED: &str = "complained";

/// How long to wait before looking again whether the compiler has ended: briefly at first, most models are small.
const FIRST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

/// A process that ends with its owner, together with all processes that it has started.
pub(crate) struct Running {
    pub child: Child,
    memory: ChildMemory,
    ended: bool,
}

impl Running {
    fn start(command: &mut Command) -> io::Result<Running> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn()?;
        Ok(Running {
            memory: ChildMemory::count(child.id()),
            child,
            ended: false,
        })
    }

    /// How it ended, or the limit that was reached before.
    fn wait(&mut self, limits: &Limits) -> io::Result<Result<ExitStatus, Limit>> {
        loop {
            match self.wait_unless(limits, || false)? {
                Ok(Some(status)) => return Ok(Ok(status)),
                Ok(None) => {}
                Err(limit) => return Ok(Err(limit)),
            }
        }
    }

    /// The same, unless something is so before: then it is still running.
    pub fn wait_unless(
        &mut self,
        limits: &Limits,
        is_so: impl Fn() -> bool,
    ) -> io::Result<Result<Option<ExitStatus>, Limit>> {
        let mut pause = FIRST_PAUSE;
        loop {
            if is_so() {
                return Ok(Ok(None));
            }
            if let Some(status) = self.child.try_wait()? {
                self.ended = true;
                return Ok(Ok(Some(status)));
            }
            if let Some(limit) = limits.expired() {
                return Ok(Err(limit));
            }
            // A server keeps no watch over all of its memory: each compiler has the limit for itself.
            if limits.memory.is_some_and(|most| self.memory.held() > most) {
                return Ok(Err(Limit::Memory));
            }
            let left = limits.remaining().unwrap_or(pause);
            std::thread::sleep(pause.min(left));
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    }

    /// Stops the whole group. What has ended in the meantime needs no stopping, so errors are no matter.
    fn stop(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.ended {
            self.stop();
        }
    }
}

/// A folder that goes away with its owner.
pub(crate) struct Scratch(TempDir);

impl Scratch {
    pub fn new() -> Result<Scratch, CompileError> {
        let folder = tempfile::Builder::new().prefix("tantalizer-").tempdir();
        folder
            .map(Scratch)
            .map_err(|error| CompileError::File(std::env::temp_dir().display().to_string(), error))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    fn file(&self, name: &str) -> Result<File, CompileError> {
        File::create(self.path().join(name)).map_err(|error| self.trouble(error))
    }

    fn words(&self, name: &str) -> String {
        let bytes = fs::read(self.path().join(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).trim().to_string()
    }

    /// MiniZinc's own words on what it does not like.
    pub fn refused(&self, status: ExitStatus) -> CompileError {
        let words = [COMPLAINED, SAID].map(|name| self.words(name));
        // That our vocabulary also lies beside the model is no matter.
        let idle = format!("Warning: file \"{}\" included", library::VOCABULARY.0);
        let words = words.map(|words| {
            let lines = words.lines().filter(|line| !line.starts_with(&idle));
            let lines: Vec<&str> = lines.collect();
            lines.join("\n").trim().to_string()
        });
        let words = words.into_iter().find(|words| !words.is_empty());
        CompileError::Refused(words.unwrap_or_else(|| format!("MiniZinc ended with {status}")))
    }

    pub fn trouble(&self, error: io::Error) -> CompileError {
        CompileError::File(self.path().display().to_string(), error)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::time::Instant;
    use tantalizer_model::MemoryWatch;

    /// A program that does what the script says where a compiler is expected.
    fn program(folder: &Path, script: &str) -> String {
        let path = folder.join("compiler");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a scratch folder");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("our own file");
        path.display().to_string()
    }

    fn run(script: &str, limits: &Limits) -> Result<String, CompileError> {
        let folder = tempfile::tempdir().expect("a scratch folder");
        let program = program(folder.path(), script);
        let sources = Sources {
            model: "model.mzn".into(),
            ..Sources::default()
        };
        compile_by(&program, &sources, limits)
    }

    #[test]
    fn a_slow_compiler_is_stopped_with_its_children() {
        let folder = tempfile::tempdir().expect("a scratch folder");
        let sign = folder.path().join("sign");
        let script = format!("(sleep 1; touch {}) & sleep 60", sign.display());
        let started = Instant::now();
        let stopped = run(&script, &Limits::seconds(0.1));
        assert!(matches!(stopped, Err(CompileError::Stopped(Limit::Time))));
        assert!(started.elapsed() < Duration::from_millis(700));
        std::thread::sleep(Duration::from_millis(1500));
        assert!(!sign.exists(), "the child went on");
    }

    #[test]
    fn a_compiler_that_talks_much_is_heard_to_the_end() {
        let script =
            "i=0; while [ $i -lt 20000 ]; do echo 'a long complaint' >&2; i=$((i+1)); done; exit 1";
        match run(script, &Limits::seconds(60.0)) {
            Err(CompileError::Refused(words)) => assert_eq!(words.lines().count(), 20_000),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_compiler_that_fills_the_memory_is_stopped() {
        let mut limits = Limits::seconds(30.0);
        limits.memory = Some(40 << 20);
        let _watch = MemoryWatch::start(&limits, 1.0);
        // The last line of an endless stream without line ends is as long as the memory is large.
        let stopped = run("tail -n 1 /dev/zero", &limits);
        assert!(matches!(stopped, Err(CompileError::Stopped(Limit::Memory))));
    }

    #[test]
    fn what_is_not_there_is_named() {
        let missing = compile_by("no-such-compiler", &Sources::default(), &Limits::none());
        assert!(matches!(missing, Err(CompileError::Missing(name)) if name == "no-such-compiler"));
    }
}
