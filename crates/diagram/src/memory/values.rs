//! Memories made of the values themselves: any constraint by the judge, tables, automata, reification.

use std::sync::Arc;

use tantalizer_model::automaton::Dfa;
use tantalizer_model::{Constraint, Tuples, Var};

use super::{Memory, Scope, memory_of};

/// Any constraint: all values so far, put before the judge at the end.
pub(crate) struct Judged {
    /// Over the positions instead of the variables.
    constraint: Constraint,
    length: usize,
}

impl Judged {
    pub(crate) fn new(constraint: &Constraint, scope: &Scope) -> Self {
        Judged {
            constraint: constraint.with_vars(&|var| Var::from_index(scope.position(var))),
            length: scope.len(),
        }
    }
}

impl Memory for Judged {
    fn start(&self) -> Vec<i32> {
        Vec::new()
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        memory.push(value);
        position + 1 < self.length || self.constraint.holds(memory)
    }
}

/// A table: the rows that agree with all values so far, which lie together once the rows are sorted.
pub(crate) struct Rows {
    rows: Vec<Vec<i32>>,
    allowed: bool,
    last: usize,
}

impl Rows {
    pub(crate) fn new(vars: &[Var], tuples: &Tuples, allowed: bool, scope: &Scope) -> Self {
        let places = scope.places(vars);
        let mut rows: Vec<Vec<i32>> = tuples
            .rows()
            .filter(|row| {
                places
                    .iter()
                    .all(|columns| columns.iter().all(|&c| row[c] == row[columns[0]]))
            })
            .map(|row| places.iter().map(|columns| row[columns[0]]).collect())
            .collect();
        rows.sort_unstable();
        rows.dedup();
        Rows {
            rows,
            allowed,
            last: scope.len() - 1,
        }
    }
}

impl Memory for Rows {
    fn start(&self) -> Vec<i32> {
        vec![0, self.rows.len() as i32]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        // No row is left: a forbidden one cannot come about any more.
        let &[low, high] = &memory[..] else {
            return true;
        };
        let range = &self.rows[low as usize..high as usize];
        let from = low + range.partition_point(|row| row[position] < value) as i32;
        let to = low + range.partition_point(|row| row[position] <= value) as i32;
        if from == to {
            memory.clear();
            return !self.allowed;
        }
        memory.clone_from(&vec![from, to]);
        self.allowed || position < self.last
    }
}

/// An automaton whose word is read in order: its state.
pub(crate) struct Automaton {
    automaton: Arc<Dfa>,
    /// How often each variable is read, one time after another.
    times: Vec<usize>,
}

impl Automaton {
    pub(crate) fn new(vars: &[Var], automaton: Arc<Dfa>, scope: &Scope) -> Self {
        let times = scope.places(vars).iter().map(Vec::len).collect();
        Automaton { automaton, times }
    }
}

impl Memory for Automaton {
    fn start(&self) -> Vec<i32> {
        vec![self.automaton.start() as i32]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        let mut state = memory[0] as usize;
        for _ in 0..self.times[position] {
            match self.automaton.next(state, value) {
                Some(next) => state = next,
                None => return false,
            }
        }
        memory[0] = state as i32;
        position + 1 < self.times.len() || self.automaton.is_accepting(state)
    }
}

/// A reified constraint: the inner memory until its truth is known, and what `by` says.
pub(crate) struct Reified {
    inner: Box<dyn Memory>,
    /// The position in the inner scope, for each position.
    inner_position: Vec<Option<usize>>,
    inner_length: usize,
    by: usize,
}

/// What is known about the inner constraint.
const OPEN: i32 = 0;
const FAILS: i32 = 1;
const HOLDS: i32 = 2;

impl Reified {
    pub(crate) fn new(constraint: &Constraint, by: Var, scope: &Scope) -> Self {
        let inner_scope = scope.within(constraint);
        let inner_position = scope
            .vars
            .iter()
            .map(|&var| {
                let position = inner_scope.position(var);
                (position < inner_scope.len()).then_some(position)
            })
            .collect();
        let inner: Box<dyn Memory> = if inner_scope.len() == 0 {
            Box::new(Known(constraint.holds(&[])))
        } else {
            memory_of(constraint, &inner_scope)
        };
        Reified {
            inner,
            inner_position,
            inner_length: inner_scope.len(),
            by: scope.position(by),
        }
    }
}

impl Memory for Reified {
    fn start(&self) -> Vec<i32> {
        let mut inner = self.inner.start();
        let mut memory = vec![0, OPEN];
        if self.inner_length == 0 {
            memory[1] = if inner == [1] { HOLDS } else { FAILS };
        } else {
            memory.append(&mut inner);
        }
        memory
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        if let Some(inner_position) = self.inner_position[position]
            && memory[1] == OPEN
        {
            let mut inner = memory.split_off(2);
            let possible = self.inner.step(&mut inner, inner_position, value);
            if !possible {
                memory[1] = FAILS;
            } else if inner_position + 1 == self.inner_length {
                memory[1] = HOLDS;
            } else {
                memory.append(&mut inner);
            }
        }
        if position == self.by {
            memory[0] = value;
        }
        if position < self.by {
            return true;
        }
        match (memory[0], memory[1]) {
            (1, FAILS) | (0, HOLDS) => false,
            // Told already, and rightly: nothing more to remember.
            (_, FAILS | HOLDS) => {
                memory[0] = i32::from(memory[1] == HOLDS);
                true
            }
            _ => true,
        }
    }
}

/// A constraint without variables.
struct Known(bool);

impl Memory for Known {
    fn start(&self) -> Vec<i32> {
        vec![i32::from(self.0)]
    }

    fn step(&self, _: &mut Vec<i32>, _: usize, _: i32) -> bool {
        self.0
    }
}
