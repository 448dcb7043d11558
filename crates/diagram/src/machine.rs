//! A constraint's memories, numbered.
//!
//! The diagram does not carry memories around but their numbers, and moves from number to number by a table. If
//! a constraint has few memories, all of them are found in advance and those with equal futures made one, as in
//! the minimisation of an automaton: then each number stands for a different future, and a memory without any is
//! known to be dead at once. If there are too many, they are numbered as they come up.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::cell::Cell;
use std::rc::Rc;
use tantalizer_model::Watch;

use crate::memory::{Memory, Scope};

/// No way on.
pub(crate) const DEAD: u32 = u32::MAX;
/// A move that nobody has made yet.
const UNKNOWN: u32 = u32::MAX - 1;

/// Values that nobody has looked at yet; where it is the right answer, nothing is lost.
const NOT_LOOKED: u64 = u64::MAX;

/// Masks that leave no way; real ones are shorter.
const NO_WAY: u64 = u64::MAX;

/// A constraint is explored in advance as long as it has no more moves than this.
pub(crate) const MANY_MOVES: usize = 300_000;

/// Nor does it make rows with more cells than this for memories that it has not seen yet.
const MANY_CELLS: usize = 1 << 26;

type Numbers = HashMap<Box<[i32]>, u32, FxBuildHasher>;

/// The memories after some of the variables, by number, and the moves on the next variable.
#[derive(Default)]
struct Level {
    /// How many values the next variable has.
    values: usize,
    /// The number after each memory and value.
    moves: Vec<u32>,
    /// The memories themselves; not kept once all moves are known.
    memories: Vec<Box<[i32]>>,
    numbers: Numbers,
}

/// The bytes that the tables of all machines may still take together.
pub(crate) struct Purse(Cell<Option<u64>>);

impl Purse {
    pub(crate) fn new(bytes: u64) -> Rc<Purse> {
        Rc::new(Purse(Cell::new(Some(bytes))))
    }

    /// Whether somebody needed more than there was. What machines say from then on means nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.get().is_none()
    }

    fn take(&self, bytes: u64) -> bool {
        let left = self.0.get().and_then(|left| left.checked_sub(bytes));
        self.0.set(left);
        left.is_some()
    }

    fn give_back(&self, bytes: u64) {
        self.0.set(self.0.get().map(|left| left + bytes));
    }
}

/// A constraint ready for use in a diagram.
pub(crate) struct Machine {
    levels: Vec<Level>,
    scope: Scope,
    memory: Box<dyn Memory>,
    explored: bool,
    /// For each number before the last variable, which of its values fail, one bit each.
    forbids: Vec<u64>,
    /// What [`Machine::filter`] has found.
    filtered: HashMap<u64, u64, FxBuildHasher>,
    /// Bytes in tables that grow during use.
    grown: u64,
    purse: Rc<Purse>,
}

impl Machine {
    pub(crate) fn new(
        memory: Box<dyn Memory>,
        scope: Scope,
        most_moves: usize,
        purse: &Rc<Purse>,
        watch: &Watch,
    ) -> Self {
        let mut levels: Vec<Level> = scope
            .values
            .iter()
            .map(|values| Level {
                values: values.len(),
                ..Level::default()
            })
            .collect();
        let start = memory.start().into_boxed_slice();
        let first_row = levels.first().map_or(0, |first| 4 * first.values as u64);
        if let Some(first) = levels.first_mut()
            && purse.take(first_row)
        {
            first.moves = vec![UNKNOWN; first.values];
            first.memories.push(start.clone());
            first.numbers.insert(start, 0);
        }
        let mut machine = Machine {
            levels,
            scope,
            memory,
            explored: false,
            forbids: Vec::new(),
            filtered: HashMap::default(),
            grown: first_row,
            purse: Rc::clone(purse),
        };
        if !purse.is_empty() {
            machine.explore(most_moves, watch);
        }
        machine
    }

