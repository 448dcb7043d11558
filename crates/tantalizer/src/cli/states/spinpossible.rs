//! `tantalizer states spinpossible`: how far every board of a size is from solved, also on several machines or on a card.

use super::super::common;
use super::super::json;
use super::super::outcome::{Failure, Outcome};
use super::Building;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;
use tantalizer::model::Watch;
#[cfg(feature = "gpu")]
use tantalizer::puzzles::spinpossible::{BYTES_OF_A_BOARD, Board, Solver};
use tantalizer::puzzles::spinpossible::{GpuReport, Rules, SpinSpace, TableReport};
use tantalizer::states::{
    BuildError, BuildOptions, DistanceTable, Keep, KeepLevel, KeepOrder, StoreError, build,
    load_or_build, memory_needed,
};

/// The arguments of `states spinpossible`.
#[derive(Args, Debug)]
struct Spinpossible {
    /// Rows of the boards; without --rows and --cols, all sizes up to 1x9 and 3x3
    #[arg(long, value_name = "M", requires = "cols")]
    rows: Option<usize>,

    /// Columns of the boards
    #[arg(long, value_name = "N", requires = "rows")]
    cols: Option<usize>,

    /// Single tiles may not be spun
    #[arg(long)]
    no_single: bool,

    /// Read the table from this file, or build it and store it there
    #[arg(long, value_name = "FILE", requires = "rows")]
    table: Option<PathBuf>,

    /// Also show the first N of the farthest boards, one of each set of mirror images
    #[arg(long, value_name = "N", requires = "rows")]
    farthest: Option<usize>,

    /// Build the table together with other processes: a file with `host:port` of each, one a line
    #[arg(long, value_name = "FILE", requires_all = ["rows", "process"], conflicts_with = "farthest")]
    hosts: Option<PathBuf>,

    /// Which of the processes this is, from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,

    /// Find the levels on an NVIDIA card; the table itself is not kept
    #[arg(long, requires = "rows", conflicts_with_all = ["table", "hosts"])]
    gpu: bool,

    /// Kernels compiled already (PTX), for a card on a machine without NVRTC
    #[arg(long, value_name = "FILE", requires = "gpu")]
    kernels: Option<PathBuf>,

    /// With --gpu: confirm N boards of each distance by search from both ends, which knows no table; --memory-limit is its memory
    #[arg(long, value_name = "N", requires = "gpu")]
    confirm: Option<usize>,

    #[command(flatten)]
    building: Building,
}

/// Boards of each distance that are brought back from a card.
#[cfg(feature = "gpu")]
const GPU_EXAMPLES: usize = 20;

/// What a card finds is compared with plain search up to this distance.
#[cfg(feature = "gpu")]
const PLAIN_LAYERS: usize = 5;

/// The sizes of the table that is made without a size, smallest first.
const SIZES: [(usize, usize); 13] = [
    (1, 1),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 2),
    (1, 5),
    (1, 6),
    (2, 3),
    (1, 7),
    (1, 8),
    (2, 4),
    (1, 9),
    (3, 3),
];

pub fn command() -> Command {
    common::with_arguments::<Spinpossible>(Command::new("spinpossible").about(
        "How many boards are at every distance from the solved one, and how far the farthest are",
    ))
}

pub fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let arguments = Spinpossible::from_arg_matches(matches)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    super::make_sure_of_table(arguments.table.as_deref())?;
    let watch = arguments.building.limits()?.start();
    let sizes = match (arguments.rows, arguments.cols) {
        (Some(rows), Some(cols)) => vec![(rows, cols)],
        _ => SIZES.to_vec(),
    };
    let mut reports = Vec::new();
    for (rows, cols) in sizes {
        match arguments.report(rows, cols, &watch)? {
            Some(report) => reports.push(report),
            None => return Ok(super::unfinished()),
        }
    }
    match (arguments.building.json, arguments.rows, &reports[..]) {
        (true, Some(_), [report]) => json::print(report)?,
        (true, ..) => json::print(&All {
            puzzle: "spinpossible",
            tables: &reports,
        })?,
        (false, Some(_), [report]) => common::print(&text(report))?,
        (false, ..) => common::print(&overview(&reports))?,
    }
    Ok(Outcome::Answered)
}

