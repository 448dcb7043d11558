//! Tables by rows on a card: all levels of twelve tiles in seconds each.
//!
//! The kernels (`kernel.cu`) pull from the boards reached so far into another
//! such table, a bit a board, so that nothing is written where others read. What
//! comes back is what is known of each level, not the table. The work is laid
//! out here for any [`Device`]: a card, or in tests the same kernels compiled
//! for the processor.

#[cfg(feature = "gpu")]
mod cuda;
#[cfg(test)]
mod emulated;
mod orders;
mod plain;

use std::time::Instant;

#[cfg(feature = "gpu")]
pub use cuda::{build_on_gpu, compile_kernels};
use orders::{Orders, Table};
pub use plain::plain_layers;

use super::orbits::count_rows;
use crate::signed::{Packed, Signed, SignedPuzzle};

/// What a search on a card brings back, and whom it tells.
#[derive(Default, Clone, Copy)]
pub struct GpuOptions<'a> {
    /// Boards of each level to bring back, spread over the level.
    pub examples: usize,
    /// Called with a line about each step.
    pub tell: Option<&'a dyn Fn(&str)>,
    /// The search stops soon after this says so.
    pub stop: Option<&'a dyn Fn() -> bool>,
}

impl GpuOptions<'_> {
    fn tell(&self, line: &str) {
        if let Some(tell) = self.tell {
            tell(line);
        }
    }

    fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop())
    }
}

/// Why there are no levels from a card.
#[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "said of cards only"))]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// The driver's library is missing.
    #[error("no NVIDIA driver: libcuda.so cannot be loaded")]
    NoDriver,
    /// The driver knows no card, or does not give it to us.
    #[error("no NVIDIA card can be used: {0}")]
    NoCard(String),
    /// The compiler's library is missing.
    #[error(
        "no compiler for the card: libnvrtc.so cannot be loaded; give kernels that are compiled already"
    )]
    NoCompiler,
    /// The compiler refuses the kernels.
    #[error("the kernels do not compile: {0}")]
    Compile(String),
    /// A file of kernels that cannot be read.
    #[error("{path}: {error}")]
    Kernels {
        /// The file.
        path: String,
        /// What is wrong with it.
        error: std::io::Error,
    },
    /// More memory is needed than the card has free.
    #[error("the search needs {needed} bytes of memory on the card, and only {free} are free")]
    NotThere {
        /// The bytes needed.
        needed: u64,
        /// The bytes there are.
        free: u64,
    },
    /// The driver refuses something.
    #[error("the card fails: {doing}: {error}")]
    Failed {
        /// What was to be done.
        doing: String,
        /// The driver's words.
        error: String,
    },
    /// What came back cannot be. Never the user's fault.
    #[error("the card is wrong: {0}")]
    Wrong(String),
    /// The caller asked to stop.
    #[error("cancelled at distance {0}")]
    Cancelled(usize),
}

/// What is known of the boards at one distance.
#[derive(Debug, Clone, PartialEq)]
pub struct GpuLevel {
    /// How many there are.
    pub boards: u64,
    /// The same up to symmetries and inversion.
    pub orbits: u64,
    /// Some of them.
    pub examples: Vec<Signed>,
    /// The time it took.
    pub seconds: f64,
    /// The bytes of rows that were read and written.
    pub bytes: u64,
}

/// All levels of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct GpuLevels {
    /// The card.
    pub device: String,
    /// The bytes of its memory that were used.
    pub memory: u64,
    /// The time that finding the orbits took.
    pub orbit_seconds: f64,
    /// What is known of each distance, from 0.
    pub levels: Vec<GpuLevel>,
    /// The orbits of all boards, reachable or not, by Burnside's lemma.
    pub all_orbits: u64,
}

/// Memory that kernels can be run on.
trait Device {
    /// What it is called.
    fn name(&self) -> String;
    /// The lanes of a warp.
    fn lanes(&self) -> u64;
    /// The bytes that can be had.
    fn free(&mut self) -> Result<u64, GpuError>;
    /// So many bytes, all zero, and their address.
    fn zeros(&mut self, bytes: u64) -> Result<u64, GpuError>;
    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), GpuError>;
    fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), GpuError>;
    /// Runs a kernel on at most so many warps, to the end.
    fn launch(&mut self, kernel: &str, warps: u64, table: &Table) -> Result<(), GpuError>;
}

/// The bytes of a row.
fn row_bytes(tiles: usize) -> u64 {
    (1u64 << tiles).div_ceil(32) * 4
}

fn permutations(tiles: usize) -> u64 {
    (1..=tiles as u64).product()
}

/// The bytes of a card's memory that a puzzle needs.
pub fn gpu_memory(puzzle: &SignedPuzzle) -> u64 {
    let (rows, n) = (count_rows(puzzle), puzzle.tiles());
    let groups = permutations(n).div_ceil(32);
    // Boards and states twice, representatives, sizes; dense table, first of orbits.
    rows * (2 * row_bytes(n) + 2 + 4 + 1) + 4 * permutations(n) + 8 * groups + ORDERS_AT_MOST
}

