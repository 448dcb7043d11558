//! The global constraints of our MiniZinc library, which reach the engines unflattened.

use std::collections::HashMap;
use std::sync::Arc;
use tantalizer_model::constraints::{
    AllDifferent, AllEqual, Circuit, Clause, Connected, Count, Cumulative, GlobalCardinality,
    Inverse, Lex, Maximum, Minimum, NValue, Subcircuit, Table,
};

use tantalizer_model::{Constraint, Literal, Rel, Var};

use super::automata::{regular, regular_nfa};
use super::builtins::Param::{Bools, Int, Ints, Number, Numbers, Set, Sets, Truths};
use super::builtins::{Args, Builtin, Keep, Posting};
use super::names::{Arg, Atom};
use super::poster::{Poster, Term, truth};
use crate::FlatZincError;

/// The table: the built-in, what it takes and means; then the predicate of MiniZinc's standard library that stands for it, and
/// how that calls the built-in.
pub const BUILTINS: &[Builtin] = &[
    Builtin::new("array_int_maximum", &[Int, Ints], |p, a| {
        extreme(p, a, true)
    }),
    Builtin::new("array_int_minimum", &[Int, Ints], |p, a| {
        extreme(p, a, false)
    }),
    Builtin::new("tantalizer_all_different", &[Ints], all_different)
        .library("fzn_all_different_int(array[int] of var int: x)", "x"),
    Builtin::new("tantalizer_all_equal", &[Ints], all_equal)
        .library("fzn_all_equal_int(array[int] of var int: x)", "x"),
    Builtin::new("tantalizer_circuit", &[Ints, Number], |p, a| {
        circuit(p, a, true)
    })
    .library("fzn_circuit(array[int] of var int: x)", "x, FIRST(x)")
    .bounds(successor_bounds),
    Builtin::new(
        "tantalizer_connected",
        &[Numbers, Numbers, Bools, Bools],
        connected,
    )
    .library(
        "fzn_connected(array[int] of $$N: from, array[int] of $$N: to, array[$$N] of var bool: ns, array[int] of var bool: es)",
        "[from[i] - FIRST(ns) + 1 | i in index_set(from)], [to[i] - FIRST(ns) + 1 | i in index_set(to)], array1d(ns), array1d(es)",
    ),
    Builtin::new("tantalizer_count", &[Ints, Int, Int], count)
        .library(
            "fzn_count_eq(array[int] of var int: x, var int: y, var int: c)",
            "x, y, c",
        )
        .bounds(|args, keep| keep(args.one(2), 0, args.length(0))),
    Builtin::new(
        "tantalizer_cumulative",
        &[Ints, Ints, Ints, Int],
        cumulative,
    )
    .library(
        "fzn_cumulative(array[int] of var int: s, array[int] of var int: d, array[int] of var int: r, var int: b)",
        "s, d, r, b",
    ),
    Builtin::new(
        "tantalizer_global_cardinality",
        &[Ints, Numbers, Ints],
        |p, a| cardinality(p, a, false),
    )
    .library(
        "fzn_global_cardinality(array[int] of var int: x, array[int] of int: cover, array[int] of var int: counts)",
        "x, cover, counts",
    )
    .bounds(|args, keep| keep(args.many(2), 0, args.length(0))),
    Builtin::new(
        "tantalizer_global_cardinality_closed",
        &[Ints, Numbers, Ints],
        |p, a| cardinality(p, a, true),
    )
    .library(
        "fzn_global_cardinality_closed(array[int] of var int: x, array[int] of int: cover, array[int] of var int: counts)",
        "x, cover, counts",
    )
    .bounds(|args, keep| keep(args.many(2), 0, args.length(0))),
    Builtin::new("tantalizer_inverse", &[Ints, Number, Ints, Number], inverse)
        .library(
            "fzn_inverse(array[int] of var int: f, array[int] of var int: invf)",
            "f, FIRST(f), invf, FIRST(invf)",
        )
        .bounds(|args, keep| {
            let (forward, backward) = (args.number(1), args.number(3));
            keep(args.many(0), backward, backward + args.length(2) - 1);
            keep(args.many(2), forward, forward + args.length(0) - 1);
        }),
    Builtin::new("tantalizer_lex_less", &[Ints, Ints], |p, a| lex(p, a, true)).library(
        "fzn_lex_less_int(array[int] of var int: x, array[int] of var int: y)",
        "x, y",
    ),
    Builtin::new("tantalizer_lex_less_bool", &[Bools, Bools], |p, a| {
        lex(p, a, true)
    })
    .library(
        "fzn_lex_less_bool(array[int] of var bool: x, array[int] of var bool: y)",
        "x, y",
    ),
    Builtin::new("tantalizer_lex_lesseq", &[Ints, Ints], |p, a| {
        lex(p, a, false)
    })
    .library(
        "fzn_lex_lesseq_int(array[int] of var int: x, array[int] of var int: y)",
        "x, y",
    ),
    Builtin::new("tantalizer_lex_lesseq_bool", &[Bools, Bools], |p, a| {
        lex(p, a, false)
    })
    .library(
        "fzn_lex_lesseq_bool(array[int] of var bool: x, array[int] of var bool: y)",
        "x, y",
    ),
    Builtin::new("tantalizer_nvalue", &[Int, Ints], nvalue)
        .library(
            "fzn_nvalue(var int: n, array[int] of var int: x)",
            "n, x",
        )
        .bounds(|args, keep| keep(args.one(0), 0, args.length(1))),
    Builtin::new(
        "tantalizer_regular",
        &[Ints, Number, Number, Numbers, Number, Set],
        regular,
    )
    .library(
        "fzn_regular(array[int] of var int: x, int: Q, int: S, array[int, int] of int: d, int: q0, set of int: F)",
        "x, Q, S, array1d(d), q0, F",
    )
    .bounds(|args, keep| keep(args.many(0), 1, args.number(2))),
    Builtin::new(
        "tantalizer_regular_nfa",
        &[Ints, Number, Number, Sets, Number, Set],
        regular_nfa,
    )
    .library(
        "fzn_regular_nfa(array[int] of var int: x, int: Q, int: S, array[int, int] of set of int: d, int: q0, set of int: F)",
        "x, Q, S, array1d(d), q0, F",
    )
    .bounds(|args, keep| keep(args.many(0), 1, args.number(2))),
    Builtin::new("tantalizer_subcircuit", &[Ints, Number], |p, a| {
        circuit(p, a, false)
    })
    .library("fzn_subcircuit(array[int] of var int: x)", "x, FIRST(x)")
    .bounds(successor_bounds),
    Builtin::new("tantalizer_table", &[Ints, Numbers], table)
        .library(
            "fzn_table_int(array[int] of var int: x, array[int, int] of int: t)",
            "x, array1d(t)",
        )
        .bounds(column_bounds),
    Builtin::new("tantalizer_table_bool", &[Bools, Truths], table).library(
        "fzn_table_bool(array[int] of var bool: x, array[int, int] of bool: t)",
        "x, array1d(t)",
    ),
];