/// The object of `--json` for all sizes.
#[derive(Serialize)]
struct All<'a> {
    puzzle: &'static str,
    tables: &'a [TableReport],
}

impl Spinpossible {
    /// The report of one size, or `None` if it was stopped.
    fn report(
        &self,
        rows: usize,
        cols: usize,
        watch: &Watch,
    ) -> Result<Option<TableReport>, Failure> {
        let start = Instant::now();
        let usage = |message: String| Failure::Usage(message);
        let rules = Rules::new(rows, cols, !self.no_single).map_err(|e| usage(e.to_string()))?;
        let space = SpinSpace::new(rules)
            .ok_or_else(|| usage(format!("boards of {rules} are too many to be numbered")))?;
        if let (Some(hosts), Some(process)) = (&self.hosts, self.process) {
            return self.with_many(&space, hosts, process, watch);
        }
        if self.gpu {
            return self.on_gpu(&space, watch);
        }
        let Some(table) = self.table(&space, watch)? else {
            return Ok(None);
        };
        let seconds = start.elapsed().as_secs_f64();
        Ok(Some(TableReport::new(
            &space,
            &table,
            self.farthest,
            seconds,
        )))
    }

    fn table(&self, space: &SpinSpace, watch: &Watch) -> Result<Option<DistanceTable>, Failure> {
        let keep = self.farthest.map(|count| Keep {
            level: KeepLevel::Farthest,
            // Enough for as many orbits: none has more than eight boards.
            count: count.saturating_mul(8),
            order: KeepOrder::Rank,
        });
        let built = self
            .building
            .watched(memory_needed(space), watch, |options| {
                let options = BuildOptions { keep, ..*options };
                match &self.table {
                    None => build(space, &options).map_err(StoreError::from),
                    Some(file) => load_or_build(space, file, &options).map(super::told),
                }
            });
        match built {
            Ok(table) => Ok(Some(table)),
            Err(StoreError::Build(BuildError::Cancelled(_))) => Ok(None),
            Err(error) => Err(super::refused(&error)),
        }
    }

    /// This process's part of a table that several build.
    #[cfg(feature = "many")]
    fn with_many(
        &self,
        space: &SpinSpace,
        hosts: &std::path::Path,
        process: usize,
        watch: &Watch,
    ) -> Result<Option<TableReport>, Failure> {
        use tantalizer::states::{
            Hosts, HostsError, ManyError, StateSpace, build_with_many, memory_of_many,
        };

        let start = Instant::now();
        let usage = |error: &dyn std::fmt::Display| Failure::Usage(error.to_string());
        let hosts = Hosts::read(hosts, process).map_err(|error| usage(&error))?;
        let form = space.signed_form();
        let form = form.ok_or_else(|| usage(&"such boards are too many for a table"))?;
        let (name, puzzle) = (space.name(), form.puzzle());
        let memory = memory_of_many(puzzle, hosts.addresses.len());
        let built = self.building.watched(memory, watch, |options| {
            build_with_many(&name, puzzle, &hosts, options, self.table.as_deref())
        });
        let levels = match built {
            Ok(levels) => levels,
            Err(
                ManyError::Store(StoreError::Build(BuildError::Cancelled(_)))
                | ManyError::Hosts(HostsError::Stopped),
            ) => return Ok(None),
            Err(error @ ManyError::Lost { .. }) => {
                eprintln!("tantalizer: {error}");
                return Ok(None);
            }
            Err(ManyError::Store(error)) => return Err(super::refused(&error)),
            Err(error) => return Err(usage(&error)),
        };
        let found = (&levels.by_distance[..], &levels.orbits_by_distance[..]);
        let seconds = start.elapsed().as_secs_f64();
        let mut report = TableReport::of_levels(space, found, memory, seconds);
        report.bytes_sent = levels.bytes_sent;
        Ok(Some(report))
    }

    #[cfg(not(feature = "many"))]
    fn with_many(
        &self,
        _: &SpinSpace,
        _: &std::path::Path,
        _: usize,
        _: &Watch,
    ) -> Result<Option<TableReport>, Failure> {
        Err(Failure::Usage(
            "--hosts: this program was built without it; build it with `--features many`".into(),
        ))
    }

