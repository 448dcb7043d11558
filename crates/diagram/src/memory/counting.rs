//! Memories of constraints that count values.

use std::rc::Rc;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use tantalizer_model::Var;

use super::{Memory, Scope};

/// For each position, the values that a variable from there on may still take, sorted. Positions with the same values share
/// the list.
fn values_to_come(vars: &[Var], scope: &Scope) -> Vec<Rc<[i32]>> {
    let vars: HashSet<Var, FxBuildHasher> = vars.iter().copied().collect();
    let mut to_come: Vec<Rc<[i32]>> = vec![Rc::from([]); scope.len() + 1];
    for position in (0..scope.len()).rev() {
        let later = &to_come[position + 1];
        let own = &scope.values[position];
        to_come[position] = if !vars.contains(&scope.vars[position]) || covers(later, own) {
            Rc::clone(later)
        } else {
            let mut values: Vec<i32> = later.iter().chain(own.iter()).copied().collect();
            values.sort_unstable();
            values.dedup();
            values.into()
        };
    }
    to_come
}

/// Whether all of `some`, which is sorted, is in the sorted list `all`.
fn covers(all: &[i32], some: &[i32]) -> bool {
    let (Some(first), Some(last)) = (some.first(), some.last()) else {
        return true;
    };
    let from = all.partition_point(|value| value < first);
    let to = all.partition_point(|value| value <= last);
    let span = i64::from(*last) - i64::from(*first) + 1;
    // Without gaps there is nothing to compare.
    (to - from) as i64 == span || some.iter().all(|value| all.binary_search(value).is_ok())
}

/// How many of the variables come from each position on, each as often as it occurs.
fn number_to_come(times: &[usize]) -> Vec<i32> {
    let mut to_come = vec![0; times.len() + 1];
    for position in (0..times.len()).rev() {
        to_come[position] = to_come[position + 1] + times[position] as i32;
    }
    to_come
}

/// Puts a value into a sorted list; false if it was there.
fn insert(list: &mut Vec<i32>, value: i32) -> bool {
    match list.binary_search(&value) {
        Ok(_) => false,
        Err(at) => {
            list.insert(at, value);
            true
        }
    }
}

/// All different: the used values that a later variable could take.
pub(crate) struct AllDifferent {
    to_come: Vec<Rc<[i32]>>,
    repeated: bool,
}

impl AllDifferent {
    pub(crate) fn new(vars: &[Var], scope: &Scope) -> Self {
        AllDifferent {
            to_come: values_to_come(vars, scope),
            repeated: vars.len() > scope.len(),
        }
    }
}

impl Memory for AllDifferent {
    fn start(&self) -> Vec<i32> {
        Vec::new()
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        if self.repeated || !insert(memory, value) {
            return false;
        }
        let to_come = &self.to_come[position + 1];
        memory.retain(|value| to_come.binary_search(value).is_ok());
        // As many values must be left as there are variables to come.
        let variables = self.to_come.len() - 2 - position;
        to_come.len() - memory.len() >= variables
    }
}

/// All equal: the value.
pub(crate) struct AllEqual;

impl Memory for AllEqual {
    fn start(&self) -> Vec<i32> {
        Vec::new()
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        if position == 0 {
            memory.push(value);
        }
        memory[0] == value
    }
}

/// A count: how often the value occurred, or, before it is known, how often each candidate did.
pub(crate) struct Count {
    times: Vec<usize>,
    to_come: Vec<i32>,
    candidates: Vec<i32>,
    value: usize,
    count: usize,
}

impl Count {
    pub(crate) fn new(vars: &[Var], value: Var, count: Var, scope: &Scope) -> Self {
        let times: Vec<usize> = scope.places(vars).iter().map(Vec::len).collect();
        let value = scope.position(value);
        Count {
            to_come: number_to_come(&times),
            times,
            candidates: scope.values[value].to_vec(),
            value,
            count: scope.position(count),
        }
    }
}

