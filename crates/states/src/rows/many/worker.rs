//! One worker: its rows, what it sends and what it does with what it receives.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::time::Duration;

use timely::dataflow::operators::vec::Map as _;
use timely::dataflow::operators::{Exchange as _, Input as _, Probe as _};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use super::Event;
use super::mesh::Shared;
use crate::rows::bits::each_exchange;
use crate::rows::build::whole_levels;
use crate::rows::count::{Found, each_number};
use crate::rows::log::{
    LevelReader, LevelWriter, Next, PIECE_ROWS, Part, partial, put_row, read_rows, split_rows,
};
use crate::rows::{Orbits, Rows, words};
use crate::signed::{Packed, Signed, spread};
use crate::store::StoreError;

/// What all workers of a process are to do.
pub(super) struct Job {
    pub(super) name: String,
    pub(super) orbits: Arc<Orbits>,
    pub(super) file: Option<PathBuf>,
    pub(super) shared: Arc<Shared>,
    pub(super) threads: usize,
}

/// Works until the table is complete, and tells how it went.
pub(super) fn work(worker: &mut Worker, job: &Job, events: &Sender<Event>) {
    let event = match Share::search(worker, job, events) {
        Ok(()) => Event::Done,
        Err(Ended::Failed(error)) => Event::Failed(error),
        // Whoever stopped us knows.
        Err(Ended::Stopped) => return,
    };
    // Nobody listens any more if the search was given up.
    let _ = events.send(event);
}

/// Why a worker ends early.
enum Ended {
    Failed(StoreError),
    Stopped,
}

impl From<StoreError> for Ended {
    fn from(error: StoreError) -> Self {
        Ended::Failed(error)
    }
}

/// A message: for which worker, and what.
type Message = (u64, Vec<u8>);

/// The first byte of a message.
const ROWS: u8 = 0;
const COUNTS: u8 = 1;
const PIECE: u8 = 2;

/// Bytes of rows that make a message.
const BATCH: usize = 1 << 16;
/// Pieces of a level that are gathered at a time.
const PIECES_AT_ONCE: usize = 256;
/// Rows with fewer boards are carried board by board.
const FEW: usize = 12;
/// Added to the number of a move that is done to the inverse.
const INVERSE: u8 = 0x80;

/// The rows of one worker: every `workers`-th, from its own number on.
struct Share {
    orbits: Arc<Orbits>,
    me: usize,
    workers: usize,
    rows: Rows,
    /// What each row gains at this level.
    gained: Vec<u64>,
    /// Sums of what the workers tell.
    counts: [u64; 2],
    least: u64,
    /// Rows on their way to the gathered file.
    pieces: Vec<Vec<u8>>,
}

/// The dataflow of a worker.
struct Flow<'a> {
    worker: &'a mut Worker,
    shared: &'a Shared,
    input: InputHandle<u64, timely::container::CapacityContainerBuilder<Vec<Message>>>,
    probe: ProbeHandle<u64>,
}

impl Flow<'_> {
    fn send(&mut self, to: usize, bytes: Vec<u8>) {
        self.input.send((to as u64, bytes));
    }

    fn send_to_all(&mut self, bytes: &[u8]) {
        for to in 0..self.worker.peers() {
            self.send(to, bytes.to_vec());
        }
    }

    /// Waits until all that anyone sent in this round has been received. Others may
    /// be first and send what belongs to the next one already: before two rounds
    /// with messages of the same kind comes one with none or with another kind.
    fn end_round(&mut self) -> Result<(), Ended> {
        let next = self.input.time() + 1;
        self.input.advance_to(next);
        while self.probe.less_than(&next) {
            self.worker.step_or_park(Some(Duration::from_millis(20)));
            self.go_on()?;
        }
        Ok(())
    }

    fn go_on(&self) -> Result<(), Ended> {
        let stop = self.shared.stop.load(Ordering::Relaxed) || self.shared.lost().is_some();
        if stop { Err(Ended::Stopped) } else { Ok(()) }
    }
}

