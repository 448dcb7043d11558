//! Formulas for other solvers, and their solutions read back.
//!
//! The file is standard DIMACS. Its comments say what the variables mean: `c x = 3: 17 -18` is read as "x is 3
//! exactly when 17 is true and 18 is false". The line `c p show` names the variables that stand for the answer, which is what model counters
//! project a formula on (Fichte, Hecher and Hamiti, *The model counting competition 2020*, 2021): they count solutions of the model.

use std::collections::BTreeSet;
use std::io::{self, Write};

use tantalizer_model::{Model, Solution};
use thiserror::Error;

use crate::encode::Encoded;

/// Writes a model's formula as DIMACS.
///
/// ```
/// use tantalizer_model::Model;
/// use tantalizer_sat::{EncodeOptions, encode, write_dimacs};
///
/// let mut model = Model::new("three different");
/// let x = model.array("x", 3, 1..=3);
/// model.all_different(&x)?;
/// let encoded = encode(&model, &EncodeOptions::default()).unwrap();
/// let mut file = Vec::new();
/// write_dimacs(&model, &encoded, &mut file).unwrap();
/// let text = String::from_utf8(file).unwrap();
/// assert!(text.lines().any(|line| line.starts_with("p cnf ")));
/// # Ok::<(), tantalizer_model::ModelError>(())
/// ```
pub fn write_dimacs(model: &Model, encoded: &Encoded, out: &mut dyn Write) -> io::Result<()> {
    let one_line = |text: &str| text.replace(['\n', '\r'], " ");
    writeln!(out, "c {}", one_line(model.name()))?;
    writeln!(
        out,
        "c NAME = VALUE: the literals that are all true exactly then"
    )?;
    for var in model.vars() {
        for (value, literals) in encoded.map.values(var) {
            write!(out, "c {} = {value}:", one_line(model.var_name(var)))?;
            for literal in literals {
                write!(out, " {literal}")?;
            }
            if literals.is_empty() {
                write!(out, " always")?;
            }
            writeln!(out)?;
        }
    }
    let (variables, clauses) = (encoded.cnf.variables(), encoded.cnf.len());
    writeln!(out, "p cnf {variables} {clauses}")?;
    let answers = model
        .answer()
        .into_iter()
        .flat_map(|var| encoded.map.values(var));
    let shown: BTreeSet<i32> = answers
        .flat_map(|(_, literals)| literals)
        .map(|literal| literal.abs())
        .collect();
    write!(out, "c p show ")?;
    for variable in shown {
        write!(out, "{variable} ")?;
    }
    writeln!(out, "0")?;
    for clause in encoded.cnf.clauses() {
        for literal in clause {
            write!(out, "{literal} ")?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}

/// What another solver said of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Foreign {
    /// The solution of the model that its assignment stands for; the judge accepts it.
    Solution(Solution),
    /// The formula has none.
    Unsatisfiable,
}

/// A solver's output that is no solution.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ForeignError {
    /// No verdict and no literals.
    #[error("expected lines `v LITERALS 0` or a verdict, found neither")]
    Nothing,
    /// Something that is no literal of the formula.
    #[error("line {line}: `{found}` is no literal of the formula")]
    Literal {
        /// The line, from 1.
        line: usize,
        /// The word.
        found: String,
    },
    /// The assignment does not satisfy the formula.
    #[error("the assignment does not satisfy the formula")]
    NotSatisfying,
    /// The assignment gives no solution of the model: the encoding would be wrong.
    #[error("the assignment is no solution of the model: {0}")]
    Judged(String),
}

/// Reads what a SAT solver prints: `s SATISFIABLE` with `v` lines, as in the competitions, or a bare `SAT` followed
/// by the literals. Variables that it leaves out are taken as false. Nothing if it says that there is no assignment.
pub fn read_assignment(variables: usize, text: &str) -> Result<Option<Vec<bool>>, ForeignError> {
    let mut values = vec![false; variables];
    let mut seen = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let words = match line {
            "s UNSATISFIABLE" | "UNSAT" | "UNSATISFIABLE" => return Ok(None),
            "s SATISFIABLE" | "SAT" | "SATISFIABLE" => {
                seen = true;
                continue;
            }
            _ if line == "c" || line.starts_with("c ") => continue,
            _ => line.strip_prefix("v ").unwrap_or(line),
        };
        for word in words.split_ascii_whitespace() {
            let wrong = || ForeignError::Literal {
                line: index + 1,
                found: word.to_string(),
            };
            let literal: i32 = word.parse().map_err(|_| wrong())?;
            seen = true;
            if literal != 0 {
                let variable = literal.unsigned_abs() as usize - 1;
                *values.get_mut(variable).ok_or_else(wrong)? = literal > 0;
            }
        }
    }
    if seen {
        Ok(Some(values))
    } else {
        Err(ForeignError::Nothing)
    }
}

/// The solution that a solver's output, as in [`read_assignment`], stands for.
pub fn read_solution(
    model: &Model,
    encoded: &Encoded,
    text: &str,
) -> Result<Foreign, ForeignError> {
    let Some(values) = read_assignment(encoded.cnf.variables(), text)? else {
        return Ok(Foreign::Unsatisfiable);
    };
    if !encoded.cnf.is_satisfied_by(&values) {
        return Err(ForeignError::NotSatisfying);
    }
    let truth = |literal: i32| values[literal.unsigned_abs() as usize - 1] == (literal > 0);
    let Some(read) = encoded.map.read(truth) else {
        return Err(ForeignError::Judged(
            "a variable has no value, or two".to_string(),
        ));
    };
    match model.violated(&read) {
        None => Ok(Foreign::Solution(Solution(read))),
        Some(violation) => Err(ForeignError::Judged(model.describe_violation(violation))),
    }
}