    /// The levels, found by a card and compared with a plain search as far as that goes.
    #[cfg(feature = "gpu")]
    fn on_gpu(&self, space: &SpinSpace, watch: &Watch) -> Result<Option<TableReport>, Failure> {
        use tantalizer::states::{GpuError, GpuOptions, StateSpace, build_on_gpu, plain_layers};

        let start = Instant::now();
        let usage = |error: &dyn std::fmt::Display| Failure::Usage(error.to_string());
        let form = space.signed_form();
        let form = form.ok_or_else(|| usage(&"such boards are too many for a table"))?;
        let tell = |line: &str| {
            if !self.building.quiet {
                eprintln!("{line}");
            }
        };
        let stop = || watch.expired().is_some();
        let options = GpuOptions {
            examples: self.farthest.unwrap_or(0).max(GPU_EXAMPLES),
            tell: Some(&tell),
            stop: Some(&stop),
        };
        let found = match build_on_gpu(form.puzzle(), self.kernels.as_deref(), &options) {
            Ok(found) => found,
            Err(GpuError::Cancelled(_)) => return Ok(None),
            Err(error @ GpuError::Wrong(_)) => return Err(Failure::Disagree(error.to_string())),
            Err(error) => return Err(usage(&error)),
        };
        let seconds = start.elapsed().as_secs_f64();
        tell("plain search of the first levels");
        let plain = plain_layers(form.puzzle(), PLAIN_LAYERS, &stop);
        for (distance, (plain, level)) in plain.iter().zip(&found.levels).enumerate() {
            if *plain != level.boards {
                let boards = level.boards;
                return Err(Failure::Disagree(format!(
                    "the card finds {boards} boards at distance {distance}, plain search {plain}"
                )));
            }
        }
        let mut confirmed = Vec::new();
        if let Some(wanted) = self.confirm {
            let board = |signed: &_| space.board(&form.state(signed));
            let levels = found.levels.iter();
            let examples =
                levels.map(|level| level.examples.iter().take(wanted).map(board).collect());
            confirmed = self.confirm(space.rules(), examples.collect(), watch, &tell)?;
        }
        let boards = |signed: &[_]| {
            let lines = |signed| {
                let board = space.board(&form.state(signed)).to_string();
                board.lines().map(String::from).collect()
            };
            signed.iter().map(lines).collect()
        };
        let farthest = self.farthest.and_then(|count| {
            let last = found.levels.last()?;
            Some(boards(&last.examples[..count.min(last.examples.len())]))
        });
        let by_distance: Vec<u64> = found.levels.iter().map(|level| level.boards).collect();
        let orbits: Vec<u64> = found.levels.iter().map(|level| level.orbits).collect();
        let levels = (&by_distance[..], &orbits[..]);
        let mut report = TableReport::of_levels(space, levels, found.memory, seconds);
        report.farthest = farthest;
        report.gpu = Some(GpuReport {
            device: found.device,
            orbit_seconds: found.orbit_seconds,
            level_seconds: found.levels.iter().map(|level| level.seconds).collect(),
            level_bytes: found.levels.iter().map(|level| level.bytes).collect(),
            all_orbits: found.all_orbits.to_string(),
            plain: plain.iter().map(u64::to_string).collect(),
            confirmed,
            examples: found
                .levels
                .iter()
                .map(|level| boards(&level.examples))
                .collect(),
        });
        Ok(Some(report))
    }

