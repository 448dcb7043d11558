//! Breadth-first search over a whole space, all processors at once.
//!
//! Small levels are *pushed*: the neighbours of every state of the level are
//! looked up and marked. Once a level is large it pays to *pull*: every state
//! not yet found asks whether one of its neighbours is in the level, and writes
//! only its own bit (Beamer, Asanović, Patterson, "Direction-optimizing
//! breadth-first search", 2012). A space with a signed form has a search of its
//! own (see `rows`).

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use tantalizer_model::clock::THREADS;

use crate::keep::{Keep, Keeper};
use crate::planes::Planes;
use crate::progress::{Clock, Progress};
use crate::rows;
use crate::space::StateSpace;
use crate::store::StoreError;
use crate::table::{Codes, DistanceTable};

/// How to search; the default is all processors, silently.
#[derive(Default, Clone, Copy)]
pub struct BuildOptions<'a> {
    /// The number of threads; all processors if `None`.
    pub threads: Option<usize>,
    /// Some states of one level to keep.
    pub keep: Option<Keep>,
    /// Called a few times a second, from any thread.
    pub progress: Option<&'a (dyn Fn(&Progress) + Sync)>,
    /// The search stops soon after this becomes true.
    pub cancel: Option<&'a AtomicBool>,
    /// Refuse, before starting, a search that needs more bytes than this.
    pub memory_limit: Option<u64>,
}

/// Why there is no table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The caller asked to stop.
    #[error("cancelled at distance {0}")]
    Cancelled(u32),
    /// The search would need too much memory.
    #[error("a table of {states} states needs {} of memory, over the limit of {}", megabytes(*needed), megabytes(*limit))]
    TooLarge {
        /// The number of states.
        states: u64,
        /// The bytes needed.
        needed: u64,
        /// The bytes allowed.
        limit: u64,
    },
    /// The search needs more memory than there is.
    #[error("a table of {states} states needs {} of memory, and only {} are free", megabytes(*needed), megabytes(*available))]
    NotThere {
        /// The number of states.
        states: u64,
        /// The bytes needed.
        needed: u64,
        /// The bytes there are.
        available: u64,
    },
    /// The thread pool could not be made.
    #[error("cannot start threads: {0}")]
    Threads(String),
}

/// As many as it takes, in the unit in which limits are given.
fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1 << 20))
}

/// The bytes that a search over this space works in.
pub fn memory_needed<S: StateSpace>(space: &S) -> u64 {
    match space.signed_form() {
        Some(form) => rows::memory(form.puzzle()),
        None => space.len().div_ceil(64).saturating_mul(3 * 8),
    }
}

/// Refuses what is over the limit, or more than the machine has free.
pub(crate) fn enough_memory(
    states: u64,
    needed: u64,
    limit: Option<u64>,
) -> Result<(), BuildError> {
    if let Some(limit) = limit
        && needed > limit
    {
        return Err(BuildError::TooLarge {
            states,
            needed,
            limit,
        });
    }
    match available_memory() {
        Some(available) if needed > available => Err(BuildError::NotThere {
            states,
            needed,
            available,
        }),
        _ => Ok(()),
    }
}

/// The bytes of memory that the system could give us now, if it tells.
fn available_memory() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find(|l| l.starts_with("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// The distance of every state of the space.
pub fn build<S: StateSpace>(
    space: &S,
    options: &BuildOptions<'_>,
) -> Result<DistanceTable, BuildError> {
    build_to(space, options, None).map_err(|error| match error {
        StoreError::Build(error) => error,
        // Nothing is stored.
        other => BuildError::Threads(other.to_string()),
    })
}

/// The same, kept in a file level by level if the space has a signed form.
pub(crate) fn build_to<S: StateSpace>(
    space: &S,
    options: &BuildOptions<'_>,
    file: Option<&Path>,
) -> Result<DistanceTable, StoreError> {
    enough_memory(space.len(), memory_needed(space), options.memory_limit)?;
    let search = || match space.signed_form() {
        Some(form) => rows::build_rows(space, form, options, file),
        None => Ok(Search::new(space, options).run()?),
    };
    match options.threads.filter(|_| THREADS) {
        None => search(),
        Some(threads) => rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| BuildError::Threads(error.to_string()))?
            .install(search),
    }
}

/// States whose neighbours are looked up between two looks at the clock.
const PUSH_BATCH: usize = 1 << 14;
/// Words of a plane that one task of a plain pull fills.
const PULL_WORDS: usize = 256;

struct Search<'a, S> {
    space: &'a S,
    options: &'a BuildOptions<'a>,
    planes: Planes,
    by_distance: Vec<u64>,
    kept: Vec<u64>,
    clock: Clock<'a>,
}

impl<'a, S: StateSpace> Search<'a, S> {
    fn new(space: &'a S, options: &'a BuildOptions<'a>) -> Self {
        Search {
            space,
            options,
            planes: Planes::new(space.len()),
            by_distance: Vec::new(),
            kept: Vec::new(),
            clock: Clock::new(space.len(), space.moves(), options.progress, options.cancel),
        }
    }