impl Share {
    fn search(worker: &mut Worker, job: &Job, events: &Sender<Event>) -> Result<(), Ended> {
        let (me, workers) = (worker.index(), worker.peers());
        let orbits = &job.orbits;
        let count = (orbits.rows() + workers - 1 - me) / workers;
        let words = words(orbits.puzzle.tiles());
        let stopped = || job.shared.stop.load(Ordering::Relaxed);
        let rows = Rows::with_rows(orbits.clone(), count, stopped).ok_or(Ended::Stopped)?;
        let share = Rc::new(RefCell::new(Share {
            orbits: orbits.clone(),
            me,
            workers,
            rows,
            gained: vec![0; words * count],
            counts: [0; 2],
            least: u64::MAX,
            pieces: Vec::new(),
        }));
        let mut input = InputHandle::new();
        let receiver = share.clone();
        let probe = worker.dataflow(|scope| {
            scope
                .input_from(&mut input)
                .container::<Vec<Message>>()
                .exchange(|message: &Message| message.0)
                .map(move |(_, bytes): Message| receiver.borrow_mut().receive(&bytes))
                .probe()
                .0
        });
        let mut flow = Flow {
            worker,
            shared: &job.shared,
            input,
            probe,
        };
        let tells = me % job.threads == 0;
        let tell = |found: Found| {
            if tells {
                let _ = events.send(Event::Level(found));
            }
        };
        let file = job.file.as_ref().map(|file| {
            let mut own = file.as_os_str().to_owned();
            own.push(format!(".worker-{me}-of-{workers}"));
            PathBuf::from(own)
        });
        let mut levels = Vec::new();
        let mut log = match &file {
            None => None,
            Some(file) => {
                let log = share_levels(&share, file, &job.name, &mut flow, &mut levels)?;
                Some(log)
            }
        };
        levels.iter().for_each(|&found| tell(found));
        if levels.is_empty() {
            let n = orbits.puzzle.tiles();
            let (row, number) = orbits.locate(&Signed::identity(n));
            let mut share = share.borrow_mut();
            if row % workers == me {
                let at = row / workers * words;
                share.gained[at + usize::from(number) / 64] |= 1 << (number % 64);
            }
        }
        let mut reached: u64 = levels.iter().map(|found| found.boards).sum();
        while reached < orbits.puzzle.boards() {
            let distance = levels.len() as u32;
            if distance > 0 {
                Share::send_level(&share, distance, &mut flow)?;
                flow.end_round()?;
            }
            let found = share
                .borrow_mut()
                .settle(distance, log.as_mut(), file.as_deref())?;
            let mut counts = vec![COUNTS];
            counts.extend(found.boards.to_le_bytes());
            counts.extend(found.orbits.to_le_bytes());
            flow.send_to_all(&counts);
            flow.end_round()?;
            let [boards, orbits] = std::mem::take(&mut share.borrow_mut().counts);
            let found = Found { boards, orbits };
            if boards == 0 {
                break;
            }
            tell(found);
            reached += boards;
            levels.push(found);
        }
        if let (Some(file), Some(own)) = (&job.file, &file) {
            drop(log);
            gather(&share, file, own, &job.name, &levels, &mut flow)?;
            // What is gathered is no longer needed; it does no harm either.
            let _ = std::fs::remove_file(partial(own));
        }
        flow.end_round()
    }

    /// Sends every row with boards in the last level to the owners of its neighbours.
    fn send_level(
        share: &Rc<RefCell<Share>>,
        distance: u32,
        flow: &mut Flow<'_>,
    ) -> Result<(), Ended> {
        let (orbits, workers, me, count) = {
            let share = share.borrow();
            let count = share.rows.flags.len();
            (share.orbits.clone(), share.workers, share.me, count)
        };
        let n = orbits.puzzle.tiles();
        let mut batches = vec![vec![ROWS]; workers];
        let mut moves: Vec<Vec<u8>> = vec![Vec::new(); workers];
        let mut bits = vec![0; words(n)];
        for local in 0..count {
            if local % 256 == 0 {
                flow.worker.step();
                flow.go_on()?;
            }
            if !share.borrow().rows.last(local, distance, &mut bits) {
                continue;
            }
            let row = local * workers + me;
            let p = orbits.representative(row);
            for (inverse, from) in [(0, p), (INVERSE, p.inverse(n))] {
                for (mv, step) in orbits.puzzle.moves().iter().enumerate() {
                    let (to, _) = orbits.entry(from.after(step.tiles, n).rank(n));
                    moves[to % workers].push(mv as u8 | inverse);
                }
            }
            for (to, moves) in moves.iter_mut().enumerate() {
                if moves.is_empty() {
                    continue;
                }
                let batch = &mut batches[to];
                batch.push(moves.len() as u8);
                batch.append(moves);
                put_row(batch, row, &bits, &bits);
                if batch.len() >= BATCH {
                    flow.send(to, std::mem::replace(batch, vec![ROWS]));
                }
            }
        }
        for (to, batch) in batches.into_iter().enumerate() {
            if batch.len() > 1 {
                flow.send(to, batch);
            }
        }
        Ok(())
    }

