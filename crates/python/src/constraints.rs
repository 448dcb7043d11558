//! The constraints by their names: functions that make expressions and conditions.

use crate::expression::{Condition, Expression, Number, Shared, Truth, lock, together};
use crate::failure::{Failed, bad};
use pyo3::prelude::*;
use std::sync::Arc;
use tantalizer::model::automaton::{Dfa, Nfa};
use tantalizer::model::constraints::{
    Arithm, BinPacking, Circuit, Connected, Cumulative, GlobalCardinality, Inverse, Lex, NoOverlap,
    PathCount, Regular, Subcircuit, Table, Xor,
};
use tantalizer::model::{
    Arithmetic, Constraint, Model, PathArc, PathGraph, Rel, Tuples, Var, expression as made,
};

/// The model of some numbers, which must have a variable.
fn model_of<'n>(numbers: impl IntoIterator<Item = &'n Number>) -> Result<Option<Shared>, Failed> {
    let mut model: Option<Shared> = None;
    for number in numbers {
        model = together(model.as_ref(), number.model.as_ref())?;
    }
    Ok(model)
}

/// Expressions, as those of the library take them.
fn inner(numbers: &[Number]) -> Vec<made::Expression> {
    numbers.iter().map(|number| number.inner.clone()).collect()
}

/// Makes a constraint of variables: each list of numbers becomes one of variables.
fn posed(
    lists: &[&[Number]],
    make: impl FnOnce(Vec<Vec<Var>>) -> Result<Constraint, Failed>,
) -> PyResult<Condition> {
    posed_in(lists, |_, lists| make(lists))
}

/// The same where the model is looked at.
fn posed_in(
    lists: &[&[Number]],
    make: impl FnOnce(&Model, Vec<Vec<Var>>) -> Result<Constraint, Failed>,
) -> PyResult<Condition> {
    let of = model_of(lists.iter().copied().flatten())?;
    // Constants alone need a model for a moment.
    let model = of.clone().unwrap_or_default();
    let mut locked = lock(&model);
    let mut var = |number: &Number| locked.value_of(number.inner.clone()).map_err(Failed::from);
    let vars = lists.iter().map(|list| list.iter().map(&mut var).collect());
    let vars = vars.collect::<Result<Vec<Vec<Var>>, Failed>>()?;
    let constraint = make(&locked, vars)?;
    if of.is_none() {
        locked.post(constraint.clone()).map_err(Failed::from)?;
        let values = locked.vars().map(|var| locked.domain(var).fixed());
        let values: Option<Vec<i32>> = values.collect();
        let holds = values.is_some_and(|values| constraint.holds(&values));
        let never = made::any_of::<made::Condition>([]);
        return Ok(Condition::new(if holds { !never } else { never }, None));
    }
    drop(locked);
    Ok(Condition::new(constraint, of))
}

/// Takes lists of variables apart.
fn each<const N: usize>(lists: Vec<Vec<Var>>) -> [Vec<Var>; N] {
    lists.try_into().expect("as many lists as were given")
}

/// The relation that is written so.
fn relation(symbol: &str) -> Result<Rel, Failed> {
    Ok(match symbol {
        "=" | "==" => Rel::Equal,
        "!=" => Rel::NotEqual,
        "<" => Rel::Less,
        "<=" => Rel::LessEqual,
        ">" => Rel::Greater,
        ">=" => Rel::GreaterEqual,
        other => {
            let message =
                format!("no relation is written `{other}`, expected one of = != < <= > >=");
            return Err(bad(message));
        }
    })
}

macro_rules! of_expressions {
    ($($name:ident -> $Type:ident,)*) => {$(
        #[pyfunction]
        pub fn $name(parts: Vec<Number>) -> PyResult<$Type> {
            Ok($Type::new(made::$name(inner(&parts)), model_of(&parts)?))
        }
    )*};
}
of_expressions! {
    sum -> Expression,
    minimum -> Expression,
    maximum -> Expression,
    distinct -> Expression,
    all_different -> Condition,
    all_equal -> Condition,
}

#[pyfunction]
pub fn all_of(conditions: Vec<Truth>) -> PyResult<Condition> {
    gathered(conditions, made::all_of)
}

#[pyfunction]
pub fn any_of(conditions: Vec<Truth>) -> PyResult<Condition> {
    gathered(conditions, made::any_of)
}