/// The bytes of the lists of moves and symmetries, at most.
const ORDERS_AT_MOST: u64 = 1 << 16;

/// Rows that a kernel is given at once, between two looks at the clock.
const ROWS_AT_ONCE: u64 = 1 << 22;

/// Of a row's state in `kernel.cu`.
const FULL: u8 = 1;
const GAINED: u8 = 2;

/// Searches all levels.
fn search(
    device: &mut impl Device,
    puzzle: &SignedPuzzle,
    options: &GpuOptions<'_>,
) -> Result<GpuLevels, GpuError> {
    let (needed, free) = (gpu_memory(puzzle), device.free()?);
    let gigabytes = |bytes: u64| bytes as f64 / 1e9;
    options.tell(&format!(
        "{}: {:.2} GB of memory needed, {:.2} GB free",
        device.name(),
        gigabytes(needed),
        gigabytes(free)
    ));
    if needed > free {
        return Err(GpuError::NotThere { needed, free });
    }
    let start = Instant::now();
    let mut search = Search::new(device, puzzle, options)?;
    let orbit_seconds = start.elapsed().as_secs_f64();
    options.tell(&format!("{} rows, {orbit_seconds:.2} s", search.rows));
    let mut levels = vec![search.goal()?];
    let mut found = 1;
    while found < puzzle.boards() {
        let level = search.level(levels.len())?;
        if level.boards == 0 {
            break;
        }
        found += level.boards;
        options.tell(&format!(
            "distance {}: {} boards, {} orbits, {:.3} s, {:.0} GB/s",
            levels.len(),
            level.boards,
            level.orbits,
            level.seconds,
            gigabytes(level.bytes) / level.seconds
        ));
        if found > puzzle.boards() {
            let all = puzzle.boards();
            return Err(GpuError::Wrong(format!(
                "{found} boards found, there are {all}"
            )));
        }
        levels.push(level);
    }
    // What can be reached is a subgroup, and its order divides that of all boards.
    if !puzzle.boards().is_multiple_of(found) {
        return Err(GpuError::Wrong(format!("{found} boards are no subgroup")));
    }
    let all_orbits = plain::count_orbits(puzzle);
    let orbits: u64 = levels.iter().map(|level| level.orbits).sum();
    if found == puzzle.boards() && orbits != all_orbits {
        return Err(GpuError::Wrong(format!(
            "{orbits} orbits found, there are {all_orbits}"
        )));
    }
    Ok(GpuLevels {
        device: device.name(),
        memory: needed,
        orbit_seconds,
        levels,
        all_orbits,
    })
}

struct Search<'a, D> {
    device: &'a mut D,
    options: &'a GpuOptions<'a>,
    table: Table,
    n: usize,
    rows: u64,
}

impl<'a, D: Device> Search<'a, D> {
    /// Takes the memory and finds the orbits.
    fn new(
        device: &'a mut D,
        puzzle: &SignedPuzzle,
        options: &'a GpuOptions<'a>,
    ) -> Result<Self, GpuError> {
        let (n, rows) = (puzzle.tiles(), count_rows(puzzle));
        let groups = permutations(n).div_ceil(device.lanes());
        let orders = Orders::new(puzzle);
        let mut put = |bytes: &[u8]| {
            let address = device.zeros(bytes.len() as u64)?;
            device.write(address, bytes)?;
            Ok::<u64, GpuError>(address)
        };
        let mut table = Table {
            tiles: n as u64,
            moves: puzzle.moves().len() as u64,
            maps: 2 * puzzle.symmetries() as u64,
            map_bits: orders.map_bits,
            permutations: permutations(n),
            move_sources: put(&orders.move_sources)?,
            move_turned: put(&orders.move_turned)?,
            move_exchanges: put(&orders.move_exchanges)?,
            move_before: put(&orders.move_before)?,
            symmetries: put(&orders.symmetries)?,
            inverses: put(&orders.inverses)?,
            symmetry_exchanges: put(&orders.symmetry_exchanges)?,
            ..Table::default()
        };
        table.first = device.zeros(4 * groups)?;
        table.rows_before = device.zeros(4 * groups)?;
        table.dense = device.zeros(4 * permutations(n))?;
        table.representatives = device.zeros(4 * rows)?;
        table.sizes = device.zeros(rows)?;
        table.now = device.zeros(rows * row_bytes(n))?;
        table.next = device.zeros(rows * row_bytes(n))?;
        table.state_now = device.zeros(rows)?;
        table.state_next = device.zeros(rows)?;
        table.sums = device.zeros(3 * 8)?;
        let mut search = Search {
            device,
            options,
            table,
            n,
            rows,
        };
        search.find_orbits(groups)?;
        Ok(search)
    }

