//! A MiniZinc that compiles a model and then waits, to put solutions into words.
//!
//! MiniZinc does both when it runs a solver. So it is given one that hands the model over and passes on whatever comes through a pipe.

use std::fs::{self, File};
use std::io::BufReader;
use std::process::{ChildStdout, Command, Stdio};

use tantalizer_model::Limits;

use crate::compile::{CompileError, Running, Scratch, Sources, add_sources, program, start};

/// A MiniZinc that has compiled a model and waits for solutions, to put them into words.
pub(crate) struct Waiting {
    _running: Running,
    _folder: Scratch,
    pub solutions: File,
    pub words: BufReader<ChildStdout>,
}

/// Larger models are put into words by ourselves, so that MiniZinc need not keep them.
const MOST_BYTES: u64 = 8 << 20;

/// The solver that MiniZinc calls: it hands the model over, and passes on what is written to the pipe.
const RELAY: &str = r#"#!/bin/sh
for last; do :; done
here=$(dirname "$0")
mkfifo "$here/solutions" && cp "$last" "$here/part" && mv "$here/part" "$here/model.fzn" && exec cat "$here/solutions"
"#;

/// Compiles a model with one more item of output, by a MiniZinc that then waits for solutions. None if there is nothing to wait for: the
/// model has no solution, or is too large.
pub(crate) fn compile_and_wait(
    sources: &Sources,
    item: &str,
    limits: &Limits,
) -> Result<Option<(String, Waiting)>, CompileError> {
    let folder = Scratch::new()?;
    let more = folder.path().join("output.mzn");
    let trouble = |error| folder.trouble(error);
    fs::write(&more, item).map_err(trouble)?;
    let mut command = Command::new(program());
    add_sources(&mut command, sources, &folder);
    command.arg(more);
    let (mut running, installed) = start(&mut command, &folder, limits, Stdio::piped(), RELAY)?;
    let here = installed.script.parent().unwrap_or(folder.path());
    let flat = here.join("model.fzn");
    let status = running.wait_unless(limits, || flat.exists());
    let status = status
        .map_err(|error| CompileError::File(program(), error))?
        .map_err(CompileError::Stopped)?;
    match status {
        Some(status) if status.success() => return Ok(None),
        Some(status) => return Err(folder.refused(status)),
        None => {}
    }
    if fs::metadata(&flat).map_err(trouble)?.len() > MOST_BYTES {
        return Ok(None);
    }
    let text = fs::read_to_string(&flat).map_err(trouble)?;
    // Open for both, or this would wait until the other side reads.
    let mut pipe = File::options();
    let solutions = pipe.read(true).write(true).open(here.join("solutions"));
    let solutions = solutions.map_err(trouble)?;
    let Some(words) = running.child.stdout.take() else {
        return Ok(None);
    };
    let waiting = Waiting {
        _running: running,
        _folder: folder,
        solutions,
        words: BufReader::new(words),
    };
    Ok(Some((text, waiting)))
}
