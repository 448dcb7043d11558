//! Distance tables on disk.
//!
//! A table by rows is stored level by level (see `rows::log`). Of any other, a
//! file is a header (magic, version, the name of the space, the counts)
//! followed by the two bit planes, cut into pieces with a CRC-32 each, so that
//! damage anywhere is noticed. It is written beside its final name and renamed
//! when complete: there is never half a table under the right name.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use crate::breadth::{BuildError, BuildOptions, build_to};
use crate::keep::{Keep, KeepLevel, KeepOrder};
use crate::rows::{self, load_rows, offering, save_rows};
use crate::space::StateSpace;
use crate::table::{Codes, DistanceTable};

/// Why a table could not be stored or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file system said no.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// What the system said.
        error: io::Error,
    },
    /// The file is something else.
    #[error("{0}: not a distance table")]
    NotATable(String),
    /// A distance table, but not one that this program writes.
    #[error(
        "{path}: a distance table of version {version}, not of this one: remove it to build it again"
    )]
    OtherVersion {
        /// The file.
        path: String,
        /// Its version.
        version: u32,
    },
    /// A file that several processes would write together.
    #[error("{0}: there already; several processes write a table only where there is none")]
    Exists(String),
    /// A checksum or a length is wrong.
    #[error("{path}: damaged ({what})")]
    Damaged {
        /// The file.
        path: String,
        /// Where.
        what: &'static str,
    },
    /// A sound table, but of another space.
    #[error("{path}: a table of \"{found}\", not of \"{wanted}\"")]
    OtherSpace {
        /// The file.
        path: String,
        /// The space of the file.
        found: String,
        /// The space asked for.
        wanted: String,
    },
    /// The table had to be built, and that failed.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// Where a table came from.
#[derive(Debug)]
pub enum Source {
    /// Read from the file.
    Loaded,
    /// There was no such table; it was built and stored.
    Built,
    /// The file was refused for this reason; the table was built and stored anew.
    Rebuilt(StoreError),
}

/// Reads the table of a space from a file, or builds it and stores it there if
/// there is no such file or it is damaged. Any other file, a sound table of
/// another space too, is not overwritten but an error, before any work. If the
/// stored table lacks the states that are to be [kept](BuildOptions::keep), they
/// are looked up in it, or it is built again if it does not tell levels apart.
///
/// A space with a [signed form](StateSpace::signed_form) is stored level by level
/// beside the file, under its name with `.partial` added; a search that was
/// stopped goes on after the last whole level.
pub fn load_or_build<S: StateSpace>(
    space: &S,
    path: &Path,
    options: &BuildOptions<'_>,
) -> Result<(DistanceTable, Source), StoreError> {
    let damaged = |what| StoreError::Damaged {
        path: path.display().to_string(),
        what,
    };
    let source = match DistanceTable::load(path, &space.name()) {
        Ok(table) if !table.is_of(space) => Source::Rebuilt(damaged("other states or moves")),
        Ok(table) if table.grants(options.keep) => return Ok((table, Source::Loaded)),
        Ok(table) => match (space.signed_form(), options.keep, &table.codes) {
            (Some(form), Some(keep), Codes::Rows(_)) => {
                drop(table);
                let offer = offering(space, form);
                let table = load_rows(path, &space.name(), Some((keep, &offer)))?;
                return Ok((table, Source::Loaded));
            }
            _ => Source::Built,
        },
        Err(StoreError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
            Source::Built
        }
        Err(refused @ StoreError::Damaged { .. }) => Source::Rebuilt(refused),
        Err(error) => return Err(error),
    };
    if space.signed_form().is_some() {
        return Ok((build_to(space, options, Some(path))?, source));
    }
    // A file that cannot be written is told before the work.
    let partial = rows::log::partial(path);
    let writable = File::create(&partial).and_then(|_| std::fs::remove_file(&partial));
    writable.map_err(|error| StoreError::Io {
        path: path.display().to_string(),
        error,
    })?;
    let table = build_to(space, options, None)?;
    table.save(path)?;
    Ok((table, source))
}

/// The first bytes of a table that is stored without its levels.
const PLAIN_MAGIC: &[u8; 8] = b"TNTLDIST";
/// The version that is written; the first, which states nothing, is read too.
const VERSION: u32 = 2;
/// Words under one checksum.
const PIECE: usize = 1 << 17;
/// No header of ours is longer; a damaged length must not cost memory.
pub(crate) const HEADER_LIMIT: u32 = 1 << 24;

