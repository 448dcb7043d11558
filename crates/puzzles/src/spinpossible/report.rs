//! What is said of distance tables, in JSON.

use super::SpinSpace;
use serde::Serialize;
use tantalizer_states::{DistanceTable, StateSpace, memory_needed};

/// What is known of one size: the object of `states spinpossible --json`.
#[derive(Debug, Serialize)]
pub struct TableReport {
    /// Which puzzle.
    pub puzzle: &'static str,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Whether single tiles may be spun.
    pub single_spins: bool,
    /// How many boards there are.
    pub boards: String,
    /// How many of them can be solved.
    pub reachable: String,
    /// How far the farthest are.
    pub god_number: u32,
    /// How many boards there are at each distance.
    pub by_distance: Vec<String>,
    /// The same up to turns and mirrors of the board and inversion, where the table knows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub orbits_by_distance: Vec<String>,
    /// The mean distance.
    pub mean: f64,
    /// Some of the farthest boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub farthest: Option<Vec<Vec<String>>>,
    /// What this of several processes sent to the others for each distance.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bytes_sent: Vec<u64>,
    /// How a card found it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gpu: Option<GpuReport>,
    /// What the table takes.
    pub memory_bytes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// What is known of levels that a card found.
#[derive(Debug, Serialize)]
pub struct GpuReport {
    /// The card.
    pub device: String,
    /// The time that finding the rows took.
    pub orbit_seconds: f64,
    /// The time for each distance.
    pub level_seconds: Vec<f64>,
    /// The bytes of rows that were read and written for each distance.
    pub level_bytes: Vec<u64>,
    /// The orbits of all boards by Burnside's lemma, reachable or not.
    pub all_orbits: String,
    /// The boards at the first few distances by plain search.
    pub plain: Vec<String>,
    /// How many boards of each distance were confirmed by search from both ends, as far as that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub confirmed: Vec<usize>,
    /// Some boards of each distance.
    pub examples: Vec<Vec<Vec<String>>>,
}

impl TableReport {
    /// What a table says, with the first few of the farthest boards if wanted.
    pub fn new(
        space: &SpinSpace,
        table: &DistanceTable,
        farthest: Option<usize>,
        seconds: f64,
    ) -> TableReport {
        let levels = (table.by_distance(), table.orbits_by_distance());
        let mut report = TableReport::of_levels(space, levels, memory_needed(space), seconds);
        report.farthest = farthest.map(|count| {
            let mut ranks = table.kept_up_to_symmetry(space);
            ranks.truncate(count);
            let lines = |rank| {
                let board = space.board(&space.unrank(rank)).to_string();
                board.lines().map(String::from).collect()
            };
            ranks.into_iter().map(lines).collect()
        });
        report
    }

    /// The same where only the numbers of boards and of orbits at each distance are known.
    pub fn of_levels(
        space: &SpinSpace,
        (by_distance, orbits_by_distance): (&[u64], &[u64]),
        memory_bytes: u64,
        seconds: f64,
    ) -> TableReport {
        let rules = space.rules();
        let reachable: u64 = by_distance.iter().sum();
        let distances = (0..).zip(by_distance);
        let total: u128 = distances.map(|(d, &n)| u128::from(n) * d).sum();
        let digits = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect();
        TableReport {
            puzzle: super::KIND.name,
            rows: rules.rows(),
            cols: rules.cols(),
            single_spins: rules.single_spins(),
            boards: space.len().to_string(),
            reachable: reachable.to_string(),
            god_number: by_distance.len().saturating_sub(1) as u32,
            by_distance: digits(by_distance),
            orbits_by_distance: digits(orbits_by_distance),
            mean: total as f64 / reachable.max(1) as f64,
            farthest: None,
            bytes_sent: Vec::new(),
            gpu: None,
            memory_bytes,
            seconds,
        }
    }
}
