//! The search over a table by rows: level after level, resumed where it stopped.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::count::Found;
use super::level::{Level, RowMoves, each_row, neighbours, pack};
use super::log::{LevelReader, LevelWriter, Next, PIECE_ROWS, Part, partial, put_row, read_rows};
use super::orbits::Orbits;
use super::{Rows, memory, words};
use crate::breadth::{BuildError, BuildOptions, enough_memory};
use crate::keep::{Keep, Keeper};
use crate::progress::Clock;
use crate::signed::{Signed, SignedForm, SignedPuzzle};
use crate::space::StateSpace;
use crate::store::StoreError;
use crate::table::{Codes, DistanceTable};

/// Pieces of a level that are found before they are written.
const PIECES_AT_ONCE: usize = 16;

/// The distances of all boards of a space that is a signed permutation puzzle;
/// written to a file level by level, if one is named.
pub(crate) fn build_rows<S: StateSpace>(
    space: &S,
    form: &dyn SignedForm<S::State>,
    options: &BuildOptions<'_>,
    file: Option<&Path>,
) -> Result<DistanceTable, StoreError> {
    let offer = offering(space, form);
    let (search, log) = search(&space.name(), form.puzzle(), options, &offer, file)?;
    let mut kept = search.kept;
    kept.sort_unstable();
    if let Some(log) = log {
        log.finish(options.keep, &kept)?;
    }
    Ok(DistanceTable {
        name: space.name(),
        len: space.len(),
        codes: Codes::Rows(search.rows.finish()),
        by_distance: search.found.iter().map(|found| found.boards).collect(),
        orbits: search.found.iter().map(|found| found.orbits).collect(),
        keep: options.keep,
        kept,
    })
}

/// Writes the file of a table that exists, by searching again: remainders do not
/// tell levels apart.
pub(crate) fn save_rows(
    path: &Path,
    name: &str,
    puzzle: &SignedPuzzle,
    keep: Option<Keep>,
    kept: &[u64],
) -> Result<(), StoreError> {
    let options = BuildOptions::default();
    let nothing = |_: &Orbits, _: &mut Keeper, _: usize, _: &[u64]| {};
    match search(name, puzzle, &options, &nothing, Some(path))? {
        (_, Some(log)) => log.finish(keep, kept),
        (_, None) => Ok(()),
    }
}

/// All levels.
fn search<'a>(
    name: &str,
    puzzle: &SignedPuzzle,
    options: &'a BuildOptions<'a>,
    offer: &'a Offer<'a>,
    file: Option<&'a Path>,
) -> Result<(Search<'a>, Option<Log<'a>>), StoreError> {
    let boards = puzzle.boards();
    let moves = puzzle.moves().len();
    let clock = Clock::new(boards, moves, options.progress, options.cancel);
    // A file that cannot be used is told before the work.
    let resumed = match file {
        Some(file) => Some(Resumed::open(file, name, puzzle)?),
        None => None,
    };
    let orbits = Orbits::new(puzzle, &clock).ok_or(BuildError::Cancelled(0))?;
    let mut search = Search {
        rows: Rows::new(Arc::new(orbits), &clock).ok_or(BuildError::Cancelled(0))?,
        steps: RowMoves::new(puzzle),
        clock,
        found: Vec::new(),
        front: None,
        kept: Vec::new(),
        options,
        offer,
    };
    let mut log = match resumed {
        Some(resumed) => Some(resumed.go_on(&mut search)?),
        None => None,
    };
    if search.found.is_empty() {
        search.goal(log.as_mut())?;
    }
    while search.clock.found < boards {
        let distance = search.found.len() as u32;
        if search.level(distance, log.as_mut())?.boards == 0 {
            break;
        }
    }
    Ok((search, log))
}

/// Offers all boards that these of a row stand for. A board's number in the
/// space is that of its permutation, then its turned tiles.
pub(crate) type Offer<'a> = dyn Fn(&Orbits, &mut Keeper, usize, &[u64]) + Sync + 'a;

