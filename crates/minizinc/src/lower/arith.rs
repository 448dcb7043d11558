//! Constraints over integers.

use std::sync::Arc;
use tantalizer_model::constraints::{
    Absolute, Arithm, Compare, Element, Linear, Maximum, Minimum, Table,
};

use tantalizer_model::{Arithmetic, Constraint, Domain, Rel, Tuples, Var};

use super::builtins::Param::{Int, Ints, Number, Numbers, Set};
use super::builtins::{Builtin, Mode, Posting};
use super::names::Arg;
use super::poster::{Poster, Term, truth};
use crate::FlatZincError;
use crate::syntax::to_domain;

/// Powers are written out as a table if that has no more rows than this.
const MANY_POWERS: u64 = 200_000;

/// The table.
pub const BUILTINS: &[Builtin] = &[
    Builtin::new("array_int_element", &[Int, Numbers, Int], element),
    Builtin::new("array_var_int_element", &[Int, Ints, Int], element),
    Builtin::new("int_abs", &[Int, Int], absolute),
    Builtin::new("int_div", &[Int, Int, Int], divide),
    Builtin::new("int_eq", &[Int, Int], |p, a| relation(p, a, Rel::Equal)),
    Builtin::new("int_ge", &[Int, Int], |p, a| {
        relation(p, a, Rel::GreaterEqual)
    }),
    Builtin::new("int_gt", &[Int, Int], |p, a| relation(p, a, Rel::Greater)),
    Builtin::new("int_le", &[Int, Int], |p, a| relation(p, a, Rel::LessEqual)),
    Builtin::new("int_lin_eq", &[Numbers, Ints, Number], |p, a| {
        linear(p, a, Rel::Equal)
    }),
    Builtin::new("int_lin_le", &[Numbers, Ints, Number], |p, a| {
        linear(p, a, Rel::LessEqual)
    }),
    Builtin::new("int_lin_ne", &[Numbers, Ints, Number], |p, a| {
        linear(p, a, Rel::NotEqual)
    }),
    Builtin::new("int_lt", &[Int, Int], |p, a| relation(p, a, Rel::Less)),
    Builtin::new("int_max", &[Int, Int, Int], |p, a| extreme(p, a, true)),
    Builtin::new("int_min", &[Int, Int, Int], |p, a| extreme(p, a, false)),
    Builtin::new("int_minus", &[Int, Int, Int], |p, a| {
        weighted(p, a, [1, -1, -1])
    }),
    Builtin::new("int_mod", &[Int, Int, Int], remainder),
    Builtin::new("int_ne", &[Int, Int], |p, a| relation(p, a, Rel::NotEqual)),
    Builtin::new("int_negate", &[Int, Int], negate),
    Builtin::new("int_plus", &[Int, Int, Int], |p, a| {
        weighted(p, a, [1, 1, -1])
    }),
    Builtin::new("int_pow", &[Int, Int, Int], power),
    Builtin::new("int_times", &[Int, Int, Int], times),
    Builtin::new("set_in", &[Int, Set], set_in),
];

fn relation(poster: &mut Poster, args: &[Arg], rel: Rel) -> Posting {
    let (x, y) = (poster.term(&args[0])?, poster.term(&args[1])?);
    poster.compare(x, rel, y)
}

/// `array[index] = value`, counted from 1.
pub fn element(poster: &mut Poster, args: &[Arg]) -> Posting {
    let array = poster.terms(&args[1])?;
    let (index, value) = (poster.term(&args[0])?, poster.term(&args[2])?);
    if let Term::Constant(index) = index {
        let at = index.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        return match at.and_then(|at| array.get(at)) {
            Some(&entry) => poster.compare(entry, Rel::Equal, value),
            None => Ok(truth(false)),
        };
    }
    if array.is_empty() {
        return Ok(truth(false));
    }
    let array = array.into_iter().map(|term| poster.variable(term));
    Ok(vec![Constraint::Element(Element {
        array: array.collect::<Result<_, _>>()?,
        offset: 1,
        index: poster.variable(index)?,
        value: poster.variable(value)?,
    })])
}