    /// Searches for a shortest way from both ends of each board, given by distance; tells how many there are of each.
    #[cfg(feature = "gpu")]
    fn confirm(
        &self,
        rules: &Rules,
        levels: Vec<Vec<Board>>,
        watch: &Watch,
        tell: &dyn Fn(&str),
    ) -> Result<Vec<usize>, Failure> {
        let megabytes = usize::try_from(self.building.memory_limit).unwrap_or(usize::MAX);
        let boards = megabytes.saturating_mul(1 << 20) / BYTES_OF_A_BOARD;
        let mut solver = Solver::with_ball_limit(*rules, boards);
        let mut confirmed = Vec::new();
        for (distance, examples) in levels.iter().enumerate() {
            let start = Instant::now();
            for board in examples {
                match solver.shortest(board, watch) {
                    Ok(spins) if spins.len() == distance => {}
                    Ok(spins) => {
                        return Err(Failure::Disagree(format!(
                            "the card says {distance} spins, search from both ends {}:\n{board}",
                            spins.len()
                        )));
                    }
                    Err(error) => {
                        tell(&format!("distance {distance}: not confirmed, {error}"));
                        return Ok(confirmed);
                    }
                }
            }
            confirmed.push(examples.len());
            let (number, seconds) = (examples.len(), start.elapsed().as_secs_f64());
            tell(&format!(
                "distance {distance}: {number} confirmed by search from both ends, {seconds:.1} s"
            ));
        }
        Ok(confirmed)
    }

    #[cfg(not(feature = "gpu"))]
    fn on_gpu(&self, _: &SpinSpace, _: &Watch) -> Result<Option<TableReport>, Failure> {
        Err(Failure::Usage(
            "--gpu: this program was built without it; build it with `--features gpu`".into(),
        ))
    }
}

fn text(report: &TableReport) -> String {
    let mut text = String::new();
    let single = if report.single_spins {
        ""
    } else {
        " without single spins"
    };
    let (rows, cols) = (report.rows, report.cols);
    let _ = writeln!(text, "{} boards of {rows}x{cols}{single}", report.boards);
    if report.reachable != report.boards {
        let _ = writeln!(text, "{} of them can be solved", report.reachable);
    }
    let _ = writeln!(text, "\ndistance  boards");
    for (distance, boards) in report.by_distance.iter().enumerate() {
        let _ = write!(text, "{distance:8}  {boards}");
        if let Some(bytes) = report.bytes_sent.get(distance) {
            let _ = write!(text, "  ({bytes} bytes sent to other processes)");
        }
        text.push('\n');
    }
    let _ = writeln!(
        text,
        "\nGod's number {}, mean distance {:.4}",
        report.god_number, report.mean
    );
    let megabytes = report.memory_bytes as f64 / f64::from(1 << 20);
    let _ = writeln!(text, "{:.2} s, {megabytes:.0} MB", report.seconds);
    if let Some(gpu) = &report.gpu {
        let _ = write!(text, "{}", on_card(report, gpu));
    }
    for board in report.farthest.iter().flatten() {
        let _ = writeln!(text, "\n{}", board.join("\n"));
    }
    text
}

/// How a card found it, and what it was compared with.
fn on_card(report: &TableReport, gpu: &GpuReport) -> String {
    let mut text = format!("\n{}\n", gpu.device);
    let _ = writeln!(text, "distance        orbits  seconds  GB/s");
    for (distance, orbits) in report.orbits_by_distance.iter().enumerate() {
        let (seconds, bytes) = (gpu.level_seconds[distance], gpu.level_bytes[distance]);
        let speed = if seconds > 0.0 {
            bytes as f64 / 1e9 / seconds
        } else {
            0.0
        };
        let _ = writeln!(
            text,
            "{distance:8}  {orbits:>12}  {seconds:7.3}  {speed:4.0}"
        );
    }
    let orbits = &gpu.all_orbits;
    let _ = writeln!(text, "orbits of all boards, by Burnside's lemma: {orbits}");
    for (distance, number) in gpu.confirmed.iter().enumerate() {
        let _ = writeln!(
            text,
            "distance {distance}: {number} confirmed by search from both ends"
        );
    }
    let last = gpu.plain.len().saturating_sub(1);
    let _ = writeln!(text, "distances 0 to {last} are those of a plain search");
    text
}

/// One line a size.
fn overview(reports: &[TableReport]) -> String {
    let mut text = String::from("size       boards  God's number    mean  seconds\n");
    for report in reports {
        let size = format!("{}x{}", report.rows, report.cols);
        let _ = writeln!(
            text,
            "{size:<4} {:>12}  {:>12}  {:>6.3}  {:>7.2}",
            report.boards, report.god_number, report.mean, report.seconds
        );
    }
    text
}
