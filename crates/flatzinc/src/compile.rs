//! MiniZinc models through MiniZinc's own compiler.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use thiserror::Error;

use crate::library;

/// Why a model was not compiled.
#[derive(Debug, Error)]
pub enum CompileError {
    /// There is no MiniZinc.
    #[error(
        "a .mzn model needs MiniZinc, and `{0}` was not found: install it (Debian: apt install minizinc; otherwise \
         https://www.minizinc.org) or set MINIZINC to where it is"
    )]
    Missing(String),
    /// MiniZinc does not like the model; its own words.
    #[error("{0}")]
    Refused(String),
    /// A file could not be read or written on the way.
    #[error("{0}: {1}")]
    File(String, std::io::Error),
}

/// FlatZinc for us, from a model and its data, by the `minizinc` on the path (or the one that the variable `MINIZINC` names).
///
/// The global constraints of our library are used whether the solver is installed or not.
pub fn compile(model: &Path, data: &[PathBuf]) -> Result<String, CompileError> {
    let folder = Scratch::new()?;
    let installed = library::install(&folder.0, Path::new("tantalizer"), "0", &[])
        .map_err(|error| folder.trouble(error))?;
    let flat = folder.0.join("model.fzn");
    let program = std::env::var("MINIZINC").unwrap_or_else(|_| "minizinc".into());
    let output = Command::new(&program)
        .arg("--compile")
        .arg("--solver")
        .arg(&installed.configuration)
        .arg("--no-output-ozn")
        .arg("--fzn")
        .arg(&flat)
        .arg(model)
        .args(data)
        .stdin(Stdio::null())
        .output();
    let output = match output {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(CompileError::Missing(program));
        }
        Err(error) => return Err(CompileError::File(program, error)),
    };
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_string();
    match std::fs::read_to_string(&flat) {
        Ok(text) if output.status.success() => Ok(text),
        Err(error) if output.status.success() => Err(folder.trouble(error)),
        _ => {
            let words = [said(&output.stderr), said(&output.stdout)];
            let words = words.iter().find(|words| !words.is_empty()).cloned();
            let unsaid = || format!("{program} ended with {}", output.status);
            Err(CompileError::Refused(words.unwrap_or_else(unsaid)))
        }
    }
}

/// A folder that goes away with its owner.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch, CompileError> {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("tantalizer-{}-{number}", std::process::id());
        let scratch = Scratch(std::env::temp_dir().join(name));
        // Nobody else's folder: it must not be there yet.
        std::fs::create_dir(&scratch.0)
            .map_err(|error| CompileError::File(scratch.0.display().to_string(), error))?;
        Ok(scratch)
    }

    fn trouble(&self, error: std::io::Error) -> CompileError {
        CompileError::File(self.0.display().to_string(), error)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed stays in the folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
