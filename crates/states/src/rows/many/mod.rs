//! One table on several processes, by timely dataflow.
//!
//! Rows are shared out by their number among all workers (each process has some).
//! Pulling would need the last level of all rows everywhere, so here levels are
//! pushed: an owner sends each of its rows that has boards in the last level once
//! to every worker that owns a row next to it or to its inverse, with the list of
//! moves that lead there; the receiver adds what the row becomes to its own rows.
//! Everything goes through one dataflow, `input -> exchange -> receive -> probe`,
//! and a level is over when the probe says that nothing of it is on the way.
//!
//! Each worker writes its rows level by level to a file of its own. When all are
//! started again they agree, through the same dataflow, on the last level that
//! all have. At the end the files are gathered by the first worker, again through
//! the dataflow, into the same file that one process writes.

mod files;
mod share;
mod worker;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::count::Found;
use super::{Orbits, count_rows, words};
use crate::breadth::{BuildError, BuildOptions, enough_memory};
use crate::many::mesh::{self, Shared};
use crate::many::{Hosts, HostsError};
use crate::progress::Clock;
use crate::signed::SignedPuzzle;
use crate::store::StoreError;
use worker::Job;

/// What several processes found out together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManyLevels {
    /// How many boards are at distance 0, 1, 2, ...
    pub by_distance: Vec<u64>,
    /// The same up to symmetries and inversion.
    pub orbits_by_distance: Vec<u64>,
    /// The bytes that this process sent to others for each of these levels; 0 for
    /// levels that were read from files.
    pub bytes_sent: Vec<u64>,
    /// The bytes that it sent when the table was gathered.
    pub bytes_gathered: u64,
}

/// Why several processes did not find out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ManyError {
    /// The others could not be reached, or are something else.
    #[error(transparent)]
    Hosts(#[from] HostsError),
    /// A process is gone.
    #[error(
        "lost process {process} ({address}): start all processes again to go on from what is stored"
    )]
    Lost {
        /// Its number.
        process: usize,
        /// Where it listened.
        address: String,
    },
    /// A file cannot be used, or the search cannot be done.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The dataflow could not be started.
    #[error("cannot start workers: {0}")]
    Workers(String),
}

impl From<BuildError> for ManyError {
    fn from(error: BuildError) -> Self {
        ManyError::Store(error.into())
    }
}

/// The bytes that each of so many processes works in: its share of the rows with
/// what they gain, and the dense table.
pub fn memory_of_many(puzzle: &SignedPuzzle, processes: usize) -> u64 {
    let rows = count_rows(puzzle);
    let permutations: u64 = (1..=puzzle.tiles() as u64).product();
    let row = 24 * words(puzzle.tiles()) as u64 + 1;
    rows.div_ceil(processes as u64) * row + rows * 5 + 4 * permutations
}

/// Does this process's part of the search. All processes must be started with the
/// same list of hosts, the same number of threads and the same puzzle; if a file
/// is named, the first of them writes the table there, and each of them its
/// levels beside it.
pub fn build_with_many(
    name: &str,
    puzzle: &SignedPuzzle,
    hosts: &Hosts,
    options: &BuildOptions<'_>,
    file: Option<&Path>,
) -> Result<ManyLevels, ManyError> {
    let processes = hosts.addresses.len();
    let needed = memory_of_many(puzzle, processes);
    enough_memory(puzzle.boards(), needed, options.memory_limit)?;
    let moves = puzzle.moves().len();
    let mut clock = Clock::new(puzzle.boards(), moves, options.progress, options.cancel);
    let threads = options.threads.unwrap_or(1).max(1);
    if let Some(file) = file
        && file.exists()
    {
        let path = file.display().to_string();
        return Err(ManyError::Store(StoreError::Exists(path)));
    }
    let shared = Arc::new(Shared::new());
    let stamp = format!("{name}: {threads} threads, {puzzle:?}");
    let sockets = mesh::connect(hosts, crc32fast::hash(stamp.as_bytes()), &shared, &|| {
        clock.stopped()
    })?;
    let orbits = Orbits::new(puzzle, &clock).ok_or(BuildError::Cancelled(0))?;
    let (events, told) = channel();
    let job = Job {
        name: name.to_owned(),
        orbits: Arc::new(orbits),
        file: file.map(PathBuf::from),
        shared: shared.clone(),
        threads,
    };
    let events = std::sync::Mutex::new(events);
    let guards = mesh::start(sockets, hosts.process, threads, move |worker| {
        let events = events.lock().map(|events| events.clone());
        if let Ok(events) = events {
            worker::work(worker, &job, &events);
        }
    })
    .map_err(ManyError::Workers)?;

    let mut levels = ManyLevels {
        by_distance: Vec::new(),
        orbits_by_distance: Vec::new(),
        bytes_sent: Vec::new(),
        bytes_gathered: 0,
    };
    let (mut running, mut sent_before) = (threads, shared.sent());
    let failed = loop {
        if clock.stopped() {
            break Some(BuildError::Cancelled(levels.by_distance.len() as u32).into());
        }
        if let Some(process) = shared.lost() {
            let address = hosts.addresses[process].clone();
            break Some(ManyError::Lost { process, address });
        }
        match told.recv_timeout(Duration::from_millis(50)) {
            Ok(Event::Level(Found { boards, orbits })) => {
                levels.by_distance.push(boards);
                levels.orbits_by_distance.push(orbits);
                levels.bytes_sent.push(shared.sent() - sent_before);
                sent_before = shared.sent();
                clock.next_level(boards);
            }
            Ok(Event::Failed(error)) => break Some(error.into()),
            Ok(Event::Done) => running -= 1,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => running = 0,
        }
        if running == 0 {
            break None;
        }
    };
    if let Some(error) = failed {
        // Others may be gone, so there is nobody to take leave of: the workers stop,
        // and their threads end with the program.
        shared.stop.store(true, Ordering::Relaxed);
        std::mem::forget(guards);
        return Err(error);
    }
    shared.finished.store(true, Ordering::Relaxed);
    drop(guards);
    levels.bytes_gathered = shared.sent() - sent_before;
    Ok(levels)
}

/// What a worker tells.
enum Event {
    /// A level is whole; only the first worker of a process says so.
    Level(Found),
    /// It cannot go on.
    Failed(StoreError),
    /// It is finished.
    Done,
}