impl DistanceTable {
    /// Writes the table to a file. A table by rows has forgotten its levels, so
    /// this costs another search; [`load_or_build`] writes them as they are found.
    pub fn save(&self, path: &Path) -> Result<(), StoreError> {
        let io = |error| StoreError::Io {
            path: path.display().to_string(),
            error,
        };
        let (planes, goals, statement) = match &self.codes {
            Codes::Plain {
                low,
                high,
                goals,
                statement,
            } => ([&low[..], high], goals, statement),
            Codes::Rows(rows) => {
                let puzzle = &rows.orbits.puzzle;
                return save_rows(path, &self.name, puzzle, self.keep, &self.kept);
            }
        };
        let partial = rows::log::partial(path);
        let written = self.write(&partial, planes, goals, statement);
        if let Err(error) = written {
            // The reason to report is the failed write, not a failed clean-up.
            let _ = std::fs::remove_file(&partial);
            return Err(io(error));
        }
        std::fs::rename(&partial, path).map_err(io)
    }

    fn write(
        &self,
        path: &Path,
        planes: [&[u64]; 2],
        goals: &[u64],
        statement: &[u8],
    ) -> io::Result<()> {
        let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
        let mut header = Vec::new();
        put_bytes(&mut header, self.name.as_bytes());
        header.extend(self.len.to_le_bytes());
        put_words(&mut header, goals);
        put_words(&mut header, &self.by_distance);
        put_words(&mut header, &keep_to_words(self.keep));
        put_words(&mut header, &self.kept);
        put_bytes(&mut header, statement);
        file.write_all(PLAIN_MAGIC)?;
        file.write_all(&VERSION.to_le_bytes())?;
        file.write_all(&(header.len() as u32).to_le_bytes())?;
        file.write_all(&header)?;
        file.write_all(&crc32fast::hash(&header).to_le_bytes())?;
        let mut bytes = Vec::with_capacity(PIECE * 8);
        for plane in planes {
            for piece in plane.chunks(PIECE) {
                bytes.clear();
                piece
                    .iter()
                    .for_each(|word| bytes.extend(word.to_le_bytes()));
                file.write_all(&bytes)?;
                file.write_all(&crc32fast::hash(&bytes).to_le_bytes())?;
            }
        }
        file.into_inner()?.sync_all()
    }

    /// Whether this is a table of the space: of as many states and, where they
    /// are told, the same moves.
    fn is_of<S: StateSpace>(&self, space: &S) -> bool {
        let same_moves = match (&self.codes, space.signed_form()) {
            (Codes::Rows(rows), Some(form)) => rows.orbits.puzzle == *form.puzzle(),
            (Codes::Rows(_), None) => false,
            (Codes::Plain { statement, .. }, _) => {
                statement.is_empty() || *statement == space.statement()
            }
        };
        self.len == space.len() && same_moves
    }

    /// The name of the space that a stored table by rows is of.
    pub fn stored_name(path: &Path) -> Result<String, StoreError> {
        Ok(rows::log::LevelReader::open(path)?.name)
    }

    /// Reads the table of the named space from a file.
    pub fn load(path: &Path, name: &str) -> Result<Self, StoreError> {
        match load_rows(path, name, None) {
            Err(StoreError::NotATable(_)) => Self::load_plain(path, name),
            loaded => loaded,
        }
    }

