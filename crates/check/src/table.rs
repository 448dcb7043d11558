//! Distance tables of signed permutation puzzles.
//!
//! The file lists, distance by distance, the boards at that distance, and states
//! the moves at its head (`docs/states.md` describes it). It is read once from
//! the front. The solved board alone must be at distance 0; every further level
//! must be exactly the boards that are next to the level before and in none of
//! the levels so far; after the last level nothing may be left to reach. By
//! induction every board then has its true distance: it has a neighbour one
//! nearer, and none two nearer.
//!
//! The file lists one permutation of each orbit under symmetries of the board
//! and inversion. That this is enough follows from what is verified of the head:
//! each symmetry carries moves to moves, and each move has its inverse among
//! them. Everything is worked out here with plain boards, none of it shared with
//! what writes tables; slower, and easier to believe.

use std::io::Read;

use rayon::prelude::*;

/// What an accepted table shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableReport {
    /// What the table says it is of.
    pub name: String,
    /// The number of tiles.
    pub tiles: usize,
    /// The moves: from where each position gets its tile, and whether that is turned.
    pub moves: Vec<Vec<(u8, bool)>>,
    /// How many boards are at distance 0, 1, 2, ...
    pub by_distance: Vec<u64>,
}

impl TableReport {
    /// The greatest distance.
    pub fn god_number(&self) -> usize {
        self.by_distance.len().saturating_sub(1)
    }
}

/// The first bytes of such a table.
pub const TABLE_MAGIC: &[u8; 8] = b"TNTLROWS";

/// Trusted by every table.
pub const TRUSTED_MOVES: &str = "the stated moves are those of the stated puzzle";

/// Checks a table; or says why it is not accepted.
pub fn check_table(reader: impl Read) -> Result<TableReport, String> {
    let mut source = Source(reader);
    let head = Head::read(&mut source)?;
    let orbits = Orbits::new(&head);
    let mut levels = Levels::new(&head, &orbits);
    let mut by_distance = Vec::new();
    loop {
        match source.word()? {
            LEVEL => {
                let stated = source.level(&head, &mut levels, by_distance.len() as u32)?;
                let found = levels.verify(by_distance.len())?;
                if found != stated {
                    let distance = by_distance.len();
                    return Err(format!(
                        "distance {distance}: {stated} boards are stated, {found} listed"
                    ));
                }
                by_distance.push(found);
            }
            END => break,
            _ => return Err("neither a level nor the end where one must begin".into()),
        }
    }
    source.end()?;
    if by_distance.is_empty() {
        return Err("there are no levels".into());
    }
    levels.verify_end()?;
    Ok(TableReport {
        name: head.name,
        tiles: head.tiles,
        moves: head.moves,
        by_distance,
    })
}

const LEVEL: u32 = 0x4c45_5645;
const END: u32 = 0x454e_4421;
/// Nothing under one checksum is longer.
const LONGEST: u32 = 1 << 30;

/// The bytes of the file.
pub(crate) struct Source<R>(pub(crate) R);

