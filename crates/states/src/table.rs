//! A finished distance table, and the paths that can be read from it.

use std::collections::HashMap;

use crate::keep::{Keep, KeepLevel, KeepOrder};
use crate::rows::RowCodes;
use crate::signed::Signed;
use crate::space::StateSpace;

/// The distance modulo 3 of every state of a space, two bits a state, with the
/// number of states at every distance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DistanceTable {
    pub(crate) name: String,
    pub(crate) len: u64,
    pub(crate) codes: Codes,
    pub(crate) by_distance: Vec<u64>,
    /// Orbits at every distance, where they are known.
    pub(crate) orbits: Vec<u64>,
    pub(crate) keep: Option<Keep>,
    pub(crate) kept: Vec<u64>,
}

/// The codes of all states: 0, 1, 2 the distance modulo 3, 3 not reachable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Codes {
    /// By the numbers of states, low and high bits apart, and the numbers of the
    /// goals in order.
    Plain {
        low: Vec<u64>,
        high: Vec<u64>,
        goals: Vec<u64>,
        /// What the table says of its space, for a checker.
        statement: Vec<u8>,
    },
    /// By rows; the goal is the identity.
    Rows(RowCodes),
}

const UNREACHABLE: u32 = 3;

impl DistanceTable {
    /// The name of the space that this table is of.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of states of the space.
    pub fn states(&self) -> u64 {
        self.len
    }

    /// How many states there are at distance 0, 1, 2, ...
    pub fn by_distance(&self) -> &[u64] {
        &self.by_distance
    }

    /// How many states there are at distance 0, 1, 2, ... up to symmetries and
    /// inversion; empty if the table is not by rows.
    pub fn orbits_by_distance(&self) -> &[u64] {
        &self.orbits
    }

    /// How many states can be reached at all.
    pub fn reachable(&self) -> u64 {
        self.by_distance.iter().sum()
    }

    /// The greatest distance of all.
    pub fn god_number(&self) -> u32 {
        self.by_distance.len().saturating_sub(1) as u32
    }

    /// The mean distance of the states that can be reached.
    pub fn mean(&self) -> f64 {
        let total: u128 = self
            .by_distance
            .iter()
            .enumerate()
            .map(|(distance, &count)| distance as u128 * u128::from(count))
            .sum();
        total as f64 / self.reachable().max(1) as f64
    }

    /// The states that [`Keep`](crate::Keep) asked for, in order of their numbers.
    pub fn kept(&self) -> &[u64] {
        &self.kept
    }

    /// Whether [`kept`](Self::kept) answers this wish, perhaps with more states
    /// than asked for.
    pub(crate) fn grants(&self, wish: Option<Keep>) -> bool {
        let (Some(wish), Some(keep)) = (wish, self.keep) else {
            return wish.is_none();
        };
        let level = |level| match level {
            KeepLevel::Farthest => self.god_number(),
            KeepLevel::At(distance) => distance,
        };
        let whole =
            self.by_distance.get(level(keep.level) as usize) == Some(&(self.kept.len() as u64));
        level(wish.level) == level(keep.level)
            && (whole
                || wish == keep
                || wish.count <= keep.count
                    && wish.order == KeepOrder::Rank
                    && keep.order == KeepOrder::Rank)
    }

    /// The bytes that the table takes in memory.
    pub fn bytes(&self) -> u64 {
        match &self.codes {
            Codes::Plain { low, high, .. } => (low.len() + high.len()) as u64 * 8,
            Codes::Rows(rows) => (rows.low.len() + rows.high.len()) as u64 * 8,
        }
    }

    /// The distance of a state, or `None` if no moves lead from it to a goal.
    pub fn distance<S: StateSpace>(&self, space: &S, state: &S::State) -> Option<u32> {
        self.path(space, state).map(|path| path.len() as u32)
    }

    /// A shortest sequence of moves from a state to a goal.
    pub fn path<S: StateSpace>(&self, space: &S, state: &S::State) -> Option<Vec<usize>> {
        let mut state = state.clone();
        let mut rank = space.rank(&state);
        let mut path = Vec::new();
        if self.code(space, &state, rank) == UNREACHABLE {
            return None;
        }
        while !self.is_goal(space, &state, rank) {
            let (mv, next, next_rank) = self.nearer(space, &state, rank).next()?;
            path.push(mv);
            (state, rank) = (next, next_rank);
        }
        Some(path)
    }

