//! The other solvers. Each gets the model that our engines get, translated from its text (`bench/translate/`).

use super::ours::binary;
use super::process::{output_of, output_within};
use super::question::{Answer, Ask};
use crate::packages::Tool;
use crate::run::{first_line, must, root};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What the peers need from Debian.
pub const TOOLS: &[Tool] = &[
    Tool::new("fzn-gecode", "flatzinc"),
    Tool::new("swipl", "swi-prolog-nox"),
    Tool::new("minisat", "minisat"),
    Tool::new("cadical", "cadical"),
    Tool::new("time", "time"),
];

/// Another solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    Gecode,
    CpSat,
    Choco,
    Swi,
    MiniSat,
    CaDiCaL,
}

impl Peer {
    pub const ALL: [Peer; 6] = [
        Peer::Gecode,
        Peer::CpSat,
        Peer::Choco,
        Peer::Swi,
        Peer::MiniSat,
        Peer::CaDiCaL,
    ];

    /// In a table.
    pub fn name(self) -> &'static str {
        match self {
            Peer::Gecode => "Gecode",
            Peer::CpSat => "CP-SAT",
            Peer::Choco => "Choco",
            Peer::Swi => "SWI-Prolog",
            Peer::MiniSat => "MiniSat",
            Peer::CaDiCaL => "CaDiCaL",
        }
    }

    /// Whether it starts from a formula that was made before its clock runs.
    pub fn takes_formulas(self) -> bool {
        matches!(self, Peer::MiniSat | Peer::CaDiCaL)
    }

    /// Whether its time is that of a whole process; the others tell the time between the start of reading the model and the
    /// last solution, because starting their Python or Prolog takes longer than most puzzles.
    pub fn whole_process(self) -> bool {
        matches!(self, Peer::Gecode | Peer::MiniSat | Peer::CaDiCaL)
    }

    /// Its version.
    pub fn version(self) -> String {
        let debian = |package| {
            first_line(
                "dpkg-query",
                &["--show", "--showformat=${Version}\n", package],
            )
        };
        let pypi = |package| {
            let code = format!("import importlib.metadata as m; print(m.version('{package}'))");
            first_line(&python().display().to_string(), &["-c", &code])
        };
        match self {
            Peer::Gecode => debian("flatzinc"),
            Peer::CpSat => pypi("ortools"),
            Peer::Choco => pypi("pychoco"),
            Peer::Swi => debian("swi-prolog-nox"),
            Peer::MiniSat => debian("minisat"),
            Peer::CaDiCaL => debian("cadical"),
        }
    }

    /// Its answer, or nothing if it does not give one in time or has no way to.
    pub fn answer(
        self,
        problem: &Problem,
        ask: Ask,
        limit: Duration,
    ) -> Result<Option<Answer>, String> {
        if problem.optimises && ask != Ask::One {
            // All best solutions are more than the others can be asked for.
            return Ok(None);
        }
        match self {
            Peer::Gecode => problem.gecode(ask, limit),
            Peer::CpSat => problem.in_python("cp_sat.py", ask, limit),
            Peer::Choco => problem.in_python("choco.py", ask, limit),
            Peer::Swi => problem.in_prolog(ask, limit),
            // Both find one solution; blocking the others would be a program of ours.
            _ if ask != Ask::One || problem.optimises => Ok(None),
            Peer::MiniSat => problem.by_sat("minisat", limit),
            Peer::CaDiCaL => problem.by_sat("cadical", limit),
        }
    }
}

/// A Python with the peers of PyPI, in a folder that is not kept.
pub fn python() -> PathBuf {
    root().join("bench/peers/venv/bin/python")
}

