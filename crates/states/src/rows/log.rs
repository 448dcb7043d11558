//! Tables by rows on disk: the levels, one after another.
//!
//! A file is a header (magic, version, the name of the space, the moves as
//! signed permutations, the symmetries), then for each distance the boards at
//! it, row by row, then an end. So one format serves three ends: it is written
//! level by level while the search goes on, and a search that was stopped goes
//! on after the last whole level; it tells every board's distance, not only its
//! remainder; and it can be verified in one pass from the front, because a level
//! must be exactly what is next to the level before and not yet reached.
//! Everything is under CRC-32. `docs/states.md` describes it byte by byte.
//!
//! Rows are written in pieces of [`PIECE_ROWS`] row numbers. In which way a row
//! is written follows from its boards alone, so the same table is the same file,
//! whoever made it.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::count::{Found, each_number};
use super::words;
use crate::keep::Keep;
use crate::signed::{MAX_TILES, Signed, SignedPuzzle};
use crate::store::{
    Fields, HEADER_LIMIT, StoreError, keep_from_words, keep_to_words, put_bytes, put_words,
};

pub(crate) const MAGIC: &[u8; 8] = b"TNTLROWS";
pub(crate) const VERSION: u32 = 1;
/// Row numbers under one checksum.
pub(crate) const PIECE_ROWS: usize = 1 << 12;
const LEVEL: u32 = 0x4c45_5645;
const END: u32 = 0x454e_4421;

/// How the boards of a row at a level are written, after the row number.
const LISTED: u8 = 0;
const BITS: u8 = 1;
const ALL_BUT: u8 = 2;

/// Appends the boards of a row at a level: those that are `new`, listed; or all
/// that were not reached but those that still are not (`open`), listed; or bits.
pub(crate) fn put_row(piece: &mut Vec<u8>, row: usize, new: &[u64], open: &[u64]) {
    let count = |bits: &[u64]| bits.iter().map(|w| w.count_ones() as usize).sum::<usize>();
    let (listed, left) = (count(new), count(open));
    let shorter = listed.min(left);
    piece.extend((row as u32).to_le_bytes());
    if 2 * shorter + 2 >= 8 * new.len() {
        piece.push(BITS);
        new.iter().for_each(|word| piece.extend(word.to_le_bytes()));
        return;
    }
    let (form, bits) = if listed <= left {
        (LISTED, new)
    } else {
        (ALL_BUT, open)
    };
    piece.push(form);
    piece.extend((shorter as u16).to_le_bytes());
    each_number(bits, |number| piece.extend(number.to_le_bytes()));
}

/// The most bytes of a piece.
fn piece_limit(tiles: usize) -> usize {
    PIECE_ROWS * (4 + 1 + 2 + 8 * words(tiles))
}

/// A table being written.
pub(crate) struct LevelWriter {
    file: BufWriter<File>,
    partial: PathBuf,
    path: PathBuf,
    /// A level that begins with the first row that it has.
    begun: Option<u32>,
}

/// Beside the final name, until it is complete.
pub(crate) fn partial(path: &Path) -> PathBuf {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    partial.into()
}

impl LevelWriter {
    /// Begins a file, beside its final name.
    pub(crate) fn create(path: &Path, name: &str, puzzle: &SignedPuzzle) -> io::Result<Self> {
        let partial = partial(path);
        let mut file = BufWriter::with_capacity(1 << 20, File::create(&partial)?);
        let mut header = Vec::new();
        put_bytes(&mut header, name.as_bytes());
        let n = puzzle.tiles();
        put_bytes(&mut header, &[n as u8]);
        let moves = puzzle.moves().iter().flat_map(|mv| {
            (0..n).map(|i| {
                let (tile, over) = mv.at(i);
                tile | u8::from(over) << 7
            })
        });
        put_bytes(&mut header, &moves.collect::<Vec<u8>>());
        let symmetries = (0..puzzle.symmetries()).flat_map(|number| {
            let symmetry = puzzle.symmetry(number);
            (0..n).map(move |i| symmetry.get(i) as u8)
        });
        put_bytes(&mut header, &symmetries.collect::<Vec<u8>>());
        file.write_all(MAGIC)?;
        file.write_all(&VERSION.to_le_bytes())?;
        file.write_all(&(header.len() as u32).to_le_bytes())?;
        file.write_all(&header)?;
        file.write_all(&crc32fast::hash(&header).to_le_bytes())?;
        Ok(LevelWriter {
            file,
            partial,
            path: path.into(),
            begun: None,
        })
    }