impl<R: Read> Source<R> {
    pub(crate) fn take(&mut self, len: usize) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let read = (&mut self.0).take(len as u64).read_to_end(&mut bytes);
        read.map_err(|error| error.to_string())?;
        if bytes.len() == len {
            Ok(bytes)
        } else {
            Err("the file is cut short".into())
        }
    }

    pub(crate) fn word(&mut self) -> Result<u32, String> {
        Ok(number(&self.take(4)?) as u32)
    }

    /// So many bytes, with a checksum before or after them.
    pub(crate) fn summed(&mut self, len: u32, sum_first: bool) -> Result<Vec<u8>, String> {
        if len > LONGEST {
            return Err("a length is too large".into());
        }
        let before = if sum_first { self.word()? } else { 0 };
        let bytes = self.take(len as usize)?;
        let sum = if sum_first { before } else { self.word()? };
        if crc32fast::hash(&bytes) == sum {
            Ok(bytes)
        } else {
            Err("a checksum is wrong".into())
        }
    }

    /// Reads a level into `levels`; returns how many boards it is said to have.
    fn level(
        &mut self,
        head: &Head,
        levels: &mut Levels<'_>,
        distance: u32,
    ) -> Result<u64, String> {
        if self.word()? != distance {
            return Err(format!("distance {distance} is not where it must be"));
        }
        let mut last_row = None;
        loop {
            let len = self.word()?;
            if len == 0 {
                break;
            }
            let piece = self.summed(len, true)?;
            levels
                .read(head, &piece, &mut last_row)
                .ok_or_else(|| format!("distance {distance}: a row is malformed"))?;
        }
        let end = self.summed(20, false)?;
        if number(&end[..4]) != u64::from(distance) {
            return Err(format!("distance {distance} ends as another"));
        }
        Ok(number(&end[4..12]))
    }

    /// What the program that made the table keeps for itself, then nothing.
    fn end(&mut self) -> Result<(), String> {
        let len = self.word()?;
        self.summed(len, false)?;
        self.nothing_more()
    }

    pub(crate) fn nothing_more(&mut self) -> Result<(), String> {
        let mut more = [0];
        match self.0.read(&mut more) {
            Ok(0) => Ok(()),
            Ok(_) => Err("there is more after the end".into()),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// Bytes as a number, the least first.
pub(crate) fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// A tile on a board: which one, whose sign it has, and whether it has been
/// turned over since. Boards whose signs are not known yet are carried about in
/// this form; for a board with known signs ask each tile's source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tile {
    number: u8,
    sign_of: u8,
    turned: bool,
}

/// The tiles position by position.
type Board = Vec<Tile>;

fn upright(permutation: &[u8]) -> Board {
    let tile = |&number: &u8| Tile {
        number,
        sign_of: number,
        turned: false,
    };
    permutation.iter().map(tile).collect()
}

fn permutation(board: &[Tile]) -> Vec<u8> {
    board.iter().map(|tile| tile.number).collect()
}

/// The board after a move: a move says from where each position gets its tile,
/// and whether that is turned over.
fn after(board: &[Tile], mv: &[(u8, bool)]) -> Board {
    mv.iter()
        .map(|&(from, turns)| {
            let tile = board[usize::from(from)];
            Tile {
                turned: tile.turned ^ turns,
                ..tile
            }
        })
        .collect()
}

/// The board that the moves in reverse order make: position and tile exchanged.
fn inverse(board: &[Tile]) -> Board {
    let mut inverse = board.to_vec();
    for (position, tile) in board.iter().enumerate() {
        inverse[usize::from(tile.number)] = Tile {
            number: position as u8,
            ..*tile
        };
    }
    inverse
}

/// The board seen through a symmetry: positions and tiles renamed.
fn renamed(board: &[Tile], symmetry: &[u8]) -> Board {
    let mut image = board.to_vec();
    for (position, tile) in board.iter().enumerate() {
        image[usize::from(symmetry[position])] = Tile {
            number: symmetry[usize::from(tile.number)],
            ..*tile
        };
    }
    image
}

/// A map that keeps distances: perhaps the inverse, then a symmetry.
fn mapped(board: &[Tile], symmetry: &[u8], inverts: bool) -> Board {
    if inverts {
        renamed(&inverse(board), symmetry)
    } else {
        renamed(board, symmetry)
    }
}

/// The lexicographic number of a permutation.
fn rank(permutation: &[u8]) -> usize {
    let n = permutation.len();
    (0..n).fold(0, |rank, i| {
        let later = &permutation[i + 1..];
        let smaller = later.iter().filter(|&&x| x < permutation[i]).count();
        rank * (n - i) + smaller
    })
}

/// What the head of the file states.
struct Head {
    name: String,
    tiles: usize,
    moves: Vec<Vec<(u8, bool)>>,
    symmetries: Vec<Vec<u8>>,
}

impl Head {
    fn read<R: Read>(source: &mut Source<R>) -> Result<Head, String> {
        if source.take(8)? != TABLE_MAGIC {
            return Err("no distance table by rows".into());
        }
        if source.word()? != 1 {
            return Err("a version of the format that is not known".into());
        }
        let len = source.word()?;
        let bytes = source.summed(len, false)?;
        let mut rest = &bytes[..];
        let mut field = || -> Result<Vec<u8>, String> {
            let cut = || "the head is cut short".to_string();
            let (len, after) = rest.split_at_checked(8).ok_or_else(cut)?;
            let len = usize::try_from(number(len)).map_err(|_| cut())?;
            let (field, after) = after.split_at_checked(len).ok_or_else(cut)?;
            rest = after;
            Ok(field.to_vec())
        };
        let (name, tiles) = (field()?, field()?);
        let (moves, symmetries) = (field()?, field()?);
        let name = String::from_utf8(name).map_err(|_| "the name is no text".to_string())?;
        let [tiles @ 1..=12] = tiles[..] else {
            return Err("the number of tiles must be 1 to 12".into());
        };
        let tiles = usize::from(tiles);
        let moves = moves.chunks(tiles);
        let head = Head {
            name,
            tiles,
            moves: moves
                .map(|mv| mv.iter().map(|&b| (b & 0x7f, b & 0x80 != 0)).collect())
                .collect(),
            symmetries: symmetries.chunks(tiles).map(<[u8]>::to_vec).collect(),
        };
        head.verify()?;
        Ok(head)
    }

    /// Moves and symmetries are permutations; moves have inverses among them;
    /// symmetries carry moves to moves and are a group.
    fn verify(&self) -> Result<(), String> {
        let is_permutation = |list: &[u8]| {
            let mut sorted = list.to_vec();
            sorted.sort_unstable();
            sorted.iter().copied().eq(0..self.tiles as u8)
        };
        let sources = |mv: &[(u8, bool)]| mv.iter().map(|&(from, _)| from).collect::<Vec<u8>>();
        for mv in &self.moves {
            if !is_permutation(&sources(mv)) {
                return Err("a move is no permutation of the tiles".into());
            }
        }
        let Some(first) = self.symmetries.first() else {
            return Err("there are no symmetries, not even the identity".into());
        };
        if !first.iter().copied().eq(0..self.tiles as u8) {
            return Err("the first symmetry is not the identity".into());
        }
        if !self.symmetries.iter().all(|s| is_permutation(s)) {
            return Err("a symmetry is no permutation of the positions".into());
        }
        for symmetry in &self.symmetries {
            let products = self.symmetries.iter().map(|other| {
                let both = other.iter().map(|&i| symmetry[usize::from(i)]);
                both.collect::<Vec<u8>>()
            });
            if products.into_iter().any(|p| !self.symmetries.contains(&p)) {
                return Err("the symmetries are no group".into());
            }
        }
        let solved = upright(&self.symmetries[0]);
        for mv in &self.moves {
            let board = after(&solved, mv);
            let among = |board: &Board| {
                let spelt = |t: &Tile| (t.number, t.turned);
                self.moves.contains(&board.iter().map(spelt).collect())
            };
            if !among(&inverse(&board)) {
                return Err("a move has no inverse among the moves".into());
            }
            let carried = |symmetry: &Vec<u8>| among(&renamed(&board, symmetry));
            if !self.symmetries.iter().all(carried) {
                return Err("a symmetry does not carry every move to a move".into());
            }
        }
        Ok(())
    }
}

/// The orbits of permutations: the first of each in lexicographic order stands
/// for it and has a row, numbered in that order.
struct Orbits {
    /// For each permutation its row and the map from the row's own permutation.
    entries: Vec<(u32, u8)>,
    /// For each row its permutation, and how many share it.
    rows: Vec<(Vec<u8>, u64)>,
}

impl Orbits {
    fn new(head: &Head) -> Orbits {
        let n = head.tiles;
        let permutations: usize = (1..=n).product();
        let mut entries = vec![(u32::MAX, 0); permutations];
        let mut rows = Vec::new();
        let mut next: Vec<u8> = (0..n as u8).collect();
        for number in 0..permutations {
            if entries[number].0 == u32::MAX {
                let board = upright(&next);
                let mut size = 0;
                for map in 0..2 * head.symmetries.len() {
                    let image = mapped(&board, &head.symmetries[map / 2], map % 2 == 1);
                    let entry = &mut entries[rank(&permutation(&image))];
                    if entry.0 == u32::MAX {
                        *entry = (rows.len() as u32, map as u8);
                        size += 1;
                    }
                }
                rows.push((next.clone(), size));
            }
            following(&mut next);
        }
        Orbits { entries, rows }
    }
}

/// The permutation that follows in lexicographic order, if there is one.
fn following(permutation: &mut [u8]) {
    let Some(i) = permutation.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return;
    };
    let larger = permutation.iter().rposition(|&x| x > permutation[i]);
    permutation.swap(i, larger.unwrap_or(i));
    permutation[i + 1..].reverse();
}