    /// How many shortest sequences of moves lead from a state to a goal; `None`
    /// if none does, or if they are more than fit 128 bits.
    pub fn count_paths<S: StateSpace>(&self, space: &S, state: &S::State) -> Option<u128> {
        let mut layer = HashMap::from([(space.rank(state), 1u128)]);
        if self.code(space, state, space.rank(state)) == UNREACHABLE {
            return None;
        }
        loop {
            // All states of a layer are equally far: one is a goal if all are.
            let goal = |&rank: &u64| self.is_goal(space, &space.unrank(rank), rank);
            if layer.keys().any(goal) {
                return layer
                    .values()
                    .try_fold(0u128, |sum, &ways| sum.checked_add(ways));
            }
            let mut next = HashMap::new();
            for (rank, ways) in layer {
                let state = space.unrank(rank);
                for (_, _, nearer) in self.nearer(space, &state, rank) {
                    let sum: &mut u128 = next.entry(nearer).or_default();
                    *sum = sum.checked_add(ways)?;
                }
            }
            layer = next;
        }
    }

    /// All shortest sequences of moves from a state to a goal, at most `limit`,
    /// in lexicographic order of the move numbers.
    pub fn all_paths<S: StateSpace>(
        &self,
        space: &S,
        state: &S::State,
        limit: usize,
    ) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        let rank = space.rank(state);
        if self.code(space, state, rank) != UNREACHABLE {
            self.collect(space, state, rank, limit, &mut Vec::new(), &mut found);
        }
        found
    }

    fn collect<S: StateSpace>(
        &self,
        space: &S,
        state: &S::State,
        rank: u64,
        limit: usize,
        prefix: &mut Vec<usize>,
        found: &mut Vec<Vec<usize>>,
    ) {
        if found.len() >= limit {
            return;
        }
        if self.is_goal(space, state, rank) {
            found.push(prefix.clone());
            return;
        }
        for (mv, next, next_rank) in self.nearer(space, state, rank) {
            prefix.push(mv);
            self.collect(space, &next, next_rank, limit, prefix, found);
            prefix.pop();
        }
    }

    /// The kept states, one of each orbit under the symmetries of the space:
    /// the one with the smallest number.
    pub fn kept_up_to_symmetry<S: StateSpace>(&self, space: &S) -> Vec<u64> {
        let smallest = |rank: u64| {
            let state = space.unrank(rank);
            (0..space.symmetries())
                .map(|symmetry| space.rank(&space.image(&state, symmetry)))
                .min()
                .unwrap_or(rank)
        };
        let mut orbits: Vec<u64> = self.kept.iter().map(|&rank| smallest(rank)).collect();
        orbits.sort_unstable();
        orbits.dedup();
        orbits
    }

    /// The moves that lead one nearer to the goal.
    fn nearer<'a, S: StateSpace>(
        &'a self,
        space: &'a S,
        state: &'a S::State,
        rank: u64,
    ) -> impl Iterator<Item = (usize, S::State, u64)> + 'a {
        let wanted = (self.code(space, state, rank) + 2) % 3;
        (0..space.moves()).filter_map(move |mv| {
            let next = space.apply(state, mv)?;
            let rank = space.rank(&next);
            (self.code(space, &next, rank) == wanted).then_some((mv, next, rank))
        })
    }

    fn code<S: StateSpace>(&self, space: &S, state: &S::State, rank: u64) -> u32 {
        match &self.codes {
            Codes::Plain { low, high, .. } => {
                let (word, bit) = (rank as usize / 64, rank % 64);
                (low[word] >> bit & 1) as u32 | ((high[word] >> bit & 1) as u32) << 1
            }
            // A table by rows is never read for a space without a signed form.
            Codes::Rows(rows) => space
                .signed_form()
                .map_or(UNREACHABLE, |form| rows.code(&form.signed(state))),
        }
    }

    fn is_goal<S: StateSpace>(&self, space: &S, state: &S::State, rank: u64) -> bool {
        match &self.codes {
            Codes::Plain { goals, .. } => goals.binary_search(&rank).is_ok(),
            Codes::Rows(_) => space
                .signed_form()
                .is_none_or(|form| form.signed(state) == Signed::identity(form.puzzle().tiles())),
        }
    }
}