/// Successors are nodes.
fn successor_bounds(args: Args<'_>, keep: Keep<'_>) {
    let first = args.number(1);
    keep(args.many(0), first, first + args.length(0) - 1);
}

/// Each variable lies within its column.
fn column_bounds(args: Args<'_>, keep: Keep<'_>) {
    let width = args.many(0).len();
    for (column, atom) in args.many(0).iter().enumerate() {
        let cells = args.many(1).iter().skip(column).step_by(width.max(1));
        let values = cells.filter_map(|cell| match cell {
            Atom::Int(value) => Some(i128::from(*value)),
            _ => None,
        });
        let hull = values.fold(None, |hull: Option<(i128, i128)>, value| {
            let (low, high) = hull.unwrap_or((value, value));
            Some((low.min(value), high.max(value)))
        });
        if let Some((low, high)) = hull {
            keep(std::slice::from_ref(atom), low, high);
        }
    }
}

fn extreme(poster: &mut Poster, args: &[Arg], largest: bool) -> Posting {
    let (result, vars) = (poster.var(&args[0])?, poster.vars(&args[1])?);
    Ok(match (vars.is_empty(), largest) {
        (true, _) => truth(false),
        (false, true) => vec![Constraint::Maximum(Maximum { result, vars })],
        (false, false) => vec![Constraint::Minimum(Minimum { result, vars })],
    })
}