/// The levels as far as they have been read. Each has a bit for every set of
/// turned tiles of every row.
struct Levels<'a> {
    head: &'a Head,
    orbits: &'a Orbits,
    words: usize,
    reached: Vec<u64>,
    last: Vec<u64>,
    level: Vec<u64>,
}

impl<'a> Levels<'a> {
    fn new(head: &'a Head, orbits: &'a Orbits) -> Self {
        let words = (1usize << head.tiles).div_ceil(64);
        let empty = vec![0; words * orbits.rows.len()];
        Levels {
            head,
            orbits,
            words,
            reached: empty.clone(),
            last: empty.clone(),
            level: empty,
        }
    }

    /// The sets of turned tiles that there are, as bits of one word.
    fn valid(&self) -> u64 {
        if self.head.tiles < 6 {
            (1 << (1 << self.head.tiles)) - 1
        } else {
            !0
        }
    }

    /// Reads rows of a level, which must come in order.
    fn read(&mut self, head: &Head, piece: &[u8], last_row: &mut Option<usize>) -> Option<()> {
        let (valid, mut rest) = (self.valid(), piece);
        while !rest.is_empty() {
            let (row, after) = rest.split_at_checked(4)?;
            let row = number(row) as usize;
            if last_row.is_some_and(|last| last >= row) || row >= self.orbits.rows.len() {
                return None;
            }
            *last_row = Some(row);
            let places = row * self.words..(row + 1) * self.words;
            let bits = &mut self.level[places.clone()];
            let (&form, after) = after.split_first()?;
            if form == 1 {
                let (words, after) = after.split_at_checked(8 * self.words)?;
                for (word, bytes) in bits.iter_mut().zip(words.chunks(8)) {
                    *word = number(bytes);
                }
                rest = after;
            } else if form == 0 || form == 2 {
                let (count, after) = after.split_at_checked(2)?;
                let (list, after) = after.split_at_checked(2 * number(count) as usize)?;
                for set in list.chunks(2).map(number) {
                    if set >> head.tiles != 0 {
                        return None;
                    }
                    bits[set as usize / 64] |= 1 << (set % 64);
                }
                if form == 2 {
                    for (bits, reached) in bits.iter_mut().zip(&self.reached[places]) {
                        *bits = !reached & !*bits & valid;
                    }
                }
                rest = after;
            } else {
                return None;
            }
            if bits.iter().any(|word| word & !valid != 0) {
                return None;
            }
        }
        Some(())
    }

