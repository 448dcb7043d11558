//! Constraints over truth values.

use tantalizer_model::constraints::{Clause, Xor};
use tantalizer_model::{Constraint, Literal, Rel};

use super::builtins::Param::{Bool, Bools, Int, Number, Numbers, Truths};
use super::builtins::{Builtin, Posting};
use super::names::Arg;
use super::poster::{Poster, Term, truth};

/// The table.
pub const BUILTINS: &[Builtin] = &[
    Builtin::new("array_bool_and", &[Bools, Bool], array_and),
    Builtin::new(
        "array_bool_element",
        &[Int, Truths, Bool],
        super::arith::element,
    ),
    Builtin::new("array_bool_or", &[Bools, Bool], array_or),
    Builtin::new("array_bool_xor", &[Bools], array_xor),
    Builtin::new(
        "array_var_bool_element",
        &[Int, Bools, Bool],
        super::arith::element,
    ),
    Builtin::new("bool2int", &[Bool, Int], |p, a| relation(p, a, Rel::Equal)),
    Builtin::new("bool_and", &[Bool, Bool, Bool], and),
    Builtin::new("bool_clause", &[Bools, Bools], clause),
    Builtin::new("bool_eq", &[Bool, Bool], |p, a| relation(p, a, Rel::Equal)),
    Builtin::new("bool_le", &[Bool, Bool], |p, a| {
        relation(p, a, Rel::LessEqual)
    }),
    Builtin::new("bool_lin_eq", &[Numbers, Bools, Int], |p, a| {
        super::arith::linear(p, a, Rel::Equal)
    }),
    Builtin::new("bool_lin_le", &[Numbers, Bools, Number], |p, a| {
        super::arith::linear(p, a, Rel::LessEqual)
    }),
    Builtin::new("bool_lt", &[Bool, Bool], |p, a| relation(p, a, Rel::Less)),
    Builtin::new("bool_ne", &[Bool, Bool], |p, a| {
        relation(p, a, Rel::NotEqual)
    }),
    Builtin::new("bool_not", &[Bool, Bool], |p, a| {
        relation(p, a, Rel::NotEqual)
    }),
    Builtin::new("bool_or", &[Bool, Bool, Bool], or),
    Builtin::new("bool_xor", &[Bool, Bool, Bool], xor),
];

fn relation(poster: &mut Poster, args: &[Arg], rel: Rel) -> Posting {
    let (x, y) = (poster.term(&args[0])?, poster.term(&args[1])?);
    poster.compare(x, rel, y)
}

/// A disjunction of literals; `None` if a constant makes it true.
fn disjunction(
    positive: impl IntoIterator<Item = Term>,
    negative: impl IntoIterator<Item = Term>,
) -> Option<Vec<Literal>> {
    let mut literals = Vec::new();
    let positive = positive.into_iter().map(|term| (term, true));
    let negative = negative.into_iter().map(|term| (term, false));
    for (term, wanted) in positive.chain(negative) {
        match term {
            Term::Constant(value) if (value == 1) == wanted => return None,
            Term::Constant(_) => {}
            Term::Variable(var) if wanted => literals.push(Literal::yes(var)),
            Term::Variable(var) => literals.push(Literal::no(var)),
        }
    }
    Some(literals)
}

fn holds(literals: Option<Vec<Literal>>) -> Vec<Constraint> {
    match literals {
        Some(literals) => vec![Constraint::Clause(Clause { literals })],
        None => truth(true),
    }
}

fn clause(poster: &mut Poster, args: &[Arg]) -> Posting {
    let (positive, negative) = (poster.terms(&args[0])?, poster.terms(&args[1])?);
    Ok(holds(disjunction(positive, negative)))
}

fn array_and(poster: &mut Poster, args: &[Arg]) -> Posting {
    let (terms, by) = (poster.terms(&args[0])?, poster.term(&args[1])?);
    Ok(all_of(&terms, by))
}

fn and(poster: &mut Poster, args: &[Arg]) -> Posting {
    let terms = [poster.term(&args[0])?, poster.term(&args[1])?];
    Ok(all_of(&terms, poster.term(&args[2])?))
}

/// `by` is true exactly if all terms are.
fn all_of(terms: &[Term], by: Term) -> Vec<Constraint> {
    let mut parts = Vec::new();
    for &term in terms {
        parts.extend(holds(disjunction([term], [by])));
    }
    let not_all = disjunction([by], terms.iter().copied());
    parts.extend(holds(not_all));
    parts
}

fn array_or(poster: &mut Poster, args: &[Arg]) -> Posting {
    let (terms, by) = (poster.terms(&args[0])?, poster.term(&args[1])?);
    any_of(poster, &terms, by)
}

fn or(poster: &mut Poster, args: &[Arg]) -> Posting {
    let terms = [poster.term(&args[0])?, poster.term(&args[1])?];
    let by = poster.term(&args[2])?;
    any_of(poster, &terms, by)
}

fn any_of(poster: &mut Poster, terms: &[Term], by: Term) -> Posting {
    let parts = holds(disjunction(terms.iter().copied(), []));
    poster.reified(parts, by)
}

fn array_xor(poster: &mut Poster, args: &[Arg]) -> Posting {
    let terms = poster.terms(&args[0])?;
    Ok(odd(&terms))
}

fn xor(poster: &mut Poster, args: &[Arg]) -> Posting {
    let terms: Vec<Term> = args
        .iter()
        .take(3)
        .map(|arg| poster.term(arg))
        .collect::<Result<_, _>>()?;
    // x xor y = z: together with z, an even number is true.
    Ok(parity(&terms, false))
}

fn odd(terms: &[Term]) -> Vec<Constraint> {
    parity(terms, true)
}

/// An odd number of the terms is true (`parity`), or an even number.
fn parity(terms: &[Term], mut parity: bool) -> Vec<Constraint> {
    let mut vars = Vec::new();
    for &term in terms {
        match term {
            Term::Constant(value) => parity ^= value == 1,
            Term::Variable(var) => vars.push(var),
        }
    }
    if vars.is_empty() {
        truth(!parity)
    } else {
        vec![Constraint::Xor(Xor { vars, parity })]
    }
}
