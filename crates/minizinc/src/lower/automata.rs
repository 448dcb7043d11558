//! MiniZinc's automata: states from 1, a table of transitions, 0 for none.

use std::sync::Arc;

use tantalizer_model::automaton::{Dfa, Nfa};
use tantalizer_model::constraints::Regular;

use super::builtins::Posting;
use super::names::{Arg, Atom};
use super::poster::Poster;
use crate::FlatZincError;

/// A deterministic automaton: states 1..Q, letters 1..S, and the failing state 0.
pub fn regular(poster: &mut Poster, args: &[Arg]) -> Posting {
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
    Ok(vec![Regular { vars, automaton }.into()])
}

/// Likewise, with a set of next states.
pub fn regular_nfa(poster: &mut Poster, args: &[Arg]) -> Posting {
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
    Ok(vec![Regular { vars, automaton }.into()])
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
        if states.checked_mul(letters) == Some(length) {
            return Ok(());
        }
        Err(FlatZincError::wrong(
            &poster.place,
            format!("{length} transitions of {states} states and {letters} letters"),
        ))
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