    /// The number after reading value number `value` of the variable at `position`, or [`DEAD`]. After the last
    /// variable the only number is 0.
    pub(crate) fn next(&mut self, position: usize, number: u32, value: usize) -> u32 {
        let level = &self.levels[position];
        let at = number as usize * level.values + value;
        match level.moves[at] {
            UNKNOWN => self.find(position, number, value),
            known => known,
        }
    }

    /// Whether all moves are known, and each number stands for a different future.
    pub(crate) fn is_explored(&self) -> bool {
        self.explored
    }

    /// Which values of the last variable, of at most 64, fail after `number`: one bit each.
    pub(crate) fn forbids(&mut self, number: u32) -> u64 {
        let at = number as usize;
        if self.forbids.len() <= at {
            let more = 8 * (at + 1 - self.forbids.len()) as u64;
            self.purse.take(more);
            self.grown += more;
            self.forbids.resize(at + 1, NOT_LOOKED);
        }
        if self.forbids[at] == NOT_LOOKED {
            let last = self.levels.len() - 1;
            let mut fails = 0;
            for value in 0..self.levels[last].values {
                if self.next(last, number, value) == DEAD {
                    fails |= 1 << value;
                }
            }
            self.forbids[at] = fails;
        }
        self.forbids[at]
    }

    /// Whether [`Machine::filter`] can be asked from this position on: all moves are known, and masks, number
    /// and position fit into 64 bits.
    pub(crate) fn filters_from(&self, position: usize) -> bool {
        let bits: usize = self.levels[position..].iter().map(|l| l.values).sum();
        self.explored && bits <= 40 && self.width() <= 2 && position < 256
    }

    /// Forward and backward through the moves that the masks leave: the masks with every value added that is part
    /// of no way to the end, or none if there is no way. A mask has a bit for each value that fails; those of the
    /// variables from `position` on lie in `masks` one after another, the first one lowest.
    pub(crate) fn filter(&mut self, position: usize, number: u32, masks: u64) -> Option<u64> {
        let key = (position as u64) << 56 | u64::from(number) << 40 | masks;
        if let Some(&known) = self.filtered.get(&key) {
            return (known != NO_WAY).then_some(known);
        }
        let levels = &self.levels[position..];
        let mut reached: Vec<Vec<u32>> = vec![vec![number]];
        let mut shift = 0;
        for level in levels {
            let mut next = Vec::new();
            for &from in &reached[reached.len() - 1] {
                for value in (0..level.values).filter(|v| masks >> (shift + v) & 1 == 0) {
                    let to = level.moves[from as usize * level.values + value];
                    if to != DEAD && !next.contains(&to) {
                        next.push(to);
                    }
                }
            }
            reached.push(next);
            shift += level.values;
        }
        let mut alive = reached.pop().unwrap_or_default();
        let mut supported = 0;
        for (level, froms) in levels.iter().zip(&reached).rev() {
            shift -= level.values;
            let mut live = Vec::new();
            for &from in froms {
                for value in (0..level.values).filter(|v| masks >> (shift + v) & 1 == 0) {
                    let to = level.moves[from as usize * level.values + value];
                    if to != DEAD && alive.contains(&to) {
                        supported |= 1u64 << (shift + value);
                        if live.last() != Some(&from) {
                            live.push(from);
                        }
                    }
                }
            }
            alive = live;
        }
        let bits: usize = levels.iter().map(|level| level.values).sum();
        let found = if alive.is_empty() {
            NO_WAY
        } else {
            !supported & ((1 << bits) - 1)
        };
        self.purse.take(32);
        self.grown += 32;
        self.filtered.insert(key, found);
        (found != NO_WAY).then_some(found)
    }

    /// How many bytes a number needs.
    pub(crate) fn width(&self) -> usize {
        let most = self.levels.iter().map(|l| l.moves.len() / l.values.max(1));
        match most.max() {
            _ if !self.explored => 4,
            Some(0..=0xff) | None => 1,
            Some(0x100..=0xffff) => 2,
            Some(_) => 4,
        }
    }

