//! Which clues can go.
//!
//! The formula is that of the model without the clues; a clue is a constraint that leaves a variable one value, and comes as the literals that mean it. A clue can
//! go if the formula with the other clues and with another value in its place has no solution. It cannot if there is a solution of everything but it, which then has
//! another value there.

use std::io::BufRead;

use tantalizer_model::constraints::Member;
use tantalizer_model::{Constraint, ConstraintId, Model, Var};

use crate::lines::Lines;
use crate::lrat::Proof;
use crate::stated::Stated;
use crate::{Refusal, negated};

/// The variable of a clue and its value, if the constraint leaves it a single one.
pub(crate) fn told(model: &Model, clue: ConstraintId) -> Option<(Var, i32)> {
    match &model.constraints().get(clue.0)?.constraint {
        Constraint::Member(Member { x, values }) => Some((*x, values.fixed()?)),
        _ => None,
    }
}

/// The literals that say what the clues say, all but one of them.
pub(crate) fn literals<R: BufRead>(
    lines: &Lines<R>,
    stated: &Stated,
    but: Option<ConstraintId>,
) -> Result<Vec<i32>, Refusal> {
    let mut literals = Vec::new();
    for &clue in stated.clues.iter().filter(|&&clue| Some(clue) != but) {
        if let Some((var, value)) = told(&stated.model, clue) {
            literals.extend(negated(lines, stated, var, value)?.iter().map(|l| -l));
        }
    }
    Ok(literals)
}

/// What the clues show, one after another.
#[derive(Default)]
pub(crate) struct Shown {
    pub(crate) free: u64,
    pub(crate) needed: u64,
    pub(crate) steps: u64,
}

/// Reads `free` and a proof, or `needed` and a solution without it, for each clue.
pub(crate) fn read<R: BufRead>(
    lines: &mut Lines<R>,
    stated: &Stated,
    formula: &[Vec<i32>],
) -> Result<Shown, Refusal> {
    let mut shown = Shown::default();
    for &clue in &stated.clues {
        let line = lines.next()?;
        let name = || stated.model.constraint_name(clue);
        if line == "free" {
            let mut proof = Proof::new(stated.variables);
            formula
                .iter()
                .for_each(|clause| proof.axiom(clause.clone()));
            for literal in literals(lines, stated, Some(clue))? {
                proof.axiom(vec![literal]);
            }
            if let Some((var, value)) = told(&stated.model, clue) {
                proof.axiom(negated(lines, stated, var, value)?);
            }
            shown.steps += proof.replay(lines)?;
            shown.free += 1;
        } else if let Some(values) = line.strip_prefix("needed") {
            let values: Vec<i32> = lines.parse_all(values)?;
            if !solves_all_but(&stated.model, clue, &values) {
                let reason = format!("this is no solution of everything but {}", name());
                return Err(lines.wrong(reason));
            }
            if stated.model.constraint(clue).constraint.holds(&values) {
                return Err(lines.wrong(format!("this solution keeps {}", name())));
            }
            shown.needed += 1;
        } else {
            return Err(lines.wrong("expected `free` or `needed`".to_string()));
        }
    }
    Ok(shown)
}

fn solves_all_but(model: &Model, clue: ConstraintId, values: &[i32]) -> bool {
    model.without(&[clue]).violated(values).is_none()
}
