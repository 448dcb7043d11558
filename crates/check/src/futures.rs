//! The futures of a constraint: which values of the variables to come satisfy it, once some are fixed.
//!
//! Worked out from the judge alone. Its variables are fixed one after another, in the order of a diagram, and after the last of them
//! [`Constraint::holds`] is asked. Beginnings with equal keys (`key.rs`) are followed only once. Then, from the last variable back to the
//! first, beginnings whose every value leads to the same get the same number. So equal numbers mean equal futures, different numbers
//! different ones, and a beginning from which nothing leads on is known to be dead: the minimisation of an automaton without cycles.

use std::collections::{HashMap, HashSet};

use tantalizer_model::{Constraint, Var};

use crate::key::key;

/// No way on.
pub(crate) const DEAD: u32 = u32::MAX;

/// The numbers of a constraint's futures. Before its first variable there is one, number 0; after its last one as well.
pub(crate) struct Futures {
    /// For each variable, future and value number, the future after it, or [`DEAD`].
    moves: Vec<Vec<u32>>,
    /// How many values each variable has.
    values: Vec<usize>,
}

impl Futures {
    /// Fixes the variables of `scope`, which are all of the constraint's, each once, in this order; `left` is how many moves may still
    /// be looked at. None if there are more.
    pub(crate) fn new(
        constraint: &Constraint,
        scope: &[Var],
        values: &[Vec<i32>],
        left: &mut usize,
    ) -> Option<Futures> {
        let positions: HashMap<Var, usize> = scope.iter().copied().zip(0..).collect();
        let constraint = constraint.with_vars(&|var| Var::from_index(positions[&var]));
        let mut moves = Vec::new();
        let mut beginnings: Vec<Vec<i32>> = vec![Vec::new()];
        for (position, values) in values.iter().enumerate() {
            *left = left.checked_sub(beginnings.len() * values.len())?;
            let mut numbers: HashMap<Vec<i64>, u32> = HashMap::new();
            let mut next = Vec::new();
            let mut row = Vec::with_capacity(beginnings.len() * values.len());
            for mut known in beginnings {
                for &value in values {
                    known.push(value);
                    let number = if position + 1 == scope.len() {
                        if constraint.holds(&known) { 0 } else { DEAD }
                    } else {
                        match key(&constraint, &known) {
                            None => DEAD,
                            Some(key) => *numbers.entry(key).or_insert_with(|| {
                                next.push(known.clone());
                                next.len() as u32 - 1
                            }),
                        }
                    };
                    row.push(number);
                    known.pop();
                }
            }
            moves.push(row);
            beginnings = next;
        }
        let values = values.iter().map(Vec::len).collect();
        let mut futures = Futures { moves, values };
        futures.unite();
        Some(futures)
    }

    /// The future after a value.
    pub(crate) fn after(&self, position: usize, future: u32, value: usize) -> u32 {
        self.moves[position][future as usize * self.values[position] + value]
    }

    /// How many futures there are before the variable at this position.
    pub(crate) fn count(&self, position: usize) -> usize {
        let values = self.values[position];
        self.moves[position].len().checked_div(values).unwrap_or(0)
    }

    /// Whether another constraint has the same futures: the same values satisfy both. Nothing that is left is dead, so both must go on or end together.
    pub(crate) fn same_as(&self, other: &Futures) -> bool {
        let mut pairs = HashSet::from([(0, 0)]);
        for (position, &values) in self.values.iter().enumerate() {
            let mut next = HashSet::new();
            for (one, two) in pairs {
                for value in 0..values {
                    let after = (
                        self.after(position, one, value),
                        other.after(position, two, value),
                    );
                    match after {
                        (DEAD, DEAD) => {}
                        (DEAD, _) | (_, DEAD) => return false,
                        _ => {
                            next.insert(after);
                        }
                    }
                }
            }
            pairs = next;
        }
        self.values == other.values
    }

    /// Gives beginnings with equal moves one number, from the last variable to the first.
    fn unite(&mut self) {
        let mut renamed = vec![0];
        for (moves, &values) in self.moves.iter_mut().zip(&self.values).rev() {
            let rename = |&to: &u32| renamed.get(to as usize).copied().unwrap_or(DEAD);
            let mut numbers: HashMap<Vec<u32>, u32> = HashMap::new();
            let mut kept = Vec::new();
            let mut names = Vec::new();
            for row in moves.chunks(values.max(1)) {
                let row: Vec<u32> = row.iter().map(rename).collect();
                let fresh = numbers.len() as u32;
                names.push(if row.iter().all(|&to| to == DEAD) {
                    DEAD
                } else {
                    *numbers.entry(row).or_insert_with_key(|row| {
                        kept.extend_from_slice(row);
                        fresh
                    })
                });
            }
            *moves = kept;
            renamed = names;
        }
        // A constraint that nothing satisfies has no future from the start.
        if let (Some(first), Some(&values)) = (self.moves.first_mut(), self.values.first())
            && first.is_empty()
        {
            *first = vec![DEAD; values];
        }
    }
}