/// A weighted sum against a constant, or against a last variable.
pub fn linear(poster: &mut Poster, args: &[Arg], rel: Rel) -> Posting {
    let (weights, terms) = (poster.numbers(&args[0])?, poster.terms(&args[1])?);
    if weights.len() != terms.len() {
        let message = format!("{} weights for {} variables", weights.len(), terms.len());
        return Err(FlatZincError::wrong(&poster.place, message));
    }
    let right = (-1, poster.term(&args[2])?);
    let terms: Vec<(i64, Term)> = weights.into_iter().zip(terms).chain([right]).collect();
    sum(poster, &terms, rel)
}

fn weighted(poster: &mut Poster, args: &[Arg], weights: [i64; 3]) -> Posting {
    let mut terms = Vec::new();
    for (weight, arg) in weights.into_iter().zip(args) {
        terms.push((weight, poster.term(arg)?));
    }
    sum(poster, &terms, Rel::Equal)
}

fn negate(poster: &mut Poster, args: &[Arg]) -> Posting {
    let terms = [(1, poster.term(&args[0])?), (1, poster.term(&args[1])?)];
    sum(poster, &terms, Rel::Equal)
}

/// The weighted sum of all terms stands in relation to 0.
pub fn sum(poster: &mut Poster, terms: &[(i64, Term)], rel: Rel) -> Posting {
    let mut constant: i128 = 0;
    let mut open: Vec<(i64, Var)> = Vec::new();
    for &(weight, term) in terms {
        match term {
            Term::Constant(value) => constant -= i128::from(weight) * i128::from(value),
            Term::Variable(var) => open.push((weight, var)),
        }
    }
    open.sort_by_key(|term| term.1);
    let mut merged: Vec<(i64, Var)> = Vec::with_capacity(open.len());
    for (weight, var) in open {
        match merged.last_mut() {
            Some(last) if last.1 == var => {
                last.0 = last
                    .0
                    .checked_add(weight)
                    .ok_or_else(|| too_large(poster))?;
            }
            _ => merged.push((weight, var)),
        }
    }
    merged.retain(|term| term.0 != 0);
    let Ok(constant) = i64::try_from(constant) else {
        return Err(too_large(poster));
    };
    match merged[..] {
        [] => Ok(truth(rel.holds(0, constant))),
        [(1, x)] => poster.compare(Term::Variable(x), rel, Term::Constant(constant)),
        [(1, x), (-1, y)] if constant == 0 => Ok(vec![Constraint::Compare(Compare { x, rel, y })]),
        [(-1, y), (1, x)] if constant == 0 => Ok(vec![Constraint::Compare(Compare { x, rel, y })]),
        _ => Ok(vec![Constraint::Linear(Linear {
            terms: merged,
            rel,
            constant,
        })]),
    }
}

fn too_large(poster: &Poster) -> FlatZincError {
    FlatZincError::wrong(&poster.place, "the numbers of this sum are too large")
}

fn absolute(poster: &mut Poster, args: &[Arg]) -> Posting {
    let (x, result) = (poster.var(&args[0])?, poster.var(&args[1])?);
    Ok(vec![Constraint::Absolute(Absolute { result, x })])
}

fn extreme(poster: &mut Poster, args: &[Arg], largest: bool) -> Posting {
    let vars = vec![poster.var(&args[0])?, poster.var(&args[1])?];
    let result = poster.var(&args[2])?;
    Ok(vec![if largest {
        Constraint::Maximum(Maximum { result, vars })
    } else {
        Constraint::Minimum(Minimum { result, vars })
    }])
}

fn times(poster: &mut Poster, args: &[Arg]) -> Posting {
    let terms = [
        poster.term(&args[0])?,
        poster.term(&args[1])?,
        poster.term(&args[2])?,
    ];
    product(poster, terms)
}

