//! A proof for VeriPB: the program `veripb` checks it. Where two proofs together say how many solutions there are, the checker of this project
//! sees that they belong together.

use super::verify::{Verdict, open};
use super::write::BESIDE_PBP;
use crate::check::{TRUSTED_FORMULA, TRUSTED_MODEL, check_tied};
use crate::files::Failure;
use std::path::Path;
use std::process::Command;

/// What every line of VeriPB's verdict begins with.
const VERDICT: &str = "s VERIFIED ";

pub(super) fn check(path: &Path) -> Result<Verdict, Failure> {
    let [formula, rest_formula, rest_proof] = BESIDE_PBP.map(|ending| path.with_extension(ending));
    let said = match run(&formula, path)? {
        Ok(said) => said,
        Err(reason) => return Ok(refused(reason)),
    };
    let mut claim = format!("VeriPB verified {}", said.to_lowercase());
    if said == "SATISFIABLE" && rest_proof.is_file() {
        match run(&rest_formula, &rest_proof)? {
            Ok(said) if said == "UNSATISFIABLE" => {}
            Ok(said) => return Ok(refused(format!("the rest is {}", said.to_lowercase()))),
            Err(reason) => return Ok(refused(reason)),
        }
        match check_tied(open(&formula)?, open(path)?, open(&rest_formula)?) {
            Ok(1) => claim = "there is exactly 1 solution".to_string(),
            Ok(count) => claim = format!("there are exactly {count} solutions"),
            Err(refusal) => return Ok(refused(refusal.to_string())),
        }
    }
    let veripb = "the program `veripb`, which checked the proof".to_string();
    Ok(Verdict {
        kind: Some("veripb"),
        accepted: true,
        claim: Some(claim),
        trusted: vec![veripb, TRUSTED_MODEL.into(), TRUSTED_FORMULA.into()],
        ..Verdict::default()
    })
}

/// What VeriPB verified, or why it refuses.
fn run(formula: &Path, proof: &Path) -> Result<Result<String, String>, Failure> {
    open(formula)?;
    let mut command = Command::new("veripb");
    let run = command
        .args([formula, proof])
        .env("RUST_BACKTRACE", "0")
        .output();
    let run = run.map_err(|error| {
        let help = "`cargo install veripb --version 3.0.2` installs it";
        Failure::Usage(format!(
            "the program `veripb` cannot be run: {error}; {help}"
        ))
    })?;
    let said = String::from_utf8_lossy(&run.stdout);
    let verdict = said.lines().find_map(|line| line.strip_prefix(VERDICT));
    Ok(match verdict {
        Some(verdict) if run.status.success() => Ok(verdict.to_string()),
        _ => {
            let reasons = String::from_utf8_lossy(&run.stderr);
            let reasons: Vec<&str> = reasons.split_whitespace().collect();
            Err(format!("VeriPB refuses it: {}", reasons.join(" ")))
        }
    })
}

fn refused(reason: String) -> Verdict {
    Verdict {
        kind: Some("veripb"),
        reason: Some(reason),
        ..Verdict::default()
    }
}