    /// Goes on with a file whose first `whole` bytes are whole levels.
    pub(crate) fn resume(path: &Path, whole: u64) -> io::Result<Self> {
        let partial = partial(path);
        let mut file = OpenOptions::new().write(true).open(&partial)?;
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        Ok(LevelWriter {
            file: BufWriter::with_capacity(1 << 20, file),
            partial,
            path: path.into(),
            begun: None,
        })
    }

    /// Begins a level. If no row has boards at it, nothing is written.
    pub(crate) fn begin(&mut self, distance: u32) {
        self.begun = Some(distance);
    }

    /// The rows of one piece, if there are any.
    pub(crate) fn piece(&mut self, piece: &[u8]) -> io::Result<()> {
        if piece.is_empty() {
            return Ok(());
        }
        if let Some(distance) = self.begun.take() {
            self.file.write_all(&LEVEL.to_le_bytes())?;
            self.file.write_all(&distance.to_le_bytes())?;
        }
        self.file.write_all(&(piece.len() as u32).to_le_bytes())?;
        self.file.write_all(&crc32fast::hash(piece).to_le_bytes())?;
        self.file.write_all(piece)
    }

    /// Ends a level; after this it is safe on disk.
    pub(crate) fn end_level(&mut self, distance: u32, found: Found) -> io::Result<()> {
        if self.begun.take().is_some() {
            return Ok(());
        }
        let mut end = Vec::new();
        end.extend(distance.to_le_bytes());
        end.extend(found.boards.to_le_bytes());
        end.extend(found.orbits.to_le_bytes());
        self.file.write_all(&0u32.to_le_bytes())?;
        self.file.write_all(&end)?;
        self.file.write_all(&crc32fast::hash(&end).to_le_bytes())?;
        self.file.flush()?;
        self.file.get_ref().sync_data()
    }

    /// The same where a level may have no rows here but some elsewhere.
    #[cfg(feature = "many")]
    pub(crate) fn end_level_always(&mut self, distance: u32, found: Found) -> io::Result<()> {
        if self.begun.take().is_some() {
            self.file.write_all(&LEVEL.to_le_bytes())?;
            self.file.write_all(&distance.to_le_bytes())?;
        }
        self.end_level(distance, found)
    }

    /// Ends the file and gives it its name.
    pub(crate) fn finish(mut self, keep: Option<Keep>, kept: &[u64]) -> io::Result<()> {
        let mut end = Vec::new();
        put_words(&mut end, &keep_to_words(keep));
        put_words(&mut end, kept);
        self.file.write_all(&END.to_le_bytes())?;
        self.file.write_all(&(end.len() as u32).to_le_bytes())?;
        self.file.write_all(&end)?;
        self.file.write_all(&crc32fast::hash(&end).to_le_bytes())?;
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        std::fs::rename(&self.partial, &self.path)
    }
}

/// A file being read.
pub(crate) struct LevelReader {
    file: BufReader<File>,
    path: String,
    /// The bytes read so far.
    at: u64,
    pub(crate) name: String,
    pub(crate) puzzle: SignedPuzzle,
}

/// What comes next in a file.
pub(crate) enum Next {
    /// The level of this distance: pieces, then its end.
    Level(u32),
    /// The end, with the states that are kept.
    End(Option<Keep>, Vec<u64>),
    /// Nothing, or something cut short: the search was stopped here.
    Cut,
}

/// What comes next in a level.
pub(crate) enum Part {
    /// Some rows, for [`read_rows`].
    Rows(Vec<u8>),
    /// The end of the level.
    End(Found),
    /// Nothing, or something cut short.
    Cut,
}

