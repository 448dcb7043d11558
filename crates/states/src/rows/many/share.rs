//! The rows of one worker: what it sends of them, what it does with what it receives, and how a level is settled.

use std::cell::RefCell;
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use crate::many::flow::{Ended, Flow};
use crate::rows::bits::each_exchange;
use crate::rows::count::{Found, each_number};
use crate::rows::log::{LevelWriter, PIECE_ROWS, put_row, read_rows, split_rows};
use crate::rows::{Orbits, Rows, words};
use crate::signed::{Packed, Signed, spread};
use crate::store::StoreError;

/// The first byte of a message.
const ROWS: u8 = 0;
const COUNTS: u8 = 1;
pub(super) const PIECE: u8 = 2;

/// Bytes of rows that make a message.
const BATCH: usize = 1 << 16;
/// Rows with fewer boards are carried board by board.
const FEW: usize = 12;
/// Added to the number of a move that is done to the inverse.
const INVERSE: u8 = 0x80;

/// The rows of one worker: every `workers`-th, from its own number on.
pub(super) struct Share {
    pub(super) orbits: Arc<Orbits>,
    pub(super) me: usize,
    pub(super) workers: usize,
    pub(super) rows: Rows,
    /// What each row gains at this level.
    gained: Vec<u64>,
    /// Sums of what the workers tell.
    counts: [u64; 2],
    least: u64,
    /// Rows on their way to the gathered file.
    pub(super) pieces: Vec<Vec<u8>>,
}

impl Share {
    /// The rows of this worker, none of them with boards.
    pub(super) fn new(
        orbits: &Arc<Orbits>,
        (me, workers): (usize, usize),
        stopped: impl Fn() -> bool,
    ) -> Option<Self> {
        let count = (orbits.rows() + workers - 1 - me) / workers;
        Some(Share {
            rows: Rows::with_rows(orbits.clone(), count, stopped)?,
            gained: vec![0; words(orbits.puzzle.tiles()) * count],
            orbits: orbits.clone(),
            me,
            workers,
            counts: [0; 2],
            least: u64::MAX,
            pieces: Vec::new(),
        })
    }

    /// The solved board is gained first, by whoever has its row.
    pub(super) fn gain_goal(&mut self) {
        let n = self.orbits.puzzle.tiles();
        let (row, number) = self.orbits.locate(&Signed::identity(n));
        if row % self.workers == self.me {
            let at = row / self.workers * words(n);
            self.gained[at + usize::from(number) / 64] |= 1 << (number % 64);
        }
    }

    /// Tells all workers what this one found, and hears what all found together.
    pub(super) fn agree(
        share: &Rc<RefCell<Share>>,
        found: Found,
        flow: &mut Flow<'_>,
    ) -> Result<Found, Ended> {
        let mut counts = vec![COUNTS];
        counts.extend(found.boards.to_le_bytes());
        counts.extend(found.orbits.to_le_bytes());
        flow.send_to_all(&counts);
        flow.end_round()?;
        let [boards, orbits] = std::mem::take(&mut share.borrow_mut().counts);
        Ok(Found { boards, orbits })
    }

    /// The least number that any worker tells.
    pub(super) fn least(
        share: &Rc<RefCell<Share>>,
        number: u64,
        flow: &mut Flow<'_>,
    ) -> Result<u64, Ended> {
        let number = Found {
            boards: number,
            orbits: 0,
        };
        Share::agree(share, number, flow)?;
        let least = share.borrow().least;
        flow.end_round()?;
        Ok(least)
    }

    /// Sends every row with boards in the last level to the owners of its neighbours.
    pub(super) fn send_level(
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

    pub(super) fn receive(&mut self, message: &[u8]) {
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
            let all_open = |_: &Share, _: usize, open: &mut [u64]| open.fill(!0);
            let size = (n, orbits.rows());
            let read = read_rows(record.1, size, self, all_open, |share, row, bits| {
                let p = orbits.representative(row);
                for &mv in moves {
                    share.receive_row(&orbits, p, bits, mv);
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
    pub(super) fn settle(
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
        self.rows.end();
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
