//! The automaton unrolled: a state variable after each letter, tied by the transitions.

use std::collections::BTreeSet;

use tantalizer_model::automaton::Dfa;
use tantalizer_model::constraints::Regular;

use super::prelude::*;

impl Rewrite for Regular {
    fn replace(self, work: &mut Rewriter<'_>) -> Done {
        let reached = useful_states(&self.vars, &self.automaton, work);
        if reached.iter().any(BTreeSet::is_empty) {
            return work.clause(vec![]);
        }
        let mut state = state_variable(&reached[0], work);
        for (i, &var) in self.vars.iter().enumerate() {
            let next = state_variable(&reached[i + 1], work);
            let transitions = self.automaton.transitions();
            let rows = transitions.map(|(from, value, to)| vec![from as i32, value, to as i32]);
            work.allow(&[state, var, next], rows.collect())?;
            state = next;
        }
        Ok(())
    }

    /// The automaton made complete with a state of failure, so that every word ends somewhere.
    fn reify(self, by: Literal, work: &mut Rewriter<'_>) -> Done {
        let automaton = &*self.automaton;
        let failure = automaton.state_count();
        let alphabet = Domain::from_values(automaton.transitions().map(|(_, value, _)| value));
        let mut reached = BTreeSet::from([automaton.start()]);
        let mut state = state_variable(&reached, work);
        for &var in &self.vars {
            let letter = letter(var, &alphabet, work)?;
            let mut rows = Vec::new();
            for &from in &reached {
                for value in work.domain(letter).iter() {
                    let known = (from != failure).then(|| automaton.next(from, value));
                    let to = known.flatten().unwrap_or(failure);
                    rows.push(vec![from as i32, value, to as i32]);
                }
            }
            reached = rows.iter().map(|row| row[2] as usize).collect();
            let next = state_variable(&reached, work);
            work.define(|work| work.allow(&[state, letter, next], rows))?;
            state = next;
        }
        let accepting = (0..failure).filter(|&state| automaton.is_accepting(state));
        let accepted = work.among(state, states(accepting))?;
        work.equate(by, accepted)
    }
}

/// After each letter, the states that can be reached, and from which the end can be reached.
fn useful_states(vars: &[Var], automaton: &Dfa, work: &Rewriter<'_>) -> Vec<BTreeSet<usize>> {
    let transitions: Vec<(usize, i32, usize)> = automaton.transitions().collect();
    let reads = |var: Var, value: i32| work.domain(var).contains(value);
    let mut reached = vec![BTreeSet::from([automaton.start()])];
    for (i, &var) in vars.iter().enumerate() {
        let step = transitions
            .iter()
            .filter(|&&(from, value, _)| reached[i].contains(&from) && reads(var, value));
        let next = step.map(|&(_, _, to)| to).collect();
        reached.push(next);
    }
    reached[vars.len()].retain(|&state| automaton.is_accepting(state));
    for (i, &var) in vars.iter().enumerate().rev() {
        let step = transitions
            .iter()
            .filter(|&&(_, value, to)| reached[i + 1].contains(&to) && reads(var, value));
        let useful: BTreeSet<usize> = step.map(|&(from, _, _)| from).collect();
        reached[i].retain(|state| useful.contains(state));
    }
    reached
}

/// The variable itself if it takes only letters of the alphabet; otherwise one that equals it where it is a
/// letter, and else has one fixed value that is none: a large domain shrinks to the alphabet.
fn letter(var: Var, alphabet: &Domain, work: &mut Rewriter<'_>) -> Result<Var, RewriteError> {
    let others = work.domain(var).difference(alphabet);
    let Some(other) = others.min().filter(|_| others.len() > 1) else {
        return Ok(var);
    };
    let letters = work.domain(var).intersection(alphabet);
    work.define(|work| {
        let letter = work.fresh(letters.union(&Domain::single(other)));
        for value in letters.iter() {
            let (a, b) = (work.is(var, value)?, work.is(letter, value)?);
            work.equate(a, b)?;
        }
        Ok(letter)
    })
}

fn state_variable(reached: &BTreeSet<usize>, work: &mut Rewriter<'_>) -> Var {
    let domain = states(reached.iter().copied());
    match domain.fixed() {
        Some(value) => work.constant(value),
        None => work.fresh(domain),
    }
}

fn states(states: impl Iterator<Item = usize>) -> Domain {
    Domain::from_values(states.map(|state| state as i32))
}
