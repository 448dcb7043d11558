//! The certificate of an explanation: every deduction with what it rests on. Each is tried out by the checker's own definition before it is written.

use super::write::write_to;
use crate::check::{Deduction, Known};
use crate::explain::{Explanation, Step};
use crate::files::{Failure, Output};
use crate::model::{Model, Var};
use crate::puzzle::Puzzle;
use crate::sat::{CertificateError, write_around};

/// Writes the certificate that the deductions of an explanation follow one after another from the clues; or says in words why there is none.
pub fn certify_steps(
    output: &Output,
    puzzle: &dyn Puzzle,
    model: &Model,
    explanation: &Explanation,
) -> Result<Result<(), String>, Failure> {
    let Some(solution) = &explanation.solution else {
        return Ok(Err("there is no solution to explain".to_string()));
    };
    if let Some(limit) = &explanation.stopped_by {
        return Ok(Err(format!("the explanation was not finished: {limit}")));
    }
    let deductions = match deductions(model, &explanation.steps) {
        Ok(deductions) => deductions,
        Err(reason) => return Ok(Err(reason)),
    };
    let claim = format!("explained {}", deductions.len());
    let statement = format!("{:#}\n", puzzle.stated());
    write_to(output, |file| {
        write_around(file, &claim, &statement, model, |line| {
            line("solutions 1")?;
            let values: Vec<String> = solution.0.iter().map(i32::to_string).collect();
            line(&format!("solution {}", values.join(" ")))?;
            for deduction in &deductions {
                let because = deduction.because.iter().map(|id| format!(" {}", id.0));
                line(&format!("step{}", because.collect::<String>()))?;
                line(&in_turn("known", &deduction.known))?;
                line(&in_turn("excluded", &deduction.excluded))?;
                line(&in_turn("gone", &deduction.gone))?;
            }
            Ok::<(), CertificateError>(())
        })
    })
}

fn in_turn(word: &str, pairs: &[(Var, i32)]) -> String {
    let pairs = pairs
        .iter()
        .map(|(var, value)| format!(" {} {value}", var.index()));
    format!("{word}{}", pairs.collect::<String>())
}

/// The steps as a certificate states them. Where what a step is told to use is not enough for the checker, all that is known of its variables is used.
fn deductions(model: &Model, steps: &[Step]) -> Result<Vec<Deduction>, String> {
    let mut known = Known::new(model);
    let mut deductions = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let told = as_told(&known, step);
        let taken = known.take(model, &told);
        if taken.is_ok() {
            deductions.push(told);
            continue;
        }
        let all = with_all_known(model, &known, told);
        known
            .take(model, &all)
            .map_err(|reason| format!("step {}: {reason}", number + 1))?;
        deductions.push(all);
    }
    Ok(deductions)
}

fn as_told(known: &Known, step: &Step) -> Deduction {
    let mut gone = Vec::new();
    for &(var, value) in &step.sets {
        let others = known.left(var).iter().filter(|&other| other != value);
        gone.extend(others.map(|other| (var, other)));
    }
    for (var, values) in &step.removes {
        gone.extend(values.iter().map(|&value| (*var, value)));
    }
    Deduction {
        because: step.rests_on.clone(),
        known: step.known.clone(),
        excluded: step.excluded.clone(),
        gone,
    }
}

fn with_all_known(model: &Model, known: &Known, told: Deduction) -> Deduction {
    let scopes = told
        .because
        .iter()
        .flat_map(|&id| model.constraint(id).constraint.vars());
    let mut vars: Vec<Var> = scopes.collect();
    vars.sort_unstable();
    vars.dedup();
    let excluded = vars.iter().flat_map(|&var| {
        let gone = model.domain(var).difference(known.left(var));
        let gone: Vec<i32> = gone.iter().collect();
        gone.into_iter().map(move |value| (var, value))
    });
    Deduction {
        known: Vec::new(),
        excluded: excluded.collect(),
        ..told
    }
}