    fn receive(&mut self, message: &[u8]) {
        let number = |bytes: &[u8]| {
            let bytes = bytes.first_chunk();
            bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
        };
        match message.split_first() {
            Some((&ROWS, rows)) => self.receive_rows(rows),
            Some((&COUNTS, counts)) if counts.len() == 16 => {
                self.counts[0] += number(&counts[..8]);
                self.counts[1] += number(&counts[8..]);
                self.least = self.least.min(number(&counts[..8]));
            }
            Some((&PIECE, piece)) => self.pieces.push(piece.to_vec()),
            _ => {}
        }
    }

    fn receive_rows(&mut self, mut rest: &[u8]) {
        let orbits = self.orbits.clone();
        let n = orbits.puzzle.tiles();
        while let Some((&count, after)) = rest.split_first() {
            let Some((moves, after)) = after.split_at_checked(count.into()) else {
                return;
            };
            let Some(record) = split_rows(after, n).next() else {
                return;
            };
            rest = &after[record.1.len()..];
            let all_open = |_: usize, open: &mut [u64]| open.fill(!0);
            let read = read_rows(record.1, n, orbits.rows(), all_open, |row, bits| {
                let p = orbits.representative(row);
                for &mv in moves {
                    self.receive_row(&orbits, p, bits, mv);
                }
            });
            if read.is_none() {
                return;
            }
        }
    }

    /// Adds what a move makes of a row, or of its inverse, to the row that it leads to.
    fn receive_row(&mut self, orbits: &Orbits, p: Packed, bits: &[u64], mv: u8) {
        let n = orbits.puzzle.tiles();
        let inverse = mv & INVERSE != 0;
        let from = if inverse { p.inverse(n) } else { p };
        let Some(step) = orbits.puzzle.moves().get(usize::from(mv & !INVERSE)) else {
            return;
        };
        let q = from.after(step.tiles, n);
        let turned = spread(step.turned, |source| from.get(source));
        let (to, map) = orbits.entry(q.rank(n));
        if to % self.workers != self.me {
            return;
        }
        let symmetry = orbits.puzzle.symmetry(map.symmetry());
        // A board with the signs `v` becomes one with the signs `w`: tile `t` there
        // has the sign of `source(t)` here, turned if `turned` says so.
        let tile = |t: usize| {
            let position = symmetry.get(t);
            if map.inverts() {
                q.get(position)
            } else {
                position
            }
        };
        let source = |t: usize| if inverse { p.get(tile(t)) } else { tile(t) };
        let at = to / self.workers * bits.len();
        let gained = &mut self.gained[at..at + bits.len()];
        let boards: usize = bits.iter().map(|word| word.count_ones() as usize).sum();
        if boards <= FEW {
            each_number(bits, |v| {
                let sign = |t| (v >> source(t) ^ turned >> tile(t)) & 1;
                let w = (0..n).fold(0, |w, t| w | sign(t) << t);
                gained[usize::from(w) / 64] |= 1 << (w % 64);
            });
            return;
        }
        // The same for all at once: what is at `w` comes from `v`.
        let (mut image, mut flip) = ([0u8; 16], 0u16);
        for t in 0..n {
            image[source(t)] = t as u8;
            flip |= (turned >> tile(t) & 1) << source(t);
        }
        let image = |t: usize| usize::from(image[t]);
        pulp::Arch::new().dispatch(|| match bits.len() {
            1 => add_carried::<1>(bits, n, image, flip, gained),
            2 => add_carried::<2>(bits, n, image, flip, gained),
            4 => add_carried::<4>(bits, n, image, flip, gained),
            8 => add_carried::<8>(bits, n, image, flip, gained),
            16 => add_carried::<16>(bits, n, image, flip, gained),
            32 => add_carried::<32>(bits, n, image, flip, gained),
            _ => add_carried::<64>(bits, n, image, flip, gained),
        });
    }