    /// Bytes in tables that grow during use.
    pub(crate) fn bytes(&self) -> u64 {
        self.grown
    }

    /// Makes a move for the first time.
    fn find(&mut self, position: usize, number: u32, value: usize) -> u32 {
        let level = &self.levels[position];
        let mut memory = level.memories[number as usize].to_vec();
        let read = self.scope.values[position][value];
        let possible = self.memory.step(&mut memory, position, read);
        let next = match possible {
            false => DEAD,
            true if position + 1 == self.levels.len() => 0,
            true => {
                let level = &mut self.levels[position + 1];
                let fresh = level.memories.len() as u32;
                let memory = memory.into_boxed_slice();
                match level.numbers.get(&memory) {
                    Some(&number) => number,
                    None => {
                        // Twice the memory, the map's entry, the row of moves.
                        let more = 2 * 4 * memory.len() as u64 + 64 + 4 * level.values as u64;
                        if !self.purse.take(more) {
                            return DEAD;
                        }
                        self.grown += more;
                        level.memories.push(memory.clone());
                        level.numbers.insert(memory, fresh);
                        level
                            .moves
                            .resize(level.moves.len() + level.values, UNKNOWN);
                        fresh
                    }
                }
            }
        };
        let level = &mut self.levels[position];
        level.moves[number as usize * level.values + value] = next;
        next
    }

    /// Makes all moves in advance unless there are too many, or no time is left.
    fn explore(&mut self, most_moves: usize, watch: &Watch) {
        let mut moves = 0;
        for position in 0..self.levels.len() {
            let (numbers, values) = (
                self.levels[position].memories.len(),
                self.levels[position].values,
            );
            moves += numbers * values;
            // The rows of what comes next are made before it is known how many of them there are.
            let rows = self.levels.get(position + 1).map_or(0, |next| next.values);
            if moves > most_moves
                || numbers.saturating_mul(values).saturating_mul(rows) > MANY_CELLS
            {
                return;
            }
            for number in 0..numbers {
                // Whoever made the machine looks at the clock as well, and says so.
                if number % 64 == 63 && watch.expired().is_some() {
                    return;
                }
                for value in 0..values {
                    self.next(position, number as u32, value);
                }
                if self.purse.is_empty() {
                    return;
                }
            }
        }
        self.minimise();
        self.explored = true;
        // Of all the tables only the moves are left.
        let left: usize = self.levels.iter().map(|level| level.moves.len()).sum();
        let left = (4 * left as u64).min(self.grown);
        self.purse.give_back(self.grown - left);
        self.grown = 0;
    }

    /// From the last variable to the first, memories with equal moves become one, and those without any dead.
    fn minimise(&mut self) {
        // What the numbers of the following level have become.
        let mut renamed: Vec<u32> = vec![0];
        for level in self.levels.iter_mut().rev() {
            let mut known: HashMap<Vec<u32>, u32, FxBuildHasher> = HashMap::default();
            let mut moves = Vec::new();
            let mut names = Vec::with_capacity(level.memories.len());
            if level.values == 0 {
                names = vec![DEAD; level.memories.len()];
            } else {
                for row in level.moves.chunks_exact(level.values) {
                    let row: Vec<u32> = row
                        .iter()
                        .map(|&to| {
                            if to == DEAD {
                                DEAD
                            } else {
                                renamed[to as usize]
                            }
                        })
                        .collect();
                    if row.iter().all(|&to| to == DEAD) {
                        names.push(DEAD);
                        continue;
                    }
                    let fresh = known.len() as u32;
                    let name = *known.entry(row).or_insert_with_key(|row| {
                        moves.extend_from_slice(row);
                        fresh
                    });
                    names.push(name);
                }
            }
            level.moves = moves;
            level.memories = Vec::new();
            level.numbers = Numbers::default();
            renamed = names;
        }
        // The start itself may be dead: then every first move is.
        if let Some(first) = self.levels.first_mut()
            && renamed[0] == DEAD
        {
            first.moves = vec![DEAD; first.values];
        }
    }
}