pub(crate) fn offering<'a, S: StateSpace>(
    space: &'a S,
    form: &'a dyn SignedForm<S::State>,
) -> impl Fn(&Orbits, &mut Keeper, usize, &[u64]) + Sync + 'a {
    let n = form.puzzle().tiles();
    move |orbits, keeper, row, bits| {
        let upright = orbits.board(row, 0);
        let images: Vec<Signed> = orbits.images(upright).collect();
        for (map, image) in images.iter().enumerate() {
            if images[..map].contains(image) {
                continue;
            }
            let first = space.rank(&form.state(image));
            if !keeper.has_room_for(first, n) {
                continue;
            }
            super::count::each_number(bits, |number| {
                let board = orbits.board(row, number);
                let carried = orbits.carry(&board, super::orbits::Map(map));
                keeper.offer(first | u64::from(carried.turned));
            });
        }
    }
}

struct Search<'a> {
    rows: Rows,
    steps: RowMoves,
    clock: Clock<'a>,
    found: Vec<Found>,
    /// The last level, while it is small, as packed boards.
    front: Option<Vec<u64>>,
    kept: Vec<u64>,
    options: &'a BuildOptions<'a>,
    offer: &'a Offer<'a>,
}

/// The file that levels are written to.
struct Log<'a> {
    writer: LevelWriter,
    path: &'a Path,
}

impl Log<'_> {
    fn finish(self, keep: Option<Keep>, kept: &[u64]) -> Result<(), StoreError> {
        let path = self.path.display().to_string();
        let finished = self.writer.finish(keep, kept);
        finished.map_err(|error| StoreError::Io { path, error })
    }

    fn told<T>(&self, done: io::Result<T>) -> Result<T, StoreError> {
        done.map_err(|error| StoreError::Io {
            path: self.path.display().to_string(),
            error,
        })
    }
}

