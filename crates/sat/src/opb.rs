//! Formulas as OPB, for pseudo-Boolean solvers and for VeriPB: a clause is "the sum of these literals is at least 1". Comments tell which literals
//! mean which value of a variable, and an objective is the sum of the values of its variable, each times its literal.

use std::io::{self, Write};

use tantalizer_model::{Model, Objective, Var};

use crate::cnf::Lit;
use crate::encode::Encoded;

/// The third line of every formula written here, by which it is known again.
pub const OPB_COMMENT: &str = "* NAME = VALUE: the literals that are all true exactly then";

/// Writes the formula, with the objective if the model has one. Then each value of its variable must have a literal of its own, as with
/// [`Encoding::Both`](crate::Encoding::Both) and [`Direct`](crate::Encoding::Direct); without them nothing is written, and the answer is `false`.
pub fn write_opb(model: &Model, encoded: &Encoded, out: &mut dyn Write) -> io::Result<bool> {
    let Some(objective) = objective(model, encoded) else {
        return Ok(false);
    };
    write_formula(model, encoded, &objective, &[], out)?;
    Ok(true)
}

/// The objective as a sum of literals to be made small: each value of its variable times its literal; empty if the model has none.
pub(crate) fn objective(model: &Model, encoded: &Encoded) -> Option<Vec<(i64, Lit)>> {
    let Some(objective) = model.objective() else {
        return Some(Vec::new());
    };
    let sign = match objective {
        Objective::Minimise(_) => 1,
        Objective::Maximise(_) => -1,
    };
    let values = encoded.map.values(objective.var()).iter();
    let terms = values.map(|(value, literals)| match literals[..] {
        [literal] => Some((sign * i64::from(*value), literal)),
        _ => None,
    });
    terms.collect()
}

/// Writes the formula with an objective, unless that is empty, and with more clauses.
pub(crate) fn write_formula(
    model: &Model,
    encoded: &Encoded,
    objective: &[(i64, Lit)],
    more: &[Vec<Lit>],
    out: &mut dyn Write,
) -> io::Result<()> {
    let cnf = &encoded.cnf;
    let one_line = |text: &str| text.replace(['\n', '\r'], " ");
    let (variables, clauses) = (cnf.variables(), cnf.len() + more.len());
    writeln!(out, "* #variable= {variables} #constraint= {clauses}")?;
    writeln!(out, "* {}", one_line(model.name()))?;
    writeln!(out, "{OPB_COMMENT}")?;
    let answer = model.answer();
    let kind = |var: Var| {
        if answer.contains(&var) {
            "answer"
        } else {
            "other"
        }
    };
    for var in model.vars() {
        for (value, literals) in encoded.map.values(var) {
            let (kind, name) = (kind(var), one_line(model.var_name(var)));
            writeln!(out, "* {kind} {name} = {value}:{}", words(literals))?;
        }
    }
    if !objective.is_empty() {
        let terms = objective
            .iter()
            .map(|&(factor, l)| format!(" {factor} {}", word(l)));
        writeln!(out, "min:{} ;", terms.collect::<String>())?;
    }
    for clause in cnf.clauses().chain(more.iter().map(Vec::as_slice)) {
        writeln!(out, "{} ;", constraint(clause))?;
    }
    Ok(())
}

/// A literal as it is written there.
fn word(literal: Lit) -> String {
    let sign = if literal < 0 { "~" } else { "" };
    format!("{sign}x{}", literal.unsigned_abs())
}

pub(crate) fn words(literals: &[Lit]) -> String {
    literals
        .iter()
        .map(|&literal| format!(" {}", word(literal)))
        .collect()
}

/// A clause: the sum of its literals is at least 1.
pub(crate) fn constraint(clause: &[Lit]) -> String {
    let terms: String = clause
        .iter()
        .map(|&literal| format!("1 {} ", word(literal)))
        .collect();
    format!("{terms}>= 1")
}
