//! What was answered, written down so that a stranger can check it.
//!
//! The certificate is about the puzzle's model. Solutions that were shown are listed; those that were not kept are found again.

use super::modulo;
use crate::ask::Inquiry;
use crate::diagram::{CountError, write_count};
use crate::files::{Failure, Output};
use crate::model::{
    Answer, Collect, EngineChoice, EngineId, Limits, Model, Problem, Question, Request, Solution,
    Space, Status, space,
};
use crate::puzzle::{Puzzle, PuzzleError};
use crate::sat::{
    Certificate, CertificateError, Claim, Encoding, MOST_SOLUTIONS, OPB_COMMENT, VeriPb,
    write_around,
};
use num_bigint::BigUint;
use std::fs::File;
use std::io::BufWriter;
use std::sync::Arc;

/// So many solutions are kept for a certificate: one more than it lists, to see that there are too many.
pub const KEPT: usize = MOST_SOLUTIONS + 1;

/// What was asked, and who answered.
pub struct Certified<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn Puzzle,
    /// The inquiry about it.
    pub inquiry: &'a mut Inquiry,
    /// The question, with the limits that writing the certificate keeps too.
    pub request: &'a Request,
    /// Whether it was asked, too, which clues can go.
    pub redundant: bool,
}

/// Writes the certificate of an answer, of which some solutions were kept, and tells what of the answer is not in it; or says in words why there is none.
pub fn certify(
    output: &Output,
    asked: &mut Certified,
    answer: &Answer,
    kept: Vec<Solution>,
) -> Result<Result<Vec<String>, String>, Failure> {
    let question = asked.request.question;
    let claim = match (answer.status, answer.complete, question) {
        (Status::Unknown, ..) => return Ok(Err("nothing is known".to_string())),
        (Status::Optimal, ..) => Claim::Optimal,
        (Status::Unsatisfiable, ..) => Claim::Exactly,
        (Status::Satisfiable, false, Question::Forced) => {
            return Ok(Err(
                "not all that holds in every solution is known".to_string()
            ));
        }
        (Status::Satisfiable, true, Question::Forced) => Claim::Satisfiable,
        (Status::Satisfiable, true, Question::Unique) if answer.count > 1u32.into() => {
            Claim::Satisfiable
        }
        (Status::Satisfiable, true, Question::One | Question::Best) => Claim::Satisfiable,
        (Status::Satisfiable, true, _) => Claim::Exactly,
        (Status::Satisfiable, false, _) => Claim::Satisfiable,
    };
    // Whoever names another engine gets its answer, listed or not at all.
    let by_diagram = match asked.request.engine {
        EngineChoice::Only(engine) => engine == EngineId::Diagram,
        EngineChoice::Auto => answer.count > MOST_SOLUTIONS.into(),
    };
    if question == Question::Count && answer.complete && by_diagram && !is_for_veripb(output) {
        return count_by_diagram(output, asked, answer);
    }
    if claim == Claim::Exactly && answer.count > MOST_SOLUTIONS.into() {
        let too_many = usize::try_from(&answer.count).unwrap_or(usize::MAX);
        return Ok(Err(CertificateError::TooMany(too_many).to_string()));
    }
    let request = &asked.request;
    let inquiry = &mut *asked.inquiry;
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
    let statement = format!("{:#}\n", asked.puzzle.stated());
    let certificate = Certificate {
        statement: &statement,
        model: &model,
        claim,
        solutions: &solutions,
        encoding: Encoding::Auto,
    };
    if question == Question::Forced && answer.status == Status::Satisfiable {
        if is_for_veripb(output) || model.objective().is_some() {
            let reason = "what holds in every solution is certified of all solutions of a model, and not for VeriPB";
            return Ok(Err(reason.to_string()));
        }
        let written = write_to(output, |file| {
            certificate.write_forced(&answer.forced, file, &request.limits)
        });
        return Ok(written?.map(|()| Vec::new()));
    }
    if asked.redundant && question == Question::Unique && claim == Claim::Exactly {
        if is_for_veripb(output) {
            return Ok(Err(
                "which clues can go is not certified for VeriPB".to_string()
            ));
        }
        if solutions.len() == 1 {
            let clues = asked.puzzle.clues(&model);
            let written = write_to(output, |file| {
                certificate.write_redundant(&clues, file, &request.limits)
            });
            return Ok(written?.map(|()| Vec::new()));
        }
    }
    if is_for_veripb(output) {
        return Ok(for_veripb(output, &certificate, &request.limits)?.map(|()| Vec::new()));
    }
    let is_count = question == Question::Count && claim == Claim::Exactly && !solutions.is_empty();
    let (numbers, left_out) = if is_count && model.objective().is_none() {
        modulo::certifiable(asked, &model, true)?
    } else {
        Default::default()
    };
    let limits = &asked.request.limits;
    let written = write_to(output, |file| {
        certificate.write_and(file, limits, |line| {
            modulo::write(&numbers, &model, None, limits, line)
        })
    });
    Ok(written?.map(|()| left_out))
}