impl Search<'_> {
    fn tiles(&self) -> usize {
        self.rows.orbits.puzzle.tiles()
    }

    fn keeper(&self, distance: u32) -> Keeper {
        Keeper::new(self.options.keep, distance)
    }

    fn goal(&mut self, log: Option<&mut Log<'_>>) -> Result<(), StoreError> {
        let n = self.tiles();
        let (row, number) = self.rows.orbits.locate(&Signed::identity(n));
        let found = self.settle(vec![pack(row, number, n)], 0, log)?;
        debug_assert_eq!(found.boards, 1);
        Ok(())
    }

    fn level(&mut self, distance: u32, log: Option<&mut Log<'_>>) -> Result<Found, StoreError> {
        // A pull looks up every move of every row, and pays for each row it reads;
        // a push sorts a word for every move of every board.
        let few = self.rows.orbits.rows() / 12;
        match self.front.take() {
            Some(front) if front.len() <= few => self.push(&front, distance, log),
            _ => self.pull(distance, log),
        }
    }

    fn push(
        &mut self,
        front: &[u64],
        distance: u32,
        log: Option<&mut Log<'_>>,
    ) -> Result<Found, StoreError> {
        let (rows, clock, n) = (&self.rows, &self.clock, self.tiles());
        let mut reached: Vec<u64> = front
            .par_chunks(64)
            .flat_map_iter(|boards| {
                let go_on = !clock.stopped();
                let boards = boards.iter().filter(move |_| go_on);
                boards
                    .flat_map(|&board| neighbours(&rows.orbits, board))
                    .filter(|&(row, number)| {
                        let at = row * words(n) + usize::from(number) / 64;
                        (rows.last[at] | rows.next[at]) >> (number % 64) & 1 == 0
                    })
                    .map(|(row, number)| pack(row, number, n))
            })
            .collect();
        if self.clock.cancelled() {
            return Err(BuildError::Cancelled(distance).into());
        }
        reached.par_sort_unstable();
        reached.dedup();
        self.settle(reached, distance, log)
    }

    /// Gives a sorted list of boards their distance.
    fn settle(
        &mut self,
        boards: Vec<u64>,
        distance: u32,
        log: Option<&mut Log<'_>>,
    ) -> Result<Found, StoreError> {
        let (n, mut found) = (self.tiles(), Found::default());
        let mut keeper = self.keeper(distance);
        let mut pieces: Vec<(usize, Vec<u8>)> = Vec::new();
        let mut open = vec![0; words(n)];
        let (rows, offer) = (&mut self.rows, self.offer);
        rows.begin(distance);
        each_row(&boards, n, |row, bits| {
            rows.reach(row, bits, distance);
            found += rows.orbits.found(row, bits);
            if keeper.wanted {
                offer(&rows.orbits, &mut keeper, row, bits);
            }
            if log.is_some() {
                let piece = row / PIECE_ROWS;
                if pieces.last().is_none_or(|(last, _)| *last != piece) {
                    pieces.push((piece, Vec::new()));
                }
                if let Some((_, bytes)) = pieces.last_mut() {
                    rows.open(row, &mut open);
                    put_row(bytes, row, bits, &open);
                }
            }
        });
        if let Some(log) = log
            && found.boards > 0
        {
            let writer = &mut log.writer;
            let mut write = || {
                writer.begin(distance);
                for (_, piece) in &pieces {
                    writer.piece(piece)?;
                }
                writer.end_level(distance, found)
            };
            let written = write();
            log.told(written)?;
        }
        self.front = Some(boards);
        self.finish_level(found, keeper);
        Ok(found)
    }

    fn pull(&mut self, distance: u32, mut log: Option<&mut Log<'_>>) -> Result<Found, StoreError> {
        self.rows.begin(distance);
        if let Some(log) = &mut log {
            log.writer.begin(distance);
        }
        let n = self.tiles();
        let last = self.found.last().map_or(0, |found| found.boards);
        let share = last as f64 / self.rows.orbits.puzzle.boards() as f64;
        let (clock, keep, offer) = (&self.clock, self.options.keep, self.offer);
        let orbits = Arc::clone(&self.rows.orbits);
        let level = Level {
            orbits: &orbits,
            last: &self.rows.last,
            flags: &self.rows.flags,
            steps: &self.steps,
            distance,
            moves_between_looks: Level::looks(n, orbits.puzzle.moves().len(), share),
        };
        let total = orbits.rows();
        let (done, writes) = (AtomicU64::new(0), log.is_some());
        let mut found = Found::default();
        let mut keeper = Keeper::new(keep, distance);
        let pieces = total.div_ceil(PIECE_ROWS);
        // All at once if nothing is written: then nobody waits for the slowest.
        let at_once = if writes { PIECES_AT_ONCE } else { pieces };
        let piece_words = PIECE_ROWS * words(n);
        let pull = |(piece, next): (usize, &mut [u64])| {
            let (mut found, mut bytes) = (Found::default(), Vec::new());
            let mut keeper = Keeper::new(keep, distance);
            let mut from = piece * PIECE_ROWS;
            for next in next.chunks_mut(ROWS_BETWEEN_LOOKS * words(n)) {
                let to = from + next.len() / words(n);
                if clock.cancelled() {
                    break;
                }
                level.pull(from..to, next, &mut |row, new, open| {
                    found += orbits.found(row, new);
                    if keeper.wanted {
                        offer(&orbits, &mut keeper, row, new);
                    }
                    if writes {
                        put_row(&mut bytes, row, new, open);
                    }
                });
                let rows = (to - from) as u64;
                let done = done.fetch_add(rows, Ordering::Relaxed) + rows;
                clock.report(done, total as u64);
                from = to;
            }
            (found, keeper, bytes)
        };
        let windows = self.rows.next.chunks_mut(at_once * piece_words);
        for (first, window) in (0..).step_by(at_once).zip(windows) {
            let some: Vec<(Found, Keeper, Vec<u8>)> = window
                .par_chunks_mut(piece_words)
                .enumerate()
                .map(|(piece, next)| pull((first + piece, next)))
                .collect();
            if clock.cancelled() {
                return Err(BuildError::Cancelled(distance).into());
            }
            for (more, kept, bytes) in some {
                found += more;
                keeper = keeper.merge(kept);
                if let Some(log) = &mut log {
                    let written = log.writer.piece(&bytes);
                    log.told(written)?;
                }
            }
        }
        if let Some(log) = log {
            let ended = log.writer.end_level(distance, found);
            log.told(ended)?;
        }
        self.front = None;
        self.finish_level(found, keeper);
        Ok(found)
    }

    fn finish_level(&mut self, found: Found, keeper: Keeper) {
        if found.boards == 0 {
            return;
        }
        if keeper.wanted {
            self.kept = keeper.states();
        }
        self.rows.end();
        self.found.push(found);
        self.clock.next_level(found.boards);
    }
}