    /// Gives what was gained its distance, and writes it.
    fn settle(
        &mut self,
        distance: u32,
        mut log: Option<&mut LevelWriter>,
        file: Option<&Path>,
    ) -> Result<Found, Ended> {
        let n = self.orbits.puzzle.tiles();
        let words = words(n);
        let mut found = Found::default();
        let mut open = vec![0; words];
        let mut piece = (0, Vec::new());
        let told = |written: io::Result<()>| {
            written.map_err(|error| {
                let path = file.map(|file| file.display().to_string());
                let path = path.unwrap_or_default();
                Ended::Failed(StoreError::Io { path, error })
            })
        };
        self.rows.begin(distance);
        if let Some(log) = &mut log {
            log.begin(distance);
        }
        for local in 0..self.rows.flags.len() {
            let row = local * self.workers + self.me;
            let gained = &mut self.gained[local * words..(local + 1) * words];
            if gained.iter().all(|&word| word == 0) {
                continue;
            }
            let mut new = gained.to_vec();
            gained.fill(0);
            for map in self.orbits.kept_by(row) {
                // Where maps keep the row's permutation, they keep the level.
                let mut images = vec![0; words];
                each_number(&new, |number| {
                    let image = self.orbits.carry(&self.orbits.board(row, number), map);
                    images[usize::from(image.turned) / 64] |= 1 << (image.turned % 64);
                });
                new.iter_mut()
                    .zip(images)
                    .for_each(|(new, image)| *new |= image);
            }
            self.rows.open(local, &mut open);
            new.iter_mut()
                .zip(&open)
                .for_each(|(new, open)| *new &= open);
            if new.iter().all(|&word| word == 0) {
                continue;
            }
            self.rows.reach(local, &new, distance);
            found += self.orbits.found(row, &new);
            if let Some(log) = &mut log {
                if row / PIECE_ROWS != piece.0 {
                    told(log.piece(&piece.1))?;
                    piece = (row / PIECE_ROWS, Vec::new());
                }
                self.rows.open(local, &mut open);
                put_row(&mut piece.1, row, &new, &open);
            }
        }
        if let Some(log) = log {
            told(log.piece(&piece.1))?;
            told(log.end_level_always(distance, found))?;
        }
        Ok(found)
    }
}

/// Adds a row, carried by exchanges, to another.
#[inline(always)]
fn add_carried<const W: usize>(
    bits: &[u64],
    n: usize,
    image: impl Fn(usize) -> usize,
    flip: u16,
    gained: &mut [u64],
) {
    let Some(&(mut row)) = bits.first_chunk::<W>() else {
        return;
    };
    each_exchange(n, image, flip, |exchange| exchange.apply(&mut row));
    for (gained, word) in gained.iter_mut().zip(row) {
        *gained |= word;
    }
}