fn all_different(poster: &mut Poster, args: &[Arg]) -> Posting {
    let vars = poster.vars(&args[0])?;
    Ok(vec![Constraint::AllDifferent(AllDifferent { vars })])
}

fn all_equal(poster: &mut Poster, args: &[Arg]) -> Posting {
    let vars = poster.vars(&args[0])?;
    Ok(vec![Constraint::AllEqual(AllEqual { vars })])
}

fn circuit(poster: &mut Poster, args: &[Arg], whole: bool) -> Posting {
    let successors = poster.vars(&args[0])?;
    let offset = offset(poster, &args[1])?;
    Ok(match (successors.len(), whole) {
        (0, _) => truth(true),
        // As in the standard library, a node does not follow itself.
        (1, true) => truth(false),
        (_, true) => vec![Circuit { successors, offset }.into()],
        (_, false) => vec![Subcircuit { successors, offset }.into()],
    })
}

/// The chosen nodes and the chosen edges form one connected part, which is not empty; a chosen edge has both its ends chosen. With
/// the edges as vertices of their own, each a neighbour of its two ends, this is connectedness of chosen vertices.
fn connected(poster: &mut Poster, args: &[Arg]) -> Posting {
    let (from, to) = (poster.numbers(&args[0])?, poster.numbers(&args[1])?);
    let (nodes, edges) = (poster.vars(&args[2])?, poster.vars(&args[3])?);
    if from.len() != edges.len() || to.len() != edges.len() {
        let message = format!(
            "{} starts and {} ends of {} edges",
            from.len(),
            to.len(),
            edges.len()
        );
        return Err(FlatZincError::wrong(&poster.place, message));
    }
    let mut neighbours = Vec::with_capacity(2 * edges.len());
    let mut parts = Vec::new();
    for (at, &edge) in edges.iter().enumerate() {
        for end in [from[at], to[at]] {
            let node = usize::try_from(end)
                .ok()
                .filter(|&node| (1..=nodes.len()).contains(&node));
            let Some(node) = node else {
                let message = format!("edge {} has no node {end}", at + 1);
                return Err(FlatZincError::wrong(&poster.place, message));
            };
            neighbours.push((node - 1, nodes.len() + at));
            parts.push(Constraint::Clause(Clause {
                literals: vec![Literal::no(edge), Literal::yes(nodes[node - 1])],
            }));
        }
    }
    parts.push(Constraint::Clause(Clause {
        literals: nodes.iter().map(|&node| Literal::yes(node)).collect(),
    }));
    parts.push(Constraint::Connected(Connected {
        chosen: nodes.into_iter().chain(edges).collect(),
        edges: Arc::new(neighbours),
    }));
    Ok(parts)
}

fn count(poster: &mut Poster, args: &[Arg]) -> Posting {
    Ok(vec![Constraint::Count(Count {
        vars: poster.vars(&args[0])?,
        value: poster.var(&args[1])?,
        count: poster.var(&args[2])?,
    })])
}