impl LevelReader {
    /// Opens a file and reads its header. A file of the other format, or of
    /// something else altogether, is [`StoreError::NotATable`].
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let shown = path.display().to_string();
        let io = |error| StoreError::Io {
            path: shown.clone(),
            error,
        };
        let mut file = BufReader::with_capacity(1 << 20, File::open(path).map_err(io)?);
        let mut start = [0; 16];
        let mut got = 0;
        while got < 16 {
            match file.read(&mut start[got..]).map_err(io)? {
                0 => break,
                more => got += more,
            }
        }
        if got < 8 || start[..8] != *MAGIC {
            return Err(StoreError::NotATable(shown));
        }
        let damaged = || StoreError::Damaged {
            path: shown.clone(),
            what: "header",
        };
        if got < 16 {
            return Err(damaged());
        }
        let word = |at: usize| {
            u32::from_le_bytes([start[at], start[at + 1], start[at + 2], start[at + 3]])
        };
        if word(8) != VERSION {
            return Err(StoreError::OtherVersion {
                path: shown,
                version: word(8),
            });
        }
        let len = word(12);
        if len > HEADER_LIMIT {
            return Err(damaged());
        }
        let mut header = vec![0; len as usize + 4];
        file.read_exact(&mut header).map_err(|_| damaged())?;
        let (header, crc) = header.split_at(len as usize);
        if crc != crc32fast::hash(header).to_le_bytes() {
            return Err(damaged());
        }
        let (name, puzzle) = read_header(header).ok_or_else(damaged)?;
        Ok(LevelReader {
            file,
            at: 16 + u64::from(len) + 4,
            path: shown,
            name,
            puzzle,
        })
    }

    pub(crate) fn damaged(&self, what: &'static str) -> StoreError {
        StoreError::Damaged {
            path: self.path.clone(),
            what,
        }
    }

    /// The bytes read so far.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// The next bytes, or `None` where the file ends before.
    fn take(&mut self, len: usize) -> Result<Option<Vec<u8>>, StoreError> {
        let mut bytes = vec![0; len];
        match self.file.read_exact(&mut bytes) {
            Ok(()) => {
                self.at += len as u64;
                Ok(Some(bytes))
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(StoreError::Io {
                path: self.path.clone(),
                error,
            }),
        }
    }

    fn word(&mut self) -> Result<Option<u32>, StoreError> {
        let bytes = self.take(4)?;
        Ok(bytes.map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])))
    }

    pub(crate) fn next(&mut self) -> Result<Next, StoreError> {
        match self.word()? {
            Some(LEVEL) => Ok(self.word()?.map_or(Next::Cut, Next::Level)),
            Some(END) => self.end(),
            Some(_) => Err(self.damaged("no level where one must begin")),
            None => Ok(Next::Cut),
        }
    }

    fn end(&mut self) -> Result<Next, StoreError> {
        let Some(len) = self.word()? else {
            return Ok(Next::Cut);
        };
        if len > 1 << 30 {
            return Err(self.damaged("end"));
        }
        let Some(bytes) = self.take(len as usize + 4)? else {
            return Ok(Next::Cut);
        };
        let (end, crc) = bytes.split_at(len as usize);
        let mut fields = Fields(end);
        let read = || {
            let keep = keep_from_words(&fields.words()?)?;
            Some((keep, fields.words()?))
        };
        let sound = crc == crc32fast::hash(end).to_le_bytes();
        let (keep, kept) = sound
            .then(read)
            .flatten()
            .ok_or_else(|| self.damaged("end"))?;
        if self.take(1)?.is_some() {
            return Err(self.damaged("something after the end"));
        }
        Ok(Next::End(keep, kept))
    }

    /// The next part of the level of this distance.
    pub(crate) fn part(&mut self, distance: u32) -> Result<Part, StoreError> {
        let Some(len) = self.word()? else {
            return Ok(Part::Cut);
        };
        if len as usize > piece_limit(self.puzzle.tiles()) {
            return Err(self.damaged("the length of a piece"));
        }
        if len > 0 {
            let crc = self.word()?;
            let (Some(crc), Some(bytes)) = (crc, self.take(len as usize)?) else {
                return Ok(Part::Cut);
            };
            if crc32fast::hash(&bytes) != crc {
                return Err(self.damaged("a piece"));
            }
            return Ok(Part::Rows(bytes));
        }
        let Some(bytes) = self.take(24)? else {
            return Ok(Part::Cut);
        };
        let (end, crc) = bytes.split_at(20);
        if crc != crc32fast::hash(end).to_le_bytes() || end[..4] != distance.to_le_bytes() {
            return Err(self.damaged("the end of a level"));
        }
        let number = |at: usize| {
            let bytes = end[at..at + 8].first_chunk();
            bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
        };
        Ok(Part::End(Found {
            boards: number(4),
            orbits: number(12),
        }))
    }
}

