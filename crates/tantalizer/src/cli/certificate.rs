//! `--certificate FILE`: the answer with its proof; why there is none is told on standard error.

use super::common::Asked;
use super::outcome::Failure;
use tantalizer::certificates::{Certified, certify};
use tantalizer::files::Output;
use tantalizer::model::{Answer, Solution};

/// Writes the certificate of an answer. Says on standard error why there is none, if there is none, and
/// tells whether there is one. `redundant`: it was asked, too, which clues can go.
pub fn write(
    output: &Output,
    asked: &mut Asked,
    answer: &Answer,
    kept: Vec<Solution>,
    redundant: bool,
) -> Result<bool, Failure> {
    let mut certified = Certified {
        puzzle: &*asked.puzzle,
        inquiry: &mut asked.inquiry,
        request: &asked.request,
        redundant,
    };
    let written = certify(output, &mut certified, answer, kept)?;
    for left_out in written.iter().flatten() {
        eprintln!("tantalizer: {left_out}");
    }
    Ok(told(written.map(|_| ())))
}

/// Whether a certificate was written; if not, the reason is told.
pub fn told(written: Result<(), String>) -> bool {
    if let Err(reason) = &written {
        eprintln!("tantalizer: no certificate: {reason}");
    }
    written.is_ok()
}