    fn find_orbits(&mut self, groups: u64) -> Result<(), GpuError> {
        self.launch("orbits_first", groups, 0)?;
        let mut first = vec![0; 4 * groups as usize];
        self.device.read(self.table.first, &mut first)?;
        let mut rows = 0u32;
        for word in first.chunks_exact_mut(4) {
            let ones = word.iter().map(|byte| byte.count_ones()).sum::<u32>();
            word.copy_from_slice(&rows.to_le_bytes());
            rows += ones;
        }
        if u64::from(rows) != self.rows {
            return Err(GpuError::Wrong(format!(
                "{rows} rows found, there are {}",
                self.rows
            )));
        }
        self.device.write(self.table.rows_before, &first)?;
        drop(first);
        self.launch("orbits_number", groups, 0)?;
        let mut sizes = vec![0; self.rows as usize];
        self.device.read(self.table.sizes, &mut sizes)?;
        let shared: u64 = sizes.iter().map(|&size| u64::from(size)).sum();
        if shared != self.table.permutations {
            return Err(GpuError::Wrong(format!(
                "rows for {shared} permutations, there are {}",
                self.table.permutations
            )));
        }
        Ok(())
    }

    /// The solved board: number 0 of row 0.
    fn goal(&mut self) -> Result<GpuLevel, GpuError> {
        self.device.write(self.table.now, &1u32.to_le_bytes())?;
        self.device.write(self.table.state_now, &[GAINED])?;
        Ok(GpuLevel {
            boards: 1,
            orbits: 1,
            examples: vec![Signed::identity(self.n)],
            seconds: 0.0,
            bytes: 0,
        })
    }

    fn level(&mut self, distance: usize) -> Result<GpuLevel, GpuError> {
        let start = Instant::now();
        let words_a_lane = (row_bytes(self.n) / 4).div_ceil(self.device.lanes());
        self.device.write(self.table.sums, &[0; 3 * 8])?;
        self.launch(&format!("level_{words_a_lane}"), self.rows, distance)?;
        self.launch(&format!("count_{words_a_lane}"), self.rows, distance)?;
        let mut sums = [0; 3 * 8];
        self.device.read(self.table.sums, &mut sums)?;
        let sum = |i: usize| {
            let (sums, _) = sums.as_chunks::<8>();
            u64::from_le_bytes(sums[i])
        };
        let seconds = start.elapsed().as_secs_f64();
        let level = GpuLevel {
            boards: sum(0),
            orbits: sum(1),
            examples: self.examples()?,
            seconds,
            bytes: sum(2) * row_bytes(self.n),
        };
        let table = &mut self.table;
        std::mem::swap(&mut table.now, &mut table.next);
        std::mem::swap(&mut table.state_now, &mut table.state_next);
        Ok(level)
    }

    /// Boards of the level that has just been found, spread over its rows.
    fn examples(&mut self) -> Result<Vec<Signed>, GpuError> {
        let mut examples = Vec::new();
        if self.options.examples == 0 {
            return Ok(examples);
        }
        let mut states = vec![0; self.rows as usize];
        self.device.read(self.table.state_next, &mut states)?;
        let gained: Vec<usize> = (0..states.len())
            .filter(|&row| states[row] & GAINED != 0)
            .collect();
        let rows = gained.len().min(self.options.examples);
        for i in 0..rows {
            let row = gained[i * gained.len() / rows];
            let new = self.gained(row, states[row] & FULL != 0)?;
            let representative = self.table.representatives + 4 * row as u64;
            let mut rank = [0; 4];
            self.device.read(representative, &mut rank)?;
            let tiles = Packed::unrank(u32::from_le_bytes(rank), self.n);
            let each = self.options.examples.div_ceil(rows).min(new.len());
            examples.extend((0..each).map(|j| Signed {
                tiles,
                turned: new[j * new.len() / each],
            }));
        }
        examples.truncate(self.options.examples);
        Ok(examples)
    }

    /// The boards of a row that are in `next` and not in `now`.
    fn gained(&mut self, row: usize, full: bool) -> Result<Vec<u16>, GpuError> {
        let bytes = row_bytes(self.n);
        let at = row as u64 * bytes;
        let mut old = vec![0; bytes as usize];
        let mut new = vec![!0; bytes as usize];
        self.device.read(self.table.now + at, &mut old)?;
        if !full {
            self.device.read(self.table.next + at, &mut new)?;
        }
        let bit = |bytes: &[u8], number: usize| bytes[number / 8] >> (number % 8) & 1 == 1;
        let gained = |&number: &usize| bit(&new, number) && !bit(&old, number);
        let numbers = (0..1usize << self.n).filter(gained);
        Ok(numbers.map(|number| number as u16).collect())
    }

    /// Runs a kernel on rows or on groups of permutations, some at a time.
    fn launch(&mut self, kernel: &str, all: u64, distance: usize) -> Result<(), GpuError> {
        for from in (0..all).step_by(ROWS_AT_ONCE as usize) {
            if self.options.stopped() {
                return Err(GpuError::Cancelled(distance));
            }
            self.table.from = from;
            self.table.to = all.min(from + ROWS_AT_ONCE);
            let warps = self.table.to - from;
            self.device.launch(kernel, warps, &self.table)?;
        }
        Ok(())
    }
}