/// Whether the name of the file asks for a proof for VeriPB.
fn is_for_veripb(output: &Output) -> bool {
    output
        .path()
        .extension()
        .is_some_and(|ending| ending == "pbp")
}

/// The files that go with a proof for VeriPB: its formula, and, where a number of solutions is claimed, the formula without them and its proof.
pub const BESIDE_PBP: [&str; 3] = ["opb", "rest.opb", "rest.pbp"];

/// Makes sure of the files beside the certificate, if there are any, before the work. What somebody else wrote is not overwritten.
pub fn make_sure_of_parts(output: Option<&Output>) -> Result<(), Failure> {
    let Some(output) = output.filter(|output| is_for_veripb(output)) else {
        return Ok(());
    };
    for ending in BESIDE_PBP {
        let path = output.path().with_extension(ending);
        Output::at(&path)?;
        if ending.ends_with("opb")
            && let Ok(text) = std::fs::read_to_string(&path)
            && text.lines().nth(2) != Some(OPB_COMMENT)
        {
            let message = "is there already, and no formula that goes with a certificate";
            return Err(Failure::Usage(format!("{}: {message}", path.display())));
        }
    }
    Ok(())
}

/// Writes a proof for VeriPB and its formula beside it; two of both where a number of solutions is claimed.
fn for_veripb(
    output: &Output,
    certificate: &Certificate,
    limits: &Limits,
) -> Result<Result<(), String>, Failure> {
    let proofs = match VeriPb::new(certificate, limits) {
        Ok(proofs) => proofs,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let [formula, rest_formula, rest_proof] =
        BESIDE_PBP.map(|ending| Output::at(&output.path().with_extension(ending)));
    let mut written = write_to(&formula?, |file| proofs.write_formula(file))?;
    if written.is_ok() && proofs.has_rest() {
        written = write_to(&rest_formula?, |file| proofs.write_rest_formula(file))?;
        if written.is_ok() {
            written = write_to(&rest_proof?, |file| proofs.write_rest_proof(file))?;
        }
    }
    if written.is_ok() {
        written = write_to(output, |file| proofs.write_proof(file))?;
    }
    Ok(written)
}

/// A count that is shown by a diagram instead of a list.
fn count_by_diagram(
    output: &Output,
    asked: &mut Certified,
    answer: &Answer,
) -> Result<Result<Vec<String>, String>, Failure> {
    let request = &asked.request;
    let model = asked
        .inquiry
        .stated_model(request)
        .map_err(PuzzleError::from)?;
    let Some(model) = model else {
        return Ok(Err("its model was not found within the limits".to_string()));
    };
    if model.objective().is_some() || !matches!(asked.inquiry.problem(), Problem::Model(_)) {
        let reason = "a diagram counts all solutions of a model, not the best ones";
        return Ok(Err(reason.to_string()));
    }
    let statement = format!("{:#}\n", asked.puzzle.stated());
    let claim = format!("count {}", answer.count);
    let (numbers, left_out) = modulo::certifiable(asked, &model, false)?;
    let limits = &asked.request.limits;
    let written = write_to(output, |file| {
        write_around(file, &claim, &statement, &model, |line| {
            let count = counted(&model, limits, line)?;
            if count != answer.count {
                return Err(CertificateError::OtherCount(count));
            }
            modulo::write(&numbers, &model, Some(&count), limits, line)
        })
    });
    Ok(written?.map(|()| left_out))
}

/// Writes the diagram of a model, and tells how many solutions it holds.
pub(super) fn counted(
    model: &Model,
    limits: &Limits,
    line: &mut modulo::Line,
) -> Result<BigUint, CertificateError> {
    write_count(model, limits, line).map_err(|error| match error {
        CountError::Stopped(limit) => CertificateError::Stopped(limit),
        CountError::Output(error) => CertificateError::Output(error),
    })
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
            limit: Some(KEPT as u64),
        },
    };
    let mut found = Collect::default();
    let answer = inquiry.ask(&request.with_question(question), &mut found);
    let answer = answer.map_err(PuzzleError::from)?;
    let whole = answer.complete || found.solutions.len() == KEPT;
    Ok(whole.then_some(found.solutions))
}