/// Rows between two looks at the clock.
const ROWS_BETWEEN_LOOKS: usize = 256;

/// A file of an earlier search that was stopped, or a new one.
struct Resumed<'a> {
    path: &'a Path,
    log: Result<LevelReader, LevelWriter>,
}

impl<'a> Resumed<'a> {
    fn open(path: &'a Path, name: &str, puzzle: &SignedPuzzle) -> Result<Self, StoreError> {
        let beside = partial(path);
        let log = match LevelReader::open(&beside) {
            Ok(reader) if reader.name == name && reader.puzzle == *puzzle => Ok(reader),
            Ok(reader) => {
                return Err(StoreError::OtherSpace {
                    path: beside.display().to_string(),
                    found: reader.name,
                    wanted: name.to_owned(),
                });
            }
            Err(StoreError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                let created = LevelWriter::create(path, name, puzzle);
                Err(created.map_err(|error| StoreError::Io {
                    path: path.display().to_string(),
                    error,
                })?)
            }
            Err(error) => return Err(error),
        };
        Ok(Resumed { path, log })
    }

    /// Puts the levels of the file into the table.
    fn go_on(self, search: &mut Search<'_>) -> Result<Log<'a>, StoreError> {
        let path = self.path;
        let io = |error| StoreError::Io {
            path: path.display().to_string(),
            error,
        };
        let writer = match self.log {
            Err(writer) => writer,
            Ok(reader) => {
                let (levels, whole) = whole_levels(reader, u32::MAX)?;
                let mut reader = LevelReader::open(&partial(path))?;
                let (keep, offer) = (search.options.keep, search.offer);
                let (found, kept) = (&mut search.found, &mut search.kept);
                let (rows, clock) = (&mut search.rows, &search.clock);
                let levels = Some(levels);
                replay(
                    &mut reader,
                    rows,
                    clock,
                    levels,
                    keep,
                    Some(offer),
                    |level, keeper| {
                        found.push(level);
                        if keeper.wanted {
                            *kept = keeper.states();
                        }
                    },
                )?;
                for level in &search.found {
                    search.clock.next_level(level.boards);
                }
                LevelWriter::resume(path, whole).map_err(io)?
            }
        };
        Ok(Log { writer, path })
    }
}

/// How many levels of a file are whole, but at most so many, and with which byte
/// they end. A file that is damaged, not only cut short, is an error.
pub(crate) fn whole_levels(
    mut reader: LevelReader,
    at_most: u32,
) -> Result<(u32, u64), StoreError> {
    let mut whole = (0, reader.at());
    while whole.0 < at_most
        && let Next::Level(distance) = reader.next()?
    {
        if distance != whole.0 {
            return Err(reader.damaged("the order of the levels"));
        }
        loop {
            match reader.part(distance)? {
                Part::Rows(_) => {}
                Part::End(_) => break,
                Part::Cut => return Ok(whole),
            }
        }
        whole = (distance + 1, reader.at());
    }
    Ok(whole)
}

/// What a file says after its levels: the states that are kept.
pub(crate) type Ending = Option<(Option<Keep>, Vec<u64>)>;

/// Puts so many levels of a file, or all of a complete one, into a table without
/// any.
pub(crate) fn replay(
    reader: &mut LevelReader,
    rows: &mut Rows,
    clock: &Clock<'_>,
    levels: Option<u32>,
    keep: Option<Keep>,
    offer: Option<&Offer<'_>>,
    mut level_read: impl FnMut(Found, Keeper),
) -> Result<Ending, StoreError> {
    let n = rows.orbits.puzzle.tiles();
    let mut next_distance = 0;
    while levels.is_none_or(|levels| next_distance < levels) {
        let distance = match reader.next()? {
            Next::Level(distance) if distance == next_distance => distance,
            Next::Level(_) => return Err(reader.damaged("the order of the levels")),
            Next::End(keep, kept) => return Ok(Some((keep, kept))),
            Next::Cut => return Err(reader.damaged("cut short")),
        };
        rows.begin(distance);
        let mut keeper = Keeper::new(keep, distance);
        let mut found = Found::default();
        loop {
            if clock.stopped() {
                return Err(BuildError::Cancelled(distance).into());
            }
            match reader.part(distance)? {
                Part::Rows(piece) => {
                    let size = (n, rows.orbits.rows());
                    read_rows(&piece, size, rows, Rows::open, |rows, row, bits| {
                        rows.reach(row, bits, distance);
                        found += rows.orbits.found(row, bits);
                        if let Some(offer) = offer
                            && keeper.wanted
                        {
                            offer(&rows.orbits, &mut keeper, row, bits);
                        }
                    })
                    .ok_or_else(|| reader.damaged("a row"))?;
                }
                Part::End(stated) if stated == found => break,
                Part::End(_) => return Err(reader.damaged("the number of boards")),
                Part::Cut => return Err(reader.damaged("cut short")),
            }
        }
        rows.end();
        level_read(found, keeper);
        next_distance += 1;
    }
    Ok(None)
}

/// A complete file as a table, with the states that are to be kept if the file
/// has others.
pub(crate) fn load_rows(
    path: &Path,
    name: &str,
    wish: Option<(Keep, &Offer<'_>)>,
) -> Result<DistanceTable, StoreError> {
    let mut reader = LevelReader::open(path)?;
    if reader.name != name {
        return Err(StoreError::OtherSpace {
            path: path.display().to_string(),
            found: reader.name,
            wanted: name.to_owned(),
        });
    }
    enough_memory(reader.puzzle.boards(), memory(&reader.puzzle), None)?;
    let clock = Clock::new(1, 1, None, None);
    let orbits = Orbits::new(&reader.puzzle, &clock).ok_or(BuildError::Cancelled(0))?;
    let mut rows = Rows::new(Arc::new(orbits), &clock).ok_or(BuildError::Cancelled(0))?;
    let (mut levels, mut offered) = (Vec::new(), Vec::new());
    let (keep, offer) = wish.unzip();
    let ending = replay(
        &mut reader,
        &mut rows,
        &clock,
        None,
        keep,
        offer,
        |found, keeper| {
            levels.push(found);
            if keeper.wanted {
                offered = keeper.states();
            }
        },
    )?;
    let (stored_keep, stored) = ending.unwrap_or_default();
    let (keep, mut kept) = match keep {
        Some(keep) => (Some(keep), offered),
        None => (stored_keep, stored),
    };
    kept.sort_unstable();
    Ok(DistanceTable {
        name: reader.name,
        len: reader.puzzle.boards(),
        codes: Codes::Rows(rows.finish()),
        by_distance: levels.iter().map(|found| found.boards).collect(),
        orbits: levels.iter().map(|found| found.orbits).collect(),
        keep,
        kept,
    })
}