impl Memory for Count {
    fn start(&self) -> Vec<i32> {
        // The count (0 while unknown), then one number for each candidate.
        vec![0; self.candidates.len() + 1]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        let times = self.times[position] as i32;
        if position <= self.value {
            if let Ok(at) = self.candidates.binary_search(&value) {
                memory[at + 1] += times;
            }
        } else if memory[1] == value {
            memory[2] += times;
        }
        if position == self.value {
            // From now on: the count, the value, how often it occurred.
            let at = self.candidates.binary_search(&value).unwrap_or(0);
            let occurred = memory[at + 1];
            memory.truncate(1);
            memory.extend([value, occurred]);
        }
        if position == self.count {
            memory[0] = value;
        }
        if position < self.count || position < self.value {
            return true;
        }
        // Both known: only the difference matters.
        let missing = memory[0].saturating_sub(memory[2]);
        memory[0] = missing;
        memory[2] = 0;
        missing >= 0 && missing <= self.to_come[position + 1]
    }
}

/// Cardinalities: for each value how often it occurred, less the count where that is known.
pub(crate) struct Cardinality {
    values: Vec<i32>,
    times: Vec<usize>,
    to_come: Vec<i32>,
    /// Which counts each variable is.
    counts: Vec<Vec<usize>>,
    /// Where each count becomes known.
    known_at: Vec<usize>,
    closed: bool,
}

impl Cardinality {
    pub(crate) fn new(
        vars: &[Var],
        values: &[i32],
        counts: &[Var],
        closed: bool,
        scope: &Scope,
    ) -> Self {
        let times: Vec<usize> = scope.places(vars).iter().map(Vec::len).collect();
        Cardinality {
            values: values.to_vec(),
            to_come: number_to_come(&times),
            times,
            counts: scope.places(counts),
            known_at: scope.positions(counts),
            closed,
        }
    }
}

impl Memory for Cardinality {
    fn start(&self) -> Vec<i32> {
        vec![0; self.values.len()]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        if self.times[position] > 0 {
            match self.values.iter().position(|&counted| counted == value) {
                Some(at) => memory[at] += self.times[position] as i32,
                None if self.closed => return false,
                None => {}
            }
        }
        for &at in &self.counts[position] {
            // A count beyond all bounds is as wrong as any; this keeps the difference within bounds.
            memory[at] = memory[at].saturating_sub(value);
        }
        let to_come = self.to_come[position + 1];
        let mut missing = 0;
        for (&surplus, &known_at) in memory.iter().zip(&self.known_at) {
            if known_at <= position {
                if surplus > 0 || surplus < -to_come {
                    return false;
                }
                missing -= surplus;
            }
        }
        missing <= to_come
    }
}

/// The number of different values: those seen that may come again, and how many there were, less
/// the count where that is known.
pub(crate) struct DifferentValues {
    among: Vec<bool>,
    variables_to_come: Vec<i32>,
    to_come: Vec<Rc<[i32]>>,
    count: usize,
}

impl DifferentValues {
    pub(crate) fn new(vars: &[Var], count: Var, scope: &Scope) -> Self {
        let times: Vec<usize> = scope
            .places(vars)
            .iter()
            .map(|places| usize::from(!places.is_empty()))
            .collect();
        DifferentValues {
            among: times.iter().map(|&times| times > 0).collect(),
            variables_to_come: number_to_come(&times),
            to_come: values_to_come(vars, scope),
            count: scope.position(count),
        }
    }
}

impl Memory for DifferentValues {
    fn start(&self) -> Vec<i32> {
        vec![0]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        let mut seen = memory.split_off(1);
        if self.among[position] && insert(&mut seen, value) {
            memory[0] += 1;
        }
        if position == self.count {
            memory[0] = memory[0].saturating_sub(value);
        }
        let to_come = &self.to_come[position + 1];
        seen.retain(|value| to_come.binary_search(value).is_ok());
        let unseen = (to_come.len() - seen.len()) as i32;
        memory.append(&mut seen);
        let most = unseen.min(self.variables_to_come[position + 1]);
        position < self.count || (memory[0] <= 0 && -memory[0] <= most)
    }
}