fn cumulative(poster: &mut Poster, args: &[Arg]) -> Posting {
    let starts = poster.vars(&args[0])?;
    if starts.is_empty() {
        return Ok(truth(true));
    }
    let shared = Cumulative {
        starts,
        durations: poster.vars(&args[1])?,
        demands: poster.vars(&args[2])?,
        capacity: poster.var(&args[3])?,
    };
    let tasks = shared.starts.len();
    if shared.durations.len() != tasks || shared.demands.len() != tasks {
        let (durations, demands) = (shared.durations.len(), shared.demands.len());
        let message = format!("{tasks} tasks, {durations} durations and {demands} demands");
        return Err(FlatZincError::wrong(&poster.place, message));
    }
    Ok(vec![shared.into()])
}

fn cardinality(poster: &mut Poster, args: &[Arg], closed: bool) -> Posting {
    let (cover, counted) = (poster.numbers(&args[1])?, poster.vars(&args[2])?);
    if cover.len() != counted.len() {
        let message = format!("{} values and {} counts", cover.len(), counted.len());
        return Err(FlatZincError::wrong(&poster.place, message));
    }
    let (mut values, mut counts): (Vec<i32>, Vec<Var>) = (Vec::new(), Vec::new());
    let mut places: HashMap<i64, usize> = HashMap::with_capacity(cover.len());
    let mut parts = Vec::new();
    for (value, count) in cover.into_iter().zip(counted) {
        let known = places.get(&value).copied();
        match (i32::try_from(value), known) {
            // The same value again: it has the same count.
            (_, Some(at)) => {
                let (x, y) = (Term::Variable(counts[at]), Term::Variable(count));
                parts.extend(poster.compare(x, Rel::Equal, y)?);
            }
            (Ok(value), None) => {
                places.insert(i64::from(value), values.len());
                values.push(value);
                counts.push(count);
            }
            // No variable has such a value.
            (Err(_), None) => {
                let none = poster.compare(Term::Variable(count), Rel::Equal, Term::Constant(0))?;
                parts.extend(none);
            }
        }
    }
    parts.push(Constraint::GlobalCardinality(GlobalCardinality {
        vars: poster.vars(&args[0])?,
        values,
        counts,
        closed,
    }));
    Ok(parts)
}

fn inverse(poster: &mut Poster, args: &[Arg]) -> Posting {
    let (forward, backward) = (poster.vars(&args[0])?, poster.vars(&args[2])?);
    let (forward_offset, backward_offset) = (offset(poster, &args[1])?, offset(poster, &args[3])?);
    if forward.len() != backward.len() {
        // A map that is one to one needs as many values as places.
        return Ok(truth(false));
    }
    Ok(vec![Constraint::Inverse(Inverse {
        forward,
        forward_offset,
        backward,
        backward_offset,
    })])
}

fn lex(poster: &mut Poster, args: &[Arg], strict: bool) -> Posting {
    let (left, right) = (poster.vars(&args[0])?, poster.vars(&args[1])?);
    Ok(vec![Constraint::Lex(Lex {
        left,
        right,
        strict,
    })])
}

fn nvalue(poster: &mut Poster, args: &[Arg]) -> Posting {
    let (count, vars) = (poster.var(&args[0])?, poster.vars(&args[1])?);
    Ok(vec![Constraint::NValue(NValue { vars, count })])
}

fn table(poster: &mut Poster, args: &[Arg]) -> Posting {
    let vars = poster.vars(&args[0])?;
    if vars.is_empty() {
        return Ok(truth(true));
    }
    let Some(tuples) = poster.rows(&args[1], vars.len())? else {
        return Ok(truth(false));
    };
    Ok(vec![Constraint::Table(Table {
        vars,
        tuples,
        allowed: true,
    })])
}

fn offset(poster: &Poster, arg: &Arg) -> Result<i32, FlatZincError> {
    let number = poster.number(arg)?;
    i32::try_from(number).map_err(|_| {
        let message = format!("the first index {number} does not fit 32 bits");
        FlatZincError::wrong(&poster.place, message)
    })
}