/// `x * y = z`; a product with a constant is a sum.
fn product(poster: &mut Poster, [x, y, z]: [Term; 3]) -> Posting {
    match (x, y) {
        (Term::Constant(weight), term) | (term, Term::Constant(weight)) => {
            sum(poster, &[(weight, term), (-1, z)], Rel::Equal)
        }
        _ => Ok(vec![Constraint::Arithm(Arithm {
            x: poster.variable(x)?,
            op: Arithmetic::Times,
            y: poster.variable(y)?,
            rel: Rel::Equal,
            z: poster.variable(z)?,
        })]),
    }
}

fn divide(poster: &mut Poster, args: &[Arg]) -> Posting {
    Ok(vec![Constraint::Arithm(Arithm {
        x: poster.var(&args[0])?,
        op: Arithmetic::Divide,
        y: poster.var(&args[1])?,
        rel: Rel::Equal,
        z: poster.var(&args[2])?,
    })])
}

/// `x mod y = z`: with the quotient q = x / y, rounded toward zero, z = x - q y. So z has the sign of x, and
/// nothing is a remainder of a division by zero.
fn remainder(poster: &mut Poster, args: &[Arg]) -> Posting {
    let (x, y) = (poster.term(&args[0])?, poster.term(&args[1])?);
    let z = poster.term(&args[2])?;
    if y == Term::Constant(0) {
        return Ok(truth(false));
    }
    let (low, high) = poster.bounds(x);
    if let Term::Constant(weight) = y
        && low >= 0
    {
        return remainder_by(poster, x, weight.unsigned_abs(), high, z);
    }
    let (mut parts, y) = divisor(poster, y)?;
    let largest = low.unsigned_abs().max(high.unsigned_abs());
    let within = match i32::try_from(largest) {
        Ok(largest) => Domain::range(-largest, largest),
        Err(_) => Domain::range(i32::MIN, i32::MAX),
    };
    let quotient = poster.new_var(within.clone());
    let division = Constraint::Arithm(Arithm {
        x: poster.variable(x)?,
        op: Arithmetic::Divide,
        y: poster.variable(y)?,
        rel: Rel::Equal,
        z: quotient,
    });
    poster.add(division)?;
    let quotient = Term::Variable(quotient);
    match y {
        Term::Constant(weight) => {
            let terms = [(1, x), (-weight, quotient), (-1, z)];
            parts.extend(sum(poster, &terms, Rel::Equal)?);
        }
        Term::Variable(_) => {
            let whole = Term::Variable(poster.new_var(within));
            for definition in product(poster, [y, quotient, whole])? {
                poster.add(definition)?;
            }
            parts.extend(sum(poster, &[(1, x), (-1, whole), (-1, z)], Rel::Equal)?);
        }
    }
    Ok(parts)
}

/// Of what is never negative by a constant: x is so many times the divisor, and a rest below it. No division is needed.
fn remainder_by(poster: &mut Poster, x: Term, divisor: u64, high: i64, z: Term) -> Posting {
    let (Ok(weight), Ok(most)) = (i64::try_from(divisor), u64::try_from(high)) else {
        return Err(too_large(poster));
    };
    let up_to = |most: u64| Domain::range(0, i32::try_from(most).unwrap_or(i32::MAX));
    let times = Term::Variable(poster.new_var(up_to(most / divisor)));
    let rest = Term::Variable(poster.new_var(up_to((divisor - 1).min(most))));
    for definition in sum(poster, &[(1, x), (-weight, times), (-1, rest)], Rel::Equal)? {
        poster.add(definition)?;
    }
    poster.compare(rest, Rel::Equal, z)
}

