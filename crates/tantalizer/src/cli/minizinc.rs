//! `tantalizer minizinc install`: makes MiniZinc know this solver.

use super::common;
use super::outcome::{Failure, Outcome};
use super::{Entry, dispatch, fzn};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;
use tantalizer::minizinc::library::{SOLVER, install};

/// The arguments of `minizinc install`.
#[derive(Args, Debug)]
struct Install {
    /// The folder of solver configurations; by default ~/.minizinc/solvers, where MiniZinc looks
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// What it offers. One line each.
const COMMANDS: &[Entry] = &[Entry::new("install", install_command, install_solver)];

fn install_command() -> Command {
    let about = "Write the solver configuration and the library of globals";
    common::with_arguments::<Install>(Command::new("install").about(about))
}

pub fn command() -> Command {
    Command::new("minizinc")
        .about("Use Tantalizer as a solver of MiniZinc")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(COMMANDS.iter().map(|entry| (entry.command)()))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    dispatch(COMMANDS, matches)
}

fn install_solver(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let arguments =
        Install::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let folder = match arguments.dir {
        Some(folder) => folder,
        None => default_folder()?,
    };
    let program = std::env::current_exe()
        .map_err(|error| Failure::Write("the path of this program".into(), error))?;
    let flags = fzn::solver_flags();
    let installed = install(&folder, &program, env!("CARGO_PKG_VERSION"), &flags)
        .map_err(|error| Failure::Write(folder.display().to_string(), error))?;
    common::print(&format!(
        "{}\n{}\nTry: minizinc --solver {SOLVER} MODEL.mzn\n\
         Models with tantalizer.mzn on another solver: minizinc -I {} --solver gecode MODEL.mzn\n",
        installed.configuration.display(),
        installed.library.display(),
        installed.include.display(),
    ))?;
    Ok(Outcome::Answered)
}

fn default_folder() -> Result<PathBuf, Failure> {
    match std::env::var_os("HOME").filter(|home| !home.is_empty()) {
        Some(home) => Ok(PathBuf::from(home).join(".minizinc").join("solvers")),
        None => Err(Failure::Usage(
            "there is no home folder: say where with --dir".into(),
        )),
    }
}