/// Reads the levels that all workers have in their files, and goes on with the file.
fn share_levels(
    share: &Rc<RefCell<Share>>,
    file: &Path,
    name: &str,
    flow: &mut Flow<'_>,
    levels: &mut Vec<Found>,
) -> Result<LevelWriter, Ended> {
    let io = |error| StoreError::Io {
        path: file.display().to_string(),
        error,
    };
    let (orbits, workers) = {
        let share = share.borrow();
        (share.orbits.clone(), share.workers)
    };
    let whole = match LevelReader::open(&partial(file)) {
        Ok(reader) if reader.name != name || reader.puzzle != orbits.puzzle => {
            return Err(Ended::Failed(StoreError::OtherSpace {
                path: partial(file).display().to_string(),
                found: reader.name,
                wanted: name.to_owned(),
            }));
        }
        Ok(reader) => whole_levels(reader, u32::MAX)?.0,
        Err(StoreError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(error) => return Err(error.into()),
    };
    let mut message = vec![COUNTS];
    message.extend(u64::from(whole).to_le_bytes());
    message.extend(0u64.to_le_bytes());
    flow.send_to_all(&message);
    flow.end_round()?;
    let common = {
        let mut share = share.borrow_mut();
        share.counts = [0; 2];
        share.least as u32
    };
    flow.end_round()?;
    if common == 0 {
        return Ok(LevelWriter::create(file, name, &orbits.puzzle).map_err(io)?);
    }
    let (_, end) = whole_levels(LevelReader::open(&partial(file))?, common)?;
    let mut reader = LevelReader::open(&partial(file))?;
    for distance in 0..common {
        let found = {
            let share = share.borrow();
            share.rows.begin(distance);
            replay_level(&mut reader, &share, distance, workers)?
        };
        let mut counts = vec![COUNTS];
        counts.extend(found.boards.to_le_bytes());
        counts.extend(found.orbits.to_le_bytes());
        flow.send_to_all(&counts);
        flow.end_round()?;
        let [boards, orbits] = std::mem::take(&mut share.borrow_mut().counts);
        levels.push(Found { boards, orbits });
        flow.end_round()?;
    }
    Ok(LevelWriter::resume(file, end).map_err(io)?)
}

fn replay_level(
    reader: &mut LevelReader,
    share: &Share,
    distance: u32,
    workers: usize,
) -> Result<Found, StoreError> {
    let n = share.orbits.puzzle.tiles();
    if !matches!(reader.next()?, Next::Level(level) if level == distance) {
        return Err(reader.damaged("the order of the levels"));
    }
    let mut found = Found::default();
    loop {
        match reader.part(distance)? {
            Part::Rows(piece) => {
                let open = |row: usize, open: &mut [u64]| share.rows.open(row / workers, open);
                read_rows(&piece, n, share.orbits.rows(), open, |row, bits| {
                    share.rows.reach(row / workers, bits, distance);
                    found += share.orbits.found(row, bits);
                })
                .ok_or_else(|| reader.damaged("a row"))?;
            }
            Part::End(stated) if stated == found => return Ok(found),
            Part::End(_) => return Err(reader.damaged("the number of boards")),
            Part::Cut => return Err(reader.damaged("cut short")),
        }
    }
}

/// Gathers the files of all workers into one, by the first of them.
fn gather(
    share: &Rc<RefCell<Share>>,
    file: &Path,
    own: &Path,
    name: &str,
    levels: &[Found],
    flow: &mut Flow<'_>,
) -> Result<(), Ended> {
    let io = |error| {
        Ended::Failed(StoreError::Io {
            path: file.display().to_string(),
            error,
        })
    };
    let (orbits, me) = {
        let share = share.borrow();
        (share.orbits.clone(), share.me)
    };
    let n = orbits.puzzle.tiles();
    let mut writer = match me {
        0 => Some(LevelWriter::create(file, name, &orbits.puzzle).map_err(io)?),
        _ => None,
    };
    let mut reader = LevelReader::open(&partial(own))?;
    let pieces = orbits.rows().div_ceil(PIECE_ROWS);
    for (distance, &found) in levels.iter().enumerate() {
        let distance = distance as u32;
        if !matches!(reader.next()?, Next::Level(level) if level == distance) {
            return Err(reader.damaged("the order of the levels").into());
        }
        if let Some(writer) = &mut writer {
            writer.begin(distance);
        }
        let mut next = reader.part(distance)?;
        for first in (0..pieces).step_by(PIECES_AT_ONCE) {
            while let Part::Rows(piece) = &next {
                let row = split_rows(piece, n).next().map_or(0, |record| record.0);
                if row / PIECE_ROWS >= first + PIECES_AT_ONCE {
                    break;
                }
                let mut message = vec![PIECE];
                message.extend(piece);
                flow.send(0, message);
                next = reader.part(distance)?;
            }
            flow.end_round()?;
            if let Some(writer) = &mut writer {
                let pieces = std::mem::take(&mut share.borrow_mut().pieces);
                let mut rows: Vec<(usize, &[u8])> = Vec::new();
                pieces
                    .iter()
                    .for_each(|piece| rows.extend(split_rows(piece, n)));
                rows.sort_unstable_by_key(|&(row, _)| row);
                for piece in rows.chunk_by(|a, b| a.0 / PIECE_ROWS == b.0 / PIECE_ROWS) {
                    let bytes: Vec<&[u8]> = piece.iter().map(|&(_, bytes)| bytes).collect();
                    writer.piece(&bytes.concat()).map_err(io)?;
                }
            }
            flow.end_round()?;
        }
        if let Some(writer) = &mut writer {
            writer.end_level(distance, found).map_err(io)?;
        }
    }
    if let Some(writer) = writer {
        writer.finish(None, &[]).map_err(io)?;
    }
    // Nobody removes its file before the table is there.
    flow.end_round()
}
