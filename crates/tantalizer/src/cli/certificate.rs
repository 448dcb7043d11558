//! `--certificate FILE`: what was answered, written down so that a stranger can check it.
//!
//! The certificate is about the puzzle's model. Solutions that were shown are listed; those that were not kept are found again.

use super::common::Asked;
use super::outcome::Failure;
use super::output::Output;
use std::fs::File;
use std::io::BufWriter;
use std::sync::Arc;
use tantalizer::ask::Inquiry;
use tantalizer::model::{
    Answer, Collect, Problem, Question, Request, Solution, Space, Status, space,
};
use tantalizer::puzzle::PuzzleError;
use tantalizer::sat::{Certificate, CertificateError, Claim, Encoding, MOST_SOLUTIONS};

/// So many solutions are kept for a certificate: one more than it lists, to see that there are too many.
pub const KEPT_FOR_CERTIFICATE: usize = MOST_SOLUTIONS + 1;

/// Writes the certificate of an answer. Says on standard error why there is none, if there is none, and
/// tells whether there is one.
pub fn write(
    output: &Output,
    asked: &mut Asked,
    answer: &Answer,
    kept: Vec<Solution>,
) -> Result<bool, Failure> {
    let result = certify(output, asked, answer, kept)?;
    if let Err(reason) = &result {
        eprintln!("tantalizer: no certificate: {reason}");
    }
    Ok(result.is_ok())
}

/// The certificate, or in words why there is none.
fn certify(
    output: &Output,
    asked: &mut Asked,
    answer: &Answer,
    kept: Vec<Solution>,
) -> Result<Result<(), String>, Failure> {
    let question = asked.request.question;
    let claim = match (answer.status, answer.complete, question) {
        (Status::Unknown, ..) => return Ok(Err("nothing is known".to_string())),
        (Status::Optimal, ..) => Claim::Optimal,
        (Status::Unsatisfiable, ..) => Claim::Exactly,
        (Status::Satisfiable, true, Question::Unique) if answer.count > 1u32.into() => {
            Claim::Satisfiable
        }
        (Status::Satisfiable, true, Question::One | Question::Best) => Claim::Satisfiable,
        (Status::Satisfiable, true, _) => Claim::Exactly,
        (Status::Satisfiable, false, _) => Claim::Satisfiable,
    };
    if claim == Claim::Exactly && answer.count > MOST_SOLUTIONS.into() {
        let too_many = usize::try_from(&answer.count).unwrap_or(usize::MAX);
        return Ok(Err(CertificateError::TooMany(too_many).to_string()));
    }
    let request = &asked.request;
    let inquiry = &mut asked.inquiry;
    let model = inquiry.stated_model(request).map_err(PuzzleError::from)?;
    let Some(mut model) = model else {
        return Ok(Err("its model was not found within the limits".to_string()));
    };
    // All best solutions are all solutions of a model without those that are worse.
    let best = answer.best.and_then(|best| i32::try_from(best).ok());
    if let (Claim::Exactly, Problem::Model(_), Some(objective), Some(best)) =
        (claim, inquiry.problem(), model.objective(), best)
    {
        model = Arc::new(model.with_facts(&[objective.at_least_as_good_as(best)]));
    }
    let fit = answer.count == kept.len().into() || claim != Claim::Exactly && !kept.is_empty();
    let solutions = if fit {
        kept
    } else {
        match find_again(inquiry, claim, request)? {
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
    let solutions = match inquiry.problem() {
        Problem::Model(_) => Some(solutions),
        Problem::Space(space) => as_solutions(&**space, &solutions),
    };
    let Some(solutions) = solutions else {
        return Ok(Err("its ways are no solutions of its model".to_string()));
    };
    let statement = format!("{:#}\n", asked.puzzle.to_json());
    let certificate = Certificate {
        statement: &statement,
        model: &model,
        claim,
        solutions: &solutions,
        encoding: Encoding::Auto,
    };
    write_to(output, |file| certificate.write(file, &request.limits))
}

/// Ways through a space as solutions of its model.
fn as_solutions(space: &dyn Space, ways: &[Solution]) -> Option<Vec<Solution>> {
    let as_solution = |way: &Solution| space.as_solution(&space::moves(way)?);
    ways.iter().map(as_solution).collect()
}

/// Writes a certificate; or says in words why there is none.
pub fn write_to(
    output: &Output,
    write: impl FnOnce(BufWriter<File>) -> Result<(), CertificateError>,
) -> Result<Result<(), String>, Failure> {
    match output.write_by(write)? {
        Ok(()) => Ok(Ok(())),
        Err(CertificateError::Output(error)) => {
            let path = output.path().display().to_string();
            Err(Failure::Write(path, error))
        }
        Err(other) => Ok(Err(other.to_string())),
    }
}

/// Solutions of the problem: one, or all if they are few enough for a certificate.
fn find_again(
    inquiry: &mut Inquiry,
    claim: Claim,
    request: &Request,
) -> Result<Option<Vec<Solution>>, Failure> {
    let question = match claim {
        Claim::Satisfiable | Claim::Optimal => Question::One,
        Claim::Exactly => Question::All {
            limit: Some(KEPT_FOR_CERTIFICATE as u64),
        },
    };
    let mut found = Collect::default();
    let answer = inquiry.ask(&request.with_question(question), &mut found);
    let answer = answer.map_err(PuzzleError::from)?;
    let whole = answer.complete || found.solutions.len() == KEPT_FOR_CERTIFICATE;
    Ok(whole.then_some(found.solutions))
}
