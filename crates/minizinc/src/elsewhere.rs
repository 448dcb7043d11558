//! MiniZinc where no program can be started: whoever asks runs it, tells what came of it, and asks again.
//!
//! A [`Job`] is all that MiniZinc must be given: files and arguments. The one who gets it in place of an answer has it done, by a MiniZinc in a
//! worker of the same page, and hands the result to [`tell`]. Questions are answered from the beginning, so no question waits half done.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::CompileError;
use crate::library::{self, SOLVER};

/// Whether MiniZinc runs elsewhere.
pub(crate) const IS_ELSEWHERE: bool = cfg!(target_family = "wasm");

/// So many results are kept.
const MOST: usize = 64;

/// What MiniZinc is to do.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Job {
    /// Files by name, which may lie in folders.
    pub files: BTreeMap<String, String>,
    /// The arguments.
    pub arguments: Vec<String>,
    /// The files that are the result; what is said on standard output, if there are none.
    pub outputs: Vec<String>,
}

impl Job {
    /// The names of a model's parameters and variables.
    pub(crate) fn interface(model: &str, source: &str) -> Job {
        Job::new(model, source, vec!["--model-interface-only".into()], &[])
    }

    /// FlatZinc for us and the model of its output, as [`compile`](crate::compile) has them made, with all arrays of variables.
    pub(crate) fn flatten(
        model: &str,
        source: &str,
        data: Vec<(&'static str, String)>,
        assignments: Vec<String>,
    ) -> Job {
        let flags = "--compile --output-mode json --fzn model.fzn --ozn model.ozn --keep-paths \
                     --output-paths-to-file model.paths";
        let mut arguments: Vec<String> = flags.split_whitespace().map(String::from).collect();
        for assignment in assignments {
            arguments.extend(["-D".into(), assignment]);
        }
        let mut job = Job::new(model, source, arguments, &["model.fzn", "model.ozn"]);
        for (name, text) in data {
            job.arguments.push(name.into());
            job.files.insert(name.into(), text);
        }
        job
    }

    fn new(model: &str, source: &str, mut arguments: Vec<String>, outputs: &[&str]) -> Job {
        let library = "mznlib";
        let program = format!("fzn-{SOLVER}");
        let settings = library::configuration(program.as_ref(), Path::new(library), "0", &[]);
        let configuration = format!("{SOLVER}.msc");
        arguments.extend(["--solver".into(), configuration.clone(), model.into()]);
        let files = library::files().into_iter();
        let mut files: BTreeMap<String, String> = files
            .map(|(name, text)| (format!("{library}/{name}"), text))
            .collect();
        files.insert(configuration, settings.to_string());
        // It is not called: the model is compiled and no more.
        files.insert(program, String::new());
        files.insert(model.into(), source.into());
        Job {
            files,
            arguments,
            outputs: outputs.iter().map(ToString::to_string).collect(),
        }
    }

    /// What came of it, if that was told; else the job is the answer.
    pub(crate) fn done(self) -> std::result::Result<Vec<String>, CompileError> {
        let results = RESULTS.lock().unwrap_or_else(PoisonError::into_inner);
        match results.iter().find(|(job, _)| *job == self) {
            Some((_, Ok(texts))) => Ok(texts.clone()),
            Some((_, Err(words))) => Err(CompileError::Refused(words.clone())),
            None => Err(CompileError::Elsewhere(Box::new(self))),
        }
    }
}

/// What came of a job: its outputs, or MiniZinc's words against it.
pub type Result = std::result::Result<Vec<String>, String>;

static RESULTS: Mutex<Vec<(Job, Result)>> = Mutex::new(Vec::new());

/// Keeps what came of a job.
pub fn tell(job: Job, result: Result) {
    let mut results = RESULTS.lock().unwrap_or_else(PoisonError::into_inner);
    results.retain(|(known, _)| *known != job);
    results.push((job, result));
    let most = results.len().saturating_sub(MOST);
    results.drain(..most);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_the_answer_until_its_result_is_told() {
        let job = || {
            Job::flatten(
                "a.mzn",
                "solve satisfy;",
                vec![("p.json", "{}".into())],
                vec!["n=3".into()],
            )
        };
        let Err(CompileError::Elsewhere(wanted)) = job().done() else {
            panic!("nobody has done it yet");
        };
        assert_eq!(*wanted, job());
        assert_eq!(wanted.files["a.mzn"], "solve satisfy;");
        assert!(wanted.files.contains_key("mznlib/tantalizer.mzn"));
        tell(*wanted, Ok(vec!["flat".into(), "output".into()]));
        assert_eq!(job().done().expect("told"), ["flat", "output"]);
        tell(job(), Err("a.mzn:1: no".into()));
        assert!(
            matches!(job().done(), Err(CompileError::Refused(words)) if words == "a.mzn:1: no")
        );
    }
}