fn gathered(
    conditions: Vec<Truth>,
    make: impl FnOnce(Vec<made::Condition>) -> made::Condition,
) -> PyResult<Condition> {
    let mut model = None;
    for condition in &conditions {
        model = together(model.as_ref(), condition.model.as_ref())?;
    }
    let conditions = conditions.into_iter().map(|condition| condition.inner);
    Ok(Condition::new(make(conditions.collect()), model))
}

#[pyfunction]
pub fn absolute(x: Number) -> Expression {
    Expression::new(x.inner.absolute(), x.model)
}

#[pyfunction]
pub fn count(parts: Vec<Number>, value: Number) -> PyResult<Expression> {
    let model = model_of(parts.iter().chain([&value]))?;
    Ok(Expression::new(
        made::count(inner(&parts), value.inner),
        model,
    ))
}

#[pyfunction]
pub fn element(array: Vec<Number>, index: Number) -> PyResult<Expression> {
    let model = model_of(array.iter().chain([&index]))?;
    Ok(Expression::new(
        made::element(inner(&array), index.inner),
        model,
    ))
}

#[pyfunction]
pub fn linear(
    coefficients: Vec<i32>,
    parts: Vec<Number>,
    rel: &str,
    right: Number,
) -> PyResult<Condition> {
    if coefficients.len() != parts.len() {
        return Err(bad("linear: as many coefficients as variables are needed").into());
    }
    let model = model_of(parts.iter().chain([&right]))?;
    let terms = inner(&parts).into_iter().zip(coefficients);
    let left = made::sum(terms.map(|(part, coefficient)| part * coefficient));
    Ok(Condition::new(
        left.compare(relation(rel)?, right.inner),
        model,
    ))
}

#[pyfunction]
pub fn arithm(x: Number, op: &str, y: Number, rel: &str, z: Number) -> PyResult<Condition> {
    let op = match op {
        "+" => Arithmetic::Plus,
        "-" => Arithmetic::Minus,
        "*" => Arithmetic::Times,
        "/" => Arithmetic::Divide,
        other => {
            return Err(bad(format!(
                "no operation is written `{other}`, expected one of + - * /"
            ))
            .into());
        }
    };
    let rel = relation(rel)?;
    posed(&[&[x, y, z]], |lists| {
        let vars = &lists[0];
        let (x, y, z) = (vars[0], vars[1], vars[2]);
        Ok(Arithm { x, op, y, rel, z }.into())
    })
}

#[pyfunction]
pub fn global_cardinality(
    parts: Vec<Number>,
    values: Vec<i32>,
    counts: Vec<Number>,
    closed: bool,
) -> PyResult<Condition> {
    posed(&[&parts, &counts], |lists| {
        let [vars, counts] = each(lists);
        Ok(GlobalCardinality {
            vars,
            values,
            counts,
            closed,
        }
        .into())
    })
}

#[pyfunction]
pub fn table(parts: Vec<Number>, rows: Vec<Vec<i32>>, allowed: bool) -> PyResult<Condition> {
    posed(&[&parts], |lists| {
        let [vars] = each(lists);
        let tuples = Tuples::new(vars.len(), rows)?.into();
        Ok(Table {
            vars,
            tuples,
            allowed,
        }
        .into())
    })
}

/// The word matches a regular expression, whose `.` stands for any value that a part can have.
#[pyfunction]
pub fn regular(parts: Vec<Number>, expression: &str) -> PyResult<Condition> {
    posed_in(&[&parts], |model, lists| {
        let [vars] = each(lists);
        let mut alphabet: Vec<i32> = vars
            .iter()
            .flat_map(|&var| model.domain(var).iter())
            .collect();
        alphabet.sort_unstable();
        alphabet.dedup();
        let automaton = Arc::new(Nfa::parse(expression, &alphabet)?.determinise()?);
        Ok(Regular { vars, automaton }.into())
    })
}

#[pyfunction]
pub fn automaton(
    parts: Vec<Number>,
    states: usize,
    start: usize,
    accepting: Vec<usize>,
    transitions: Vec<(usize, i32, usize)>,
) -> PyResult<Condition> {
    posed(&[&parts], |lists| {
        let [vars] = each(lists);
        let letters = transitions.into_iter();
        let letters = letters.map(|(from, value, to)| (from, Some(value), to));
        let automaton = Nfa::new(states, [start], accepting, letters)?.determinise()?;
        let automaton: Arc<Dfa> = Arc::new(automaton);
        Ok(Regular { vars, automaton }.into())
    })
}

