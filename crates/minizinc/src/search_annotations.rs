//! `int_search`, `bool_search` and `seq_search`.
//!
//! Each phase of a search annotation becomes a [`Phase`] of the model's branching: which variables, which of them first,
//! and which value. The annotations on how completely to search (`complete`) are met by every engine.

use tantalizer_model::{Phase, Strategy, ValueChoice, Var, VariableChoice};

use crate::FlatZincError;
use crate::lower::names::Arg;
use crate::lower::poster::{Poster, Term};
use crate::syntax::{Expr, Solve};

/// The phases that a solve item asks for. A hint that we cannot follow is passed over: annotations of other solvers, and names
/// that stand for nothing (MiniZinc writes such for an empty list).
pub(crate) fn phases(solve: &Solve, poster: &Poster) -> Result<Vec<Phase>, FlatZincError> {
    let mut phases = Vec::new();
    for annotation in &solve.annotations {
        collect(annotation, solve, poster, &mut phases)?;
    }
    Ok(phases)
}

fn collect(
    annotation: &Expr,
    solve: &Solve,
    poster: &Poster,
    phases: &mut Vec<Phase>,
) -> Result<(), FlatZincError> {
    let Expr::Call(name, arguments) = annotation else {
        return Ok(());
    };
    match (name.as_str(), &arguments[..]) {
        ("seq_search", [Expr::Array(parts), ..]) => {
            for part in parts {
                collect(part, solve, poster, phases)?;
            }
        }
        ("int_search" | "bool_search", [vars, variable, value, ..]) => {
            let vars = variables(vars, poster).unwrap_or_default();
            let strategy = Strategy {
                variable: variable_choice(word(variable)),
                value: value_choice(word(value)),
            };
            if !vars.is_empty() {
                phases.push(Phase { vars, strategy });
            }
        }
        ("seq_search" | "int_search" | "bool_search", _) => {
            let message = format!("`{name}` has too few arguments");
            return Err(FlatZincError::wrong(&solve.place, message));
        }
        _ => {}
    }
    Ok(())
}

fn variables(expr: &Expr, poster: &Poster) -> Result<Vec<Var>, FlatZincError> {
    let arg = poster.argument(expr)?;
    let terms = match &arg {
        Arg::One(_) => vec![poster.term(&arg)?],
        Arg::Many(_) => poster.terms(&arg)?,
    };
    let vars = terms.into_iter().filter_map(|term| match term {
        Term::Variable(var) => Some(var),
        Term::Constant(_) => None,
    });
    Ok(vars.collect())
}

fn word(expr: &Expr) -> &str {
    match expr {
        Expr::Name(name) => name,
        _ => "",
    }
}

/// The choices of the FlatZinc specification; one that we do not know is first fail.
fn variable_choice(name: &str) -> VariableChoice {
    match name {
        "input_order" => VariableChoice::Leftmost,
        "smallest" => VariableChoice::Min,
        "largest" => VariableChoice::Max,
        "anti_first_fail" => VariableChoice::AntiFirstFail,
        "most_constrained" | "occurrence" => VariableChoice::FirstFailConstrained,
        "max_regret" => VariableChoice::MaxRegret,
        "dom_w_deg" => VariableChoice::DomWdeg,
        "random" => VariableChoice::Random,
        _ => VariableChoice::FirstFail,
    }
}

/// Likewise; one that we do not know is the smallest value.
fn value_choice(name: &str) -> ValueChoice {
    match name {
        "indomain_max" => ValueChoice::Max,
        "indomain_median" | "indomain_middle" => ValueChoice::Middle,
        "indomain_random" => ValueChoice::Random,
        "indomain_split" | "indomain_interval" => ValueChoice::Bisect,
        "indomain_reverse_split" => ValueChoice::Max,
        _ => ValueChoice::Min,
    }
}
