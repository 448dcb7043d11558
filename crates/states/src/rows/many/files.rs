//! The files of the workers: read again where a search was stopped, and gathered into one at the end.

use std::cell::RefCell;
use std::io;
use std::path::Path;
use std::rc::Rc;

use super::share::{PIECE, Share};
use crate::many::flow::{Ended, Flow};
use crate::rows::build::whole_levels;
use crate::rows::count::Found;
use crate::rows::log::{
    LevelReader, LevelWriter, Next, PIECE_ROWS, Part, partial, read_rows, split_rows,
};
use crate::store::StoreError;

/// Pieces of a level that are gathered at a time.
const PIECES_AT_ONCE: usize = 256;

/// Reads the levels that all workers have in their files, and goes on with the file.
pub(super) fn share_levels(
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
    let common = Share::least(share, whole.into(), flow)? as u32;
    if common == 0 {
        return Ok(LevelWriter::create(file, name, &orbits.puzzle).map_err(io)?);
    }
    let (_, end) = whole_levels(LevelReader::open(&partial(file))?, common)?;
    let mut reader = LevelReader::open(&partial(file))?;
    for distance in 0..common {
        let found = {
            let mut share = share.borrow_mut();
            share.rows.begin(distance);
            let found = replay_level(&mut reader, &mut share, distance, workers)?;
            share.rows.end();
            found
        };
        levels.push(Share::agree(share, found, flow)?);
        flow.end_round()?;
    }
    Ok(LevelWriter::resume(file, end).map_err(io)?)
}

fn replay_level(
    reader: &mut LevelReader,
    share: &mut Share,
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
                let open = |share: &Share, row: usize, open: &mut [u64]| {
                    share.rows.open(row / workers, open)
                };
                let size = (n, share.orbits.rows());
                read_rows(&piece, size, share, open, |share, row, bits| {
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
pub(super) fn gather(
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