fn read_header(header: &[u8]) -> Option<(String, SignedPuzzle)> {
    let mut fields = Fields(header);
    let name = String::from_utf8(fields.bytes()?.to_vec()).ok()?;
    let &[n] = fields.bytes()? else { return None };
    let n = usize::from(n);
    if !(1..=MAX_TILES).contains(&n) {
        return None;
    }
    let (moves, symmetries) = (fields.bytes()?, fields.bytes()?);
    if moves.len() % n != 0 || symmetries.len() % n != 0 {
        return None;
    }
    let moves = moves
        .chunks(n)
        .map(|mv| Signed::new(mv.iter().map(|&byte| (byte & 0x7f, byte >> 7 == 1))))
        .collect::<Option<Vec<_>>>()?;
    let symmetries: Vec<Vec<u8>> = symmetries.chunks(n).map(<[u8]>::to_vec).collect();
    let puzzle = SignedPuzzle::new(n, moves, &symmetries).ok()?;
    Some((name, puzzle))
}

/// The rows of a piece as they are written, each with its number.
#[cfg(feature = "many")]
pub(crate) fn split_rows(piece: &[u8], tiles: usize) -> impl Iterator<Item = (usize, &[u8])> {
    let mut rest = piece;
    std::iter::from_fn(move || {
        let (row, after) = rest.split_first_chunk()?;
        let (&form, after) = after.split_first()?;
        let len = if form == BITS {
            5 + 8 * words(tiles)
        } else {
            7 + 2 * usize::from(u16::from_le_bytes(*after.first_chunk()?))
        };
        let (record, after) = rest.split_at_checked(len)?;
        rest = after;
        Some((u32::from_le_bytes(*row) as usize, record))
    })
}

/// Calls with every row of a piece and its new boards; `open` tells which boards
/// of a row have not been reached. `None` if the piece makes no sense.
pub(crate) fn read_rows<T>(
    piece: &[u8],
    (tiles, rows): (usize, usize),
    table: &mut T,
    open: impl Fn(&T, usize, &mut [u64]),
    mut call: impl FnMut(&mut T, usize, &[u64]),
) -> Option<()> {
    let mut rest = piece;
    let mut bits = vec![0u64; words(tiles)];
    let mut unreached = vec![0u64; words(tiles)];
    while !rest.is_empty() {
        let (row, after) = rest.split_first_chunk()?;
        let row = u32::from_le_bytes(*row) as usize;
        if row >= rows {
            return None;
        }
        let (&form, after) = after.split_first()?;
        open(table, row, &mut unreached);
        rest = match form {
            BITS => {
                let (words, after) = after.split_at_checked(8 * bits.len())?;
                for (word, bytes) in bits.iter_mut().zip(words.as_chunks().0) {
                    *word = u64::from_le_bytes(*bytes);
                }
                after
            }
            LISTED | ALL_BUT => {
                let (count, after) = after.split_first_chunk()?;
                let len = 2 * usize::from(u16::from_le_bytes(*count));
                let (numbers, after) = after.split_at_checked(len)?;
                bits.fill(0);
                for number in numbers.as_chunks().0 {
                    let number = usize::from(u16::from_le_bytes(*number));
                    *bits.get_mut(number / 64)? |= 1 << (number % 64);
                }
                if form == ALL_BUT {
                    for (bits, open) in bits.iter_mut().zip(&unreached) {
                        *bits = open & !*bits;
                    }
                }
                after
            }
            _ => return None,
        };
        // Nothing new, or something that was reached before: not of our making.
        let some = bits.iter().any(|&word| word != 0);
        if !some || bits.iter().zip(&unreached).any(|(b, open)| b & !open != 0) {
            return None;
        }
        call(table, row, &bits);
    }
    Some(())
}