    fn run(mut self) -> Result<DistanceTable, BuildError> {
        let mut goals: Vec<u64> = self
            .space
            .goals()
            .iter()
            .map(|goal| self.space.rank(goal))
            .collect();
        goals.sort_unstable();
        goals.dedup();
        for &goal in &goals {
            self.planes.set(goal, 0);
        }
        let mut keeper = self.keeper(0);
        goals.iter().for_each(|&goal| keeper.offer(goal));
        self.finish_level(goals.len() as u64, keeper);

        let push_up_to = self.space.len() / 32;
        let mut front = Some(goals.clone());
        while self.clock.found < self.space.len() {
            let level = self.by_distance.len() as u32;
            let fresh;
            let keeper;
            match front.take() {
                Some(states) if states.len() as u64 <= push_up_to => {
                    let (next, kept) = self.push(&states, level);
                    fresh = next.len() as u64;
                    keeper = kept;
                    front = Some(next);
                }
                _ => (fresh, keeper) = self.pull(level),
            }
            if self.clock.cancelled() {
                return Err(BuildError::Cancelled(level));
            }
            if fresh == 0 {
                break;
            }
            self.finish_level(fresh, keeper);
        }
        let (low, high) = self.planes.into_codes();
        let mut kept: Vec<u64> = self.kept;
        kept.sort_unstable();
        Ok(DistanceTable {
            name: self.space.name(),
            len: self.space.len(),
            codes: Codes::Plain {
                low,
                high,
                goals,
                statement: self.space.statement(),
            },
            by_distance: self.by_distance,
            orbits: Vec::new(),
            keep: self.options.keep,
            kept,
        })
    }

    fn finish_level(&mut self, fresh: u64, keeper: Keeper) {
        if keeper.wanted {
            self.kept = keeper.states();
        }
        self.by_distance.push(fresh);
        self.clock.next_level(fresh);
    }

    fn keeper(&self, level: u32) -> Keeper {
        Keeper::new(self.options.keep, level)
    }

    fn push(&mut self, front: &[u64], level: u32) -> (Vec<u64>, Keeper) {
        let mut next = Vec::new();
        let mut keeper = self.keeper(level);
        for (batch, states) in front.chunks(PUSH_BATCH).enumerate() {
            if self.clock.cancelled() {
                break;
            }
            let (space, planes) = (self.space, &self.planes);
            let mut reached: Vec<u64> = states
                .par_iter()
                .with_min_len(64)
                .flat_map_iter(|&rank| {
                    let state = space.unrank(rank);
                    (0..space.moves())
                        .filter_map(move |mv| space.apply(&state, mv).map(|s| space.rank(&s)))
                        .filter(|&rank| !planes.has(rank))
                })
                .collect();
            reached.par_sort_unstable();
            reached.dedup();
            for &rank in &reached {
                self.planes.set(rank, level);
                keeper.offer(rank);
            }
            next.append(&mut reached);
            self.clock
                .report(batch as u64 * PUSH_BATCH as u64, front.len() as u64);
        }
        (next, keeper)
    }

    fn pull(&mut self, level: u32) -> (u64, Keeper) {
        let (space, clock) = (self.space, &self.clock);
        let empty = || (0, Keeper::new(self.options.keep, level));
        let (front, next, other) = self.planes.split(level);
        let total = next.len() as u64;
        let done = AtomicU64::new(0);
        next.par_chunks_mut(PULL_WORDS)
            .enumerate()
            .map(|(chunk, words)| {
                let (mut fresh, mut keeper) = empty();
                if clock.cancelled() {
                    return (fresh, keeper);
                }
                for (offset, word) in words.iter_mut().enumerate() {
                    let at = chunk * PULL_WORDS + offset;
                    let first = at as u64 * 64;
                    let in_space = match space.len() - first {
                        0..64 => (1u64 << (space.len() - first)) - 1,
                        _ => !0,
                    };
                    let mut open = !(front[at] | *word | other[at]) & in_space;
                    while open != 0 {
                        let bit = open.trailing_zeros();
                        open &= open - 1;
                        let state = space.unrank(first + u64::from(bit));
                        let near = (0..space.moves()).any(|mv| {
                            space.apply(&state, mv).is_some_and(|neighbour| {
                                let rank = space.rank(&neighbour);
                                front[rank as usize / 64] >> (rank % 64) & 1 == 1
                            })
                        });
                        if near {
                            *word |= 1 << bit;
                            fresh += 1;
                            keeper.offer(first + u64::from(bit));
                        }
                    }
                }
                let words = words.len() as u64;
                clock.report(done.fetch_add(words, Ordering::Relaxed) + words, total);
                (fresh, keeper)
            })
            .reduce(empty, |a, b| (a.0 + b.0, a.1.merge(b.1)))
    }
}