    /// Verifies the level that was read; returns how many boards it has.
    fn verify(&mut self, distance: usize) -> Result<u64, String> {
        let words = self.words;
        if distance == 0 {
            // The first row is that of the identity, and so is the empty set.
            let alone = |(place, &word): (usize, &u64)| word == u64::from(place == 0);
            if !self.level.iter().enumerate().all(alone) {
                return Err("not the solved board alone is at distance 0".into());
            }
        } else {
            let this: &Levels<'_> = self;
            let wrong = (0..self.orbits.rows.len())
                .into_par_iter()
                .find_first(|&row| this.next_to_last(row) != this.level_of(row));
            if let Some(row) = wrong {
                let permutation = &self.orbits.rows[row].0;
                let shown: Vec<String> = permutation.iter().map(|t| (t + 1).to_string()).collect();
                return Err(format!(
                    "distance {distance}: of the boards {} others are listed than those next to distance {} and not nearer",
                    shown.join(" "),
                    distance - 1
                ));
            }
        }
        let mut boards = 0;
        for (row, bits) in self.level.chunks(words).enumerate() {
            let count: u64 = bits.iter().map(|word| u64::from(word.count_ones())).sum();
            boards += count * self.orbits.rows[row].1;
        }
        if boards == 0 {
            return Err(format!("distance {distance} has no boards"));
        }
        for (reached, level) in self.reached.iter_mut().zip(&self.level) {
            *reached |= level;
        }
        std::mem::swap(&mut self.last, &mut self.level);
        self.level.fill(0);
        Ok(boards)
    }

