//! The global constraints of our MiniZinc library, which reach the engines unflattened.

use std::collections::HashMap;
use std::sync::Arc;
use tantalizer_model::constraints::{
    AllDifferent, AllEqual, Circuit, Clause, Connected, Count, GlobalCardinality, Inverse, Lex,
    Maximum, Minimum, NValue, Regular, Subcircuit, Table,
};

use tantalizer_model::automaton::{Dfa, Nfa};
use tantalizer_model::{Constraint, Literal, Rel, Var};

use super::builtins::Param::{Bools, Int, Ints, Number, Numbers, Set, Sets, Truths};
use super::builtins::{Builtin, Posting};
use super::names::{Arg, Atom};
use super::poster::{Poster, Term, truth};
use crate::FlatZincError;

/// The table.
pub const BUILTINS: &[Builtin] = &[
    Builtin::new("array_int_maximum", &[Int, Ints], |p, a| {
        extreme(p, a, true)
    }),
    Builtin::new("array_int_minimum", &[Int, Ints], |p, a| {
        extreme(p, a, false)
    }),
    Builtin::new("tantalizer_all_different", &[Ints], all_different),
    Builtin::new("tantalizer_all_equal", &[Ints], all_equal),
    Builtin::new("tantalizer_circuit", &[Ints, Number], |p, a| {
        circuit(p, a, true)
    }),
    Builtin::new(
        "tantalizer_connected",
        &[Numbers, Numbers, Bools, Bools],
        connected,
    ),
    Builtin::new("tantalizer_count", &[Ints, Int, Int], count),
    Builtin::new(
        "tantalizer_global_cardinality",
        &[Ints, Numbers, Ints],
        |p, a| cardinality(p, a, false),
    ),
    Builtin::new(
        "tantalizer_global_cardinality_closed",
        &[Ints, Numbers, Ints],
        |p, a| cardinality(p, a, true),
    ),
    Builtin::new("tantalizer_inverse", &[Ints, Number, Ints, Number], inverse),
    Builtin::new("tantalizer_lex_less", &[Ints, Ints], |p, a| lex(p, a, true)),
    Builtin::new("tantalizer_lex_less_bool", &[Bools, Bools], |p, a| {
        lex(p, a, true)
    }),
    Builtin::new("tantalizer_lex_lesseq", &[Ints, Ints], |p, a| {
        lex(p, a, false)
    }),
    Builtin::new("tantalizer_lex_lesseq_bool", &[Bools, Bools], |p, a| {
        lex(p, a, false)
    }),
    Builtin::new("tantalizer_nvalue", &[Int, Ints], nvalue),
    Builtin::new(
        "tantalizer_regular",
        &[Ints, Number, Number, Numbers, Number, Set],
        regular,
    ),
    Builtin::new(
        "tantalizer_regular_nfa",
        &[Ints, Number, Number, Sets, Number, Set],
        regular_nfa,
    ),
    Builtin::new("tantalizer_subcircuit", &[Ints, Number], |p, a| {
        circuit(p, a, false)
    }),
    Builtin::new("tantalizer_table", &[Ints, Numbers], table),
    Builtin::new("tantalizer_table_bool", &[Bools, Truths], table),
];

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
    Ok(match (successors.is_empty(), whole) {
        (true, _) => truth(true),
        (false, true) => vec![Constraint::Circuit(Circuit { successors, offset })],
        (false, false) => vec![Constraint::Subcircuit(Subcircuit { successors, offset })],
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

/// A deterministic automaton: states 1..Q, letters 1..S, and the failing state 0.
fn regular(poster: &mut Poster, args: &[Arg]) -> Posting {
    let shape = Shape::read(poster, args)?;
    let table = poster.numbers(&args[3])?;
    shape.check_length(poster, table.len())?;
    let mut transitions = Vec::new();
    for (at, &to) in table.iter().enumerate() {
        if to != 0 {
            let (from, letter) = shape.cell(at);
            transitions.push((from, letter, shape.state(poster, to)?));
        }
    }
    let accepting = shape.accepting(poster, &args[5])?;
    let dfa = Dfa::new(shape.states, shape.start, accepting, transitions);
    let automaton = Arc::new(dfa.map_err(|error| poster.trouble(error))?.minimise());
    let vars = poster.vars(&args[0])?;
    Ok(vec![Constraint::Regular(Regular { vars, automaton })])
}

/// Likewise, with a set of next states.
fn regular_nfa(poster: &mut Poster, args: &[Arg]) -> Posting {
    let shape = Shape::read(poster, args)?;
    let table: &[Atom] = match &args[3] {
        Arg::Many(sets) => sets,
        Arg::One(_) => &[],
    };
    shape.check_length(poster, table.len())?;
    let mut transitions = Vec::new();
    for (at, set) in table.iter().enumerate() {
        let Atom::Set(set) = set else { continue };
        let (from, letter) = shape.cell(at);
        for &(low, high) in set.ranges() {
            // Both ends first: a range of states is then short.
            shape.state(poster, low.max(1))?;
            shape.state(poster, high)?;
            for to in low.max(1)..=high {
                transitions.push((from, Some(letter), shape.state(poster, to)?));
            }
        }
    }
    let accepting = shape.accepting(poster, &args[5])?;
    let nfa = Nfa::new(shape.states, [shape.start], accepting, transitions);
    let dfa = nfa.and_then(|nfa| nfa.determinise());
    let automaton = Arc::new(dfa.map_err(|error| poster.trouble(error))?.minimise());
    let vars = poster.vars(&args[0])?;
    Ok(vec![Constraint::Regular(Regular { vars, automaton })])
}

/// The numbers that describe an automaton of MiniZinc.
struct Shape {
    states: usize,
    letters: usize,
    start: usize,
}

impl Shape {
    fn read(poster: &Poster, args: &[Arg]) -> Result<Shape, FlatZincError> {
        let positive = |arg: &Arg| {
            let number = poster.number(arg)?;
            let small = i32::try_from(number).ok().filter(|&small| small > 0);
            small.map(|small| small as usize).ok_or_else(|| {
                let message = format!("{number} is no number of states or letters");
                FlatZincError::wrong(&poster.place, message)
            })
        };
        let mut shape = Shape {
            states: positive(&args[1])?,
            letters: positive(&args[2])?,
            start: 0,
        };
        shape.start = shape.state(poster, poster.number(&args[4])?)?;
        Ok(shape)
    }

    fn check_length(&self, poster: &Poster, length: usize) -> Result<(), FlatZincError> {
        let (states, letters) = (self.states, self.letters);
        match states.checked_mul(letters) == Some(length) {
            true => Ok(()),
            false => Err(FlatZincError::wrong(
                &poster.place,
                format!("{length} transitions of {states} states and {letters} letters"),
            )),
        }
    }

    fn cell(&self, at: usize) -> (usize, i32) {
        (at / self.letters, (at % self.letters) as i32 + 1)
    }

    fn state(&self, poster: &Poster, number: i64) -> Result<usize, FlatZincError> {
        let state = number
            .checked_sub(1)
            .and_then(|state| usize::try_from(state).ok());
        state.filter(|&state| state < self.states).ok_or_else(|| {
            let message = format!("{number} is not one of the states 1..{}", self.states);
            FlatZincError::wrong(&poster.place, message)
        })
    }

    fn accepting(&self, poster: &Poster, arg: &Arg) -> Result<Vec<usize>, FlatZincError> {
        let set = poster.set(arg)?;
        let mut states = Vec::new();
        for &(low, high) in set.ranges() {
            self.state(poster, low)?;
            self.state(poster, high)?;
            for state in low..=high {
                states.push(self.state(poster, state)?);
            }
        }
        Ok(states)
    }
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

/// Calls `keep` with each variable that a global constraint bounds, and its bounds.
pub fn narrow(name: &str, args: &[Arg], keep: &mut dyn FnMut(&Atom, i128, i128)) {
    let many = |at: usize| match args.get(at) {
        Some(Arg::Many(atoms)) => &atoms[..],
        _ => &[],
    };
    let one = |at: usize| match args.get(at) {
        Some(Arg::One(atom)) => std::slice::from_ref(atom),
        _ => &[],
    };
    let number = |at: usize| match one(at) {
        [Atom::Int(value)] => i128::from(*value),
        _ => 0,
    };
    let all = |atoms: &[Atom], low: i128, high: i128, keep: &mut dyn FnMut(&Atom, i128, i128)| {
        atoms.iter().for_each(|atom| keep(atom, low, high));
    };
    let length = |at: usize| many(at).len() as i128;
    match name {
        "tantalizer_count" => all(one(2), 0, length(0), keep),
        "tantalizer_nvalue" => all(one(0), 0, length(1), keep),
        "tantalizer_global_cardinality" | "tantalizer_global_cardinality_closed" => {
            all(many(2), 0, length(0), keep);
        }
        "tantalizer_regular" | "tantalizer_regular_nfa" => all(many(0), 1, number(2), keep),
        "tantalizer_circuit" | "tantalizer_subcircuit" => {
            let first = number(1);
            all(many(0), first, first + length(0) - 1, keep);
        }
        "tantalizer_inverse" => {
            let (forward, backward) = (number(1), number(3));
            all(many(0), backward, backward + length(2) - 1, keep);
            all(many(2), forward, forward + length(0) - 1, keep);
        }
        "tantalizer_table" => {
            let width = many(0).len();
            for (column, atom) in many(0).iter().enumerate() {
                let cells = many(1).iter().skip(column).step_by(width.max(1));
                let values = cells.filter_map(|cell| match cell {
                    Atom::Int(value) => Some(i128::from(*value)),
                    _ => None,
                });
                let hull = values.fold(None, |hull: Option<(i128, i128)>, value| {
                    let (low, high) = hull.unwrap_or((value, value));
                    Some((low.min(value), high.max(value)))
                });
                if let Some((low, high)) = hull {
                    keep(atom, low, high);
                }
            }
        }
        _ => {}
    }
}
