//! Element, table, regular, lexicographic order and inverse.

use std::collections::BTreeSet;
use tantalizer_model::constraints::{Element, Member};

use tantalizer_model::automaton::Dfa;
use tantalizer_model::{Constraint, Domain, Literal, Rel, Tuples, Var};

use crate::RewriteError;
use crate::rewriter::{Done, Rewriter};

impl Rewriter<'_> {
    /// A constant array is a table of pairs; otherwise each possible index has its equality.
    pub(crate) fn element(&mut self, array: &[Var], offset: i32, index: Var, value: Var) -> Done {
        if array.iter().all(|&entry| self.fixed(entry).is_some()) {
            let rows = self.constant_rows(array, offset);
            return self.allow(&[index, value], rows);
        }
        self.post(Constraint::Member(Member {
            x: index,
            values: positions(array, offset),
        }))?;
        for (here, same) in self.element_cases(array, offset, index, value)? {
            self.clause(vec![!here, same])?;
        }
        Ok(())
    }

    pub(crate) fn reified_element(
        &mut self,
        array: &[Var],
        offset: i32,
        index: Var,
        value: Var,
        by: Literal,
    ) -> Done {
        let cases = self.element_cases(array, offset, index, value)?;
        // No case applies where the index lies outside: then `by` is false.
        let mut inside: Vec<Literal> = cases.iter().map(|case| case.0).collect();
        inside.push(!by);
        self.clause(inside)?;
        for (here, same) in cases {
            self.clause(vec![!here, !same, by])?;
            self.clause(vec![!here, same, !by])?;
        }
        Ok(())
    }

    /// For each possible index: the literal of being there, and that of finding the value there.
    fn element_cases(
        &mut self,
        array: &[Var],
        offset: i32,
        index: Var,
        value: Var,
    ) -> Result<Vec<(Literal, Literal)>, RewriteError> {
        let mut cases = Vec::new();
        for (position, &entry) in array.iter().enumerate() {
            let here = self.is(index, offset + position as i32)?;
            if self.value_of(here) != Some(false) {
                cases.push((here, self.relation(entry, Rel::Equal, value)?));
            }
        }
        Ok(cases)
    }

    fn constant_rows(&self, array: &[Var], offset: i32) -> Vec<Vec<i32>> {
        (offset..)
            .zip(array)
            .filter_map(|(index, &entry)| Some(vec![index, self.fixed(entry)?]))
            .collect()
    }

    /// Allowed rows: one is chosen, and it fixes all columns. Forbidden rows: each leaves a column that differs.
    pub(crate) fn table(&mut self, vars: &[Var], tuples: &Tuples, allowed: bool) -> Done {
        let rows = self.possible_rows(vars, tuples);
        let mut chosen = Vec::new();
        for row in &rows {
            let cells = self.cells(vars, row)?;
            if allowed {
                let choice = self.fresh_literal();
                for cell in cells {
                    self.clause(vec![!choice, cell])?;
                }
                chosen.push(choice);
            } else {
                self.clause(cells.into_iter().map(|cell| !cell).collect())?;
            }
        }
        if allowed { self.clause(chosen) } else { Ok(()) }
    }

    /// `by` tells whether the variables form one of the rows.
    pub(crate) fn reified_table(&mut self, vars: &[Var], tuples: &Tuples, by: Literal) -> Done {
        let rows = self.possible_rows(vars, tuples);
        let mut matched = Vec::new();
        for row in &rows {
            let cells = self.cells(vars, row)?;
            matched.push(self.conjunction(cells)?);
        }
        self.any_of(&matched, by)
    }

    /// The rows within the domains, each once.
    fn possible_rows(&self, vars: &[Var], tuples: &Tuples) -> BTreeSet<Vec<i32>> {
        let fits = |row: &&[i32]| {
            let mut columns = row.iter().zip(vars);
            columns.all(|(&value, &var)| self.domain(var).contains(value))
        };
        tuples.rows().filter(fits).map(<[i32]>::to_vec).collect()
    }

    /// The literals of the variables having the values of a row.
    fn cells(&mut self, vars: &[Var], row: &[i32]) -> Result<Vec<Literal>, RewriteError> {
        vars.iter()
            .zip(row)
            .map(|(&var, &value)| self.is(var, value))
            .collect()
    }

    /// The automaton unrolled: a state variable after each letter, tied by the transitions.
    /// Only states that can be reached, and from which the end can be reached, remain.
    pub(crate) fn regular(&mut self, vars: &[Var], automaton: &Dfa) -> Done {
        let transitions: Vec<(usize, i32, usize)> = automaton.transitions().collect();
        let mut reached = vec![BTreeSet::from([automaton.start()])];
        for (i, &var) in vars.iter().enumerate() {
            let step = transitions.iter().filter(|&&(from, value, _)| {
                reached[i].contains(&from) && self.domain(var).contains(value)
            });
            let next = step.map(|&(_, _, to)| to).collect();
            reached.push(next);
        }
        let last = vars.len();
        reached[last].retain(|&state| automaton.is_accepting(state));
        for (i, &var) in vars.iter().enumerate().rev() {
            let useful: BTreeSet<usize> = transitions
                .iter()
                .filter(|&&(_, value, to)| {
                    reached[i + 1].contains(&to) && self.domain(var).contains(value)
                })
                .map(|&(from, _, _)| from)
                .collect();
            reached[i].retain(|state| useful.contains(state));
        }
        if reached.iter().any(BTreeSet::is_empty) {
            return self.clause(vec![]);
        }
        let mut state = self.state_variable(&reached[0]);
        for (i, &var) in vars.iter().enumerate() {
            let next = self.state_variable(&reached[i + 1]);
            let rows = transitions
                .iter()
                .map(|&(from, value, to)| vec![from as i32, value, to as i32])
                .collect();
            self.allow(&[state, var, next], rows)?;
            state = next;
        }
        Ok(())
    }

    /// The automaton made complete with a state of failure, so that every word ends somewhere.
    pub(crate) fn reified_regular(&mut self, vars: &[Var], automaton: &Dfa, by: Literal) -> Done {
        let failure = automaton.state_count();
        let alphabet = Domain::from_values(automaton.transitions().map(|(_, value, _)| value));
        let mut reached = BTreeSet::from([automaton.start()]);
        let mut state = self.state_variable(&reached);
        for &var in vars {
            let letter = self.letter(var, &alphabet)?;
            let mut rows = Vec::new();
            for &from in &reached {
                for value in self.domain(letter).iter() {
                    let known = (from != failure).then(|| automaton.next(from, value));
                    let to = known.flatten().unwrap_or(failure);
                    rows.push(vec![from as i32, value, to as i32]);
                }
            }
            reached = rows.iter().map(|row| row[2] as usize).collect();
            let next = self.state_variable(&reached);
            self.define(|this| this.allow(&[state, letter, next], rows))?;
            state = next;
        }
        let accepting = (0..failure).filter(|&state| automaton.is_accepting(state));
        let accepted = self.among(state, states(accepting))?;
        self.equate(by, accepted)
    }

    /// The variable itself if it takes only letters of the alphabet; otherwise one that equals it where it is a
    /// letter, and else has one fixed value that is none: a large domain shrinks to the alphabet.
    fn letter(&mut self, var: Var, alphabet: &Domain) -> Result<Var, RewriteError> {
        let others = self.domain(var).difference(alphabet);
        let Some(other) = others.min().filter(|_| others.len() > 1) else {
            return Ok(var);
        };
        let letters = self.domain(var).intersection(alphabet);
        self.define(|this| {
            let letter = this.fresh(letters.union(&Domain::single(other)));
            for value in letters.iter() {
                let (a, b) = (this.is(var, value)?, this.is(letter, value)?);
                this.equate(a, b)?;
            }
            Ok(letter)
        })
    }

    fn state_variable(&mut self, reached: &BTreeSet<usize>) -> Var {
        let domain = states(reached.iter().copied());
        match domain.fixed() {
            Some(value) => self.constant(value),
            None => self.fresh(domain),
        }
    }

    /// From the last letter to the first: a word is smaller if its first letter is smaller, or
    /// equal and the rest is smaller.
    pub(crate) fn reified_lex(
        &mut self,
        left: &[Var],
        right: &[Var],
        strict: bool,
        by: Literal,
    ) -> Done {
        let common = left.len().min(right.len());
        // With all common letters equal, the lengths decide.
        let at_end = left.len() < right.len() || (left.len() == right.len() && !strict);
        let mut rest = self.truth(at_end);
        for (&x, &y) in left[..common].iter().zip(right).rev() {
            let less = self.relation(x, Rel::Less, y)?;
            let at_most = self.relation(x, Rel::LessEqual, y)?;
            let so_far = rest;
            rest = self.define(|this| {
                let smaller = this.fresh_literal();
                this.clause(vec![!less, smaller])?;
                this.clause(vec![!at_most, !so_far, smaller])?;
                this.clause(vec![!smaller, at_most])?;
                this.clause(vec![!smaller, less, so_far])?;
                Ok(smaller)
            })?;
        }
        self.equate(by, rest)
    }

    /// `forward[i] = j` exactly when `backward[j] = i`, pair by pair.
    pub(crate) fn inverse(
        &mut self,
        forward: &[Var],
        forward_offset: i32,
        backward: &[Var],
        backward_offset: i32,
    ) -> Done {
        for &x in forward {
            let values = positions(backward, backward_offset);
            self.post(Constraint::Member(Member { x, values }))?;
        }
        for &x in backward {
            let values = positions(forward, forward_offset);
            self.post(Constraint::Member(Member { x, values }))?;
        }
        for (i, &there) in (forward_offset..).zip(forward) {
            for (j, &back) in (backward_offset..).zip(backward) {
                let (goes, returns) = (self.is(there, j)?, self.is(back, i)?);
                self.equate(goes, returns)?;
            }
        }
        Ok(())
    }

    /// What says that going from each entry of `from` and back leads to where one was.
    pub(crate) fn maps_back(
        &mut self,
        from: &[Var],
        from_offset: i32,
        to: &[Var],
        to_offset: i32,
    ) -> Vec<Constraint> {
        (from_offset..)
            .zip(from)
            .map(|(i, &index)| {
                Constraint::Element(Element {
                    array: to.to_vec(),
                    offset: to_offset,
                    index,
                    value: self.constant(i),
                })
            })
            .collect()
    }
}

/// The indices of an array.
pub(crate) fn positions(array: &[Var], offset: i32) -> Domain {
    match array.len() {
        0 => Domain::empty(),
        length => Domain::range(offset, offset + (length as i32 - 1)),
    }
}

fn states(states: impl Iterator<Item = usize>) -> Domain {
    Domain::from_values(states.map(|state| state as i32))
}