    /// Verifies that the last level leads nowhere else.
    fn verify_end(&self) -> Result<(), String> {
        let rows = 0..self.orbits.rows.len();
        let more = rows
            .into_par_iter()
            .any(|row| self.next_to_last(row).iter().any(|&word| word != 0));
        if more {
            return Err("boards next to the last level are in no level".into());
        }
        Ok(())
    }

    fn level_of(&self, row: usize) -> &[u64] {
        &self.level[row * self.words..(row + 1) * self.words]
    }

    /// The boards of a row that are next to the last level and not reached.
    fn next_to_last(&self, row: usize) -> Vec<u64> {
        let (words, valid) = (self.words, self.valid());
        let reached = &self.reached[row * words..(row + 1) * words];
        let mut next = vec![0; words];
        if reached.iter().all(|word| word & valid == valid) {
            return next;
        }
        let board = upright(&self.orbits.rows[row].0);
        for mv in &self.head.moves {
            // A neighbour of this board is an image of a board of another row. With
            // the signs of this board as unknowns, the other's are told by them.
            let neighbour = after(&board, mv);
            let (other, map) = self.orbits.entries[rank(&permutation(&neighbour))];
            let other = other as usize;
            let last = &self.last[other * words..(other + 1) * words];
            if last.iter().all(|&word| word == 0) {
                continue;
            }
            let symmetry = &self.head.symmetries[usize::from(map) / 2];
            let mut back = vec![0; symmetry.len()];
            for (i, &image) in symmetry.iter().enumerate() {
                back[usize::from(image)] = i as u8;
            }
            let seen = renamed(&neighbour, &back);
            let seen = if map % 2 == 1 { inverse(&seen) } else { seen };
            add_images(last, &seen, self.head.tiles, &mut next);
        }
        for (next, reached) in next.iter_mut().zip(reached) {
            *next &= !reached;
        }
        next
    }
}

/// Adds the sets of turned tiles that the unknown signs must be for the board to
/// have one of the given sets. Each tile of the set decides one sign, so the
/// answers for the lower and for the upper tiles of a set are looked up.
fn add_images(sets: &[u64], board: &[Tile], tiles: usize, into: &mut [u64]) {
    let mut lookup = [[0u16; 64]; 2];
    let mut turned = 0;
    let mut decides = [0u16; 12];
    for tile in board {
        decides[usize::from(tile.number)] = 1 << tile.sign_of;
        turned |= u16::from(tile.turned) << tile.sign_of;
    }
    for (half, lookup) in lookup.iter_mut().enumerate() {
        for (set, image) in lookup.iter_mut().enumerate() {
            for i in (0..6).filter(|i| set >> i & 1 == 1 && 6 * half + i < tiles) {
                *image |= decides[6 * half + i];
            }
        }
    }
    for (upper, &word) in sets.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            let lower = word.trailing_zeros() as usize;
            word &= word - 1;
            let image = usize::from(lookup[0][lower] ^ lookup[1][upper] ^ turned);
            into[image / 64] |= 1 << (image % 64);
        }
    }
}