    fn load_plain(path: &Path, name: &str) -> Result<Self, StoreError> {
        let shown = || path.display().to_string();
        let damaged = |what| StoreError::Damaged {
            path: shown(),
            what,
        };
        let io = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => damaged("cut short"),
            _ => StoreError::Io {
                path: shown(),
                error,
            },
        };
        let file = File::open(path).map_err(io)?;
        let on_disk = file.metadata().map_err(io)?.len();
        let mut file = BufReader::with_capacity(1 << 20, file);
        let mut start = [0; 16];
        match file.read_exact(&mut start[..8]) {
            Ok(()) if start[..8] == *PLAIN_MAGIC => {}
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(io(error)),
            _ => return Err(StoreError::NotATable(shown())),
        }
        file.read_exact(&mut start[8..]).map_err(io)?;
        let version = u32::from_le_bytes([start[8], start[9], start[10], start[11]]);
        if !(1..=VERSION).contains(&version) {
            return Err(StoreError::OtherVersion {
                path: shown(),
                version,
            });
        }
        let header_len = u32::from_le_bytes([start[12], start[13], start[14], start[15]]);
        if header_len > HEADER_LIMIT {
            return Err(damaged("header"));
        }
        let mut header = vec![0; header_len as usize];
        file.read_exact(&mut header).map_err(io)?;
        if read_u32(&mut file).map_err(io)? != crc32fast::hash(&header) {
            return Err(damaged("header"));
        }
        let mut fields = Fields(&header);
        let mut read_header = || {
            let found = String::from_utf8(fields.bytes()?.to_vec()).ok()?;
            let len = fields.word()?;
            let goals = fields.words()?;
            let by_distance = fields.words()?;
            let keep = keep_from_words(&fields.words()?)?;
            let kept = fields.words()?;
            let statement = if version > 1 { fields.bytes()? } else { &[] };
            let statement = statement.to_vec();
            Some((found, len, goals, by_distance, keep, kept, statement))
        };
        let (found, len, goals, by_distance, keep, kept, statement) =
            read_header().ok_or_else(|| damaged("header"))?;
        if found != name {
            return Err(StoreError::OtherSpace {
                path: shown(),
                found,
                wanted: name.to_owned(),
            });
        }
        let words = len.div_ceil(64);
        let pieces = words.div_ceil(PIECE as u64);
        let expected = 16 + u64::from(header_len) + 4 + 2 * (words * 8 + pieces * 4);
        if on_disk != expected {
            return Err(damaged("wrong length"));
        }
        let mut plane = || -> Result<Vec<u64>, StoreError> {
            let mut plane = Vec::with_capacity(words as usize);
            let mut bytes = vec![0; PIECE * 8];
            while plane.len() < words as usize {
                let piece = &mut bytes[..8 * PIECE.min(words as usize - plane.len())];
                file.read_exact(piece).map_err(io)?;
                if read_u32(&mut file).map_err(io)? != crc32fast::hash(piece) {
                    return Err(damaged("distances"));
                }
                plane.extend(
                    piece
                        .as_chunks()
                        .0
                        .iter()
                        .map(|&bytes| u64::from_le_bytes(bytes)),
                );
            }
            Ok(plane)
        };
        let (low, high) = (plane()?, plane()?);
        Ok(DistanceTable {
            name: found,
            len,
            codes: Codes::Plain {
                low,
                high,
                goals,
                statement,
            },
            by_distance,
            orbits: Vec::new(),
            keep,
            kept,
        })
    }
}

/// A wish to keep states as words: level (0 the farthest, else distance + 1),
/// count, order (0 by rank, 1 sampled), seed.
pub(crate) fn keep_to_words(keep: Option<Keep>) -> Vec<u64> {
    keep.map_or(Vec::new(), |keep| {
        let level = match keep.level {
            KeepLevel::Farthest => 0,
            KeepLevel::At(distance) => u64::from(distance) + 1,
        };
        let (order, seed) = match keep.order {
            KeepOrder::Rank => (0, 0),
            KeepOrder::Sample(seed) => (1, seed),
        };
        vec![level, keep.count as u64, order, seed]
    })
}

pub(crate) fn keep_from_words(words: &[u64]) -> Option<Option<Keep>> {
    let [level, count, order, seed] = *words else {
        return words.is_empty().then_some(None);
    };
    let level = match level {
        0 => KeepLevel::Farthest,
        _ => KeepLevel::At(u32::try_from(level - 1).ok()?),
    };
    let order = match order {
        0 => KeepOrder::Rank,
        _ => KeepOrder::Sample(seed),
    };
    let count = usize::try_from(count).ok()?;
    Some(Some(Keep {
        level,
        count,
        order,
    }))
}

fn read_u32(file: &mut impl Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    file.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

pub(crate) fn put_bytes(header: &mut Vec<u8>, bytes: &[u8]) {
    header.extend((bytes.len() as u64).to_le_bytes());
    header.extend(bytes);
}

pub(crate) fn put_words(header: &mut Vec<u8>, words: &[u64]) {
    header.extend((words.len() as u64).to_le_bytes());
    words
        .iter()
        .for_each(|word| header.extend(word.to_le_bytes()));
}

/// Reads a header field by field.
pub(crate) struct Fields<'a>(pub(crate) &'a [u8]);

impl<'a> Fields<'a> {
    fn word(&mut self) -> Option<u64> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*first))
    }

    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        let len = usize::try_from(self.word()?).ok()?;
        let (first, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(first)
    }

    pub(crate) fn words(&mut self) -> Option<Vec<u64>> {
        let len = usize::try_from(self.word()?).ok()?;
        if len > self.0.len() / 8 {
            return None;
        }
        (0..len).map(|_| self.word()).collect()
    }
}