/// A divisor that is never 0, so that quotients by it are defined whatever the variables are; and the constraint that the
/// divisor itself is not 0.
fn divisor(poster: &mut Poster, y: Term) -> Result<(Vec<Constraint>, Term), FlatZincError> {
    let Term::Variable(var) = y else {
        return Ok((Vec::new(), y));
    };
    let nonzero = poster.model.domain(var).difference(&Domain::single(0));
    let not_zero = poster.member(var, &nonzero);
    if nonzero.len() == poster.model.domain(var).len() {
        return Ok((Vec::new(), y));
    }
    if nonzero.is_empty() {
        return Ok((not_zero, Term::Constant(1)));
    }
    let safe = Term::Variable(poster.new_var(nonzero));
    let by = Term::Variable(poster.new_bool());
    let mut definitions = poster.reified(not_zero.clone(), by)?;
    let same = poster.compare(safe, Rel::Equal, y)?;
    definitions.extend(poster.implied(same, by)?);
    for definition in definitions {
        poster.add(definition)?;
    }
    Ok((not_zero, safe))
}

/// `x ^ y = z`. A negative power is 1 / x^-y rounded toward zero; 0 to a negative power has no value.
fn power(poster: &mut Poster, args: &[Arg]) -> Posting {
    let (x, y) = (poster.var(&args[0])?, poster.var(&args[1])?);
    let z = poster.var(&args[2])?;
    let (bases, exponents) = (
        poster.model.domain(x).clone(),
        poster.model.domain(y).clone(),
    );
    if bases.len().saturating_mul(exponents.len()) > MANY_POWERS {
        return chain(poster, x, y, z);
    }
    let results = poster.model.domain(z);
    let mut rows = Vec::new();
    for base in bases.iter() {
        for exponent in exponents.iter() {
            if let Some(value) = pow(base, exponent).filter(|&value| results.contains(value)) {
                rows.push([base, exponent, value]);
            }
        }
    }
    let tuples = Tuples::new(3, rows).map_err(|error| poster.trouble(error))?;
    Ok(vec![Constraint::Table(Table {
        vars: vec![x, y, z],
        tuples: Arc::new(tuples),
        allowed: true,
    })])
}

fn pow(base: i32, exponent: i32) -> Option<i32> {
    match (base, exponent) {
        (_, 0..) => base.checked_pow(exponent as u32),
        (0, _) => None,
        (1, _) => Some(1),
        (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => Some(0),
    }
}

/// A fixed power of a variable with many values: products one after the other.
fn chain(poster: &mut Poster, x: Var, y: Var, z: Var) -> Posting {
    let refusal = |what: &str| {
        let what = format!("int_pow {what} over so many values");
        FlatZincError::unsupported(&poster.place, what)
    };
    let exponent = poster.model.domain(y).fixed();
    let Some(exponent @ 1..=31) = exponent else {
        return Err(refusal("with a variable exponent"));
    };
    let (low, high) = poster.bounds(Term::Variable(x));
    let largest = i128::from(low.unsigned_abs().max(high.unsigned_abs()));
    let reach = |step: i32| largest.checked_pow(step as u32).unwrap_or(i128::MAX);
    // A power beyond 32 bits has no place in a model. Where it must equal z, which has one, it need not have a place; where
    // somebody asks whether it does, it must.
    if poster.mode != Mode::Plain && i32::try_from(reach(exponent)).is_err() {
        return Err(refusal("reified"));
    }
    let mut last = Term::Variable(x);
    for step in 2..=exponent {
        let reach = i32::try_from(reach(step)).unwrap_or(i32::MAX);
        let next = Term::Variable(poster.new_var(Domain::range(-reach, reach)));
        for definition in product(poster, [last, Term::Variable(x), next])? {
            poster.add(definition)?;
        }
        last = next;
    }
    poster.compare(last, Rel::Equal, Term::Variable(z))
}

fn set_in(poster: &mut Poster, args: &[Arg]) -> Posting {
    let x = poster.term(&args[0])?;
    let set = poster.set(&args[1])?;
    Ok(match x {
        Term::Constant(value) => truth(set.contains(value)),
        Term::Variable(x) => poster.member(x, &to_domain(set)),
    })
}