#[pyfunction]
pub fn lex(left: Vec<Number>, right: Vec<Number>, strict: bool) -> PyResult<Condition> {
    posed(&[&left, &right], |lists| {
        let [left, right] = each(lists);
        Ok(Lex {
            left,
            right,
            strict,
        }
        .into())
    })
}

#[pyfunction]
pub fn inverse(forward: Vec<Number>, backward: Vec<Number>, offset: i32) -> PyResult<Condition> {
    posed(&[&forward, &backward], |lists| {
        let [forward, backward] = each(lists);
        Ok(Inverse {
            forward,
            forward_offset: offset,
            backward,
            backward_offset: offset,
        }
        .into())
    })
}

#[pyfunction]
pub fn circuit(successors: Vec<Number>, offset: i32) -> PyResult<Condition> {
    posed(&[&successors], |lists| {
        let [successors] = each(lists);
        Ok(Circuit { successors, offset }.into())
    })
}

#[pyfunction]
pub fn subcircuit(successors: Vec<Number>, offset: i32) -> PyResult<Condition> {
    posed(&[&successors], |lists| {
        let [successors] = each(lists);
        Ok(Subcircuit { successors, offset }.into())
    })
}

#[pyfunction]
pub fn connected(chosen: Vec<Number>, edges: Vec<(usize, usize)>) -> PyResult<Condition> {
    posed(&[&chosen], |lists| {
        let [chosen] = each(lists);
        let edges = Arc::new(edges);
        Ok(Connected { chosen, edges }.into())
    })
}

#[pyfunction]
pub fn xor(parts: Vec<Number>, parity: bool) -> PyResult<Condition> {
    posed(&[&parts], |lists| {
        let [vars] = each(lists);
        Ok(Xor { vars, parity }.into())
    })
}

#[pyfunction]
pub fn cumulative(
    starts: Vec<Number>,
    durations: Vec<Number>,
    demands: Vec<Number>,
    capacity: Number,
) -> PyResult<Condition> {
    posed(&[&starts, &durations, &demands, &[capacity]], |lists| {
        let [starts, durations, demands, capacity] = each(lists);
        Ok(Cumulative {
            starts,
            durations,
            demands,
            capacity: capacity[0],
        }
        .into())
    })
}

#[pyfunction]
pub fn no_overlap(
    x: Vec<Number>,
    y: Vec<Number>,
    widths: Vec<Number>,
    heights: Vec<Number>,
    strict: bool,
) -> PyResult<Condition> {
    posed(&[&x, &y, &widths, &heights], |lists| {
        let [x, y, widths, heights] = each(lists);
        Ok(NoOverlap {
            x,
            y,
            widths,
            heights,
            strict,
        }
        .into())
    })
}

#[pyfunction]
pub fn bin_packing(
    bins: Vec<Number>,
    weights: Vec<i32>,
    loads: Vec<Number>,
    first: i32,
) -> PyResult<Condition> {
    posed(&[&bins, &loads], |lists| {
        let [bins, loads] = each(lists);
        Ok(BinPacking {
            bins,
            weights,
            loads,
            first,
        }
        .into())
    })
}

#[pyfunction]
pub fn path_count(
    nodes: usize,
    start: usize,
    accepting: Vec<usize>,
    arcs: Vec<(usize, usize)>,
    multiplicities: Vec<Number>,
    total: Number,
) -> PyResult<Condition> {
    if arcs.len() != multiplicities.len() {
        return Err(bad("path_count: as many multiplicities as arcs are needed").into());
    }
    posed(&[&multiplicities, &[total]], |lists| {
        let [multiplicities, total] = each(lists);
        let arcs = arcs.into_iter().zip(multiplicities);
        let arcs = arcs.map(|((from, to), multiplicity)| PathArc {
            from,
            to,
            multiplicity,
        });
        let graph = PathGraph {
            nodes,
            start,
            accepting,
            arcs: arcs.collect(),
        };
        Ok(PathCount {
            graph: Arc::new(graph),
            total: total[0],
        }
        .into())
    })
}