/// Installs what the package registry of Python has.
pub fn install_python_peers() -> Result<(), String> {
    let there = Command::new(python())
        .args(["-c", "import ortools, pychoco, pyganak"])
        .output();
    if there.is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    let folder = root().join("bench/peers/venv");
    must(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
    let packages = ["ortools", "pychoco", "pyganak"];
    must(
        Command::new(python())
            .args(["-m", "pip", "install", "--quiet"])
            .args(packages),
    )
}

/// A puzzle file, translated for the others.
pub struct Problem {
    folder: PathBuf,
    optimises: bool,
}

impl Problem {
    /// Translates a puzzle file; nothing is measured yet.
    pub fn new(file: &Path) -> Result<Problem, String> {
        let folder = root().join("bench/results");
        let (binary, file) = (binary(), file.display().to_string());
        let written = |form: &str, name: &str| {
            let text = output_of(&[&binary, "encode", &file, "--to", form])?;
            write(&folder.join(name), &text).map(|()| text)
        };
        let text = written("model", "problem.model")?;
        written("dimacs", "problem.cnf")?;
        let optimises = text
            .lines()
            .any(|line| line.starts_with("minimise ") || line.starts_with("maximise "));
        let problem = Problem { folder, optimises };
        for choice in ["input_order", "first_fail"] {
            let program = problem.translated("gecode.py", choice)?;
            write(&problem.folder.join(format!("{choice}.fzn")), &program)?;
        }
        Ok(problem)
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    fn translated(&self, script: &str, word: &str) -> Result<String, String> {
        let python = python().display().to_string();
        let script = format!("bench/translate/{script}");
        output_of(&[&python, &script, &self.path("problem.model"), word])
    }

    /// The better of two orders of the variables.
    fn gecode(&self, ask: Ask, limit: Duration) -> Result<Option<Answer>, String> {
        let mut best: Option<Answer> = None;
        for choice in ["input_order", "first_fail"] {
            let file = self.path(&format!("{choice}.fzn"));
            let mut call = vec!["fzn-gecode"];
            if ask != Ask::One || self.optimises {
                call.push("-a");
            }
            call.push(&file);
            if let Some((text, seconds)) = output_within(&call, limit)? {
                let found = text.lines().filter(|&line| line == "----------").count() as u64;
                let count = if ask == Ask::One { found.min(1) } else { found };
                if best.as_ref().is_none_or(|best| seconds < best.seconds) {
                    best = Some(Answer { count, seconds });
                }
            }
        }
        Ok(best)
    }

    fn in_python(&self, script: &str, ask: Ask, limit: Duration) -> Result<Option<Answer>, String> {
        let python = python().display().to_string();
        let script = format!("bench/translate/{script}");
        let seconds = limit.as_secs_f64().to_string();
        let model = self.path("problem.model");
        let call = [&*python, &script, &model, ask.word(), &seconds];
        // Some time for the start; the limit itself is kept inside.
        let Some((text, _)) = output_within(&call, 2 * limit + Duration::from_secs(5))? else {
            return Ok(None);
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            [count, "finished", seconds] => answer(count, seconds),
            [_, "stopped", _] => Ok(None),
            _ => Err(format!("{call:?} printed {text:?}")),
        }
    }

    fn in_prolog(&self, ask: Ask, limit: Duration) -> Result<Option<Answer>, String> {
        let program = self.translated("prolog.py", ask.word())?;
        let file = self.path("problem.pl");
        write(Path::new(&file), &program)?;
        let call = ["swipl", "--stack-limit=4g", &file];
        let Some((text, _)) = output_within(&call, limit + Duration::from_secs(2))? else {
            return Ok(None);
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            [count, seconds] => answer(count, seconds),
            _ => Err(format!("{call:?} printed {text:?}")),
        }
    }

    fn by_sat(&self, program: &str, limit: Duration) -> Result<Option<Answer>, String> {
        let formula = self.path("problem.cnf");
        let Some((text, seconds)) = output_within(&[program, &formula], limit)? else {
            return Ok(None);
        };
        let none = text.contains("UNSATISFIABLE");
        let count = u64::from(!none);
        Ok(Some(Answer { count, seconds }))
    }
}

fn answer(count: &str, seconds: &str) -> Result<Option<Answer>, String> {
    match (count.parse(), seconds.parse()) {
        (Ok(count), Ok(seconds)) => Ok(Some(Answer { count, seconds })),
        _ => Err(format!("no figures: {count} {seconds}")),
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
