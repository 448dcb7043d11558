//! `--certificate FILE`: what was answered, written down so that a stranger can check it.
//!
//! The certificate is about the puzzle's model. Solutions that were shown are listed if they are solutions of that
//! model; a puzzle that answers in its own way has them found again by the engines.

use super::outcome::Failure;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use tantalizer::model::{Answer, Collect, Limits, Model, Question, Solution, Status};
use tantalizer::puzzles::{Puzzle, PuzzleError, Request};
use tantalizer::sat::{Certificate, CertificateError, Claim, Encoding, MOST_SOLUTIONS};

/// So many solutions are kept for a certificate: one more than it lists, to see that there are too many.
pub const KEPT_FOR_CERTIFICATE: usize = MOST_SOLUTIONS + 1;

/// Writes the certificate of an answer. Says on standard error why there is none, if there is none, and
/// tells whether there is one.
pub fn write(
    path: &Path,
    puzzle: &dyn Puzzle,
    request: &Request,
    answer: &Answer,
    kept: Vec<Solution>,
) -> Result<bool, Failure> {
    let result = certify(path, puzzle, request, answer, kept)?;
    if let Err(reason) = &result {
        eprintln!("tantalizer: no certificate: {reason}");
    }
    Ok(result.is_ok())
}

/// The certificate, or in words why there is none.
fn certify(
    path: &Path,
    puzzle: &dyn Puzzle,
    request: &Request,
    answer: &Answer,
    kept: Vec<Solution>,
) -> Result<Result<(), String>, Failure> {
    let claim = match (answer.status, answer.complete, request.question) {
        (Status::Unknown, ..) => return Ok(Err("nothing is known".to_string())),
        (Status::Optimal, ..) => Claim::Optimal,
        (Status::Unsatisfiable, ..) => Claim::Exactly,
        (Status::Satisfiable, true, Question::All { .. } | Question::Count) => Claim::Exactly,
        (Status::Satisfiable, ..) => Claim::Satisfiable,
    };
    if claim == Claim::Exactly && answer.count > MOST_SOLUTIONS.into() {
        let too_many = usize::try_from(&answer.count).unwrap_or(usize::MAX);
        return Ok(Err(CertificateError::TooMany(too_many).to_string()));
    }
    let model = puzzle.model()?;
    let fit = answer.count == kept.len().into() || claim != Claim::Exactly && !kept.is_empty();
    let solutions = if fit && kept.iter().all(|s| model.violated(&s.0).is_none()) {
        kept
    } else {
        match find_again(&model, claim, request, &request.limits)? {
            Some(solutions) => solutions,
            None => {
                return Ok(Err(
                    "its solutions were not found within the limits".to_string()
                ));
            }
        }
    };
    if claim == Claim::Exactly && answer.count != solutions.len().into() {
        let reason = "the answer counts something else than the solutions of the puzzle's model";
        return Ok(Err(reason.to_string()));
    }
    let statement = format!("{:#}\n", puzzle.to_json());
    let certificate = Certificate {
        statement: &statement,
        model: &model,
        claim,
        solutions: &solutions,
        encoding: Encoding::Auto,
    };
    write_whole(path, |file| certificate.write(file, &request.limits))
}

/// Writes a certificate, so that the file is either whole or not there; or says in words why there is none.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(BufWriter<File>) -> Result<(), CertificateError>,
) -> Result<Result<(), String>, Failure> {
    let unfinished = unfinished(path);
    let failed = |error| Failure::Write(path.display().to_string(), error);
    let file = File::create(&unfinished).map_err(failed)?;
    match write(BufWriter::new(file)) {
        Ok(()) => {
            std::fs::rename(&unfinished, path).map_err(failed)?;
            Ok(Ok(()))
        }
        Err(error) => {
            // Half a certificate is none; that it cannot be removed changes nothing.
            let _ = std::fs::remove_file(&unfinished);
            match error {
                CertificateError::Output(error) => Err(failed(error)),
                other => Ok(Err(other.to_string())),
            }
        }
    }
}

/// Solutions of the model: one, or all if they are few enough for a certificate.
fn find_again(
    model: &Model,
    claim: Claim,
    request: &Request,
    limits: &Limits,
) -> Result<Option<Vec<Solution>>, Failure> {
    let question = match claim {
        Claim::Satisfiable => Question::One,
        Claim::Optimal => Question::Best,
        Claim::Exactly => Question::All {
            limit: Some(KEPT_FOR_CERTIFICATE as u64),
        },
    };
    let mut found = Collect::default();
    let options = &request.options;
    let answer = tantalizer::ask::ask(model, question, options, limits, &mut found);
    let answer = answer.map_err(PuzzleError::from)?;
    let whole = answer.complete || found.solutions.len() == KEPT_FOR_CERTIFICATE;
    Ok(whole.then_some(found.solutions))
}

/// Where a certificate is written until it is whole.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".unfinished");
    path.with_file_name(name)
}
